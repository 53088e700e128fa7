// Signals for callers that wait for a change.

package content

import "sync"

// Signal is fired again and again; it is safe for concurrent use.
type Signal struct {
	mu   sync.Mutex
	next chan struct{}
}

// NewSignal returns a signal without waiting callers.
func NewSignal() *Signal { return &Signal{next: make(chan struct{})} }

// wait returns a channel that the next fire closes.
func (s *Signal) wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next
}

func (s *Signal) fire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.next)
	s.next = make(chan struct{})
}
