// Locks by subject.

package limit

import (
	"context"
	"hash/maphash"

	"golang.org/x/sync/semaphore"
)

// locks are locks for many subjects, some of which share one. They are held while the log is read, so that waiting for one ends when
// their context ends, as with no mutex.
type locks [64]*semaphore.Weighted

var lockSeed = maphash.MakeSeed()

func newLocks() (l locks) {
	for i := range l {
		l[i] = semaphore.NewWeighted(1)
	}
	return l
}

// lockOf locks a subject and returns the function that unlocks it. Error: ctx's.
func lockOf[K comparable](ctx context.Context, l *locks, subject K) (unlock func(), err error) {
	one := l[maphash.Comparable(lockSeed, subject)%uint64(len(l))]
	if err := one.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { one.Release(1) }, nil
}
