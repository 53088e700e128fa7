// Pages: every public route with the right status, rendered by the web app itself; its shell with a short head where it can't be, and
// on the admin's screens.

package httpapi

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections"
)

func (t *table) pages() {
	for _, h := range pages.Fixed {
		switch {
		case !h.Private:
			t.handle(h.Path, methods{"GET": inTime(fixedPage(h))})
		case t.AsOf.IsZero():
			t.handle(h.Path, methods{"GET": fixedPage(h)})
		default:
			t.handle(h.Path, methods{"GET": noPastAdmin})
		}
	}
	t.handle("/reviews/{id}", methods{"GET": inTime(reviewPage)})
	t.handle("/tech-articles/{id}", methods{"GET": inTime(articlePage)})
	t.handle("/category/{slug}", methods{"GET": inTime(categoryPage)})
	for _, pattern := range t.site.AssetPatterns() {
		t.handle(pattern, methods{"GET": getAsset})
	}
}

func fixedPage(h pages.Head) handler {
	return func(x *exchange) error {
		if content := x.Models.Content; content != nil && !h.Private {
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
	return x.page(http.StatusOK, &pages.Head{Path: pages.ItemPath(events.ReviewKind, id), From: r})
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
	return x.page(http.StatusOK, &pages.Head{Path: pages.ItemPath(events.ArticleKind, id), From: a})
}

// GET /category/{slug}
func categoryPage(x *exchange) error {
	c, err := x.Models.Content.Category(x.variable("slug"))
	if err != nil {
		return x.absent(err, "Category Not Found", "The category you're looking for doesn't exist.")
	}
	return x.page(http.StatusOK, &pages.Head{
		Title: c.Name, Path: "/category/" + c.Slug,
		Description: pages.Describe(c.Description, "Honest reviews in the category "+c.Name+"."),
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
		for _, h := range pages.Fixed {
			if h.Path == trimmed {
				return x.moved(trimmed)
			}
		}
	}
	return x.missing("Page Not Found", "This page could not be found.")
}

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
		return x.moved(pages.ItemPath(kind, id))
	}
	return x.page(http.StatusNotFound, &pages.Head{Title: title, Description: detail, Path: x.request.URL.EscapedPath(), NoIndex: true})
}

// absent tells what is not there from what can't be shown now.
func (x *exchange) absent(err error, title, detail string) error {
	if errors.Is(err, projections.ErrNotFound) {
		return x.missing(title, detail)
	}
	x.cause = err
	x.set("Retry-After", "1")
	return x.page(http.StatusServiceUnavailable, &pages.Head{
		Title: "Just a Moment", Description: "This page can't be shown right now. Please try again.", Path: x.request.URL.EscapedPath(), NoIndex: true,
	})
}

// page answers with a whole page where the web app could render it, and else with the shell and the head.
func (x *exchange) page(status int, h *pages.Head) error {
	header := x.Header()
	header["Content-Type"] = htmlType
	header["Cache-Control"] = publicCache
	if h.NoIndex {
		header["Cache-Control"] = noStore
		x.set("X-Robots-Tag", "noindex")
	}
	d := x.rendered(status, h)
	if x.refused {
		return nil
	}
	if d == nil {
		d = x.site.Shell(h, x.SiteURL)
	}
	return x.document(status, d)
}

// maxMissingPath is the length of a path of something missing up to which its page is rendered, in bytes.
const maxMissingPath = 256

// rendered returns the page as the web app renders it, nil when the shell must do. Only canonical addresses are rendered, and only what
// is public.
func (x *exchange) rendered(status int, h *pages.Head) *pages.Document {
	missing := status == http.StatusNotFound
	switch {
	case x.renderer == nil || h.Private || status != http.StatusOK && !missing:
		return nil
	case h.Path == "/reviews" && x.search() != "": // which the browser fetches
		return nil
	case missing && (len(h.Path) > maxMissingPath || strings.HasPrefix(h.Path, "//")):
		return nil
	}
	d, age, err := x.renderer.Page(x.request.Context(), pages.Request{
		Path: h.Path, Origin: x.SiteURL, Missing: missing, MustBeFresh: x.mustBeFresh,
		Overloaded: func() bool { return !x.admitted(classMade) },
	})
	switch {
	case errors.Is(err, pages.ErrOverloaded):
		x.shed(classMade)
		return nil
	case err != nil:
		return nil // logged and counted
	}
	x.staleFor = age
	return d
}

// mustBeFresh reports whether the reader must see what is true now: a client with a key that has written something, and the admin.
func (x *exchange) mustBeFresh() bool {
	if x.askedPosition() == 0 {
		if _, err := x.request.Cookie(x.cookies.Session); err != nil {
			return false
		}
	}
	ok, _ := x.authenticated()
	return ok
}

// search returns the query of the address, without its moment.
func (x *exchange) search() string {
	raw := x.request.URL.RawQuery
	if !x.travelling {
		return raw
	}
	others := slices.DeleteFunc(strings.Split(raw, "&"), func(pair string) bool { return strings.HasPrefix(pair, "asOf=") })
	return strings.Join(others, "&")
}
