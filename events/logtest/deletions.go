package logtest

import (
	"candor/events"
)

var deletions = map[string]func(suite){
	"a deleted stream reads as not found":          softDeletion,
	"a deleted stream goes on when written again":  writtenAgain,
	"a deletion that expects another revision":     deletionConflicts,
	"deleting what was never written":              deletedUnwritten,
	"a stream deleted for ever stays deleted":      tombstones,
	"what is deleted is still in the whole of log": deletedIsInTheLog,
}

func softDeletion(s suite) {
	stream := s.stream("message-1")
	s.fill(stream, 2)
	for range 2 { // deleting what is gone is no error
		if err := s.DeleteStream(s.ctx(), stream, events.Any); err != nil {
			s.Errorf("delete: %v", err)
		}
	}
	s.fails(s.Load(s.ctx(), stream, 0, func(events.Recorded) error { return nil }), events.ErrStreamNotFound, "load")
	_, err := s.Last(s.ctx(), stream)
	s.fails(err, events.ErrStreamNotFound, "last")
}

func writtenAgain(s suite) {
	stream := s.stream("message-1")
	s.fill(stream, 2)
	if err := s.DeleteStream(s.ctx(), stream, events.Exactly(1)); err != nil {
		s.Fatal(err)
	}
	p := s.published(3)
	if w := s.append(stream, events.NoStream, p); w.Revision != 2 {
		s.Errorf("written again: %+v, want revision 2", w)
	}
	s.holds(stream, p)
}

func deletionConflicts(s suite) {
	stream := s.stream("message-1")
	ps, _ := s.fill(stream, 1)
	for _, other := range []events.ExpectedRevision{events.Exactly(1), events.NoStream} {
		s.conflicts(s.DeleteStream(s.ctx(), stream, other), stream, "delete of a stream that isn't at "+other.String())
	}
	s.holds(stream, ps...)
}

func deletedUnwritten(s suite) {
	stream := s.stream("message-1")
	if err := s.DeleteStream(s.ctx(), stream, events.Any); err != nil {
		s.Errorf("with no expectation: %v", err)
	}
	s.conflicts(s.DeleteStream(s.ctx(), stream, events.Exactly(0)), stream, "at revision 0")
	p := s.published(1)
	if w := s.append(stream, events.NoStream, p); w.Revision != 0 {
		s.Errorf("the first append: %+v", w)
	}
	s.holds(stream, p)
}

func tombstones(s suite) {
	stream := s.stream("message-1")
	s.fill(stream, 2)
	for range 2 { // deleting what is gone for ever is no error
		if err := s.TombstoneStream(s.ctx(), stream); err != nil {
			s.Errorf("delete for ever: %v", err)
		}
	}
	_, err := s.Append(s.ctx(), stream, events.Any, s.published(1))
	s.fails(err, events.ErrStreamDeleted, "append")
	_, err = s.Append(s.ctx(), stream, events.NoStream, s.published(1))
	s.fails(err, events.ErrStreamDeleted, "append to no stream")
	s.fails(s.Load(s.ctx(), stream, 0, func(events.Recorded) error { return nil }), events.ErrStreamDeleted, "load")
	_, err = s.Last(s.ctx(), stream)
	s.fails(err, events.ErrStreamDeleted, "last")
	s.fails(s.DeleteStream(s.ctx(), stream, events.Any), events.ErrStreamDeleted, "delete")
}

func deletedIsInTheLog(s suite) {
	stream := s.stream("message-1")
	ps, at := s.fill(stream, 2)
	if err := s.DeleteStream(s.ctx(), stream, events.Any); err != nil {
		s.Fatal(err)
	}
	var got []events.Recorded
	err := s.ReadAll(s.ctx(), at[0]-1, 2, func(r events.Recorded) error { got = append(got, r); return nil })
	if err != nil {
		s.Fatal(err)
	}
	s.same(got[:1], ps[0])
	fl := s.follow(0, events.Filter{StreamPrefixes: []string{stream}})
	fl.receives(ps...)
}
