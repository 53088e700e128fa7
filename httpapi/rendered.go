// rendered: pages that the web app rendered, kept as ready bytes for as long as they hold.
//
// A page holds while every answer that it was made from is still the API's answer: their ETags are
// compared on each request, so an edit is seen at once and nothing else is dropped. While no engine is free to make it anew,
// one whose lists have changed is served as it was, with its age (outdated.go).

package httpapi

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/singleflight"

	"candor/httpapi/render"
	"candor/projections"
)

const (
	renderTime    = 5 * time.Second  // for one page, unless Config says otherwise: it takes some 50 ms, but a machine may be busy
	engineMemory  = 128 << 20        // of one engine: the app and its largest pages need a tenth
	engineIdle    = time.Minute      // then engines are dropped
	agingPage     = time.Minute      // how long a page may say "5 minutes ago"
	failedPage    = 10 * time.Second // how long a page that failed is not tried again
	renderedBytes = 16 << 20         // of all kept pages, which are compressed: some 17 KB each
	renderedTries = 3                // to render a page that changes meanwhile
	mostRenders   = 16               // pages being rendered or waiting for an engine; one more gets its shell at once
	longLine      = 4                // of them: where so many are made already,
	patience      = time.Second      // a reader waits no longer: the shell does, and the page is there for the next
)

// renderEngines is how many pages are made at once: half of the processors are for all other requests.
func renderEngines() int { return max(1, min(runtime.GOMAXPROCS(0), runtime.NumCPU())/2) }

// originMark stands for the public origin in a kept head: one page serves every name of the site.
const originMark = "https://origin.mark.invalid"

// errNotRendered says that the shell must do; why was logged.
var errNotRendered = errors.New("the page is not rendered")

// errPressed says that the page would have to be made, and that there is too much to do for that.
var errPressed = errors.New("too many pages are being rendered")

// renderer renders pages and keeps them.
type renderer struct {
	pool    *render.Pool
	time    time.Duration // so long a page may wait for an engine, and an engine for a page
	content *projections.Content
	site    *site
	now     func() time.Time
	failed  *prometheus.CounterVec // reason
	warn    func(path string, err error)
	flights singleflight.Group
	missing chan struct{} // one page of something missing at a time
	room    chan struct{} // holds one for each page that is made
	asOf    string        // the moment that links keep, "" for none
	private bool          // no search engine may keep the pages

	mu    sync.Mutex
	kept  map[string]*renderedPage
	bytes int64
	most  int64 // of bytes
}

// renderedPage is one page. Nothing of it changes but its document and what is known of its use.
type renderedPage struct {
	document atomic.Pointer[document] // for the origin asked for last; nil: rendering failed
	readings []reading
	removals uint64       // of pictures, when it was begun
	until    time.Time    // zero: as long as the readings hold
	held     atomic.Int64 // Unix milliseconds at which it certainly held, within heldGrain
	cost     int64
	used     atomic.Bool
}

// newRenderer makes no engine yet; nil when there is no script.
func newRenderer(c *Config, s *site, failed *prometheus.CounterVec) *renderer {
	if c.Script == nil {
		return nil
	}
	return &renderer{
		pool: render.NewPool(render.Config{Script: c.Script, Engines: renderEngines(), Limit: c.RenderTime, Memory: engineMemory, Idle: engineIdle}),
		time: c.RenderTime, content: c.Models.Content, site: s, now: c.Clock, failed: failed,
		warn: func(path string, err error) {
			c.Logger.Warn().Err(err).Str("path", path).Msg("a page was not rendered; its shell is served")
		},
		missing: make(chan struct{}, 1), room: make(chan struct{}, mostRenders), kept: map[string]*renderedPage{}, most: renderedBytes, private: !c.AsOf.IsZero(),
	}
}

// over is a renderer of other content, with the same engines and pages of its own, whose links keep a moment.
func (r *renderer) over(content *projections.Content, site *site, asOf string) *renderer {
	return &renderer{
		pool: r.pool, time: r.time, content: content, site: site, now: r.now, failed: r.failed, warn: r.warn,
		missing: make(chan struct{}, 1), room: r.room, kept: map[string]*renderedPage{}, most: renderedBytes / 4, asOf: asOf, private: true,
	}
}

// wanted is a page that somebody asks for.
type wanted struct {
	path    string // a canonical one
	origin  string
	absent  bool        // it is of something that is not there
	exact   func() bool // the reader must get no outdated one
	pressed func() bool // whether nothing more is to be made now
}

// page returns the document that is wanted, and how long ago it was certainly up to date: 0 where it is. Errors: errNotRendered,
// errPressed.
func (r *renderer) page(ctx context.Context, w wanted) (d *document, age time.Duration, err error) {
	path, origin := w.path, w.origin
	if w.absent {
		if w.pressed() {
			return nil, 0, errPressed
		}
		d, err = r.absent(ctx, path, origin)
		return d, 0, err
	}
	for range renderedTries {
		p, holds := r.get(path)
		if !holds {
			pressed := w.pressed()
			if p != nil && (pressed || r.pool.Busy()) && !w.exact() {
				if age, will := r.outdated(p); will {
					r.remake(ctx, path, origin)
					return p.at(origin), age, nil
				}
			}
			if pressed {
				return nil, 0, errPressed
			}
			if p, err = r.share(ctx, path, origin); err != nil {
				return nil, 0, err
			}
			// It may have been begun before the latest change.
			if !p.holds(r.now()) {
				continue
			}
		}
		if d := p.at(origin); d != nil {
			return d, 0, nil
		}
		return nil, 0, errNotRendered
	}
	return nil, 0, errNotRendered // it changes faster than it is rendered
}

