// What rendered pages read: the answers of the API for everybody whose routes say so, and nothing else.

package httpapi

import (
	"fmt"
	"net/url"
	"strings"

	"candor/httpapi/pages"
	"candor/projections"
	"candor/projections/answers"
)

// PageReads are what pages can read, by the routes' patterns.
type PageReads map[string]PageRead

// PageAddress is an address of the API as a page asks for it.
type PageAddress struct {
	ID       int64  // of the item that the path names; 0: none
	Revision uint64 // of the item's version that the path names
	Slug     string // of the name that the path names
	Query    string
}

// find returns what reads the answer at an address, such as "/api/reviews/1", "/api/reviews/1/history/5", "/api/tags/go" or
// "/api/news?limit=3", and whether it is about one item, or the site.
func (p PageReads) find(models *projections.Models, address string) (read func() (*answers.Answer, error), item bool, err error) {
	path, query, _ := strings.Cut(address, "?")
	at := PageAddress{Query: query}
	one := p[path]
	item = path == pages.SiteAddress // which is never shown as it was, either
	if one == nil {
		pattern := at.pattern(path)
		// which are lists of others
		one, item = p[pattern], !strings.HasSuffix(pattern, "/related") && !strings.HasSuffix(pattern, "/neighbours")
	}
	if one == nil { // a name, of which a page shows lists, or a category, which has a number, too
		pattern := at.slugPattern(path)
		one, item = p[pattern], false
		if one == nil {
			one = p[strings.Replace(pattern, "{slug}", "{id}", 1)]
		}
	}
	if one == nil {
		return nil, false, fmt.Errorf("a page asks for %s, which pages are not offered", address)
	}
	if read, err = one(models, at); err != nil {
		return nil, false, fmt.Errorf("a page asks for %s: %w", address, err)
	}
	return read, item, nil
}

// pattern takes the id and the revision from a path, and returns the pattern of its route.
func (a *PageAddress) pattern(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if n, ok := CanonicalID(part); ok && a.ID == 0 {
			a.ID, parts[i] = n, "{id}"
		} else if ok || part == "0" {
			a.Revision, parts[i] = uint64(n), "{revision}"
		}
	}
	return strings.Join(parts, "/")
}

// slugPattern takes the slug at the end of a path, and returns the pattern of its route.
func (a *PageAddress) slugPattern(path string) string {
	at := strings.LastIndexByte(path, '/') + 1
	slug, err := url.PathUnescape(path[at:])
	if err != nil {
		return path
	}
	a.Slug = slug
	return path[:at] + "{slug}"
}
