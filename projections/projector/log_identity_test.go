package projector_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// settle gives read models in a bubble of fake time a few seconds, in which they check the log and follow it.
func settle() {
	time.Sleep(5 * time.Second)
	synctest.Wait()
}

func TestAnotherLogIsNotMixedIn(t *testing.T) {
	for name, other := range map[string]func(*modeltest.Log) *modeltest.Log{
		"a log that ends earlier":    func(l *modeltest.Log) *modeltest.Log { return l.UpTo(21) },
		"a log whose end is another": func(l *modeltest.Log) *modeltest.Log { return l.Diverged(21) },
		"a longer log that has nothing in common": func(l *modeltest.Log) *modeltest.Log {
			d := l.Diverged(0)
			d.Append(t, "review-99", samplePublished)
			return d
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, dir := newsroom(t), modeltest.MemDir(t)
				made(t, dir, log)
				want := modeltest.Replay(t, log)["content"]
				strange := other(log)
				m := modeltest.Open(t, dir, strange)
				settle()
				if err := m.LogKnown(); !statusOf(t, m, "content").OtherLog || !errors.Is(err, projector.ErrOtherLog) {
					t.Fatalf("it doesn't say that the log is another: %v", err)
				}
				if got, err := m.Dump("content"); err != nil || got != want {
					t.Errorf("it no longer shows what it had: %v", err)
				}
				if at, stale := m.Content.AsOf(); !stale || at.IsZero() {
					t.Errorf("it passes for fresh (%v)", at)
				}
				for _, model := range m.Names() {
					if err := m.Rebuild(t.Context(), model, nil); err != nil {
						t.Fatalf("rebuild of %s: %v", model, err)
					}
				}
				modeltest.CaughtUp(t, m)
				if got, err := m.Dump("content"); err != nil || got != modeltest.Replay(t, strange)["content"] {
					t.Errorf("rebuilt, it does not show the log it is connected with: %v", err)
				}
				if err := m.LogKnown(); err != nil {
					t.Errorf("rebuilt, it says %v", err)
				}
				if _, stale := m.AsOf(); stale {
					t.Error("rebuilt, it passes for stale")
				}
			})
		})
	}
}

var samplePublished = events.ReviewPublished{ReviewID: 99, At: modeltest.Began}

// swapped is a log that breaks off, and behind which another one may be then.
type swapped struct {
	mu    sync.Mutex
	now   *modeltest.Log
	gone  bool
	broke chan struct{} // closed at the next break
}

func (s *swapped) state() (*modeltest.Log, bool, chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, s.gone, s.broke
}

// leave breaks all subscriptions off.
func (s *swapped) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
	close(s.broke)
	s.broke = make(chan struct{})
}

// come answers again, as log.
func (s *swapped) come(log *modeltest.Log) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.gone = log, false
}

func (s *swapped) Head(ctx context.Context) (events.Position, error) {
	log, gone, _ := s.state()
	if gone {
		return 0, events.ErrUnavailable
	}
	return log.Head(ctx)
}

func (s *swapped) At(ctx context.Context, p events.Position) (events.Recorded, bool, error) {
	log, gone, _ := s.state()
	if gone {
		return events.Recorded{}, false, events.ErrUnavailable
	}
	return log.At(ctx, p)
}

func (s *swapped) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	for {
		log, gone, broke := s.state()
		if !gone {
			following, cancel := context.WithCancel(ctx)
			go func() {
				select {
				case <-broke:
					cancel()
				case <-following.Done():
				}
			}()
			err := log.Subscribe(following, after, f, func(m events.Message) error {
				err := handle(m)
				if err == nil {
					after = max(after, m.Position)
				}
				return err
			})
			cancel()
			if ctx.Err() != nil || !errors.Is(err, context.Canceled) {
				return err
			}
			if err := handle(events.Message{Kind: events.Interrupted, Err: events.ErrUnavailable, Since: time.Now()}); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

func TestAReadModelSaysHowOldItIsWhileTheLogIsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, dir := newsroom(t), modeltest.MemDir(t)
		time.Sleep(time.Until(modeltest.Began.AddDate(0, 0, 1))) // from the beginning of a bubble's time until after the events
		source := &swapped{now: log, broke: make(chan struct{})}
		m, err := projections.Open(t.Context(), projections.Config{Dir: dir, Log: source, Logger: modeltest.Logger})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.CaughtUp(t, m)
		settle()
		if _, stale := m.Content.AsOf(); stale {
			t.Error("it passes for stale while it has everything")
		}
		before := time.Now()
		source.leave()
		settle()
		if at, stale := m.Content.AsOf(); !stale || !at.Equal(before) {
			t.Errorf("it was whole until %v, it says (stale: %v); the log went away at %v", at, stale, before)
		}
		if m.LogKnown() == nil {
			t.Error("while the log is away nobody can say which it is")
		}
		source.come(log)
		log.Append(t, "review-99", samplePublished)
		settle()
		whole := func() {
			t.Helper()
			if _, stale := m.AsOf(); stale || m.LogKnown() != nil {
				t.Errorf("it is not whole again (stale: %v): %v", stale, m.LogKnown())
			}
		}
		whole()

		source.leave() // and what comes back is an older copy
		settle()
		if _, stale := m.AsOf(); !stale {
			t.Error("it passes for whole while the log is away")
		}
		source.come(log.UpTo(21))
		settle()
		if err := m.LogKnown(); !errors.Is(err, projector.ErrOtherLog) {
			t.Errorf("it doesn't see that the log is another: %v", err)
		}
		source.come(log) // it was a mistake
		settle()
		whole() // it has gone on by itself
		shown, _ := m.Dump("content")
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if want := modeltest.Replay(t, log)["content"]; shown != want {
			t.Error("after all this it shows something else than the log")
		}

		closed := time.Now()
		source.leave()
		m, err = projections.Open(t.Context(), projections.Config{Dir: dir, Log: source, Logger: modeltest.Logger}) // a start without the log
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if at, stale := m.Content.AsOf(); !stale || at.Before(closed.Add(-10*time.Second)) || at.After(closed) {
			t.Errorf("started without the log it shows what was whole until %v, it says; it was closed at %v", at, closed)
		}
		if _, err := m.Content.Reviews().One(1); err != nil {
			t.Errorf("started without the log it answers %v", err)
		}
	})
}
