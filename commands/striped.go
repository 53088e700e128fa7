// A fixed number of locks shared by any number of names.

package commands

import (
	"context"
	"hash/maphash"

	"golang.org/x/sync/semaphore"
)

// striped serialises the steps on one name within this process, so that they don't conflict. Between processes, the log's expected
// revisions decide. Make one with newStriped.
type striped struct {
	seed  maphash.Seed
	locks [64]*semaphore.Weighted
}

func newStriped() *striped {
	s := &striped{seed: maphash.MakeSeed()}
	for i := range s.locks {
		s.locks[i] = NewLock()
	}
	return s
}

// Lock locks a name and returns the function that unlocks it. Error: ctx's, typed.
func (s *striped) Lock(ctx context.Context, name string) (unlock func(), err error) {
	l := s.locks[maphash.String(s.seed, name)%uint64(len(s.locks))]
	if err := l.Acquire(ctx, 1); err != nil {
		return nil, Typed(err)
	}
	return func() { l.Release(1) }, nil
}

// NewLock returns a lock that may be held while the log is read: unlike with a mutex, waiting for it ends with the context.
func NewLock() *semaphore.Weighted { return semaphore.NewWeighted(1) }
