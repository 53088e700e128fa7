// pool: the engines, made when they are needed and dropped when they are not.

package render

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// idleTime is how long unused engines are kept.
const idleTime = time.Minute

// ErrTooSlow says that a page took longer than a rendering may.
var ErrTooSlow = errors.New("rendering took too long")

// Page is a rendered page. All of it is HTML that is safe to serve as it is.
type Page struct {
	Head string // what stands in <head>
	Body string // what stands in #root
	Data string // JSON that may stand in a script element: what the browser begins with

	Until time.Time // how long it is true: it shows times that age, such as "5 minutes ago"; zero: for ever
}

// Answers answers the app's GET of an API path: status and body as the API would send them, and
// for a list the total. An error ends the rendering.
type Answers func(path string) (status int, body []byte, total int, err error)

// Config says how a pool works.
type Config struct {
	Script  func() ([]byte, error) // reads the app's script, which [Compile] has compiled
	Engines int                    // how many pages are rendered at once
	Limit   time.Duration          // how long one rendering may take
	Memory  uint                   // bytes that an engine may take
}

// Pool renders pages. It is safe for concurrent use and needs no closing.
type Pool struct {
	config Config
	slots  chan struct{}

	mu    sync.Mutex
	idle  []*engine
	busy  int
	timer *time.Timer // drops the engines
}

// NewPool makes no engine yet.
func NewPool(c Config) *Pool {
	return &Pool{config: c, slots: make(chan struct{}, c.Engines)}
}

// Render renders the page at a path, with its query, as it is now; origin begins the absolute links of its head.
// Errors: ErrTooSlow, ctx's while all engines are busy, the app's own. They tell the path without its query.
func (p *Pool) Render(ctx context.Context, address, origin string, now time.Time, answers Answers) (*Page, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var whole *engine // nil unless it may render another page
	defer func() { p.put(whole) }()
	e, err := p.take()
	if err != nil {
		return nil, err
	}
	page, err := e.page(address, origin, now, p.config.Limit, answers)
	if err != nil { // it may be in any state
		return nil, errors.Join(err, e.close())
	}
	whole = e
	return page, nil
}

// take returns an idle engine. It is counted as busy until put, whether there is one or not.
func (p *Pool) take() (*engine, error) {
	if idle := p.takeIdle(); idle != nil {
		return idle, nil
	}
	code, err := p.config.Script()
	if err != nil {
		return nil, fmt.Errorf("render: the app's script: %w", err)
	}
	return newEngine(code, p.config.Memory)
}

// takeIdle counts an engine as busy, and returns one that is idle, nil if none is.
func (p *Pool) takeIdle() (idle *engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy++
	if n := len(p.idle); n > 0 {
		idle = p.idle[n-1]
		p.idle = p.idle[:n-1]
	}
	return idle
}

// put takes an engine back, nil if it failed, and begins to wait for idleness.
func (p *Pool) put(e *engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	if e != nil {
		p.idle = append(p.idle, e)
	}
	if p.timer != nil {
		p.timer.Stop()
	}
	p.timer = time.AfterFunc(idleTime, p.drop)
}

// drop closes the engines, and gives their memory back to the system.
func (p *Pool) drop() {
	p.mu.Lock()
	if p.busy > 0 {
		p.mu.Unlock()
		return // put waits anew
	}
	for _, e := range p.idle {
		_ = e.close() // nothing runs in it
	}
	p.idle = nil
	p.mu.Unlock()
	debug.FreeOSMemory()
}

// Engines is how many engines there are now.
func (p *Pool) Engines() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.idle) + p.busy
}

// Busy reports whether a page would have to wait for an engine.
func (p *Pool) Busy() bool { return len(p.slots) == cap(p.slots) }
