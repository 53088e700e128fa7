package logtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"candor/events"
)

var subscriptions = map[string]func(suite){
	"history, then what comes":                     historyThenLive,
	"resumes exactly after any of its messages":    resumesAfterAnyMessage,
	"neither gap nor repeat while others write":    noGapWhileWriting,
	"filters by the type of events":                filtersByType,
	"without a filter everything comes":            everythingComes,
	"says how far it has read what doesn't match":  checkpoints,
	"after the end it waits":                       waitsAfterTheEnd,
	"deletions are events":                         deletionsAreEvents,
	"ends with its handler, its context and Close": subscriptionEnds,
	"a large history":                              largeHistory,
}

// follower collects the messages of a subscription.
type follower struct {
	suite
	mu       sync.Mutex
	messages []events.Message
	stop     func() error // ends the subscription and returns with what
}

// follow subscribes until the check ends.
func (s suite) follow(after events.Position, f events.Filter) *follower {
	s.Helper()
	fl := &follower{suite: s}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- s.Subscribe(ctx, after, f, func(m events.Message) error {
			fl.mu.Lock()
			defer fl.mu.Unlock()
			fl.messages = append(fl.messages, m)
			return nil
		})
	}()
	fl.stop = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(20 * time.Second):
			return errors.New("the subscription does not end")
		}
	})
	s.Cleanup(func() { _ = fl.stop() })
	return fl
}

// all returns all messages so far.
func (fl *follower) all() []events.Message {
	fl.mu.Lock()
	defer fl.mu.Unlock()
	return slices.Clone(fl.messages)
}

// events returns the events so far from the check's streams.
func (fl *follower) events() (rs []events.Recorded) {
	for _, m := range fl.all() {
		if m.Kind == events.EventAppeared && strings.Contains(m.Event.Stream, fl.prefix) {
			rs = append(rs, m.Event)
		}
	}
	return rs
}

// receives waits for these events and checks that no others come.
func (fl *follower) receives(want ...events.Proposed) {
	fl.Helper()
	fl.eventually("all events have come", func() bool { return len(fl.events()) >= len(want) })
	fl.same(fl.events(), want...)
}

// caughtUp waits until history has been sent.
func (fl *follower) caughtUp() {
	fl.Helper()
	fl.eventually("history has been sent", func() bool {
		return slices.ContainsFunc(fl.all(), func(m events.Message) bool { return m.Kind == events.CaughtUp })
	})
}

// reviews lets the check's reviews pass.
func (s suite) reviews() events.Filter {
	return events.Filter{StreamPrefixes: []string{s.stream("review-"), s.stream("nothing-")}}
}

func historyThenLive(s suite) {
	ps, _ := s.fill(s.stream("review-1"), 3)
	s.fill(s.stream("article-1"), 3)
	fl := s.follow(0, s.reviews())
	fl.caughtUp()
	fl.same(fl.events(), ps...)
	more, _ := s.fill(s.stream("review-2"), 3)
	s.fill(s.stream("article-1"), 3)
	all := append(ps, more...)
	fl.receives(all...)
	var last events.Position
	for _, m := range fl.all() {
		if m.Position < last {
			s.Errorf("position %d comes after %d", m.Position, last)
		}
		last = m.Position
		if m.Kind == events.EventAppeared && m.Position != m.Event.Position {
			s.Errorf("a message at %d has an event at %d", m.Position, m.Event.Position)
		}
	}
	if err := fl.stop(); !errors.Is(err, context.Canceled) {
		s.Errorf("it ended with %v", err)
	}
}

func resumesAfterAnyMessage(s suite) {
	var ps []events.Proposed
	for i := range 6 {
		more, _ := s.fill(s.stream("review-1"), 1)
		ps = append(ps, more...)
		if i%2 == 1 {
			s.fill(s.stream("article-1"), 2)
		}
	}
	first := s.follow(0, s.reviews())
	first.caughtUp()
	seen := 0
	for _, m := range first.all() {
		if m.Kind == events.EventAppeared {
			seen++
		}
		again := s.follow(m.Position, s.reviews())
		again.caughtUp()
		again.same(again.events(), ps[seen:]...)
	}
}

func noGapWhileWriting(s suite) {
	const writers, each = 4, 60
	before, _ := s.fill(s.stream("review-0"), 5)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			stream := s.stream("review-" + string(rune('1'+w)))
			for i := range each {
				if _, err := s.Append(s.ctx(), stream, events.Any, s.published(i)); err != nil {
					s.Error(err)
					return
				}
			}
		})
	}
	fl := s.follow(0, s.reviews())
	group.Wait()
	fl.eventually("all events have come", func() bool { return len(fl.events()) >= len(before)+writers*each })
	got := fl.events()
	if len(got) != len(before)+writers*each {
		s.Errorf("%d events came, want %d", len(got), len(before)+writers*each)
	}
	next := map[string]uint64{}
	for i, r := range got {
		if r.Revision != next[r.Stream] || i > 0 && r.Position <= got[i-1].Position {
			s.Fatalf("revision %d of %s at %d; want revision %d", r.Revision, r.Stream, r.Position, next[r.Stream])
		}
		next[r.Stream]++
	}
}

