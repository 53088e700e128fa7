// Rendering ahead: after a change, the pages that most readers ask for are rendered before one of them has to wait.

package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"candor/events"
	"candor/httpapi/pages"
)

const (
	aheadPause = time.Second // from a change to its round: what is written meanwhile goes with it
	aheadRest  = 4           // times as long as a round took is the pause before the next, however much is written
	aheadItems = 20          // in one round; when more have changed, as in an import, the others are rendered when somebody asks
	aheadRetry = time.Second // after the log did not answer
)

// RenderAhead renders pages after each change of the content: the changed items, home and the lists. It returns when ctx ends. site is
// what [New] returned.
func RenderAhead(ctx context.Context, site http.Handler) {
	s := site.(*Server)
	if s.renderer == nil {
		return
	}
	changed := changedItems{news: make(chan struct{}, 1)}
	var rendering sync.WaitGroup
	rendering.Go(func() { s.renderChanges(ctx, &changed) })
	defer rendering.Wait()
	for ctx.Err() == nil {
		if head, err := s.Log.Head(ctx); err == nil {
			// it ends with ctx, or with the log
			_ = s.Log.Subscribe(ctx, head, events.Filter{StreamPrefixes: events.SitePrefixes()}, changed.note)
		}
		wait(ctx, aheadRetry)
	}
}

// renderChanges renders what has changed, one page after another.
func (s *Server) renderChanges(ctx context.Context, changed *changedItems) {
	var took time.Duration
	for {
		select {
		case <-changed.news:
		case <-ctx.Done():
			return
		}
		wait(ctx, max(aheadPause, aheadRest*took))
		streams, upTo := changed.take()
		if s.Models.Content.WaitFor(ctx, upTo) != nil { // it can't go on: pages are rendered when somebody asks
			continue
		}
		begun := time.Now()
		for _, path := range s.pathsAhead(streams) {
			s.renderer.Ahead(ctx, path, s.SiteURL)
		}
		took = time.Since(begun)
	}
}

// pathsAhead returns the pages to render: the changed items first, which links lead to from elsewhere, then home and the lists, at
// last those of the names that changed items have.
func (s *Server) pathsAhead(streams []string) []string {
	var paths []string
	for _, stream := range streams {
		if path := s.itemPage(stream); path != "" {
			paths = append(paths, path)
		}
	}
	paths = append(paths, "/", "/reviews", "/tech-articles")
	categories, _ := s.Models.Content.Categories() // none while the model is not ready
	for _, category := range categories {
		paths = append(paths, pages.Encoded(pages.CategoryPath(category.Slug)))
	}
	return append(paths, s.namePages(streams)...)
}

// itemPage returns the page of the published item that a stream is about, "" where there is none.
func (s *Server) itemPage(stream string) string {
	kind, _, _ := strings.Cut(stream, "-")
	id, _ := events.Number(stream, kind+"-")
	if _, err := s.Models.Content.Of(kind).One(id); err != nil {
		return "" // it is no published item, or a category
	}
	of := events.MustKind(kind)
	if !of.Slugged {
		return of.Address(id, "")
	}
	p, err := s.Models.Content.Page(id)
	if err != nil {
		return "" // unpublished meanwhile
	}
	return of.Link(id, p.Slug)
}

// namePages returns the pages of the names that the published items of streams have, each once, at most aheadItems.
func (s *Server) namePages(streams []string) (paths []string) {
	for _, stream := range streams {
		kind, _, _ := strings.Cut(stream, "-")
		id, _ := events.Number(stream, kind+"-")
		names, _ := s.Models.Content.NamesOf(events.Item{Kind: kind, ID: id}) // none of what is no item
		for _, one := range names {
			if path := pages.Encoded(pages.NamePath(one.Of, one.Slug)); len(paths) < aheadItems && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// changedItems collects the streams that were written to.
type changedItems struct {
	news    chan struct{} // holds one value while there is something to take
	mu      sync.Mutex
	streams []string // each once, at most aheadItems
	upTo    events.Position
}

// note takes a message of the subscription.
func (c *changedItems) note(m events.Message) error {
	if m.Kind != events.EventAppeared {
		return nil
	}
	c.mu.Lock()
	c.upTo = m.Position
	if len(c.streams) < aheadItems && !slices.Contains(c.streams, m.Event.Stream) {
		c.streams = append(c.streams, m.Event.Stream)
	}
	c.mu.Unlock()
	select {
	case c.news <- struct{}{}:
	default:
	}
	return nil
}

// take returns what was written to since the last time, and up to where.
func (c *changedItems) take() (streams []string, upTo events.Position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	streams, c.streams = c.streams, nil
	return streams, c.upTo
}

// wait returns after a while, or when ctx ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
