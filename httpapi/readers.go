// Readers: whether somebody reads now. What can wait, page views and read models that are built beside others, gives way to them.

package httpapi

import (
	"sync/atomic"
	"time"
)

const (
	readersStay  = 100 * time.Millisecond // after a read, the next one is expected for so long
	readersGrain = 10 * time.Millisecond  // how exactly reads are noted: it costs a write
)

// Readers remembers when somebody read last. It is safe for concurrent use.
type Readers struct {
	began time.Time
	read  atomic.Int64 // when somebody read, in nanoseconds since began; 0: nobody has
}

// NewReaders says that nobody has read.
func NewReaders() *Readers { return &Readers{began: time.Now()} }

// Here reports whether somebody reads.
func (r *Readers) Here() bool { return r.here(time.Since(r.began)) }

// here is the same at a moment, counted from began.
func (r *Readers) here(now time.Duration) bool {
	read := r.read.Load()
	return read != 0 && int64(now)-read <= int64(readersStay)
}

// note is called for each read.
func (r *Readers) note(now time.Time) {
	if at := int64(now.Sub(r.began)); at-r.read.Load() > int64(readersGrain) {
		r.read.Store(at)
	}
}
