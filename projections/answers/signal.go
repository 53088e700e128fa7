// Signals for callers that wait for a change of a read model, whichever generation of it answers.

package answers

import "sync"

// Signal is fired again and again; it is safe for concurrent use.
type Signal struct {
	mu   sync.Mutex
	next chan struct{}
}

// NewSignal returns a signal without waiting callers.
func NewSignal() *Signal { return &Signal{next: make(chan struct{})} }

// Wait returns a channel that the next Fire closes.
func (s *Signal) Wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next
}

// Fire wakes all who wait.
func (s *Signal) Fire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.next)
	s.next = make(chan struct{})
}
