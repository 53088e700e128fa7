// What rendered pages read: the answers of the API for everybody whose routes say so, and nothing else.

package httpapi

import (
	"fmt"
	"strings"

	"candor/projections/answers"
	"candor/projections/content"
)

// pageReads are what pages can read, by the routes' patterns.
type pageReads map[string]pageRead

// find returns what reads the answer at an address, such as "/api/reviews/1" or "/api/news?limit=3", and whether it is one item.
func (p pageReads) find(content *content.Reader, address string) (read func() (*answers.Answer, error), item bool, err error) {
	path, query, _ := strings.Cut(address, "?")
	one, id := p[path], int64(0)
	if one == nil {
		end := strings.LastIndexByte(path, '/') + 1
		if id, item = canonicalID(path[end:]); item {
			one = p[path[:end]+"{id}"]
		}
	}
	if one == nil {
		return nil, false, fmt.Errorf("a page asks for %s, which pages are not offered", address)
	}
	if read, err = one(content, id, query); err != nil {
		return nil, false, fmt.Errorf("a page asks for %s: %w", address, err)
	}
	return read, item, nil
}
