// Rendered pages in memory.

package pages

import (
	"sync"
	"sync/atomic"
	"time"
)

// maxRenderedPages bounds the size of all cached pages of today, in bytes. They are compressed.
const maxRenderedPages = 16 << 20

// renderedPage is one page. Only its document and the record of its use change.
type renderedPage struct {
	document     atomic.Pointer[Document] // for the latest origin; nil: rendering failed
	dependencies []dependency
	removals     uint64       // of pictures, when rendering began
	until        time.Time    // zero: as long as the dependencies are unchanged
	validatedAt  atomic.Int64 // Unix milliseconds, to within validationPeriod
	size         int64
	used         atomic.Bool // since the last search for pages to remove
}

// upToDate reports whether the page shows what the API answers now.
func (p *renderedPage) upToDate(now time.Time) bool {
	if !p.until.IsZero() && !now.Before(p.until) {
		return false
	}
	for i := range p.dependencies {
		if !p.dependencies[i].unchanged() {
			return false
		}
	}
	p.validated(now)
	return true
}

// withOrigin returns the page for visitors of an origin; nil where rendering failed.
func (p *renderedPage) withOrigin(origin string) *Document {
	d := p.document.Load()
	if d == nil || d.origin == origin {
		return d
	}
	d = d.withOrigin(origin)
	p.document.Store(d)
	return d
}

// pageCache holds pages by path.
type pageCache struct {
	mu    sync.Mutex
	pages map[string]*renderedPage
	bytes int64
	max   int64 // of bytes
}

func newPageCache(maxBytes int64) *pageCache {
	return &pageCache{pages: map[string]*renderedPage{}, max: maxBytes}
}

// get returns a page, nil without one.
func (c *pageCache) get(path string) *renderedPage {
	c.mu.Lock()
	p := c.pages[path]
	c.mu.Unlock()
	if p != nil && !p.used.Load() {
		p.used.Store(true)
	}
	return p
}

// put replaces the page at a path. Where memory is short, pages that nobody has asked for lately are removed.
func (c *pageCache) put(path string, p *renderedPage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.pages[path]; old != nil {
		delete(c.pages, path)
		c.bytes -= old.size
	}
	if p.size > c.max/4 {
		return
	}
	for c.bytes+p.size > c.max {
		for other, q := range c.pages { // in any order
			if !q.used.Swap(false) {
				delete(c.pages, other)
				c.bytes -= q.size
				break
			}
		}
	}
	c.pages[path] = p
	c.bytes += p.size
}
