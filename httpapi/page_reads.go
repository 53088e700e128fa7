// What rendered pages read: the answers of the API for everybody whose routes say so, and nothing else.

package httpapi

import (
	"fmt"
	"net/url"
	"strings"

	"candor/projections"
	"candor/projections/answers"
)

// pageReads are what pages can read, by the routes' patterns.
type pageReads map[string]pageRead

// pageAddress is an address of the API as a page asks for it.
type pageAddress struct {
	id       int64  // of the item that the path names; 0: none
	revision uint64 // of the item's version that the path names
	slug     string // of the name that the path names
	query    string
}

// find returns what reads the answer at an address, such as "/api/reviews/1", "/api/reviews/1/history/5", "/api/tags/go" or "/api/news?limit=3", and
// whether it is about one item.
func (p pageReads) find(models *projections.Models, address string) (read func() (*answers.Answer, error), item bool, err error) {
	path, query, _ := strings.Cut(address, "?")
	at := pageAddress{query: query}
	one := p[path]
	if one == nil {
		pattern := at.pattern(path)
		one, item = p[pattern], !strings.HasSuffix(pattern, "/related") && !strings.HasSuffix(pattern, "/neighbours") // which are lists of others
	}
	if one == nil { // a name, of which a page shows lists
		one, item = p[at.slugPattern(path)], false
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
func (a *pageAddress) pattern(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if n, ok := canonicalID(part); ok && a.id == 0 {
			a.id, parts[i] = n, "{id}"
		} else if ok || part == "0" {
			a.revision, parts[i] = uint64(n), "{revision}"
		}
	}
	return strings.Join(parts, "/")
}

// slugPattern takes the slug at the end of a path, and returns the pattern of its route.
func (a *pageAddress) slugPattern(path string) string {
	at := strings.LastIndexByte(path, '/') + 1
	slug, err := url.PathUnescape(path[at:])
	if err != nil {
		return path
	}
	a.slug = slug
	return path[:at] + "{slug}"
}
