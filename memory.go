// Memory: the process is kept small while it works.
//
// Go lets garbage grow to as much again as what lives. Under load what lives is views on their way and
// batches of read models, some 20 MiB for moments, and so the process would be twice that. A soft limit makes
// the collector come sooner instead, but one below what lives would keep it busy without end. So the limit follows
// what lives: after each collection it is set anew.

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	smallProcess = 37 << 20 // bytes: the limit while little lives
	ownRoom      = 12 << 20 // bytes: for stacks, the collector's own, and some garbage
	liveHeap     = "/gc/heap/live:bytes"
)

// limitFor is the soft limit for a process in which so many bytes live: at least a quarter of that is room for garbage.
func limitFor(live uint64) int64 { return max(smallProcess, int64(live+live/4)+ownRoom) }

// keepSmall sets the limit from now on, unless GOMEMLIMIT or GOGC in the environment say what the operator wants.
func keepSmall() {
	if os.Getenv("GOMEMLIMIT") != "" || os.Getenv("GOGC") != "" {
		return
	}
	debug.SetMemoryLimit(smallProcess)
	runtime.SetFinalizer(&collection{sample: []metrics.Sample{{Name: liveHeap}}}, (*collection).over)
}

// collection is held by nobody, so that each collection ends with a call of over, which sends it out again.
type collection struct{ sample []metrics.Sample }

func (c *collection) over() {
	metrics.Read(c.sample)
	if c.sample[0].Value.Kind() == metrics.KindUint64 {
		debug.SetMemoryLimit(limitFor(c.sample[0].Value.Uint64()))
	}
	runtime.SetFinalizer(c, (*collection).over)
}
