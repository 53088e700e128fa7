package engine

// The engine's lifecycle, and how readers are notified of new events.

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"candor/events/embedded/internal/storage"
)

var (
	// ErrStopping: the node is being closed.
	ErrStopping = errors.New("the node is shutting down")
	// ErrUnanswered: the caller's context, whose error comes with it, ended before the writer had answered.
	ErrUnanswered = errors.New("the write was not awaited")
	// ErrUnwritable: an earlier write failed, so nothing more is acknowledged.
	ErrUnwritable = errors.New("the node no longer takes writes")
	// ErrStreamNotFound: the stream has no events, or was deleted and may come back.
	ErrStreamNotFound = errors.New("stream not found")
	// ErrStreamDeleted: the stream is deleted for ever.
	ErrStreamDeleted = errors.New("stream deleted")
)

// Engine is the event store. It is safe for concurrent use.
type Engine struct {
	store   *storage.Store
	clock   func() time.Time
	fault   func(error)
	heads   *heads
	queue   *queue
	done    chan struct{} // closed when the writer has stopped
	settled settled
	usual   Settings // see SetUsual

	last    atomic.Uint64 // last position that readers may see
	mu      sync.Mutex
	changed chan struct{} // closed and replaced when last moves

	commits atomic.Uint64
	appends atomic.Uint64
	biggest atomic.Uint64
}

// New starts an engine on an open store. Its one goroutine, the writer, ends with [Engine.Close]. fault is called once, by
// any goroutine, if the store can no longer be written.
func New(store *storage.Store, clock func() time.Time, fault func(error)) *Engine {
	e := &Engine{
		store:   store,
		clock:   clock,
		fault:   fault,
		heads:   newHeads(),
		queue:   newQueue(),
		done:    make(chan struct{}),
		changed: make(chan struct{}),
	}
	e.last.Store(store.Last())
	store.OnFailure(fault)
	go e.write()
	return e
}

// Close refuses new writes, carries out pending ones, and returns when the writer has stopped. It leaves the store open.
func (e *Engine) Close() {
	e.queue.close()
	<-e.done
}

// Now returns the engine's time.
func (e *Engine) Now() time.Time { return e.clock() }

// Last returns the position of the last event that readers may see, 0 if there is none.
func (e *Engine) Last() uint64 { return e.last.Load() }

// Changed returns a channel that is closed when [Engine.Last] next moves. Call it before reading.
func (e *Engine) Changed() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.changed
}

func (e *Engine) publish(last uint64) {
	e.last.Store(last)
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.changed)
	e.changed = make(chan struct{})
}

// Stats are the engine's figures since it was started.
type Stats struct {
	Commits uint64 // groups of appends, each made durable by one sync
	Appends uint64 // appends, deletes and tombstones that wrote something
	Biggest uint64 // most of these in one commit
	Failed  error  // why nothing is acknowledged any more; nil while all is well
}

// Stats returns the current figures.
func (e *Engine) Stats() Stats {
	return Stats{
		Commits: e.commits.Load(),
		Appends: e.appends.Load(),
		Biggest: e.biggest.Load(),
		Failed:  e.store.Failed(),
	}
}
