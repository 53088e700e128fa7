// What rendered pages read: the answers of the API for everybody whose routes say so, and nothing else.

package httpapi

import (
	"fmt"
	"strings"

	"candor/projections"
	"candor/projections/answers"
)

// pageReads are what pages can read, by the routes' patterns.
type pageReads map[string]pageRead

// find returns what reads the answer at an address, such as "/api/reviews/1", "/api/reviews/1/history" or "/api/news?limit=3", and whether it
// is about one item.
func (p pageReads) find(models *projections.Models, address string) (read func() (*answers.Answer, error), item bool, err error) {
	path, query, _ := strings.Cut(address, "?")
	one, id := p[path], int64(0)
	if one == nil {
		parts := strings.Split(path, "/")
		for i, part := range parts {
			if id, item = canonicalID(part); item {
				parts[i] = "{id}"
				break
			}
		}
		one = p[strings.Join(parts, "/")]
	}
	if one == nil {
		return nil, false, fmt.Errorf("a page asks for %s, which pages are not offered", address)
	}
	if read, err = one(models, id, query); err != nil {
		return nil, false, fmt.Errorf("a page asks for %s: %w", address, err)
	}
	return read, item, nil
}
