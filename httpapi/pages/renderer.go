// Pages that the web app rendered, cached for as long as they are up to date.
//
// A page is up to date while every answer that it was made from is still the API's answer: on each request their entity tags are
// compared, so that a change shows at once and no other page is dropped. While no engine is free to render a page again, it may be served
// as it was, with its age (stale.go).

package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"candor/httpapi/render"
	"candor/httpapi/respond"
)

const (
	engineMemory   = 128 << 20        // of one engine: the app and its largest pages need a tenth
	failedPage     = 10 * time.Second // until a page that failed is tried again
	renderAttempts = 3                // at a page that changes while it is rendered
	maxQueueWait   = time.Second      // in a long queue; then the reader gets the shell, and the page is there for the next one
)

var (
	// ErrNotRendered says that the shell must do. Its cause was logged and counted.
	ErrNotRendered = errors.New("the page is not rendered")
	// ErrOverloaded says that the page would have to be rendered, and that there is too much to do for that.
	ErrOverloaded = errors.New("too many pages are being rendered")
)

// RendererConfig says how a renderer works. All fields are required.
type RendererConfig struct {
	Script    func() ([]byte, error) // reads the web app's script that renders pages, as [render.Compile] writes it
	Timeout   time.Duration          // of one page: to wait for an engine, and to be rendered
	Engines   int                    // pages rendered at once
	MaxQueue  int                    // pages being rendered or waiting for an engine; beyond that readers get the shell at once
	LongQueue int                    // length of the queue from which readers no longer wait for as long as it takes
	Site      *Site
	Data      Data
	Removals  func() (uint64, error) // how many pictures have been removed
	Clock     func() time.Time
	Turn      func(ctx context.Context) (end func(), err error) // waits until a page may be rendered, or ctx ends
	Failed    func(reason string)                               // counts pages that were not rendered: busy, slow, error
	Warn      func(path string, err error)
	Private   bool // search engines may not index the pages
}

// Renderer renders pages and caches them. It is safe for concurrent use.
type Renderer struct {
	RendererConfig
	pool    *render.Pool
	flights singleflight.Group
	queries slot          // for pages with a query
	missing slot          // for pages of something missing
	queue   chan struct{} // holds one for each page that is being rendered or waits for it
	ahead   atomic.Bool   // a page is being rendered ahead of any request for it
	moment  string        // that links get, "" for none
	cache   *pageCache
}

// NewRenderer returns a renderer that starts engines when pages are asked for.
func NewRenderer(c RendererConfig) *Renderer {
	return &Renderer{
		RendererConfig: c,
		pool:           render.NewPool(render.Config{Script: c.Script, Engines: c.Engines, Limit: c.Timeout, Memory: engineMemory}),
		queries:        newSlot(), missing: newSlot(), queue: make(chan struct{}, c.MaxQueue), cache: newPageCache(maxRenderedPages),
	}
}

// AsOf returns a renderer of the site at another moment, with the same engines and a cache of its own. Links of its pages get the moment.
func (r *Renderer) AsOf(moment string, site *Site, data Data, removals func() (uint64, error)) *Renderer {
	c := r.RendererConfig
	c.Site, c.Data, c.Removals, c.Private = site, data, removals, true
	return &Renderer{
		RendererConfig: c, pool: r.pool,
		queries: newSlot(), missing: newSlot(), queue: r.queue, cache: newPageCache(maxRenderedPages / 4), moment: moment,
	}
}

// Busy reports whether a page would have to wait for an engine.
func (r *Renderer) Busy() bool { return r.pool.Busy() }

// Request asks for a page.
type Request struct {
	Path        string // a canonical one
	Query       string // of the parameters that change the page ([Head.Query])
	Origin      string
	Missing     bool        // nothing exists at the path
	MustBeFresh func() bool // reports whether the reader must not get a stale page
	Overloaded  func() bool // reports whether nothing more may be rendered now
}

// Page returns the page, and how long ago it was certainly up to date: 0 where it is. Errors: [ErrNotRendered], [ErrOverloaded].
func (r *Renderer) Page(ctx context.Context, q Request) (d *Document, age time.Duration, err error) {
	switch {
	case q.Missing:
		d, err = r.renderOnRequest(ctx, q, r.missing)
		return d, 0, err
	case q.Query != "":
		d, err = r.renderOnRequest(ctx, q, r.queries)
		return d, 0, err
	}
	for range renderAttempts {
		p := r.cache.get(q.Path)
		if p == nil || !p.upToDate(r.Clock()) {
			overloaded := q.Overloaded()
			// a page that is rendered ahead is worth the wait: one at a time
			if p != nil && (overloaded || r.Busy() && !r.ahead.Load()) && !q.MustBeFresh() {
				if age, ok := r.mayServeStale(p); ok {
					r.start(ctx, q.Path, q.Origin)
					return p.withOrigin(q.Origin), age, nil
				}
			}
			if overloaded {
				return nil, 0, ErrOverloaded
			}
			if p, err = r.wait(ctx, q.Path, q.Origin); err != nil {
				return nil, 0, err
			}
			// Rendering may have begun before the latest change.
			if !p.upToDate(r.Clock()) {
				continue
			}
		}
		if d := p.withOrigin(q.Origin); d != nil {
			return d, 0, nil
		}
		return nil, 0, ErrNotRendered
	}
	return nil, 0, ErrNotRendered // it changes faster than it is rendered
}

