// queue: the bounded place between the goroutine that reads the subscription and the one that decodes.

package projector

import (
	"context"
	"sync"

	"candor/events"
)

const (
	queueEvents = 1024    // messages; as events, in batches, they need a quarter of the memory
	queueBytes  = 2 << 20 // of their data and metadata
)

// queue hands over all that has come since the last time, so that a busy subscription costs no
// switch of goroutines for each event. When it is full put blocks, the subscription is not read
// any further, and so what follows stays in the log until there is room.
type queue struct {
	mu     sync.Mutex
	buffer sync.Cond // signalled when items has been taken
	items  []events.Message
	bytes  int
	closed bool
	filled chan struct{} // holds one token while items may not be empty
}

func newQueue() *queue {
	q := &queue{filled: make(chan struct{}, 1)}
	q.buffer.L = &q.mu
	return q
}

// put adds m, waiting for room. Its error is ErrClosed, after close.
func (q *queue) put(m events.Message) error {
	q.mu.Lock()
	for (len(q.items) >= queueEvents || q.bytes >= queueBytes) && !q.closed {
		q.buffer.Wait()
	}
	if q.closed {
		q.mu.Unlock()
		return ErrClosed
	}
	q.items = append(q.items, m)
	q.bytes += len(m.Event.Data) + len(m.Event.Meta)
	first := len(q.items) == 1
	q.mu.Unlock()
	if first {
		select {
		case q.filled <- struct{}{}:
		default:
		}
	}
	return nil
}

// take returns all that is there, waiting for something.
func (q *queue) take(ctx context.Context) ([]events.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-q.filled:
		}
		q.mu.Lock()
		items := q.items
		if len(items) > 0 {
			q.items, q.bytes = nil, 0
			q.buffer.Signal()
		}
		q.mu.Unlock()
		if len(items) > 0 {
			return items, nil
		}
	}
}

// close makes put fail from now on.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.buffer.Broadcast()
}
