// A page as the answer to a request, with what stands in for it where it isn't there or can't be shown.

package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections/projector"
)

// Moved sends the browser to path, for good.
func (c *Call) Moved(path string) error { return c.MovedTo(path, c.Request.URL.RawQuery) }

// MovedTo is moved with another query.
func (c *Call) MovedTo(path, query string) error {
	to := url.URL{Path: path, RawQuery: query}
	c.Set("Location", to.String())
	c.WriteHeader(http.StatusMovedPermanently)
	return nil
}

// Missing answers with a page that says what is not there: 404, and the path as its own canonical one. Where something imported was at this
// address on its old site, the reader is sent to it.
func (c *Call) Missing(title, detail string) error {
	if path, query, ok := c.oldAddress(); ok {
		return c.MovedTo(path, query)
	}
	return c.Page(http.StatusNotFound, &pages.Head{Title: title, Description: detail, Path: c.Request.URL.EscapedPath(), NoIndex: true})
}

// NotFoundOr503 tells what is not there from what can't be shown now.
func (c *Call) NotFoundOr503(err error, title, detail string) error {
	if errors.Is(err, projector.ErrNotFound) {
		return c.Missing(title, detail)
	}
	c.Cause = err
	c.Set("Retry-After", "1")
	return c.Page(http.StatusServiceUnavailable, &pages.Head{
		Title: "Just a Moment", Description: "This page can't be shown right now. Please try again.",
		Path: c.Request.URL.EscapedPath(), NoIndex: true,
	})
}

// Page answers with a whole page where the web app could render it, and else with the shell and the head. A page with a query is for
// one reader: it is neither cached nor indexed, unless the query makes a canonical page.
func (c *Call) Page(status int, h *pages.Head) error {
	header := c.Header()
	header["Content-Type"] = HTMLType
	header["Cache-Control"] = PublicCache
	query, ok := h.Query(c.Request.URL.RawQuery)
	if (query != "" || !ok) && h.Canonical == "" {
		copied := *h
		copied.NoIndex = true
		h = &copied
	}
	if h.NoIndex {
		header["Cache-Control"] = NoStore
		c.Set("X-Robots-Tag", "noindex")
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
		site := c.shownSite()
		d = c.Site.Shell(h, c.SiteURL, &site, c.beginAnswers())
	}
	return c.Document(status, d)
}

// shownSite returns the site's settings as readers see them, empty ones while they aren't known.
func (c *Call) shownSite() events.SiteSettings {
	if c.Models.Content == nil {
		return events.SiteSettings{}
	}
	shown, err := c.Models.Content.ShownSettings()
	if err != nil {
		return events.SiteSettings{}
	}
	return shown.Site
}

// begins are the addresses of the answers from which every page is rendered at once.
var begins = []string{pages.SiteAddress, "/api/categories"}

// beginAnswers returns the answers that a shell brings along. Those that aren't there are left out: the browser asks for them.
func (c *Call) beginAnswers() map[string]json.RawMessage {
	if c.Models.Content == nil {
		return nil
	}
	all := map[string]json.RawMessage{}
	for _, address := range begins {
		read, _, err := c.pageReads.find(c.Models, address)
		if err != nil {
			continue
		}
		a, err := read()
		if err == nil {
			all[address] = slices.Clone(a.Body())
		}
		a.Release()
	}
	return all
}

// maxMissingPath is the length of a path of something missing up to which its page is rendered, in bytes.
const maxMissingPath = 256

// rendered returns the page as the web app renders it, nil when the shell must do. Only what is public is rendered.
func (c *Call) rendered(status int, h *pages.Head, query string) *pages.Document {
	missing := status == http.StatusNotFound
	switch {
	case c.renderer == nil || h.Private() || status != http.StatusOK && !missing:
		return nil
	case missing && (len(h.Path) > maxMissingPath || strings.HasPrefix(h.Path, "//")):
		return nil
	}
	if (missing || query != "") && c.Take(classOneReader, 1) != nil {
		c.Metrics.Unrendered.WithLabelValues("busy").Inc()
		return nil
	}
	d, age, err := c.renderer.Page(c.withAsker(), pages.Request{
		Path: h.Path, Query: query, Origin: c.SiteURL, Missing: missing, MustBeFresh: c.mustBeFresh,
		Overloaded: func() bool { return c.Compute() != nil },
	})
	switch {
	case errors.Is(err, pages.ErrOverloaded):
		c.shed(c.endpoint.Class)
		return nil
	case err != nil:
		return nil // logged and counted
	}
	c.staleFor = age
	return d
}

// mustBeFresh reports whether the reader must see what is true now: a client with a key that has written something, and the admin.
func (c *Call) mustBeFresh() bool {
	if c.askedPosition() == 0 {
		if _, err := c.Request.Cookie(c.Cookies.Session); err != nil {
			return false
		}
	}
	ok, _ := c.authenticated()
	return ok
}
