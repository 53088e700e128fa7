// Pages: the shell of the web app with the right head and the right status on every public route.

package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"candor/projections"
)

// fixedPages are the pages that need nothing from the read models.
var fixedPages = []head{
	{path: "/"},
	{path: "/reviews", title: "All Reviews", description: "Every review on Candor: computers, automotive tech, industrial machines and smart gadgets, tested and told honestly."},
	{path: "/tech-articles", title: "Tech Articles", description: "News and articles about the technology around us, from the newsroom of Candor.", keywords: "tech news, tech articles, technology"},
	{path: "/office-tools", title: "Office Tools", description: "A free QR code generator: unlimited, without registration, and made entirely in your browser.", keywords: "qr code generator, free qr code, office tools"},
	{path: "/about", title: "About Us", description: "Who we are, what we test and how: Candor has published honest reviews since 2020."},
	{path: "/contact", title: "Contact", description: "Write to the newsroom of Candor. We answer within 24 hours."},
	{path: "/privacy", title: "Privacy Policy", description: "Which data Candor keeps, why, for how long, and how to have it erased."},
	{path: "/terms", title: "Terms of Service", description: "The terms under which Candor may be used."},
	{path: "/admin-login", title: "Admin Login", description: "The way in for the owner of this site.", noIndex: true},
	{path: "/admin", title: "Admin Dashboard", description: "The dashboard of this site's owner.", noIndex: true},
}

func (t *table) pages() {
	for _, h := range fixedPages {
		t.handle(h.path, methods{"GET": fixedPage(h)})
	}
	t.handle("/reviews/{id}", methods{"GET": reviewPage})
	t.handle("/tech-articles/{id}", methods{"GET": articlePage})
	t.handle("/category/{slug}", methods{"GET": categoryPage})
	for _, pattern := range t.site.roots() {
		t.handle(pattern, methods{"GET": getAsset})
	}
}

func fixedPage(h head) handler {
	return func(x *exchange) error {
		own := h
		if own.path == "/" {
			own.data = []any{webSite(x.origin())}
		} else if !own.noIndex {
			own.data = []any{breadcrumbs(x.origin(), crumb{own.title, own.path})}
		}
		return x.page(http.StatusOK, &own)
	}
}

// GET /reviews/{id}
func reviewPage(x *exchange) error {
	id, ok := canonicalID(x.vars["id"])
	if !ok {
		return x.missing("Invalid Route", "This is not the address of a review.")
	}
	r, err := x.Models.Content.Review(id)
	if err != nil {
		return x.absent(err, "Review Not Found", "The review you're looking for could not be found.")
	}
	path := "/reviews/" + strconv.FormatInt(r.ID, 10)
	trail, category := []crumb{{"All Reviews", "/reviews"}}, ""
	if c, err := x.Models.Content.CategoryByID(r.CategoryID); err == nil {
		trail, category = []crumb{{c.Name, "/category/" + c.Slug}}, c.Name
	}
	origin := x.origin()
	return x.page(http.StatusOK, &head{
		title: r.Title, description: oneLine(r.Content, descriptionLength), path: path,
		keywords: keywords(r.ProductName, r.ProductBrand, category, "review"),
		image:    absolute(origin, reviewImage(r)), article: true,
		published: first(r.PublishedAt, r.CreatedAt), modified: r.UpdatedAt,
		data: []any{productReview(origin, r, category), breadcrumbs(origin, append(trail, crumb{r.Title, path})...)},
	})
}

