// A fixed number of locks shared by any number of names.

package commands

import (
	"hash/maphash"
	"sync"
)

// striped serialises the steps on one name within this process, so that they don't conflict. Between processes, the log's expected
// revisions decide.
type striped struct {
	seed  maphash.Seed
	locks [64]sync.Mutex
}

// lock locks a name and returns the function that unlocks it.
func (s *striped) lock(name string) (unlock func()) {
	l := &s.locks[maphash.String(s.seed, name)%uint64(len(s.locks))]
	l.Lock()
	return l.Unlock
}
