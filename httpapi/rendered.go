// rendered: pages that the web app rendered, kept as ready bytes for as long as they hold.
//
// A page holds while every answer that it was made from is still the API's answer: their ETags are
// compared on each request, so an edit is seen at once and nothing else is dropped.

package httpapi

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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
	renderEngines = 2
	renderTime    = 5 * time.Second  // for one page, unless Config says otherwise: it takes some 50 ms, but a machine may be busy
	engineIdle    = time.Minute      // then engines are dropped
	agingPage     = time.Minute      // how long a page may say "5 minutes ago"
	failedPage    = 10 * time.Second // how long a page that failed is not tried again
	renderedBytes = 16 << 20         // of all kept pages, compressed ones too
	renderedTries = 3                // to render a page that changes meanwhile
	mostRenders   = 16               // pages being rendered or waiting for an engine; one more gets its shell at once
	longLine      = 4                // of them: where so many are made already,
	patience      = time.Second      // a reader waits no longer: the shell does, and the page is there for the next
)

// originMark stands for the public origin in a kept head: one page serves every name of the site.
const originMark = "https://origin.mark.invalid"

// errNotRendered says that the shell must do; why was logged.
var errNotRendered = errors.New("the page is not rendered")

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

// renderedPage is one page. Nothing of it changes but its documents.
type renderedPage struct {
	page     *render.Page // nil: rendering failed
	readings []reading
	until    time.Time // zero: as long as the readings hold
	cost     int64
	used     atomic.Bool
	document atomic.Pointer[document] // for the origin asked for last
}

// document is a page as it is sent to visitors of one origin.
type document struct {
	origin     string
	body       []byte
	etag, gtag string
	once       sync.Once
	packed     []byte
}

// newRenderer makes no engine yet; nil when there is no script.
func newRenderer(c *Config, s *site, failed *prometheus.CounterVec) *renderer {
	if c.Script == nil {
		return nil
	}
	return &renderer{
		pool: render.NewPool(render.Config{Script: c.Script, Engines: renderEngines, Limit: c.RenderTime, Idle: engineIdle}),
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

// page returns the document at a canonical path. absent says that it is a page of something that is not there.
func (r *renderer) page(ctx context.Context, path, origin string, absent bool) (*document, error) {
	if absent {
		return r.absent(ctx, path, origin)
	}
	for range renderedTries {
		p := r.get(path)
		if p == nil {
			var err error
			if p, err = r.share(ctx, path); err != nil {
				return nil, err
			}
			// It may have been begun before the latest change.
			if !p.holds(r.now()) {
				continue
			}
		}
		if p.page == nil {
			return nil, errNotRendered
		}
		return r.documentOf(p, origin), nil
	}
	return nil, errNotRendered // it changes faster than it is rendered
}

// share makes a page together with all who ask for it now; in a long line, whoever loses patience goes without it.
func (r *renderer) share(ctx context.Context, path string) (*renderedPage, error) {
	var late <-chan time.Time
	if len(r.room) >= longLine {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		late = timer.C
	}
	made := r.flights.DoChan(path, func() (any, error) { return r.make(context.WithoutCancel(ctx), path) })
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
	p, err := r.render(ctx, path)
	if err != nil {
		return nil, err
	}
	if p.page == nil {
		return nil, errNotRendered
	}
	return r.documentOf(p, origin), nil
}

// get returns a kept page that holds.
func (r *renderer) get(path string) *renderedPage {
	r.mu.Lock()
	p := r.kept[path]
	r.mu.Unlock()
	if p == nil || !p.holds(r.now()) {
		return nil
	}
	if !p.used.Load() {
		p.used.Store(true)
	}
	return p
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
	return true
}

// make renders a page and keeps it. Where too many wait to be rendered it does not wait, too: the shell is a page that the
// reader's own machine renders.
func (r *renderer) make(ctx context.Context, path string) (*renderedPage, error) {
	select {
	case r.room <- struct{}{}:
		defer func() { <-r.room }()
	default:
		r.failed.WithLabelValues("busy").Inc()
		return nil, errNotRendered
	}
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	p, err := r.render(ctx, path)
	if err != nil {
		return nil, err
	}
	r.keep(path, p)
	return p, nil
}

// render renders a page. One that fails is a page without content, so that it is not tried again at
// once; an error is not worth remembering.
func (r *renderer) render(ctx context.Context, path string) (*renderedPage, error) {
	now := r.now()
	read := &readings{content: r.content}
	page, err := r.pool.Render(ctx, path, originMark, now, read.answer)
	p := &renderedPage{page: page, readings: read.all}
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
		p.page, p.until = nil, now.Add(failedPage)
	}
	p.cost = 1024
	if page != nil {
		// The parts, the document and its compressed form.
		p.cost += int64(2*(len(page.Head)+len(page.Body)+len(page.Data)))*5/4 + int64(len(r.site.before)+len(r.site.between)+len(r.site.after))
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

// documentOf puts the page together for an origin.
func (r *renderer) documentOf(p *renderedPage, origin string) *document {
	if d := p.document.Load(); d != nil && d.origin == origin {
		return d
	}
	var b bytes.Buffer
	b.Grow(len(r.site.before) + len(r.site.between) + len(r.site.after) + len(p.page.Head) + len(p.page.Body) + len(p.page.Data) + 256)
	b.Write(r.site.before)
	head, body := p.page.Head, p.page.Body
	if r.private {
		head = strings.Replace(head, `content="index, follow"`, `content="noindex, follow"`, 1)
	}
	if r.asOf != "" {
		body = keepMoment(body, r.asOf)
	}
	b.WriteString(strings.ReplaceAll(head, originMark, origin))
	b.Write(r.site.between)
	content := `<div id="root">` + body + "</div>\n    " + `<script type="application/json" id="page-data">` + p.page.Data + "</script>"
	b.WriteString(strings.ReplaceAll(content, originMark, origin))
	b.Write(r.site.after)
	d := newDocument(origin, b.Bytes())
	p.document.Store(d)
	return d
}

func newDocument(origin string, body []byte) *document {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:8])
	return &document{origin: origin, body: body, etag: `"` + hash + `"`, gtag: `"` + hash + `-gzip"`}
}

// gzip returns the compressed document, made on the first demand.
func (d *document) gzip() []byte {
	d.once.Do(func() {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write(d.body); err == nil && w.Close() == nil { // a bytes.Buffer does not fail
			d.packed = bytes.Clone(b.Bytes())
		}
	})
	return d.packed
}
