// Giving way: a model that is built beside the one that answers has time, readers have none.
//
// Reading the log, decoding and applying keep two processors busy for as long as there is something to read, and who comes meanwhile
// waits behind them. So while somebody reads, the log is read in short turns with rests between them, in which decoding and applying
// run dry and a processor is free. A model that answers is never held up: people wait for what they wrote.

package projections

import "time"

const (
	turnTime  = time.Millisecond      // the least that a rest can be short of
	longTurn  = 10 * time.Millisecond // of a longer turn it mostly waited for room
	restTimes = 2                     // as long as the turn before
	turnCheck = 32                    // events between two looks at the clock
)

// turns are those of one follower's reading, whose goroutine alone uses them.
type turns struct {
	busy  func() bool // whether somebody reads
	clock func() time.Time
	sleep func(time.Duration)

	began  time.Time
	events int
}

func newTurns(busy func() bool) *turns {
	return &turns{busy: busy, clock: time.Now, sleep: time.Sleep, began: time.Now()}
}

// event counts one, and rests where a turn is over and somebody reads.
func (t *turns) event() {
	if t.events++; t.events%turnCheck != 0 {
		return
	}
	took := t.clock().Sub(t.began)
	if took < turnTime {
		return
	}
	if t.busy() {
		t.sleep(restTimes * min(took, longTurn))
	}
	t.began = t.clock()
}
