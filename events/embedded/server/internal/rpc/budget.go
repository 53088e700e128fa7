package rpc

// A bound on what callers together may keep in memory.

import "sync/atomic"

// budget counts bytes. The zero value is ready.
type budget struct{ used atomic.Int64 }

// take counts n bytes more, unless they would be more than limit in all.
func (b *budget) take(n, limit int64) bool {
	if b.used.Add(n) <= limit {
		return true
	}
	b.used.Add(-n)
	return false
}

func (b *budget) giveBack(n int64) { b.used.Add(-n) }