func filtersByType(s suite) {
	stream := s.stream("review-1")
	published := s.published(1)
	featured := s.proposed(events.ReviewFeatured{ReviewID: 1, At: at})
	w := s.append(stream, events.NoStream, published, featured)
	fl := s.follow(w.Position-2, events.Filter{TypePrefixes: []string{"ReviewFeat"}})
	fl.receives(featured)
	later := s.proposed(events.ReviewFeatured{ReviewID: 2, At: at})
	s.append(stream, events.Any, s.published(2), later)
	fl.receives(featured, later)
}

func everythingComes(s suite) {
	stream := s.stream("review-1")
	ps, at := s.fill(stream, 2)
	if _, err := s.SetMaxCount(s.ctx(), stream, 100); err != nil {
		s.Fatal(err)
	}
	fl := s.follow(at[0]-1, events.Filter{})
	fl.eventually("events and metadata have come", func() bool { return len(fl.events()) >= 3 })
	got := fl.events()
	s.same(got[:2], ps...)
	if got[2].Stream != events.MetadataPrefix+stream {
		s.Errorf("the last event is of %s", got[2].Stream)
	}
}

func checkpoints(s suite) {
	_, at := s.fill(s.stream("review-1"), 1)
	var end events.Position
	for range 30 {
		var batch []events.Proposed
		for i := range 100 {
			batch = append(batch, s.published(i))
		}
		end = s.append(s.stream("article-1"), events.Any, batch...).Position
	}
	fl := s.follow(at[0], s.reviews())
	fl.caughtUp()
	said := 0
	for _, m := range fl.all() {
		if m.Kind == events.Checkpoint && m.Position > at[0] && m.Position <= end {
			said++
		}
	}
	if said < 3 {
		s.Errorf("3000 events were passed over, and %d checkpoints came", said)
	}
	if len(fl.events()) > 0 {
		s.Errorf("%d events came that don't match", len(fl.events()))
	}
}

func waitsAfterTheEnd(s suite) {
	_, at := s.fill(s.stream("review-1"), 3)
	fl := s.follow(at[2], s.reviews())
	fl.caughtUp()
	if n := len(fl.events()); n > 0 {
		s.Errorf("%d events came from before it began", n)
	}
	ps, _ := s.fill(s.stream("review-2"), 1)
	fl.receives(ps...)
}

func deletionsAreEvents(s suite) {
	soft, hard := s.stream("review-1"), s.stream("review-2")
	s.fill(soft, 1)
	s.fill(hard, 1)
	if err := s.DeleteStream(s.ctx(), soft, events.Any); err != nil {
		s.Fatal(err)
	}
	if err := s.TombstoneStream(s.ctx(), hard); err != nil {
		s.Fatal(err)
	}
	fl := s.follow(0, events.Filter{StreamPrefixes: []string{s.stream("review-"), events.MetadataPrefix + s.stream("review-")}})
	fl.eventually("both deletions have come", func() bool {
		rs := fl.events()
		return slices.ContainsFunc(rs, func(r events.Recorded) bool { return r.Stream == events.MetadataPrefix+soft }) &&
			slices.ContainsFunc(rs, func(r events.Recorded) bool { return r.Stream == hard && r.Type == events.TombstoneType })
	})
}

func subscriptionEnds(s suite) {
	s.fill(s.stream("review-1"), 3)
	own := errors.New("enough")
	calls := 0
	err := s.Subscribe(s.ctx(), 0, s.reviews(), func(events.Message) error { calls++; return own })
	if !errors.Is(err, own) || calls != 1 {
		s.Errorf("a handler's error came back as %v after %d calls", err, calls)
	}
	short, cancel := context.WithTimeout(s.ctx(), 50*time.Millisecond)
	defer cancel()
	s.fails(s.Subscribe(short, 0, s.reviews(), func(events.Message) error { return nil }), context.DeadlineExceeded, "a context that ends")
	ended := make(chan error, 1)
	caughtUp := make(chan struct{})
	go func() {
		ended <- s.Subscribe(context.Background(), 0, s.reviews(), func(m events.Message) error {
			if m.Kind == events.CaughtUp {
				close(caughtUp)
			}
			return nil
		})
	}()
	<-caughtUp
	if err := s.Close(); err != nil {
		s.Error(err)
	}
	select {
	case err := <-ended:
		s.fails(err, events.ErrUnavailable, "a log that is closed")
	case <-time.After(20 * time.Second):
		s.Error("it doesn't end with Close")
	}
}

// largeHistory is larger than all buffers between log and reader, which is slow at first.
func largeHistory(s suite) {
	var all []events.Proposed
	for range 6 {
		p := s.large(700 << 10)
		s.append(s.stream("review-1"), events.Any, p)
		all = append(all, p)
	}
	var got []events.Recorded
	enough := errors.New("enough")
	err := s.Subscribe(s.ctx(), 0, s.reviews(), func(m events.Message) error {
		if m.Kind == events.EventAppeared {
			if got = append(got, m.Event); len(got) == 1 {
				s.append(s.stream("article-1"), events.Any, s.published(1)) // nobody else waits for the reader
			}
		}
		if len(got) == len(all) {
			return enough
		}
		return nil
	})
	s.fails(err, enough, "the history")
	s.same(got, all...)
}
