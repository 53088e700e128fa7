package logtest

import (
	"errors"
	"math"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

var reads = map[string]func(suite){
	"a stream from a revision on":       streamFromRevision,
	"a long stream":                     longStream,
	"the log after a position":          logAfterPosition,
	"the event at a position":           atPosition,
	"the head is the last that is read": headIsLast,
	"a handler's error ends the read":   readEndsWithHandler,
}

func streamFromRevision(s suite) {
	stream := s.stream("review-1")
	ps, _ := s.fill(stream, 5)
	for from := range uint64(7) {
		var got []events.Recorded
		if err := s.Load(s.ctx(), stream, from, func(r events.Recorded) error { got = append(got, r); return nil }); err != nil {
			s.Fatal(err)
		}
		s.same(got, ps[min(from, 5):]...)
	}
	last, err := s.Last(s.ctx(), stream)
	if err != nil {
		s.Fatal(err)
	}
	s.same([]events.Recorded{last}, ps[4])
}

func longStream(s suite) {
	stream := s.stream("pageviews")
	var all []events.Proposed
	for range 15 {
		var batch []events.Proposed
		for i := range 100 {
			batch = append(batch, s.published(i+1))
		}
		s.append(stream, events.Any, batch...)
		all = append(all, batch...)
	}
	s.holds(stream, all...)
}

func logAfterPosition(s suite) {
	stream := s.stream("review-1")
	ps, at := s.fill(stream, 5)
	read := func(after events.Position) (got []events.Recorded) {
		s.Helper()
		last := after
		err := s.ReadAll(s.ctx(), after, math.MaxInt64, func(r events.Recorded) error {
			if r.Position <= last {
				s.Errorf("position %d comes after %d", r.Position, last)
			}
			last = r.Position
			if r.Stream == stream {
				got = append(got, r)
			}
			return nil
		})
		if err != nil {
			s.Fatal(err)
		}
		return got
	}
	s.same(read(at[0]-1), ps...)
	s.same(read(at[1]), ps[2:]...)
	s.same(read(at[4]))
	for count := range uint64(4) {
		n := uint64(0)
		if err := s.ReadAll(s.ctx(), at[0]-1, count, func(events.Recorded) error { n++; return nil }); err != nil || n != count {
			s.Errorf("asked for %d events and got %d (%v)", count, n, err)
		}
	}
}

func atPosition(s suite) {
	stream := s.stream("review-1")
	ps, at := s.fill(stream, 3)
	for i, position := range at {
		r, found, err := s.At(s.ctx(), position)
		if err != nil || !found || r.Position != position || r.ID != ps[i].ID {
			s.Errorf("at %d: %+v, %v, %v", position, r, found, err)
		}
	}
	head, err := s.Head(s.ctx())
	if err != nil {
		s.Fatal(err)
	}
	if _, found, err := s.At(s.ctx(), head+1_000_000_000); err != nil || found {
		s.Errorf("long after the end: %v, %v", found, err)
	}
}

func headIsLast(s suite) {
	w := s.append(s.stream("review-1"), events.NoStream, s.published(1))
	head, err := s.Head(s.ctx())
	if err != nil || head < w.Position {
		s.Fatalf("head %d (%v) after an append at %d", head, err, w.Position)
	}
	r, found, err := s.At(s.ctx(), head)
	if err != nil || !found || r.Position != head {
		s.Errorf("at the head: %+v, %v, %v", r, found, err)
	}
}

func readEndsWithHandler(s suite) {
	stream := s.stream("review-1")
	_, at := s.fill(stream, 3)
	own := errors.New("enough")
	calls := 0
	handle := func(events.Recorded) error { calls++; return own }
	s.fails(s.Load(s.ctx(), stream, 0, handle), own, "load")
	s.fails(s.ReadAll(s.ctx(), at[0]-1, 10, handle), own, "read all")
	if diff := cmp.Diff(2, calls); diff != "" {
		s.Errorf("handlers were called again after their error: %s", diff)
	}
}