// share makes a page together with all who ask for it now; in a long line, whoever loses patience goes without it.
func (r *renderer) share(ctx context.Context, path, origin string) (*renderedPage, error) {
	var late <-chan time.Time
	if len(r.room) >= longLine {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		late = timer.C
	}
	made := r.remake(ctx, path, origin)
	select {
	case result := <-made:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.(*renderedPage), nil
	case <-late:
		r.failed.WithLabelValues("busy").Inc()
		return nil, errNotRendered
	}
}

// absent renders a page of something missing, which is not kept: there is no end of such addresses.
func (r *renderer) absent(ctx context.Context, path, origin string) (*document, error) {
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	select {
	case r.missing <- struct{}{}:
		defer func() { <-r.missing }()
	case <-ctx.Done():
		r.failed.WithLabelValues("busy").Inc()
		return nil, errNotRendered
	}
	p, err := r.render(ctx, path, origin)
	if err != nil {
		return nil, err
	}
	if d := p.at(origin); d != nil {
		return d, nil
	}
	return nil, errNotRendered
}

// remake makes a page, which ends whatever becomes of ctx.
func (r *renderer) remake(ctx context.Context, path, origin string) <-chan singleflight.Result {
	return r.flights.DoChan(path, func() (any, error) { return r.make(context.WithoutCancel(ctx), path, origin) })
}

// get returns a kept page, nil without one, and whether it holds.
func (r *renderer) get(path string) (p *renderedPage, holds bool) {
	r.mu.Lock()
	p = r.kept[path]
	r.mu.Unlock()
	if p == nil {
		return nil, false
	}
	if !p.used.Load() {
		p.used.Store(true)
	}
	return p, p.holds(r.now())
}

func (p *renderedPage) holds(now time.Time) bool {
	if !p.until.IsZero() && !now.Before(p.until) {
		return false
	}
	for i := range p.readings {
		if !p.readings[i].holds() {
			return false
		}
	}
	p.heldAt(now)
	return true
}

// make renders a page and keeps it. Where too many wait to be rendered it does not wait, too: the shell is a page that the
// reader's own machine renders.
func (r *renderer) make(ctx context.Context, path, origin string) (*renderedPage, error) {
	select {
	case r.room <- struct{}{}:
		defer func() { <-r.room }()
	default:
		r.failed.WithLabelValues("busy").Inc()
		return nil, errNotRendered
	}
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	p, err := r.render(ctx, path, origin)
	if err != nil {
		return nil, err
	}
	r.keep(path, p)
	return p, nil
}

// render renders a page. One that fails is a page without content, so that it is not tried again at
// once; an error is not worth remembering.
func (r *renderer) render(ctx context.Context, path, origin string) (*renderedPage, error) {
	now := r.now()
	removals, err := r.content.Removals()
	if err != nil {
		return nil, errNotRendered
	}
	read := &readings{content: r.content}
	page, err := r.pool.Render(ctx, path, originMark, now, read.answer)
	p := &renderedPage{readings: read.all, removals: removals}
	p.heldAt(now)
	switch {
	case err == nil && page.Ages:
		p.until = now.Add(agingPage)
	case err == nil:
	case ctx.Err() != nil:
		r.failed.WithLabelValues("busy").Inc()
		return nil, errNotRendered
	default:
		reason := "error"
		if errors.Is(err, render.ErrTooSlow) {
			reason = "slow"
		}
		r.failed.WithLabelValues(reason).Inc()
		r.warn(path, err)
		page, p.until = nil, now.Add(failedPage)
	}
	p.cost = 1024
	if page != nil {
		d := folded(origin, r.whole(page))
		p.document.Store(d)
		p.cost += int64(len(d.packed))
	}
	return p, nil
}

func (r *renderer) keep(path string, p *renderedPage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old := r.kept[path]; old != nil {
		delete(r.kept, path)
		r.bytes -= old.cost
	}
	if p.cost > r.most/4 {
		return
	}
	for r.bytes+p.cost > r.most {
		for other, q := range r.kept { // in no order, which is as good as any
			if !q.used.Swap(false) {
				delete(r.kept, other)
				r.bytes -= q.cost
				break
			}
		}
	}
	r.kept[path] = p
	r.bytes += p.cost
}

// at is the page for visitors of an origin; nil where rendering failed.
func (p *renderedPage) at(origin string) *document {
	d := p.document.Load()
	if d == nil || d.origin == origin {
		return d
	}
	d = d.at(origin)
	p.document.Store(d)
	return d
}

// whole puts a page together, with originMark for the site's origin.
func (r *renderer) whole(page *render.Page) string {
	head, body := page.Head, page.Body
	if r.private {
		head = strings.Replace(head, `content="index, follow"`, `content="noindex, follow"`, 1)
	}
	if r.asOf != "" {
		body = keepMoment(body, r.asOf)
	}
	var b strings.Builder
	b.Grow(len(r.site.before) + len(r.site.between) + len(r.site.after) + len(head) + len(body) + len(page.Data) + 256)
	b.Write(r.site.before)
	b.WriteString(head)
	b.Write(r.site.between)
	b.WriteString(`<div id="root">` + body + "</div>\n    " + `<script type="application/json" id="page-data">` + page.Data + "</script>")
	b.Write(r.site.after)
	return b.String()
}
