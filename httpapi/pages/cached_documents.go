// Feeds and sitemaps, cached until some content changes. A sitemap names every review and article, and search engines ask for it again
// and again.

package pages

import (
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"
)

// maxCachedDocuments bounds the compressed size of all cached documents, in bytes.
const maxCachedDocuments = 2 << 20

// CachedDocuments are documents by their path. The zero value is ready, and safe for concurrent use.
type CachedDocuments struct {
	flights singleflight.Group

	mu     sync.Mutex
	cached map[string]cachedDocument
	bytes  int
}

// Edition says from which state of the read models a document is made: its numbers are those that their Edition returns.
type Edition struct{ Content, Corrections uint64 }

// cachedDocument is a document as it was in one edition.
type cachedDocument struct {
	edition Edition
	*Document
}

// Get returns the document at a path in an edition, for an origin that is the same in each call. It calls compose, and
// returns its error, only where the document is not cached.
func (c *CachedDocuments) Get(path, origin string, edition Edition, compose func(origin string) ([]byte, error)) (*Document, error) {
	if d := c.ready(path, edition); d != nil {
		return d, nil
	}
	made, err, _ := c.flights.Do(fmt.Sprint(edition, path), func() (any, error) {
		if d := c.ready(path, edition); d != nil { // another flight has ended since
			return d, nil
		}
		marked, err := compose(OriginMark)
		if err != nil {
			return nil, err
		}
		d := newCached(origin, string(marked))
		c.put(path, cachedDocument{edition, d})
		return d, nil
	})
	if err != nil {
		return nil, err
	}
	return made.(*Document), nil
}

// Has reports whether Get has its document ready.
func (c *CachedDocuments) Has(path string, edition Edition) bool {
	return c.ready(path, edition) != nil
}

// ready returns the cached document at a path in an edition, nil if there is none.
func (c *CachedDocuments) ready(path string, edition Edition) *Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, ok := c.cached[path]; ok && d.edition == edition {
		return d.Document
	}
	return nil
}

// put replaces the document at a path. That may be of a later edition, and is then made again.
func (c *CachedDocuments) put(path string, d cachedDocument) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.cached[path]; ok {
		c.remove(path)
	}
	size := d.size()
	if size > maxCachedDocuments {
		return
	}
	for other := range c.cached { // in any order
		if c.bytes+size <= maxCachedDocuments {
			break
		}
		c.remove(other)
	}
	if c.cached == nil {
		c.cached = map[string]cachedDocument{}
	}
	c.cached[path] = d
	c.bytes += size
}

func (c *CachedDocuments) remove(path string) {
	c.bytes -= c.cached[path].size()
	delete(c.cached, path)
}
