package engine

// The pending writes.

import (
	"context"
	"sync"

	"candor/events/embedded/internal/storage"
)

// queueBytes is how many bytes of events the queue takes; further writers block. It bounds memory, and is plenty for one commit.
const queueBytes = 8 << 20

// action is the kind of a request.
type action uint8

const (
	actionAppend action = iota
	actionDelete
	actionTombstone
	actionTogether
)

// request is a pending write.
type request struct {
	ctx    context.Context
	action action
	stream string
	want   Expected
	body   *storage.Body
	parts  []Part       // for actionTogether, in place of stream, want and body
	alone  func() error // in place of all this: a function that the writer runs between two commits
	answer chan Result  // buffered
}

func (r *request) size() int {
	n := r.body.Size() + 256
	for _, part := range r.parts {
		n += part.Body.Size()
	}
	return n
}

// Result is the result of a write.
type Result struct {
	Outcome  Outcome
	Current  int64  // the stream's last revision: after the write, or as found on a conflict; -1 if it has none
	Position uint64 // of the last event written, or the end of the log if nothing was written
	Err      error
}

type queue struct {
	mu      sync.Mutex
	wake    sync.Cond // the writer waits on it
	waiting []*request
	bytes   int
	shrunk  chan struct{} // closed and replaced when bytes decreases
	closed  bool
}

func newQueue() *queue {
	q := &queue{shrunk: make(chan struct{})}
	q.wake.L = &q.mu
	return q
}

// put adds r, blocking while the queue is full, until its context ends.
func (q *queue) put(r *request) error {
	for {
		q.mu.Lock()
		if q.closed {
			q.mu.Unlock()
			return ErrStopping
		}
		if q.bytes == 0 || q.bytes+r.size() <= queueBytes {
			q.waiting = append(q.waiting, r)
			q.bytes += r.size()
			q.wake.Signal()
			q.mu.Unlock()
			return nil
		}
		shrunk := q.shrunk
		q.mu.Unlock()
		select {
		case <-shrunk:
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
	}
}

// take waits for requests and moves all of them to group; ok is false when the queue is closed and empty. With wait
// false it returns at once.
func (q *queue) take(group []*request, wait bool) (_ []*request, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for wait && len(q.waiting) == 0 && !q.closed {
		q.wake.Wait()
	}
	group = append(group, q.waiting...)
	clear(q.waiting)
	q.waiting, q.bytes = q.waiting[:0], 0
	close(q.shrunk)
	q.shrunk = make(chan struct{})
	return group, !q.closed || len(group) > 0
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Signal()
	close(q.shrunk)
	q.shrunk = make(chan struct{})
}
