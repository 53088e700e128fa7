// Memory: the process is kept small while little lives in it.
//
// Go lets garbage grow to as much again as what lives. Under load what lives is views on their way and
// batches of read models, some 20 MiB for moments, and stacks, for which Go allows as much garbage again. A soft limit makes
// the collector come sooner instead, but one near what lives would keep it busy without end. So the limit follows
// what lives: after each collection it is set anew.

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	smallProcess = 32 << 20 // bytes: the limit while little lives; an engine that renders pages takes 10 MiB beside it
	ownRoom      = 12 << 20 // bytes: for stacks, the collector's own, and some garbage;
	muchLives    = 28 << 20 // bytes: above,
	fairRoom     = 24 << 20 // so many are soon left for garbage
	fewStacks    = 4 << 20  // so many of them are for stacks
	liveHeap     = "/gc/heap/live:bytes"
	stackBytes   = "/memory/classes/heap/stacks:bytes"
)

// limitFor is the soft limit for a process in which so many bytes live: a third of that is room for garbage, and fairRoom
// soon above muchLives, where collections take long. With as much again of whatever lives, it was at 210 MiB while
// page views came in. The limit is on stacks, too, which no collection makes smaller: those of a thousand connections would leave no
// room at all.
func limitFor(live, stacks uint64) int64 {
	room := live / 3
	if live > muchLives {
		room = max(room, min(fairRoom, room+3*(live-muchLives))) // no leap: garbage that a collection missed counts as alive
	}
	return max(smallProcess, int64(live+room)+ownRoom) + max(0, int64(stacks)-fewStacks)
}

// keepSmall sets the limit from now on, unless GOMEMLIMIT or GOGC in the environment say what the operator wants.
func keepSmall() {
	if os.Getenv("GOMEMLIMIT") != "" || os.Getenv("GOGC") != "" {
		return
	}
	debug.SetMemoryLimit(smallProcess)
	runtime.SetFinalizer(&collection{sample: []metrics.Sample{{Name: liveHeap}, {Name: stackBytes}}}, (*collection).over)
}

// collection is held by nobody, so that each collection ends with a call of over, which sends it out again.
type collection struct{ sample []metrics.Sample }

func (c *collection) over() {
	metrics.Read(c.sample)
	if live, stacks := c.sample[0].Value, c.sample[1].Value; live.Kind() == metrics.KindUint64 && stacks.Kind() == metrics.KindUint64 {
		debug.SetMemoryLimit(limitFor(live.Uint64(), stacks.Uint64()))
	}
	runtime.SetFinalizer(c, (*collection).over)
}
