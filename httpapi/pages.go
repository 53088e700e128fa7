// Pages: every public route with the right status, rendered by the web app itself; its shell with a short head where it can't be, and
// on the admin's screens.

package httpapi

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"candor/httpapi/pages"
	"candor/projections/projector"
)

func (t *table) pages() {
	for _, h := range pages.Fixed {
		switch {
		case !h.Private():
			handle := fixedPage(h)
			if k := listKinds[h.Path]; k != nil {
				handle = k.listPage(h)
			}
			routes := methods{"GET": {handle: handle, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}}
			if h.Path == "/contact" {
				routes["POST"] = route{handle: postContactForm, who: anybody, dependsOn: nothing, class: classForms, body: formBody}
			}
			t.handle(h.Path, routes)
		case t.AsOf.IsZero():
			t.handle(h.Path, methods{"GET": {handle: fixedPage(h), who: anybody, dependsOn: nothing, class: classReady, asOf: presentOnly}})
		default:
			t.handle(h.Path, methods{"GET": {handle: noAdmin, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
		}
	}
	for _, pattern := range pages.Editors {
		if t.AsOf.IsZero() {
			t.handle(pattern, methods{"GET": {handle: editorPage, who: anybody, dependsOn: nothing, class: classReady, asOf: presentOnly}})
		} else {
			t.handle(pattern, methods{"GET": {handle: noAdmin, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
		}
	}
	for _, k := range contentKinds {
		if !k.Slugged {
			t.handle(k.Folder+"{id}", methods{"GET": {handle: k.itemPage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
		}
		if k.Versioned {
			t.handle(k.Folder+"{id}/history", methods{"GET": {handle: historyPage(k), who: anybody, dependsOn: models{versionsModel}, class: classPages, cached: true, asOf: presentOnly}})
			t.handle(k.Folder+"{id}/history/{revision}", methods{"GET": {handle: versionPage(k), who: anybody, dependsOn: models{versionsModel, contentModel}, class: classPages, cached: true, asOf: presentOnly}})
		}
	}
	t.handle("/pages/{slug}", methods{"GET": {handle: sitePage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	t.handle("/category/{slug}", methods{"GET": {handle: categoryPage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	for _, k := range nameKinds {
		t.handle("/"+k.path+"/{slug}", methods{"GET": {handle: k.page, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	}
	t.otherwise(methods{"GET": {handle: notFoundPage, who: anybody, dependsOn: models{contentModel}, class: classPages, cached: true, asOf: anyMoment}})
	for _, pattern := range t.site.AssetPatterns() {
		t.handle(pattern, methods{"GET": {handle: getAsset, who: anybody, dependsOn: nothing, class: classNeeded, asOf: onPastServer}})
	}
}

func fixedPage(h pages.Head) handler {
	return func(c *request) error {
		if content := c.Models.Content; content != nil && !h.Private() {
			if err := content.Ready(); err != nil { // a server that has never seen its log
				return c.absent(err, "", "")
			}
		}
		return c.page(http.StatusOK, &h)
	}
}

// GET /admin/reviews/{id}/edit and the like: the dashboard's shell. The browser says whether there is such an item.
func editorPage(c *request) error {
	h := pages.EditorHead(c.request.URL.EscapedPath())
	return c.page(http.StatusOK, &h)
}

// itemPage answers with the page of an item that has no slug: GET /reviews/{id}.
func (k *contentKind) itemPage(c *request) error {
	id, ok := canonicalID(c.variable("id"))
	if !ok {
		return c.missing(k.noItem.title, k.noItem.detail)
	}
	a, err := k.shows(c.Models.Content).One(id)
	if err != nil {
		return c.absent(err, k.notFound.title, k.notFound.detail)
	}
	return c.page(http.StatusOK, &pages.Head{Path: k.Address(id, ""), From: a})
}

// historyPage returns what answers GET /reviews/{id}/history and GET /tech-articles/{id}/history.
func historyPage(k *contentKind) handler {
	const title, detail = "History Not Found", "This history could not be found."
	return func(c *request) error {
		id, ok := canonicalID(c.variable("id"))
		if !ok {
			return c.missing(title, detail)
		}
		list, err := c.Models.Versions.History(k.Name, id, c.PublicHistory, 0, 0)
		if err != nil {
			return c.absent(err, title, detail)
		}
		list.Release()
		return c.page(http.StatusOK, &pages.Head{Path: k.Address(id, "") + "/history", Title: "History", Description: "Every published version: when it changed, why, and what it said before."})
	}
}

// versionPage returns what answers GET /reviews/{id}/history/{revision} and GET /tech-articles/{id}/history/{revision}: an item as it read
// then. Search engines keep today's page instead.
func versionPage(k *contentKind) handler {
	const title, detail = "History Not Found", "This history could not be found."
	return func(c *request) error {
		id, revision, err := c.revision(k.Noun)
		if err != nil {
			return c.missing(title, detail)
		}
		if _, err := c.Models.Versions.Version(k.Name, id, c.PublicHistory, revision); err != nil {
			return c.absent(err, title, detail)
		}
		c.set("X-Robots-Tag", "noindex")
		path := k.Address(id, "") + "/history/" + strconv.FormatUint(revision, 10)
		return c.page(http.StatusOK, &pages.Head{Path: path, Title: "Version", Description: "A " + strings.ToLower(k.Noun) + " as it read then."})
	}
}

// GET /pages/{slug}: a page of the site. The address that it had before leads to its present one.
func sitePage(c *request) error {
	slug := c.variable("slug")
	p, moved, err := c.Models.Content.PageBySlug(slug)
	switch {
	case err != nil:
		return c.absent(err, pageKind.notFound.title, pageKind.notFound.detail)
	case moved != "":
		return c.moved(pageKind.Address(0, moved))
	}
	return c.page(http.StatusOK, &pages.Head{Path: pageKind.Address(0, slug), From: p})
}

// GET /category/{slug}
func categoryPage(c *request) error {
	category, err := c.Models.Content.Category(c.variable("slug"))
	if err != nil {
		return c.absent(err, "Category Not Found", "The category you're looking for doesn't exist.")
	}
	return c.listPage(&reviewKind, &pages.Head{
		Title: category.Name, Path: pages.CategoryPath(category.Slug), Parameters: pages.CategoryParameters,
		Description: pages.Describe(category.Description, "Honest reviews in the category "+category.Name+"."),
	}, category.Slug)
}

// notFoundPage answers a GET of a path that does not exist: a problem where programs ask, the
// 404 page where people do, and the address without its slash where that exists.
func notFoundPage(c *request) error {
	path := c.request.URL.Path
	if strings.HasPrefix(path, "/api/") || path == "/api" || strings.HasPrefix(path, "/media/") || strings.HasPrefix(path, "/assets/") {
		return unknownPath(c)
	}
	if trimmed := strings.TrimRight(path, "/"); trimmed != path && strings.HasPrefix(trimmed, "/") && !strings.ContainsAny(trimmed[1:2], `/\`) {
		for _, prefix := range []string{"/reviews/", "/tech-articles/", "/pages/", "/category/", "/tags/", "/brands/", "/authors/"} {
			if rest, ok := strings.CutPrefix(strings.TrimSuffix(trimmed, "/history"), prefix); ok && rest != "" && !strings.ContainsAny(rest, `/\`) {
				return c.moved(trimmed)
			}
		}
		for _, h := range pages.Fixed {
			if h.Path == trimmed {
				return c.moved(trimmed)
			}
		}
	}
	return c.missing("Page Not Found", "This page could not be found.")
}

// moved sends the browser to path, for good.
func (c *request) moved(path string) error { return c.movedTo(path, c.request.URL.RawQuery) }

// movedTo is moved with another query.
func (c *request) movedTo(path, query string) error {
	to := url.URL{Path: path, RawQuery: query}
	c.set("Location", to.String())
	c.WriteHeader(http.StatusMovedPermanently)
	return nil
}

// missing answers with a page that says what is not there: 404, and the path as its own canonical one. Where something imported was at this
// address on its old site, the reader is sent to it.
func (c *request) missing(title, detail string) error {
	if path, query, ok := c.oldAddress(); ok {
		return c.movedTo(path, query)
	}
	return c.page(http.StatusNotFound, &pages.Head{Title: title, Description: detail, Path: c.request.URL.EscapedPath(), NoIndex: true})
}

// absent tells what is not there from what can't be shown now.
func (c *request) absent(err error, title, detail string) error {
	if errors.Is(err, projector.ErrNotFound) {
		return c.missing(title, detail)
	}
	c.cause = err
	c.set("Retry-After", "1")
	return c.page(http.StatusServiceUnavailable, &pages.Head{
		Title: "Just a Moment", Description: "This page can't be shown right now. Please try again.", Path: c.request.URL.EscapedPath(), NoIndex: true,
	})
}

// page answers with a whole page where the web app could render it, and else with the shell and the head. A page with a query is for
// one reader: it is neither cached nor indexed, unless the query makes a canonical page.
func (c *request) page(status int, h *pages.Head) error {
	header := c.Header()
	header["Content-Type"] = htmlType
	header["Cache-Control"] = publicCache
	query, ok := h.Query(c.request.URL.RawQuery)
	if (query != "" || !ok) && h.Canonical == "" {
		copied := *h
		copied.NoIndex = true
		h = &copied
	}
	if h.NoIndex {
		header["Cache-Control"] = noStore
		c.set("X-Robots-Tag", "noindex")
	}
	var d *pages.Document
	if ok && !h.Shell {
		d = c.rendered(status, h, query)
	}
	if c.refused {
		return nil
	}
	if d == nil && h.Part == pages.DashboardPart {
		copied := *h
		copied.Answers = c.earlyAnswers(h.Path)
		h = &copied
	}
	if d == nil {
		d = c.site.Shell(h, c.SiteURL)
	}
	return c.document(status, d)
}

// maxMissingPath is the length of a path of something missing up to which its page is rendered, in bytes.
const maxMissingPath = 256

// rendered returns the page as the web app renders it, nil when the shell must do. Only what is public is rendered.
func (c *request) rendered(status int, h *pages.Head, query string) *pages.Document {
	missing := status == http.StatusNotFound
	switch {
	case c.renderer == nil || h.Private() || status != http.StatusOK && !missing:
		return nil
	case missing && (len(h.Path) > maxMissingPath || strings.HasPrefix(h.Path, "//")):
		return nil
	}
	if (missing || query != "") && c.take(classOneReader, 1) != nil {
		c.metrics.Unrendered.WithLabelValues("busy").Inc()
		return nil
	}
	d, age, err := c.renderer.Page(c.withAsker(), pages.Request{
		Path: h.Path, Query: query, Origin: c.SiteURL, Missing: missing, MustBeFresh: c.mustBeFresh,
		Overloaded: func() bool { return c.compute() != nil },
	})
	switch {
	case errors.Is(err, pages.ErrOverloaded):
		c.shed(c.endpoint.class)
		return nil
	case err != nil:
		return nil // logged and counted
	}
	c.staleFor = age
	return d
}

// mustBeFresh reports whether the reader must see what is true now: a client with a key that has written something, and the admin.
func (c *request) mustBeFresh() bool {
	if c.askedPosition() == 0 {
		if _, err := c.request.Cookie(c.cookies.Session); err != nil {
			return false
		}
	}
	ok, _ := c.authenticated()
	return ok
}
