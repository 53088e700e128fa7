// Pages: every public route with the right status, rendered by the web app itself (rendered.go); the
// shell with a short head where it can't be, and on the admin's screens.

package httpapi

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"candor/events"
	"candor/httpapi/respond"
	"candor/projections"
)

// fixedPages are the pages of one address, with what the shell says of them (webapp/src/app/heads.ts).
var fixedPages = []head{
	{path: "/"},
	{path: "/reviews", title: "All Reviews", description: "Every review on Candor: computers, automotive tech, industrial machines and smart gadgets, tested and told honestly."},
	{path: "/tech-articles", title: "Tech Articles", description: "News and articles about the technology around us, from the Candor newsroom."},
	{path: "/office-tools", title: "Office Tools", description: "A free QR code generator: unlimited, no registration, and it runs entirely in your browser."},
	{path: "/about", title: "About Us", description: "Who we are, what we test and how: Candor has published honest reviews since 2020."},
	{path: "/contact", title: "Contact", description: "Contact the Candor newsroom. We answer within 24 hours."},
	{path: "/privacy", title: "Privacy Policy", description: "What data Candor stores, why, for how long, and how to have it erased."},
	{path: "/terms", title: "Terms of Service", description: "The terms for using Candor."},
	{path: "/docs", title: "API Documentation", description: "Publish reviews and tech articles from a program: a quick start, a reference for every endpoint, and examples to download."},
	{path: "/admin-login", title: "Admin Login", description: "Sign in to manage this site.", noIndex: true, private: true},
	adminPage("/admin"), adminPage("/admin/reviews"), adminPage("/admin/articles"), adminPage("/admin/messages"),
	adminPage("/admin/analytics"), adminPage("/admin/api"), adminPage("/admin/activity"),
}

// adminPage is the dashboard, or one of its tabs.
func adminPage(path string) head {
	return head{path: path, title: "Admin Dashboard", description: "The dashboard of this site's owner.", noIndex: true, private: true}
}

func (t *table) pages() {
	for _, h := range fixedPages {
		switch {
		case !h.private:
			t.handle(h.path, methods{"GET": inTime(fixedPage(h))})
		case t.AsOf.IsZero():
			t.handle(h.path, methods{"GET": fixedPage(h)})
		default:
			t.handle(h.path, methods{"GET": noPastAdmin})
		}
	}
	t.handle("/reviews/{id}", methods{"GET": inTime(reviewPage)})
	t.handle("/tech-articles/{id}", methods{"GET": inTime(articlePage)})
	t.handle("/category/{slug}", methods{"GET": inTime(categoryPage)})
	for _, pattern := range t.site.roots() {
		t.handle(pattern, methods{"GET": getAsset})
	}
}

func fixedPage(h head) handler {
	return func(x *exchange) error {
		if content := x.Models.Content; content != nil && !h.private {
			if err := content.Ready(); err != nil { // a server that has never seen its log
				return x.absent(err, "", "")
			}
		}
		return x.page(http.StatusOK, &h)
	}
}

// GET /reviews/{id}
func reviewPage(x *exchange) error {
	id, ok := canonicalID(x.variable("id"))
	if !ok {
		return x.missing("Invalid Route", "This isn't a valid review link.")
	}
	r, err := x.Models.Content.ReviewAnswer(id)
	if err != nil {
		return x.absent(err, "Review Not Found", "The review you're looking for could not be found.")
	}
	return x.page(http.StatusOK, &head{path: "/reviews/" + strconv.FormatInt(id, 10), from: r})
}

// GET /tech-articles/{id}
func articlePage(x *exchange) error {
	const title, detail = "Tech Article Not Found", "The tech article you're looking for could not be found."
	id, ok := canonicalID(x.variable("id"))
	if !ok {
		return x.missing(title, detail)
	}
	a, err := x.Models.Content.ArticleAnswer(id)
	if err != nil {
		return x.absent(err, title, detail)
	}
	return x.page(http.StatusOK, &head{path: "/tech-articles/" + strconv.FormatInt(id, 10), from: a})
}

// GET /category/{slug}
func categoryPage(x *exchange) error {
	c, err := x.Models.Content.Category(x.variable("slug"))
	if err != nil {
		return x.absent(err, "Category Not Found", "The category you're looking for doesn't exist.")
	}
	return x.page(http.StatusOK, &head{
		title: c.Name, path: "/category/" + c.Slug,
		description: descriptionOf(c.Description, "Honest reviews in the category "+c.Name+"."),
	})
}

