// Status: how one read model is doing.

package projector

import (
	"errors"
	"time"

	"candor/events"
)

// Status says how one read model is doing.
type Status struct {
	Name       string
	Version    int
	Position   events.Position // everything up to here is applied
	CaughtUp   bool            // whole, and all history the log had is applied
	Rebuilding bool
	Progress   float64 // of the build going on, 0 to 1; 1 when there is none
	Applied    uint64  // events that took effect, since the file was begun
	Skipped    uint64  // events that meant nothing to the model: of unknown types, or about things that aren't there
	Poisoned   uint64  // events that can't be decoded and that the projector stands before
	PoisonedAt []events.Position
	Err        string    // why the projector stands still; "" when it doesn't
	UpdatedAt  time.Time // when Position last moved; zero before the first time
	AsOf       time.Time // until when what it shows is known to be all there was; zero: it shows what there is
	Resuming   bool      // its subscription was interrupted, and has not caught up again
	Dropped    uint64    // how often that has happened since the file was opened
	OtherLog   bool      // the log is not the one that the file was made from; Err says how that is known
}

// status returns how the read model is doing. It reads memory only.
func (p *Projector) status() Status {
	g := p.current.Load()
	state := g.state()
	position, _, failure := g.at()
	s := Status{Name: p.definition.Name, Version: state.Version, Position: position, CaughtUp: g.caughtUp(), Progress: 1,
		Applied: state.Applied, Skipped: state.Skipped, Poisoned: uint64(len(state.Poison)), PoisonedAt: state.Poison, Err: state.PoisonErr}
	if failure != nil {
		s.Err = failure.Error()
	}
	s.OtherLog = errors.Is(failure, ErrOtherLog)
	s.AsOf, _ = g.asOf()
	s.Resuming, s.Dropped = g.resuming.Load() != 0, g.dropped.Load()
	g.mu.Lock()
	s.UpdatedAt = g.moved
	g.mu.Unlock()
	building := p.building.Load()
	if building == g { // it has just been swapped in
		building = nil
	}
	if building == nil && !g.complete.Load() {
		building = g
	}
	if building != nil {
		at, _, _ := building.at()
		s.Rebuilding, s.Progress = true, min(1, float64(at)/float64(max(1, p.head.Load(), uint64(at))))
	}
	return s
}
