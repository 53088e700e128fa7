// The saves of one thing, a page at a time.

package httpapi

import (
	"net/http"
	"strconv"

	"candor/commands/history"
)

const defaultRevisions = 50 // in a page of a history

// Revisions answers a request for a page of a history with ?limit=50&before=, out of read. first is the number of the first revision that
// there can be. Link names the next page.
func (c *Call) Revisions(first uint64, read func(before *uint64, limit int) ([]history.Revision, error)) error {
	q, err := ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	if q.Limit > history.MaxRevisions {
		return InvalidField("limit", "limit must be a whole number from 1 to "+strconv.Itoa(history.MaxRevisions)+".")
	}
	if q.Limit == 0 {
		q.Limit = defaultRevisions
	}
	var before *uint64
	if q.Before > 0 {
		n := uint64(q.Before)
		before = &n
	}
	page, err := read(before, q.Limit)
	if err != nil {
		return err
	}
	if n := len(page); n > 0 && page[n-1].Begins() > first {
		c.Set("Link", "<"+c.Request.URL.EscapedPath()+"?limit="+strconv.Itoa(q.Limit)+"&before="+
			strconv.FormatUint(page[n-1].Begins(), 10)+`>; rel="next"`)
	}
	return c.JSON(http.StatusOK, page)
}
