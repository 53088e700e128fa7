// Pages of lists: /reviews, /tech-articles, those of categories and /corrections, which have filters and numbered pages in their addresses.

package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/httpapi/editorial"
	"candor/httpapi/pages"
	"candor/projections/answers"
)

// lists are those that the fixed pages show.
var lists = map[string]list{"/reviews": itemList(events.MustKind(events.ReviewKind), ""),
	"/tech-articles": itemList(events.MustKind(events.ArticleKind), ""), "/corrections": correctionList}

// list is what the page of a list shows.
type list struct {
	parse  func(c *httpapi.Call, query string) (httpapi.ListQuery, error)
	answer func(c *httpapi.Call, query string) (read func() (*answers.Answer, error), cached bool, err error) // what it shows of a query
}

// itemList is the list of a kind of content, in a category unless that is "".
func itemList(k events.Kind, category string) list {
	parse := func(_ *httpapi.Call, query string) (httpapi.ListQuery, error) {
		return httpapi.ParseListQuery(query, httpapi.ParametersOf(k))
	}
	return list{parse, func(c *httpapi.Call, query string) (func() (*answers.Answer, error), bool, error) {
		q, err := parse(c, query)
		chosen := q.Items()
		if category != "" {
			chosen.Category = category
		}
		items := c.Models.Content.Of(k.Name)
		return func() (*answers.Answer, error) { return items.List(chosen) }, items.Cached(chosen), err
	}}
}

// correctionList is the list of corrections. A value that the API refuses leaves nothing of it.
var correctionList = list{
	func(c *httpapi.Call, query string) (httpapi.ListQuery, error) {
		q, none, err := editorial.PageOfCorrections(c.Models, query)
		if page := pageOf(query); none && isPage(page) {
			q.Page, err = strconv.Atoi(page)
		}
		return q.ListQuery, err
	},
	func(c *httpapi.Call, query string) (func() (*answers.Answer, error), bool, error) {
		q, none, err := editorial.PageOfCorrections(c.Models, query)
		if none {
			return func() (*answers.Answer, error) { return answers.NewList([]byte("[]"), 0, time.Time{}), nil }, true, err
		}
		all := c.Models.Versions
		return func() (*answers.Answer, error) { return all.Corrections(q.Of, false) }, all.CorrectionsCached(q.Of), err
	},
}

// fixedListPage returns what answers the fixed page with a head.
func fixedListPage(l list, h pages.Head) httpapi.Handler {
	return func(c *httpapi.Call) error {
		if err := c.Models.Content.Ready(); err != nil { // a server that has never seen its log
			return c.NotFoundOr503(err, "", "")
		}
		return listPage(c, l, &h)
	}
}

// listPage answers with a page of a list. The first page has no number in its address. What is filtered is for one reader, and pages beyond
// the end are missing.
func listPage(c *httpapi.Call, l list, h *pages.Head) error {
	query, ok := h.Query(c.Request.URL.RawQuery)
	if query == "" || !ok {
		return c.Page(http.StatusOK, h)
	}
	copied := *h
	h = &copied
	q, err := l.parse(c, query)
	switch page := pageOf(query); {
	case page != "" && !isPage(page):
		h.Shell = true
		return beyond(c, h)
	case err != nil: // the browser says so
		h.Shell = true
		return c.Page(http.StatusOK, h)
	case q.Page == 1:
		return c.MovedTo(c.Request.URL.Path, withoutPage(c.Request.URL.RawQuery))
	case q.Search != "": // what a search finds is another list, and says itself where it ends
		return c.Page(http.StatusOK, h)
	case q.Page > 1:
		last, err := lastPageOf(c, l, q, query)
		if err != nil {
			return err
		}
		if q.Page > last {
			return beyond(c, h)
		}
		h.Title += ", page " + strconv.Itoa(q.Page)
		if query == "page="+page {
			h.Canonical = h.Path + "?page=" + strconv.Itoa(q.Page)
		}
	}
	return c.Page(http.StatusOK, h)
}

// beyond answers that a list has no such page.
func beyond(c *httpapi.Call, h *pages.Head) error {
	h.Title, h.Description, h.NoIndex = "Page Not Found", "This page could not be found.", true
	return c.Page(http.StatusNotFound, h)
}

// lastPageOf returns the number of the last page of a list, which may have to be computed.
func lastPageOf(c *httpapi.Call, l list, q httpapi.ListQuery, query string) (int, error) {
	read, cached, err := l.answer(c, query)
	if err != nil {
		return 0, err
	}
	if !cached {
		if err := c.Compute(); err != nil {
			return 0, err
		}
		if err := c.BeginTurn(httpapi.ClassPages); err != nil {
			return 0, err
		}
		defer c.EndTurn() // before the page is rendered, which waits for a turn of its own
	}
	a, err := read()
	if err != nil {
		return 0, err
	}
	defer a.Release()
	return q.LastPage(a.Total), nil
}

// pageOf returns the page in a query of known parameters, "" without one.
func pageOf(query string) string {
	values, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	return values.Get("page")
}

// isPage reports whether a text is the number of a page.
func isPage(text string) bool {
	_, err := httpapi.WholeNumber("page", text, 1, httpapi.MaxPage)
	return err == nil
}

// withoutPage returns a query without its page.
func withoutPage(raw string) string {
	var rest []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name, err := url.QueryUnescape(name); err != nil || name != "page" {
			rest = append(rest, pair)
		}
	}
	return strings.Join(rest, "&")
}