// wait renders a page together with all who ask for it now. In a long queue it stops waiting after a while.
func (r *Renderer) wait(ctx context.Context, path, origin string) (*renderedPage, error) {
	var timeout <-chan time.Time
	if len(r.queue) >= r.LongQueue {
		timer := time.NewTimer(maxQueueWait)
		defer timer.Stop()
		timeout = timer.C
	}
	rendered := r.start(ctx, path, origin)
	select {
	case result := <-rendered:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*renderedPage), nil
	case <-timeout:
		r.Failed("busy")
		return nil, ErrNotRendered
	case <-ctx.Done():
		return nil, ErrNotRendered
	}
}

// start renders a page in the background, whatever becomes of ctx.
func (r *Renderer) start(ctx context.Context, path, origin string) <-chan singleflight.Result {
	return r.flights.DoChan(path, func() (page any, err error) {
		defer func() {
			if cause := recover(); cause != nil { // singleflight would end the program
				r.Failed("error")
				r.Warn(path, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
				page, err = nil, ErrNotRendered
			}
		}()
		return r.renderToCache(context.WithoutCancel(ctx), path, origin)
	})
}

// renderToCache renders a page and caches it. Where the queue is full it fails at once: the shell is a page that the reader's own machine
// renders.
func (r *Renderer) renderToCache(ctx context.Context, path, origin string) (*renderedPage, error) {
	select {
	case r.queue <- struct{}{}:
		defer func() { <-r.queue }()
	default:
		r.Failed("busy")
		return nil, ErrNotRendered
	}
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	p, err := r.render(ctx, path, "", origin)
	if err != nil {
		return nil, err
	}
	r.cache.put(path, p)
	return p, nil
}

// render renders a page. One that fails is a page without a document, so that it is not tried again at once; an error is not worth
// caching.
func (r *Renderer) render(ctx context.Context, path, query, origin string) (*renderedPage, error) {
	now := r.Clock()
	removals, err := r.Removals()
	if err != nil {
		return nil, ErrNotRendered
	}
	read := &dependencies{data: r.Data}
	address := path
	if query != "" {
		address += "?" + query
	}
	page, err := r.renderInTurn(ctx, address, now, read)
	p := &renderedPage{dependencies: read.all, removals: removals}
	p.validated(now)
	switch {
	case err == nil:
		p.until = page.Until
	case ctx.Err() != nil && !errors.Is(err, render.ErrTooSlow): // it never got an engine
		r.Failed("busy")
		return nil, ErrNotRendered
	default:
		reason := "error"
		if errors.Is(err, render.ErrTooSlow) {
			reason = "slow"
		}
		r.Failed(reason)
		r.Warn(path, err)
		page, p.until = nil, now.Add(failedPage)
	}
	p.size = 1024
	if page != nil {
		d := newCached(origin, r.assemble(page))
		d.Body(respond.Brotli) // most readers' browsers accept it
		p.document.Store(d)
		p.size += int64(d.size())
	}
	return p, nil
}

// renderInTurn renders a page in the turn of the client that asked for it.
func (r *Renderer) renderInTurn(ctx context.Context, address string, now time.Time, read *dependencies) (*render.Page, error) {
	end, err := r.Turn(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return r.pool.Render(ctx, address, OriginMark, now, read.answer)
}

// language returns the language of the pages' texts, "" if it isn't known.
func (r *Renderer) language() string {
	read, _, err := r.Data(SiteAddress)
	if err != nil {
		return ""
	}
	a, err := read()
	defer a.Release()
	if err != nil {
		return ""
	}
	var site struct{ Language string }
	_ = json.Unmarshal(a.Body(), &site) // the API made it
	return site.Language
}

// assemble returns a whole page, with OriginMark for the site's origin.
func (r *Renderer) assemble(page *render.Page) string {
	head, body := page.Head, page.Body
	if r.Private {
		head = strings.Replace(head, `content="index, follow"`, `content="noindex, follow"`, 1)
	}
	if r.moment != "" {
		body = addMoment(body, r.moment)
	}
	s := r.Site
	var b strings.Builder
	b.Grow(len(s.before) + len(s.between) + len(s.after) + len(head) + len(body) + len(page.Data) + 256)
	b.Write(s.beforeIn(r.language()))
	b.WriteString(head)
	b.Write(s.between)
	b.WriteString(`<div id="root">` + body + "</div>\n    " + `<script type="application/json" id="page-data">` + page.Data + "</script>")
	b.Write(s.after)
	return b.String()
}
