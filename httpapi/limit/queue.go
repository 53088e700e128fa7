// Queues for work of which only a little may be under way at a time.

package limit

import (
	"context"
	"sync"
	"time"
)

// Queue lets a few in at a time, and has a few more wait for a while.
type Queue struct {
	places  chan struct{} // holds a value for each that is in
	waiting chan struct{} // and for each that waits
	atMost  time.Duration
}

// NewQueue lets so many in at a time, and has so many wait, each for a while at most.
func NewQueue(places, waiting int, atMost time.Duration) *Queue {
	return &Queue{make(chan struct{}, places), make(chan struct{}, waiting), atMost}
}

// Enter waits for a place, and returns how to leave it. It reports false where too many wait, after a while, and when ctx ends.
func (q *Queue) Enter(ctx context.Context) (leave func(), ok bool) {
	select {
	case q.waiting <- struct{}{}:
		defer func() { <-q.waiting }()
	default:
		return nil, false
	}
	late := time.NewTimer(q.atMost)
	defer late.Stop()
	select {
	case q.places <- struct{}{}:
		return sync.OnceFunc(func() { <-q.places }), true
	case <-late.C:
	case <-ctx.Done():
	}
	return nil, false
}
