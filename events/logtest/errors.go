package logtest

import (
	"context"
	"errors"

	"candor/events"
)

var errorTypes = map[string]func(suite){
	"what was never written is not found": neverWritten,
	"a context that has ended":            contextEnded,
	"a name that no stream can have":      noName,
	"after Close nothing is answered":     afterClose,
	"none of them makes the log unusable": staysUsable,
}

func neverWritten(s suite) {
	s.fails(s.Load(s.ctx(), s.stream("review-404"), 0, func(events.Recorded) error { return nil }), events.ErrStreamNotFound, "load")
	_, err := s.Last(s.ctx(), s.stream("review-404"))
	s.fails(err, events.ErrStreamNotFound, "last")
}

func contextEnded(s suite) {
	stream := s.stream("review-1")
	ps, _ := s.fill(stream, 1)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	ignore := func(events.Recorded) error { return nil }
	_, appending := s.Append(ended, stream, events.Any, s.published(2))
	_, last := s.Last(ended, stream)
	_, head := s.Head(ended)
	_, _, at := s.At(ended, 1)
	for name, err := range map[string]error{
		"append": appending, "last": last, "head": head, "at": at,
		"load":      s.Load(ended, stream, 0, ignore),
		"read all":  s.ReadAll(ended, 0, 10, ignore),
		"subscribe": s.Subscribe(ended, 0, events.Filter{}, func(events.Message) error { return nil }),
		"delete":    s.DeleteStream(ended, stream, events.Any),
	} {
		s.fails(err, context.Canceled, name)
	}
	s.holds(stream, ps...)
}

func noName(s suite) {
	if _, err := s.Append(s.ctx(), "", events.Any, s.published(1)); err == nil || errors.Is(err, events.ErrUnavailable) {
		s.Errorf("an append to no stream: %v", err)
	}
}

func afterClose(s suite) {
	stream := s.stream("review-1")
	s.fill(stream, 1)
	for range 2 {
		if err := s.Close(); err != nil {
			s.Errorf("close: %v", err)
		}
	}
	ignore := func(events.Recorded) error { return nil }
	_, appending := s.Append(s.ctx(), stream, events.Any, s.published(2))
	_, last := s.Last(s.ctx(), stream)
	_, head := s.Head(s.ctx())
	for name, err := range map[string]error{
		"append": appending, "last": last, "head": head,
		"load":      s.Load(s.ctx(), stream, 0, ignore),
		"read all":  s.ReadAll(s.ctx(), 0, 10, ignore),
		"subscribe": s.Subscribe(s.ctx(), 0, events.Filter{}, func(events.Message) error { return nil }),
		"delete":    s.DeleteStream(s.ctx(), stream, events.Any),
		"tombstone": s.TombstoneStream(s.ctx(), stream),
	} {
		s.fails(err, events.ErrUnavailable, name)
	}
}

func staysUsable(s suite) {
	stream := s.stream("review-1")
	_, _ = s.Append(s.ctx(), stream, events.StreamExists, s.published(1))
	_, _ = s.Append(s.ctx(), stream, events.Any, s.large(2<<20))
	_, _ = s.Append(s.ctx(), "", events.Any, s.published(1))
	_, _ = s.Last(s.ctx(), stream)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	_, _ = s.Append(ended, stream, events.Any, s.published(1))
	if err := s.Available(); err != nil {
		s.Errorf("it counts as away: %v", err)
	}
	if err := s.Writable(); err != nil {
		s.Errorf("it counts as unwritable: %v", err)
	}
	if _, err := s.Away(); err != nil {
		s.Errorf("it counts as away: %v", err)
	}
	s.append(stream, events.NoStream, s.published(1))
}