// GET /tech-articles/{id}
func articlePage(x *exchange) error {
	const title, detail = "Tech Article Not Found", "The tech article you're looking for could not be found."
	id, ok := canonicalID(x.vars["id"])
	if !ok {
		return x.missing(title, detail)
	}
	a, err := x.Models.Content.Article(id)
	if err != nil {
		return x.absent(err, title, detail)
	}
	path := "/tech-articles/" + strconv.FormatInt(a.ID, 10)
	origin := x.origin()
	h := &head{
		title: a.Title, description: descriptionOf(a.Excerpt, a.Content), path: path,
		keywords: keywords(a.Category, "tech news"), article: true,
		published: first(a.PublishedAt, a.CreatedAt), modified: a.UpdatedAt,
		data: []any{newsArticle(origin, a), breadcrumbs(origin, crumb{"Tech Articles", "/tech-articles"}, crumb{a.Title, path})},
	}
	if a.ImageURL != nil {
		h.image = absolute(origin, *a.ImageURL)
	}
	return x.page(http.StatusOK, h)
}

// GET /category/{slug}
func categoryPage(x *exchange) error {
	c, err := x.Models.Content.Category(x.vars["slug"])
	if err != nil {
		return x.absent(err, "Category Not Found", "The category you're looking for doesn't exist.")
	}
	path := "/category/" + c.Slug
	return x.page(http.StatusOK, &head{
		title: c.Name, path: path, keywords: keywords(c.Name, "reviews"),
		description: descriptionOf(c.Description, "Honest reviews in the category "+c.Name+"."),
		data:        []any{breadcrumbs(x.origin(), crumb{c.Name, path})},
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
	return x.missing("Page Not Found", "There is no page at this address.")
}

// moved sends the browser to path, for good.
func (x *exchange) moved(path string) error {
	to := *x.request.URL
	to.Path, to.RawPath, to.Scheme, to.Host = path, "", "", ""
	x.set("Location", to.String())
	x.WriteHeader(http.StatusMovedPermanently)
	return nil
}

// missing answers with a page that says what is not there: 404, and the path as its own canonical one.
func (x *exchange) missing(title, detail string) error {
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
		title: "Just a Moment", description: "This page can't be shown at the moment. Please try again.", path: x.request.URL.EscapedPath(), noIndex: true,
	})
}

var htmlType = []string{"text/html; charset=utf-8"}

// page answers with the shell and the head.
func (x *exchange) page(status int, h *head) error {
	document := x.site.document(h, x.origin())
	sum := sha256.Sum256(document)
	etag := `"` + hex.EncodeToString(sum[:8]) + `"`
	header := x.Header()
	header["Content-Type"] = htmlType
	header["Cache-Control"] = publicCache
	if h.noIndex {
		header["Cache-Control"] = noStore
		x.set("X-Robots-Tag", "noindex")
	}
	if status == http.StatusOK {
		x.set("Etag", etag)
		if matchesTag(x.request.Header["If-None-Match"], etag) {
			x.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	x.set("Content-Length", strconv.Itoa(len(document)))
	x.WriteHeader(status)
	_, _ = x.Write(document)
	return nil
}

// origin is the site's public origin: as configured, or as the visitor addressed it.
func (x *exchange) origin() string {
	if x.SiteURL != "" {
		return x.SiteURL
	}
	host := x.request.Host
	for _, c := range []byte(host) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', strings.IndexByte("-.:[]_", c) >= 0:
		default:
			return "" // no host of ours; links stay relative
		}
	}
	if host == "" {
		return ""
	}
	if x.secure(x.request) {
		return "https://" + host
	}
	return "http://" + host
}

// absolute makes a link to our own files one that others can follow.
func absolute(origin, link string) string {
	if strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") {
		return origin + link
	}
	return link
}

// reviewImage is the picture that cards show: the first of imageUrls, else the product's.
func reviewImage(r projections.Review) string {
	switch {
	case len(r.ImageURLs) > 0:
		return r.ImageURLs[0]
	case r.ProductImageURL != nil:
		return *r.ProductImageURL
	}
	return ""
}

// first is the time a thing was published, or else made.
func first(published *time.Time, created time.Time) time.Time {
	if published != nil {
		return *published
	}
	return created
}

// keywords joins those that there are.
func keywords(words ...string) string {
	var there []string
	for _, w := range words {
		if w != "" {
			there = append(there, w)
		}
	}
	return strings.Join(there, ", ")
}
