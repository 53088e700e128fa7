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
	fairRoom     = 48 << 20 // so many are soon left for garbage
	leastRoom    = 4 << 20  // so many are left for garbage in any case
	fewStacks    = 4 << 20  // so many of them are for stacks
	headroom     = 32       // Go collects when this part of what the limit leaves to the heap is left
)

// The figures that the limit follows.
const (
	liveHeap = iota
	stackBytes
	mapped // without the three that follow the runtime's own: spans' unused ends, stacks, the collector's notes
	released
	free
	objects
)

var figures = [...]string{
	liveHeap: "/gc/heap/live:bytes", stackBytes: "/memory/classes/heap/stacks:bytes",
	mapped: "/memory/classes/total:bytes", released: "/memory/classes/heap/released:bytes",
	free: "/memory/classes/heap/free:bytes", objects: "/memory/classes/heap/objects:bytes",
}

// limitFor is the soft limit for a process in which so many bytes live, so many are stacks, and so many are the runtime's own, stacks included.
//
// A third of what lives is room for garbage, and fairRoom soon above muchLives, where collections take long and readers wait for them. With as
// much again of whatever lives, it was at 210 MiB while page views came in; with 24 MiB, the collector took a fifth of the processors' time
// while slow reads waited, a hundredth otherwise.
//
// The limit is on stacks, too, which no collection makes smaller: those of a thousand connections would leave no room at all. And it is on the
// runtime's own, which is more than ownRoom where much lives: of 24 MiB for garbage 8 were left, and there were four collections within one
// commit. Where little lives it is kept small, but not by collecting all the time: after a large read model was made, the runtime's own was
// 16 MiB beside 18 that lived, and there were 15 collections a second.
func limitFor(live, stacks, own uint64) int64 {
	room := live / 3
	needed := uint64(ownRoom) + max(stacks, fewStacks) - fewStacks
	if live > muchLives {
		room = max(room, min(fairRoom, room+3*(live-muchLives))) // no leap: garbage that a collection missed counts as alive
		needed = max(needed, min(own+(live+room)/headroom, needed+(live-muchLives)/2))
	}
	return max(smallProcess+max(0, int64(stacks)-fewStacks), int64(live+max(room+needed, leastRoom+own+(live+leastRoom)/headroom)))
}

// keepSmall sets the limit from now on, unless GOMEMLIMIT or GOGC in the environment say what the operator wants.
func keepSmall() {
	if os.Getenv("GOMEMLIMIT") != "" || os.Getenv("GOGC") != "" {
		return
	}
	debug.SetMemoryLimit(smallProcess)
	c := &collection{sample: make([]metrics.Sample, len(figures))}
	for i, name := range figures {
		c.sample[i].Name = name
	}
	runtime.SetFinalizer(c, (*collection).over)
}

// collection is held by nobody, so that each collection ends with a call of over, which sends it out again.
type collection struct{ sample []metrics.Sample }

func (c *collection) over() {
	metrics.Read(c.sample)
	known := true
	var is [len(figures)]uint64
	for i, s := range c.sample {
		if known = known && s.Value.Kind() == metrics.KindUint64; known {
			is[i] = s.Value.Uint64()
		}
	}
	if known {
		own := is[mapped] - min(is[mapped], is[released]+is[free]+is[objects])
		debug.SetMemoryLimit(limitFor(is[liveHeap], is[stackBytes], own))
	}
	runtime.SetFinalizer(c, (*collection).over)
}
