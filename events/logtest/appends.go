package logtest

import (
	"bytes"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"candor/events"
)

var appends = map[string]func(suite){
	"expected revisions":                  expectedRevisions,
	"a repeated append writes nothing":    repeatedAppend,
	"an append is one step":               oneStep,
	"of writers who expect the same, one": oneWriterWins,
	"events come back as they were":       asTheyWere,
	"an append that is too large":         tooLarge,
}

func expectedRevisions(s suite) {
	stream := s.stream("review-1")
	first, second, third := s.published(1), s.published(2), s.published(3)
	try := func(want events.ExpectedRevision, p events.Proposed) error {
		_, err := s.Append(s.ctx(), stream, want, p)
		return err
	}
	s.conflicts(try(events.StreamExists, first), stream, "stream exists, before it does")
	s.conflicts(try(events.Exactly(0), first), stream, "revision 0, before there is one")
	if w := s.append(stream, events.NoStream, first); w.Revision != 0 || w.Position == 0 {
		s.Errorf("first append: %+v", w)
	}
	s.conflicts(try(events.NoStream, second), stream, "no stream, when there is one")
	s.conflicts(try(events.Exactly(5), second), stream, "a revision to come")
	if w := s.append(stream, events.Exactly(0), second); w.Revision != 1 {
		s.Errorf("append at revision 0: %+v", w)
	}
	s.conflicts(try(events.Exactly(0), third), stream, "a revision that has passed")
	if w := s.append(stream, events.StreamExists, third); w.Revision != 2 {
		s.Errorf("append to a stream that exists: %+v", w)
	}
	s.holds(stream, first, second, third)
}

func repeatedAppend(s suite) {
	for name, want := range map[string]events.ExpectedRevision{"any": events.Any,
		"no stream": events.NoStream, "exactly": events.Exactly(0),
		"exists": events.StreamExists} {
		stream := s.stream(name)
		var before []events.Proposed
		if want != events.NoStream {
			before = append(before, s.published(0))
			s.append(stream, events.NoStream, before[0])
		}
		batch := []events.Proposed{s.published(1), s.published(2)}
		first := s.append(stream, want, batch...)
		for range 2 {
			if again := s.append(stream, want, batch...); again.Revision != first.Revision || again.Position != first.Position &&
				again.Position != 0 {
				s.Errorf("%s: the same append again: %+v, want %+v", name, again, first)
			}
		}
		after := s.published(3)
		s.append(stream, events.Any, after)
		if again := s.append(stream, want, batch...); again.Revision != first.Revision {
			s.Errorf("%s: the same append after another one: %+v, want %+v", name, again, first)
		}
		_, err := s.Append(s.ctx(), stream, want, batch[0], s.published(4))
		s.conflicts(err, stream, name+": half of it is a repetition")
		s.holds(stream, append(append(before, batch...), after)...)
	}
}

func oneStep(s suite) {
	stream, other := s.stream("review-1"), s.stream("review-2")
	var wrote sync.WaitGroup
	wrote.Go(func() { s.fill(other, 50) })
	const batches, size = 20, 10
	var last events.Position
	for i := range batches {
		var batch []events.Proposed
		for range size {
			batch = append(batch, s.published(i))
		}
		w := s.append(stream, events.Any, batch...)
		rs := s.load(stream)
		if len(rs) != (i+1)*size || w.Revision != uint64(len(rs)-1) || w.Position != rs[len(rs)-1].Position {
			s.Fatalf("after batch %d the stream holds %d events; %+v", i+1, len(rs), w)
		}
		for k, r := range rs {
			if r.Revision != uint64(k) || k > 0 && r.Position <= rs[k-1].Position {
				s.Fatalf("event %d has revision %d and position %d", k, r.Revision, r.Position)
			}
		}
		if rs[i*size].Position <= last {
			s.Fatalf("batch %d begins at position %d, and the one before ends at %d", i+1, rs[i*size].Position, last)
		}
		last = w.Position
		inBatch := 0
		err := s.ReadAll(s.ctx(), rs[i*size].Position-1, size, func(r events.Recorded) error {
			if r.Stream == stream {
				inBatch++
			}
			return nil
		})
		if err != nil || inBatch != size {
			s.Fatalf("%d of the first %d events from where batch %d begins are its own (%v)", inBatch, size, i+1, err)
		}
	}
	wrote.Wait()
}

func oneWriterWins(s suite) {
	stream := s.stream("review-1")
	s.append(stream, events.NoStream, s.published(0))
	var won atomic.Int64
	var writers sync.WaitGroup
	for i := range 8 {
		p := s.published(i)
		writers.Go(func() {
			_, err := s.Append(s.ctx(), stream, events.Exactly(0), p)
			if err == nil {
				won.Add(1)
			} else if !events.IsConflict(err) {
				s.Error(err)
			}
		})
	}
	writers.Wait()
	if n := won.Load(); n != 1 {
		s.Errorf("%d of 8 writers at revision 0 succeeded", n)
	}
	if rs := s.load(stream); len(rs) != 2 {
		s.Errorf("the stream holds %d events", len(rs))
	}
}

func asTheyWere(s suite) {
	all := []events.Event{events.ReviewPublished{ReviewID: 1, At: at}, events.MediaStored{Bytes: []byte{0, 255, 10}}}
	for _, name := range events.Types() {
		all = append(all, events.Zero(name))
	}
	type kept struct {
		proposed events.Proposed
		recorded events.Recorded
	}
	var copies []kept
	for i, e := range all {
		stream := s.stream(e.EventType())
		p := s.proposed(e)
		w := s.append(stream, events.Any, p)
		r, err := s.Last(s.ctx(), stream)
		if err != nil {
			s.Fatalf("%s: %v", e.EventType(), err)
		}
		if r.ID != p.ID || r.Stream != stream || r.Position != w.Position || r.Revision != w.Revision || r.Type != p.Type ||
			r.Binary != p.Binary || r.Created.IsZero() {
			s.Errorf("event %d, %s: recorded as %+v", i, e.EventType(), r)
		}
		if got, err := r.DecodeWith(r.Metadata()); err != nil || !cmp.Equal(e, got, cmpopts.EquateEmpty()) {
			s.Errorf("%s came back otherwise: %v\n%s", e.EventType(), err, cmp.Diff(e, got))
		}
		copies = append(copies, kept{p, r})
	}
	for _, c := range copies { // whatever has been read since, they are still the same
		if !bytes.Equal(c.recorded.Data, c.proposed.Data) || !bytes.Equal(c.recorded.Meta, c.proposed.Meta) ||
			c.recorded.Hash() != c.proposed.Hash() {
			s.Errorf("%s: what was read has changed", c.proposed.Type)
		}
	}
}

func tooLarge(s suite) {
	const limit = 1 << 20
	stream := s.stream("review-1")
	for name, batch := range map[string][]events.Proposed{
		"one event":    {s.large(2 * limit)},
		"two together": {s.large(limit * 2 / 3), s.large(limit * 2 / 3)},
	} {
		if _, err := s.Append(s.ctx(), stream, events.Any, batch...); !errors.Is(err, events.ErrTooLarge) {
			s.Errorf("%s: got error %v, want ErrTooLarge", name, err)
		}
	}
	fits := s.large(limit * 9 / 10)
	s.append(stream, events.NoStream, fits)
	s.holds(stream, fits)
}