// notFoundPage answers a GET of a path that does not exist: a problem where programs ask, the
// 404 page where people do, and the address without its slash where that exists.
func notFoundPage(x *exchange) error {
	path := x.request.URL.Path
	if strings.HasPrefix(path, "/api/") || path == "/api" || strings.HasPrefix(path, "/media/") || strings.HasPrefix(path, "/assets/") {
		return unknownPath(x)
	}
	if trimmed := strings.TrimRight(path, "/"); trimmed != path && strings.HasPrefix(trimmed, "/") && !strings.ContainsAny(trimmed[1:2], `/\`) {
		for _, prefix := range []string{"/reviews/", "/tech-articles/", "/category/"} {
			if rest, ok := strings.CutPrefix(trimmed, prefix); ok && rest != "" && !strings.ContainsAny(rest, `/\`) {
				return x.moved(trimmed)
			}
		}
		for _, h := range fixedPages {
			if h.path == trimmed {
				return x.moved(trimmed)
			}
		}
	}
	return x.missing("Page Not Found", "This page could not be found.")
}

// pageOf is where the pages of a kind begin.
var pageOf = map[string]string{events.ReviewKind: "/reviews/", events.ArticleKind: "/tech-articles/"}

// moved sends the browser to path, for good.
func (x *exchange) moved(path string) error {
	to := url.URL{Path: path, RawQuery: x.request.URL.RawQuery}
	x.set("Location", to.String())
	x.WriteHeader(http.StatusMovedPermanently)
	return nil
}

// missing answers with a page that says what is not there: 404, and the path as its own canonical one. Where an
// imported item was at this address on its old site, the reader is sent to it.
func (x *exchange) missing(title, detail string) error {
	if kind, id, err := x.Models.Content.OldAddress(x.request.URL.Path); err == nil {
		return x.moved(pageOf[kind] + strconv.FormatInt(id, 10))
	}
	return x.page(http.StatusNotFound, &head{title: title, description: detail, path: x.request.URL.EscapedPath(), noIndex: true})
}

// absent tells what is not there from what can't be shown now.
func (x *exchange) absent(err error, title, detail string) error {
	if errors.Is(err, projections.ErrNotFound) {
		return x.missing(title, detail)
	}
	x.cause = err
	x.set("Retry-After", "1")
	return x.page(http.StatusServiceUnavailable, &head{
		title: "Just a Moment", description: "This page can't be shown right now. Please try again.", path: x.request.URL.EscapedPath(), noIndex: true,
	})
}

var htmlType = []string{"text/html; charset=utf-8"}

// page answers with a whole page where the web app could render it, and else with the shell and the head.
func (x *exchange) page(status int, h *head) error {
	header := x.Header()
	header["Content-Type"] = htmlType
	header["Cache-Control"] = publicCache
	if h.noIndex {
		header["Cache-Control"] = noStore
		x.set("X-Robots-Tag", "noindex")
	}
	d := x.rendered(status, h)
	if x.refused {
		return nil
	}
	if d == nil {
		d = x.site.shell(h, x.SiteURL)
	}
	return x.document(status, d)
}

// document answers with d, whose kind and caching are in the header: 304 where the caller has it, compressed where that is
// welcome.
func (x *exchange) document(status int, d *document) error {
	header := x.Header()
	header["Vary"] = varyEncoding
	x.tellAge()
	read, etag := d.plain, d.etag
	if respond.AcceptsGzip(x.request.Header["Accept-Encoding"]) {
		read, etag = d.gzip, d.gtag
		header["Content-Encoding"] = gzipEncoding
	}
	if status == http.StatusOK {
		x.etag[0] = etag
		header["Etag"] = x.etag[:]
		if respond.MatchesTag(x.request.Header["If-None-Match"], etag) {
			delete(header, "Content-Encoding")
			x.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	body := read()
	x.length[0] = strconv.Itoa(len(body))
	header["Content-Length"] = x.length[:]
	x.send(status, body)
	return nil
}

// longestRendered is the longest path of something missing that is worth a page of its own, in bytes.
const longestRendered = 256

// rendered is the page as the web app renders it; nil when the shell must do. Only canonical addresses
// are rendered, and nothing that is not for everybody.
func (x *exchange) rendered(status int, h *head) *document {
	absent := status == http.StatusNotFound
	switch {
	case x.renderer == nil || h.private || status != http.StatusOK && !absent:
		return nil
	case h.path == "/reviews" && x.search() != "": // which the browser fetches
		return nil
	case absent && (len(h.path) > longestRendered || strings.HasPrefix(h.path, "//")):
		return nil
	}
	d, age, err := x.renderer.page(x.request.Context(), wanted{h.path, x.SiteURL, absent, x.exact, func() bool { return !x.admitted(classMade) }})
	switch {
	case errors.Is(err, errPressed):
		x.shed(classMade)
		return nil
	case err != nil:
		return nil // logged and counted
	}
	x.outdated = age
	return d
}

// search is the address's query, without the moment that it is about.
func (x *exchange) search() string {
	raw := x.request.URL.RawQuery
	if !x.travelling {
		return raw
	}
	others := slices.DeleteFunc(strings.Split(raw, "&"), func(pair string) bool { return strings.HasPrefix(pair, "asOf=") })
	return strings.Join(others, "&")
}
