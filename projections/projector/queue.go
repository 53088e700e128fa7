// The bounded queue between the goroutine that reads the subscription and the one that decodes.

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

// queue hands over many messages at a time, so that a busy subscription costs no switch of goroutines for each event. When it is full put
// blocks, the subscription is not read any further, and later events stay in the log until there is space.
type queue struct {
	mu     sync.Mutex
	space  sync.Cond // signalled when items were taken
	items  []events.Message
	bytes  int
	closed bool
	filled chan struct{} // holds one token while items may not be empty
}

func newQueue() *queue {
	q := &queue{filled: make(chan struct{}, 1)}
	q.space.L = &q.mu
	return q
}

// put adds m, blocking while the queue is full. Its error is ErrClosed, after close.
func (q *queue) put(m events.Message) error {
	q.mu.Lock()
	for (len(q.items) >= queueEvents || q.bytes >= queueBytes) && !q.closed {
		q.space.Wait()
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
		q.signal()
	}
	return nil
}

// take returns the messages in the queue, up to limit, blocking while it is empty.
func (q *queue) take(ctx context.Context, limit int) ([]events.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-q.filled:
		}
		if items := q.first(limit); len(items) > 0 {
			return items, nil
		}
	}
}

// first removes up to limit messages.
func (q *queue) first(limit int) []events.Message {
	q.mu.Lock()
	defer q.mu.Unlock()
	items := q.items
	if len(items) <= limit {
		q.items, q.bytes = nil, 0
	} else {
		items, q.items = items[:limit:limit], items[limit:]
		for i := range items {
			q.bytes -= len(items[i].Event.Data) + len(items[i].Event.Meta)
		}
		q.signal()
	}
	if len(items) > 0 {
		q.space.Signal()
	}
	return items
}

// signal says that the queue isn't empty.
func (q *queue) signal() {
	select {
	case q.filled <- struct{}{}:
	default:
	}
}

// close makes put fail from now on.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.space.Broadcast()
}
