// A page as the answer to a request, with what stands in for it where it isn't there or can't be shown.

package httpapi

import (
	"candor/httpapi/pages"
	"candor/projections/projector"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

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
