// Freshness: a session or a key that this instance does not know may have been made at another one a moment ago, and one that it knows
// may have ended while it was not running. Before it says no, and before it first says yes, it looks whether it knows all that the log has.

package httpapi

import (
	"context"
	"sync"
	"time"
)

const (
	freshWait  = 2 * time.Second       // for the log's answer and the read model
	freshPause = 20 * time.Millisecond // between two looks at the log: strangers can cause them
)

// freshness lets requests that come at the same time share a look at the log that begins after each of them came.
type freshness struct {
	mu      sync.Mutex
	next    *look // the one that has not begun; nil: none is wanted
	running bool
	once    bool // the read model has been found to know all that the log had
}

// look is one look at the log; err is set before done is closed.
type look struct {
	done chan struct{}
	err  error
}

// share waits for a look that begins after this call. Errors: the look's, ctx's.
func (f *freshness) share(ctx context.Context, at func(context.Context) error) error {
	f.mu.Lock()
	if f.next == nil {
		f.next = &look{done: make(chan struct{})}
	}
	mine := f.next
	if !f.running {
		f.running = true
		go f.run(at)
	}
	f.mu.Unlock()
	select {
	case <-mine.done:
		return mine.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run looks for as long as somebody wants it.
func (f *freshness) run(at func(context.Context) error) {
	for {
		f.mu.Lock()
		now := f.next
		f.next = nil
		f.running = now != nil
		f.mu.Unlock()
		if now == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), freshWait)
		now.err = at(ctx)
		cancel()
		if now.err == nil {
			f.mu.Lock()
			f.once = true
			f.mu.Unlock()
		}
		close(now.done)
		time.Sleep(freshPause)
	}
}

// proven reports whether a look has succeeded since the start.
func (f *freshness) proven() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.once
}
