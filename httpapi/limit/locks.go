// Locks by subject.

package limit

import (
	"hash/maphash"
	"sync"
)

// locks are mutexes for many subjects, some of which share one.
type locks [64]sync.Mutex

var lockSeed = maphash.MakeSeed()

// lockOf returns the mutex of a subject.
func lockOf[K comparable](l *locks, subject K) *sync.Mutex {
	return &l[maphash.Comparable(lockSeed, subject)%uint64(len(l))]
}
