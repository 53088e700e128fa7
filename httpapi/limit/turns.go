// Turns at the processors.

package limit

import (
	"context"
	"slices"
	"sync"
)

// Turns bounds how many computations run at a time. Those that wait get their turns client by client, so that a client with many of them
// delays another by one and not by all. It is safe for concurrent use.
type Turns[K comparable] struct {
	mu      sync.Mutex
	free    int
	clients []K                   // with computations that wait; the first is next
	waiting map[K][]chan struct{} // closed at their turn
}

// NewTurns lets n computations run at a time.
func NewTurns[K comparable](n int) *Turns[K] {
	return &Turns[K]{free: n, waiting: map[K][]chan struct{}{}}
}

// Begin waits for a client's turn, which [Turns.End] ends. Its error is ctx's: the turn didn't come in time.
func (t *Turns[K]) Begin(ctx context.Context, client K) error {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	if len(t.waiting[client]) == 0 {
		t.clients = append(t.clients, client)
	}
	t.waiting[client] = append(t.waiting[client], turn)
	t.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := slices.Index(t.waiting[client], turn); at >= 0 {
		t.remove(client, at)
		return ctx.Err()
	}
	t.next() // the turn came at the same moment
	return ctx.Err()
}

// End ends a turn. The next computation begins.
func (t *Turns[K]) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next()
}

// next gives a free turn to the client that has waited longest since its last one; t.mu is held.
func (t *Turns[K]) next() {
	if len(t.clients) == 0 {
		t.free++
		return
	}
	client := t.clients[0]
	close(t.waiting[client][0])
	t.remove(client, 0)
	if len(t.waiting[client]) > 0 {
		t.clients = append(t.clients[1:], client)
	}
}

// remove removes a computation that no longer waits; t.mu is held.
func (t *Turns[K]) remove(client K, at int) {
	if t.waiting[client] = slices.Delete(t.waiting[client], at, at+1); len(t.waiting[client]) > 0 {
		return
	}
	delete(t.waiting, client)
	t.clients = slices.DeleteFunc(t.clients, func(other K) bool { return other == client })
}

// Busy reports whether a computation would have to wait.
func (t *Turns[K]) Busy() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.free == 0
}
