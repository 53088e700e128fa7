package projections_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
)

// memLog is a log in memory: the same promises as events.Log, without a node.
type memLog struct {
	mu     sync.Mutex
	all    []events.Recorded
	last   map[string]uint64 // next revision of each stream
	moved  chan struct{}     // closed when something is appended
	during func()            // called before each event is handed out, to get in between
}

var _ projections.Source = (*memLog)(nil)

func newMemLog() *memLog {
	return &memLog{last: map[string]uint64{}, moved: make(chan struct{})}
}

var began = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// append stores facts as commands would, and returns the position of the last.
func (l *memLog) append(t testing.TB, stream string, facts ...events.Event) events.Position {
	t.Helper()
	return l.appendAs(t, stream, events.Metadata{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}, CorrelationID: uuid.NewString()}, facts...)
}

func (l *memLog) appendAs(t testing.TB, stream string, m events.Metadata, facts ...events.Event) events.Position {
	t.Helper()
	var at events.Position
	for _, fact := range facts {
		p, err := events.Encode(events.Envelope{Event: fact, Metadata: m})
		if err != nil {
			t.Fatal(err)
		}
		at = l.raw(stream, p)
	}
	return at
}

// raw stores an encoded event.
func (l *memLog) raw(stream string, p events.Proposed) events.Position {
	l.mu.Lock()
	defer l.mu.Unlock()
	position := events.Position(10 * (len(l.all) + 1)) // not contiguous, as in a real log
	l.all = append(l.all, events.Recorded{ID: p.ID, Stream: stream, Revision: l.last[stream], Position: position,
		Created: began.Add(time.Duration(len(l.all)) * time.Second), Type: p.Type, Binary: p.Binary, Data: p.Data, Meta: p.Meta})
	l.last[stream]++
	close(l.moved)
	l.moved = make(chan struct{})
	return position
}

// deleteStream soft-deletes, as EventStoreDB does.
func (l *memLog) deleteStream(stream string) events.Position {
	return l.raw("$$"+stream, events.Proposed{ID: uuid.New(), Type: "$metadata", Data: []byte(`{"$tb":9223372036854775807}`)})
}

// tombstone deletes for ever, as EventStoreDB does.
func (l *memLog) tombstone(stream string) events.Position {
	return l.raw(stream, events.Proposed{ID: uuid.New(), Type: events.TombstoneType})
}

// upTo is a log that holds only the first n events of l.
func (l *memLog) upTo(n int) *memLog {
	cut := newMemLog()
	cut.all = l.all[:n:n]
	return cut
}

func (l *memLog) Head(context.Context) (events.Position, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) == 0 {
		return 0, nil
	}
	return l.all[len(l.all)-1].Position, nil
}

func (l *memLog) At(_ context.Context, position events.Position) (events.Recorded, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.all {
		if r.Position >= position {
			return r, true, nil
		}
	}
	return events.Recorded{}, false, nil
}

func (l *memLog) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	next, live := int(after/10), false
	for {
		l.mu.Lock()
		all, moved, during := l.all, l.moved, l.during
		l.mu.Unlock()
		for ; next < len(all); next++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if during != nil {
				during()
			}
			if !matches(f, all[next].Stream) {
				continue
			}
			if err := handle(events.Message{Kind: events.EventAppeared, Event: all[next], Position: all[next].Position}); err != nil {
				return err
			}
		}
		if !live {
			live = true
			if len(all) > 0 && all[len(all)-1].Position > after {
				after = all[len(all)-1].Position
				if err := handle(events.Message{Kind: events.Checkpoint, Position: after}); err != nil {
					return err
				}
			}
			if err := handle(events.Message{Kind: events.CaughtUp, Position: after}); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moved:
		}
	}
}

func matches(f events.Filter, stream string) bool {
	for _, prefix := range f.StreamPrefixes {
		if strings.HasPrefix(stream, prefix) {
			return true
		}
	}
	return len(f.StreamPrefixes) == 0
}

// openModels opens read models over log in dir and closes them with the test.
func openModels(t testing.TB, dir string, log projections.Source) *projections.Models {
	t.Helper()
	m, err := projections.Open(t.Context(), config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func config(dir string, log projections.Source) projections.Config {
	return projections.Config{Dir: dir, Log: log, Logger: testLogger, Clock: func() time.Time { return began }}
}

// caughtUp waits until all read models have applied all of the log.
func caughtUp(t testing.TB, m *projections.Models) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := m.WaitCaughtUp(ctx); err != nil {
		t.Fatalf("%v\n%+v", err, m.Status())
	}
}

type waiter interface {
	WaitFor(context.Context, events.Position) error
}

// seen waits until a read model shows everything up to position.
func seen(t testing.TB, position events.Position, models ...waiter) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var waits sync.WaitGroup
	for _, m := range models {
		waits.Go(func() {
			if err := m.WaitFor(ctx, position); err != nil {
				t.Errorf("%T: %v\n%s", m, err, allStacks())
			}
		})
	}
	waits.Wait()
}

// body returns an answer's text and releases the answer; the query must have worked.
func body(t testing.TB) func(*projections.Answer, error) string {
	return func(a *projections.Answer, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer a.Release()
		return string(a.Body())
	}
}

func ptr[T any](v T) *T { return &v }

// day is a time of the test's day, n minutes on.
func day(n int) time.Time { return began.Add(time.Duration(n) * time.Minute) }

func review(id int, title string) events.ReviewCreated {
	return events.ReviewCreated{ReviewID: events.ReviewID(id), At: day(id), ReviewContent: events.ReviewContent{
		ProductName: fmt.Sprintf("Phone %d", id), ProductBrand: "Acme", CategoryID: events.CategoryID(1 + id%2), Title: title,
		Content: "It works.", Rating: 4.5, AuthorName: "Ada", ProductPrice: 100 * float64(id), Pros: []string{"fast"}}}
}

func published(id int) events.ReviewPublished {
	return events.ReviewPublished{ReviewID: events.ReviewID(id), At: day(id)}
}
