// Package logtest checks that an [events.Log] keeps the guarantees in its comment. Every implementation runs it.
package logtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// Run runs all checks, each on a log that open returns and that is closed with the test. The log may have other events, and other
// writers: the checks use stream names of their own.
func Run(t *testing.T, open func(t testing.TB) events.Log) {
	for _, group := range []map[string]func(suite){appends, reads, subscriptions, deletions, limits, errorTypes} {
		for name, check := range group {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				check(suite{T: t, Log: open(t), prefix: "logtest" + uuid.NewString() + "-"})
			})
		}
	}
}

// at is the time of all appended events.
var at = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// suite is one running check.
type suite struct {
	*testing.T
	events.Log
	prefix string // of its streams
}

// stream returns a unique stream name.
func (s suite) stream(name string) string { return s.prefix + name }

// ctx is for a step that takes milliseconds when it works.
func (s suite) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	s.Cleanup(cancel)
	return ctx
}

// proposed encodes an event, with a new id.
func (s suite) proposed(e events.Event) events.Proposed {
	s.Helper()
	p, err := events.Encode(events.Envelope{Event: e, Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		s.Fatal(err)
	}
	return p
}

// published returns an event about the nth review, with a new id.
func (s suite) published(n int) events.Proposed {
	s.Helper()
	return s.proposed(events.ReviewPublished{ReviewID: events.ReviewID(n), At: at})
}

// append appends events, which must succeed.
func (s suite) append(stream string, want events.ExpectedRevision, ps ...events.Proposed) events.Written {
	s.Helper()
	w, err := s.Append(s.ctx(), stream, want, ps...)
	if err != nil {
		s.Fatal(err)
	}
	return w
}

// fill appends n events to stream, one by one, and returns them.
func (s suite) fill(stream string, n int) (ps []events.Proposed, at []events.Position) {
	s.Helper()
	for i := range n {
		p := s.published(i + 1)
		ps, at = append(ps, p), append(at, s.append(stream, events.Any, p).Position)
	}
	return ps, at
}

// load returns the events of stream.
func (s suite) load(stream string) (rs []events.Recorded) {
	s.Helper()
	if err := s.Load(s.ctx(), stream, 0, func(r events.Recorded) error { rs = append(rs, r); return nil }); err != nil {
		s.Fatal(err)
	}
	return rs
}

// holds checks the events of a stream.
func (s suite) holds(stream string, want ...events.Proposed) {
	s.Helper()
	s.same(s.load(stream), want...)
}

// same checks that events are those appended, in their order.
func (s suite) same(got []events.Recorded, want ...events.Proposed) {
	s.Helper()
	text := func(id uuid.UUID, eventType string) string { return eventType + " " + id.String() }
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			s.Fatalf("event %d of %d is missing: %s", i+1, len(want), text(want[i].ID, want[i].Type))
		case i >= len(want):
			s.Fatalf("event %d should not be there: %s", i+1, text(got[i].ID, got[i].Type))
		case got[i].ID != want[i].ID:
			s.Fatalf("event %d is %s, want %s", i+1, text(got[i].ID, got[i].Type), text(want[i].ID, want[i].Type))
		}
	}
}

// conflicts checks that an error is a conflict about stream.
func (s suite) conflicts(err error, stream, what string) {
	s.Helper()
	var conflict *events.ConflictError
	if !errors.As(err, &conflict) || conflict.Stream != stream {
		s.Errorf("%s: got error %v, want a conflict", what, err)
	}
}

// fails checks which error an error is.
func (s suite) fails(err, want error, what string) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Errorf("%s: got error %v, want %v", what, err, want)
	}
}

// metadata returns a stream's metadata, and how often it was written; "" for none.
func (s suite) metadata(stream string) (text string, writes uint64) {
	s.Helper()
	last, err := s.Last(s.ctx(), events.MetadataPrefix+stream)
	if errors.Is(err, events.ErrStreamNotFound) {
		return "", 0
	}
	if err != nil {
		s.Fatal(err)
	}
	return string(last.Data), last.Revision + 1
}

// eventually waits until a condition holds.
func (s suite) eventually(what string, holds func() bool) {
	s.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatal("it never happened: " + what)
		}
	}
}

// large is an event that takes n bytes of the limit of an append, and a few more.
func (s suite) large(n int) events.Proposed {
	s.Helper()
	p := s.published(1)
	p.Data = fmt.Appendf(nil, "{%q:%q}", "note", strings.Repeat("1", n))
	return p
}
