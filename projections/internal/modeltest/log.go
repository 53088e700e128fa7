// Package modeltest helps testing the read models: a log in memory, a real node, histories drawn at random, and opening, waiting and
// asking.
package modeltest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Log is a log in memory with the guarantees of events.Log.
type Log struct {
	Mu     sync.Mutex
	All    []events.Recorded
	Last   map[string]uint64 // next revision of each stream
	moved  chan struct{}     // closed when something is appended
	During func()            // called before each event is delivered
}

var _ projector.Source = (*Log)(nil)

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{Last: map[string]uint64{}, moved: make(chan struct{})}
}

// Began is when the test's log begins.
var Began = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// Append stores events as commands would, and returns the position of the last.
func (l *Log) Append(t testing.TB, stream string, all ...events.Event) events.Position {
	t.Helper()
	return l.AppendAs(t, stream, events.Metadata{Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"},
		CorrelationID: uuid.NewString()}, all...)
}

// AppendAs is Append with the metadata of its caller.
func (l *Log) AppendAs(t testing.TB, stream string, m events.Metadata, all ...events.Event) events.Position {
	t.Helper()
	var at events.Position
	for _, one := range all {
		m := m
		if m.At.IsZero() {
			m.At = l.now()
		}
		p, err := events.Encode(events.Envelope{Event: one, Metadata: m})
		if err != nil {
			t.Fatal(err)
		}
		at = l.Raw(stream, p)
	}
	return at
}

// now returns the time of the next event.
func (l *Log) now() time.Time {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	return Began.Add(time.Duration(len(l.All)) * time.Second)
}

// AppendBroken stores an event of a known type whose data can't be decoded.
func (l *Log) AppendBroken(stream, eventType string) events.Position {
	return l.Raw(stream, events.Proposed{ID: uuid.New(), Type: eventType, Data: []byte(`{"`),
		Meta: []byte(`{"schema":1,"actor":{"kind":"admin"}}`)})
}

// Raw stores an encoded event.
func (l *Log) Raw(stream string, p events.Proposed) events.Position {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	position := events.Position(10 * (len(l.All) + 1)) // not contiguous, as in a real log
	l.All = append(l.All, events.Recorded{ID: p.ID, Stream: stream, Revision: l.Last[stream], Position: position,
		Created: Began.Add(time.Duration(len(l.All)) * time.Second), Type: p.Type, Binary: p.Binary, Data: p.Data, Meta: p.Meta})
	l.Last[stream]++
	close(l.moved)
	l.moved = make(chan struct{})
	return position
}

// DeleteStream soft-deletes, as EventStoreDB does.
func (l *Log) DeleteStream(stream string) events.Position {
	return l.Raw("$$"+stream, events.Proposed{ID: uuid.New(), Type: "$metadata", Data: []byte(`{"$tb":9223372036854775807}`)})
}

// Tombstone deletes for ever, as EventStoreDB does.
func (l *Log) Tombstone(stream string) events.Position {
	return l.Raw(stream, events.Proposed{ID: uuid.New(), Type: events.TombstoneType})
}

// UpTo returns a log with only the first n events of l.
func (l *Log) UpTo(n int) *Log {
	cut := NewLog()
	cut.All = l.All[:n:n]
	return cut
}

func (l *Log) Head(context.Context) (events.Position, error) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	if len(l.All) == 0 {
		return 0, nil
	}
	return l.All[len(l.All)-1].Position, nil
}

func (l *Log) At(_ context.Context, position events.Position) (events.Recorded, bool, error) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	for _, r := range l.All {
		if r.Position >= position {
			return r, true, nil
		}
	}
	return events.Recorded{}, false, nil
}

func (l *Log) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	next, live := int(after/10), false
	for {
		l.Mu.Lock()
		all, moved, during := l.All, l.moved, l.During
		l.Mu.Unlock()
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

// Open opens read models over log in dir and closes them with the test.
func Open(t testing.TB, dir string, log projector.Source) *projections.Models {
	t.Helper()
	m, err := projections.Open(t.Context(), Config(dir, log))
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

// Config returns the configuration of read models over log in dir.
func Config(dir string, log projector.Source) projections.Config {
	return projections.Config{Dir: dir, Log: log, Logger: Logger, Clock: func() time.Time { return Began }}
}

// timeout is how long a test waits for a read model, on a machine that is busy with other tests.
const timeout = 2 * time.Minute

// CaughtUp waits until all read models have applied all of the log.
func CaughtUp(t testing.TB, m *projections.Models) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	if err := m.WaitCaughtUp(ctx); err != nil {
		t.Fatalf("%v\n%+v", err, m.Status())
	}
}

type waiter interface {
	WaitFor(context.Context, events.Position) error
}

// Seen waits until a read model shows everything up to position.
func Seen(t testing.TB, position events.Position, models ...waiter) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
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

// Body returns an answer's text and releases the answer; the query must have worked.
func Body(t testing.TB) func(*answers.Answer, error) string {
	return func(a *answers.Answer, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer a.Release()
		return string(a.Body())
	}
}

// Ptr returns a pointer to v.
func Ptr[T any](v T) *T { return &v }

// Day returns a time of the test's day: n minutes after it began.
func Day(n int) time.Time { return Began.Add(time.Duration(n) * time.Minute) }

// Review is a new draft of a review.
func Review(id int, title string) events.ReviewCreated {
	return events.ReviewCreated{ReviewID: events.ReviewID(id), At: Day(id), ReviewContent: events.ReviewContent{
		ProductName: fmt.Sprintf("Phone %d", id), ProductBrand: "Acme", CategoryID: events.CategoryID(1 + id%2), Title: title,
		Content: "It works.", Rating: 4.5, AuthorName: "Ada", ProductPrice: 100 * float64(id), Pros: []string{"fast"}}}
}

// Published says that a review is published.
func Published(id int) events.ReviewPublished {
	return events.ReviewPublished{ReviewID: events.ReviewID(id), At: Day(id)}
}

// Page is a new draft of a page, whose slug is "page-<id>".
func Page(id int, title string) events.PageCreated {
	return events.PageCreated{PageID: events.PageID(id), At: Day(id),
		PageContent: events.PageContent{Title: title, Slug: fmt.Sprint("page-", id), Content: "It says how."}}
}

// KeepFor sets $maxAge.
func (l *Log) KeepFor(stream string, age time.Duration) {
	l.Raw("$$"+stream, events.Proposed{ID: uuid.New(), Type: "$metadata", Data: fmt.Appendf(nil, `{"$maxAge":%d}`, int(age.Seconds()))})
}

// Without returns a log that lacks the expired events.
func (l *Log) Without(expired func(events.Recorded) bool) *Log {
	left := NewLog()
	left.All = slices.DeleteFunc(slices.Clone(l.All), expired)
	return left
}

// Diverged returns a log with as many events as l, of which those after the first n are different ones.
func (l *Log) Diverged(n int) *Log {
	other := NewLog()
	other.All = slices.Clone(l.All)
	for i := range other.All[n:] {
		other.All[n+i].ID = uuid.New()
	}
	return other
}
