// The status of a read model.

package projector

import (
	"errors"
	"fmt"
	"time"

	"candor/events"
)

// Status is the status of one read model.
type Status struct {
	Name       string
	Version    int
	Position   events.Position // everything up to here is applied
	Lag        events.Position // from Position to the last event that has arrived
	CaughtUp   bool            // whole, and all history the log had is applied
	Rebuilding bool
	Progress   float64 // of the running build, 0 to 1; 1 if there is none
	Applied    uint64  // events that took effect, since the file was begun
	Skipped    uint64  // irrelevant events: of unknown types, or about things that don't exist
	Poisoned   uint64  // events at which the projector has stopped, because they need a newer program
	PoisonedAt []events.Position
	SetAside   []SetAside // the newest events that couldn't be decoded or applied
	Aside      uint64     // how many there are
	Err        string     // why the projector has stopped; "" while it runs
	UpdatedAt  time.Time  // when Position last moved; zero before the first time
	AsOf       time.Time  // until when it is known to be complete; zero: it is up to date
	Resuming   bool       // its subscription was interrupted, and has not caught up again
	Dropped    uint64     // how often that has happened since the file was opened
	OtherLog   bool       // the log is not the one that the file was made from; Err says how that is known
}

// Lacking says for the owner to read which events the read model lacks because they were set aside; "" if none.
func (s *Status) Lacking() string {
	if s.Aside == 0 {
		return ""
	}
	newest := s.SetAside[len(s.SetAside)-1]
	name := fmt.Sprintf("%s at position %d of stream %s (%s)", newest.Type, newest.Position, newest.Stream, newest.Reason)
	if s.Aside == 1 {
		return fmt.Sprintf("%s: 1 event is set aside, so what it changed isn't shown: %s.", s.Name, name)
	}
	return fmt.Sprintf("%s: %d events are set aside, so what they changed isn't shown. The newest is %s.", s.Name, s.Aside, name)
}

// status returns the read model's status. It reads memory only.
func (p *Projector) status() Status {
	g := p.current.Load()
	state := g.state()
	position, _, failure := g.at()
	s := Status{Name: p.definition.Name, Version: state.Version, Position: position, CaughtUp: g.caughtUp(), Progress: 1,
		Applied: state.Applied, Skipped: state.Skipped, Poisoned: uint64(len(state.Poison)), PoisonedAt: state.Poison, Err: state.PoisonErr,
		SetAside: state.SetAside, Aside: state.SetAsideCount}
	if failure != nil {
		s.Err = failure.Error()
	}
	if heard := events.Position(g.heard.Load()); heard > position {
		s.Lag = heard - position
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
