// Queues for work of which only a little may be under way at a time.

package httpapi

import (
	"context"
	"sync"
	"time"
)

// queue lets a few in at a time, and has a few more wait for a while.
type queue struct {
	places  chan struct{} // holds a value for each that is in
	waiting chan struct{} // and for each that waits
	atMost  time.Duration
}

func newQueue(places, waiting int, atMost time.Duration) *queue {
	return &queue{make(chan struct{}, places), make(chan struct{}, waiting), atMost}
}

// enter waits for a place, and returns how to leave it. It reports false where too many wait, after a while, and when ctx ends.
func (q *queue) enter(ctx context.Context) (leave func(), ok bool) {
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
