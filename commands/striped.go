// A fixed number of locks shared by any number of names.

package commands

import (
	"hash/maphash"
	"sync"
)

// striped makes steps on one name follow one another within this process, so that they need not be tried again. What
// keeps several processes apart are the log's expected revisions.
type striped struct {
	seed  maphash.Seed
	locks [64]sync.Mutex
}

// lock waits for name's turn and returns what ends it.
func (s *striped) lock(name string) (unlock func()) {
	l := &s.locks[maphash.String(s.seed, name)%uint64(len(s.locks))]
	l.Lock()
	return l.Unlock
}
