// Pages of lists: /reviews, /tech-articles and those of categories, which have filters, an order and numbered pages in their addresses.

package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"candor/events"
	"candor/httpapi/pages"
)

// listKinds are the kinds that the fixed pages of lists show.
var listKinds = map[string]events.Kind{"/reviews": events.MustKind(events.ReviewKind), "/tech-articles": events.MustKind(events.ArticleKind)}

// fixedListPage returns what answers the fixed page with a head.
func fixedListPage(k events.Kind, h pages.Head) handler {
	return func(c *request) error {
		if err := c.Models.Content.Ready(); err != nil { // a server that has never seen its log
			return c.absent(err, "", "")
		}
		return listPage(c, k, &h, "")
	}
}

// listPage answers with a page of the list of a kind, in a category unless that is "". The first page has no number in its address. What is
// filtered is for one reader, and pages beyond the end are missing.
func listPage(c *request, k events.Kind, h *pages.Head, category string) error {
	query, ok := h.Query(c.request.URL.RawQuery)
	if query == "" || !ok {
		return c.page(http.StatusOK, h)
	}
	copied := *h
	h = &copied
	q, err := parseListQuery(query, parametersOf[k.Name])
	switch page := pageOf(query); {
	case page != "" && !isPage(page):
		h.Shell = true
		return beyond(c, h)
	case err != nil: // the browser says so
		h.Shell = true
		return c.page(http.StatusOK, h)
	case q.page == 1:
		return c.movedTo(c.request.URL.Path, withoutPage(c.request.URL.RawQuery))
	case q.search != "": // what a search finds is another list, and says itself where it ends
		return c.page(http.StatusOK, h)
	case q.page > 1:
		last, err := lastPageOf(c, k, q, category)
		if err != nil {
			return err
		}
		if q.page > last {
			return beyond(c, h)
		}
		h.Title += ", page " + strconv.Itoa(q.page)
		if query == "page="+page {
			h.Canonical = h.Path + "?page=" + strconv.Itoa(q.page)
		}
	}
	return c.page(http.StatusOK, h)
}

// beyond answers that a list has no such page.
func beyond(c *request, h *pages.Head) error {
	h.Title, h.Description, h.NoIndex = "Page Not Found", "This page could not be found.", true
	return c.page(http.StatusNotFound, h)
}

// lastPageOf returns the number of the last page of a list, which may have to be computed.
func lastPageOf(c *request, k events.Kind, q listQuery, category string) (int, error) {
	chosen := q.items()
	if category != "" {
		chosen.Category = category
	}
	items := c.Models.Content.Of(k.Name)
	if !items.Cached(chosen) {
		if err := c.compute(); err != nil {
			return 0, err
		}
		if err := c.beginTurn(classPages); err != nil {
			return 0, err
		}
		defer c.endTurn() // before the page is rendered, which waits for a turn of its own
	}
	a, err := items.List(chosen)
	if err != nil {
		return 0, err
	}
	defer a.Release()
	return lastPage(a.Total), nil
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
	_, err := whole("page", text, 1, maxPage)
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
