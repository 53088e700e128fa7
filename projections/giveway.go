// Giving way: a model that is built beside the one that answers has time, and so has a commit that nobody waits for. Readers have none.
//
// Reading the log, decoding and applying keep two processors busy for as long as there is something to read, and who comes meanwhile
// waits behind them. So while somebody reads, the log is read in short turns with rests between them, in which decoding and applying
// run dry and a processor is free. What a live model gathered is written in such turns, too: three seconds of page views at full speed are
// 40 ms of work at once otherwise, and the garbage that it makes meanwhile has the other processor collect. A model that answers is
// never held up where somebody waits for it: people wait for what they wrote.
//
// A process that builds a file for another one takes no processor from readers, but the node that it reads from is the readers' server, which sends
// and encrypts. So it reads in turns, too, with longer rests.

package projections

import "time"

const (
	turnTime   = 500 * time.Microsecond // the least that a rest can be short of
	longTurn   = 10 * time.Millisecond  // of a longer turn it mostly waited for room
	restTimes  = 2                      // as long as the turn before
	apartTimes = 4                      // the same, of a process that builds for another one
	turnChecks = 16                     // events, or pairs written, between two looks at the clock
)

// turns are those of one follower's reading, or of one commit, whose goroutine alone uses them.
type turns struct {
	busy  func() bool // whether somebody reads, and so whether there are rests
	clock func() time.Time
	sleep func(time.Duration)
	times time.Duration // as long as the turn before is the rest

	began  time.Time
	events int
}

func newTurns(busy func() bool) *turns {
	return &turns{busy: busy, clock: time.Now, sleep: time.Sleep, times: restTimes, began: time.Now()}
}

// turns are those of the next commit; nil: it goes on until it is done.
func (a *applier) turns() *turns {
	if !a.g.live.Load() {
		return nil
	}
	return newTurns(func() bool { return a.p.busy() && a.g.waiting.Load() == 0 })
}

// event counts one, or a pair written, and rests where a turn is over and somebody reads.
func (t *turns) event() {
	if t.events++; t.events%turnChecks != 0 {
		return
	}
	took := t.clock().Sub(t.began)
	if took < turnTime {
		return
	}
	if t.busy() {
		t.sleep(t.times * min(took, longTurn))
	}
	t.began = t.clock()
}
