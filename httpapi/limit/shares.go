// Shares of what clients use at the same time.

package limit

import "sync"

// Shares bounds how much of something all clients have in use, and how much of that one client has. It is safe for concurrent use.
type Shares[K comparable] struct {
	max, share int64

	mu   sync.Mutex
	used int64
	by   map[K]int64 // only clients that use something
}

// NewShares returns shares of max, of which one client may have share.
func NewShares[K comparable](max, share int64) *Shares[K] {
	return &Shares[K]{max: max, share: share, by: map[K]int64{}}
}

// Take counts n for a client, unless that is more than all, or the client, may have. A client that has nothing may take more than its
// share at once, so that nothing is too large for everybody.
func (s *Shares[K]) Take(client K, n int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	has := s.by[client]
	if s.used+n > s.max || has > 0 && has+n > s.share {
		return false
	}
	s.used += n
	s.by[client] = has + n
	return true
}

// Return ends what a successful Take of n has begun.
func (s *Shares[K]) Return(client K, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= n
	if s.by[client] -= n; s.by[client] == 0 {
		delete(s.by, client)
	}
}

// Used returns how much all clients have.
func (s *Shares[K]) Used() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

// Full reports whether a client has its share.
func (s *Shares[K]) Full(client K) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.by[client] >= s.share
}
