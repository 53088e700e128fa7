// Past: the log as it stood at a moment, for read models that show how things were.

package events

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Follower is what [Past] needs of a [Log].
type Follower interface {
	Subscribe(ctx context.Context, after Position, f Filter, handle func(Message) error) error
	Head(ctx context.Context) (Position, error)
	At(ctx context.Context, position Position) (Recorded, bool, error)
}

var _ Follower = Log(nil)

// Past is a log that ends before the first event that was made after a moment ([Recorded.Time]), so that the log's time at an event is the
// latest of the times up to it. It has the reading side of [Log], so that read models can follow it. Each filter ends on its own, before
// the first such event that matches it; if times never go back, all filters end at the same position. An event without a time in its
// metadata, such as a deletion, ends nothing: a log that was moved to another store has stored it only then.
//
// Three kinds of later events are part of every past. Erased data stays erased, so the deletion of a stream with personal data is one.
// The removal of a picture is another, for followers that show pictures (Filter.Removals), even if the picture was allowed again later.
// The third is the summary of a day that had ended, which replaces page views that may have expired since. Past is safe for concurrent use.
type Past struct {
	log    Follower
	moment time.Time

	mu      sync.Mutex
	spans   map[string]*span // by the filter's prefixes
	settled chan struct{}    // closed by Settle
}

// span holds the progress of one filter.
type span struct {
	first, reached time.Time // of the events that were passed on; zero before the first
	end            Position  // nothing after it belongs to the past
	ended          bool      // end is known
}

// NewPast returns the log as it stood at moment, including the events that were made at that very instant.
func NewPast(log Follower, moment time.Time) *Past {
	return &Past{log: log, moment: moment, spans: map[string]*span{}, settled: make(chan struct{})}
}

// Settle stops the delivery of later events, so that the log can be closed. Subscriptions that have caught up stay open. Settle must be
// called only once.
func (p *Past) Settle() { close(p.settled) }

// Moment returns the moment at which the past ends.
func (p *Past) Moment() time.Time { return p.moment }

// Head returns the position of the log's last event today, which nothing of the past can lie behind.
func (p *Past) Head(ctx context.Context) (Position, error) { return p.log.Head(ctx) }

// At is [Log.At] on all of the log.
func (p *Past) At(ctx context.Context, position Position) (Recorded, bool, error) {
	return p.log.At(ctx, position)
}

// Subscribe does what [Log.Subscribe] does, on the past: after all of it comes CaughtUp, and then only the
// later events that are part of every past (see [Past]).
func (p *Past) Subscribe(ctx context.Context, after Position, f Filter, handle func(Message) error) error {
	after, err := p.history(ctx, after, f, handle)
	if err != nil {
		return err
	}
	late := f.late()
	if len(late.StreamPrefixes) == 0 {
		if err := handle(Message{Kind: CaughtUp, Position: after}); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	}
	following, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-p.settled:
			stop()
		case <-following.Done():
		}
	}()
	err = p.log.Subscribe(following, after, late, func(m Message) error {
		if m.Kind == EventAppeared {
			var belongs bool
			if m.Event, belongs = p.lateEvent(m.Event); !belongs {
				return nil
			}
		}
		return handle(m)
	})
	select {
	case <-p.settled:
		<-ctx.Done()
		return ctx.Err()
	default:
		return err
	}
}

// errPastEnds ends a subscription where the past does.
var errPastEnds = errors.New("the past ends here")

// history passes on the events that the log had at the moment, and returns the position of the last one.
func (p *Past) history(ctx context.Context, after Position, f Filter, handle func(Message) error) (Position, error) {
	s := p.span(f)
	p.mu.Lock()
	end, ended := s.end, s.ended
	p.mu.Unlock()
	late := f.late()
	if ended && after >= end {
		return after, nil
	}
	err := p.log.Subscribe(ctx, after, f, func(m Message) error {
		if m.Kind == Interrupted {
			return handle(m)
		}
		later := m.Kind == EventAppeared && m.Event.Time().After(p.moment)
		_, timed := m.Event.madeAt()
		switch {
		case later && timed, m.Kind == CaughtUp, ended && m.Position > end:
			return errPastEnds
		case later:
			var belongs bool
			if m.Event, belongs = p.lateEvent(m.Event); !belongs || !late.matches(m.Event.Stream) {
				return nil
			}
		case m.Kind == EventAppeared:
			p.note(s, m.Event.Time())
		}
		after = m.Position
		return handle(m)
	})
	if !errors.Is(err, errPastEnds) {
		return after, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !s.ended {
		s.end, s.ended = after, true
	}
	return after, nil
}

func (p *Past) span(f Filter) *span {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := strings.Join(append(append(slices.Clone(f.StreamPrefixes), ""), f.TypePrefixes...), "\n")
	s := p.spans[name]
	if s == nil {
		s = &span{}
		p.spans[name] = s
	}
	return s
}

func (p *Past) note(s *span, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.first.IsZero() {
		s.first = at
	}
	s.reached = at
}

// Progress returns how much of the past has been passed on, 0 to 1, for all filters together. It is measured by the events'
// times, because the position of the end is not known beforehand.
func (p *Past) Progress() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := 0.0
	for _, s := range p.spans {
		switch whole := p.moment.Sub(s.first); {
		case s.ended:
			sum++
		case !s.first.IsZero() && whole > 0:
			sum += min(1, max(0, float64(s.reached.Sub(s.first))/float64(whole)))
		}
	}
	return sum / float64(max(1, len(p.spans)))
}

// matches reports whether stream has one of the filter's prefixes.
func (f Filter) matches(stream string) bool {
	return slices.ContainsFunc(f.StreamPrefixes, func(prefix string) bool { return strings.HasPrefix(stream, prefix) })
}

// late returns the part of f whose later events may be part of every past.
func (f Filter) late() Filter {
	var narrow Filter
	for _, prefix := range lateStreams {
		if slices.ContainsFunc(f.StreamPrefixes, func(wanted string) bool { return strings.HasPrefix(prefix, wanted) }) {
			narrow.StreamPrefixes = append(narrow.StreamPrefixes, prefix)
		}
	}
	if f.Removals && slices.Contains(f.StreamPrefixes, PicturePrefix) {
		narrow.StreamPrefixes = append(narrow.StreamPrefixes, PicturePrefix)
	}
	return narrow
}

// lateEvent returns a later event as it is part of the past; false: it is not.
func (p *Past) lateEvent(r Recorded) (Recorded, bool) {
	if strings.HasPrefix(r.Stream, MetadataPrefix) || r.Type == TombstoneType {
		return r, true
	}
	if r.Type == (MediaRemoved{}).EventType() {
		return r, true // whether it was allowed again doesn't matter: the past had other bytes, which are gone
	}
	if r.Type != (DaySummarized{}).EventType() {
		return r, false
	}
	decoded, err := r.Decode()
	if err != nil {
		return r, true // the read model that decodes it reports the error
	}
	summary, ended := decoded.(DaySummarized).AsOf(p.moment)
	if r.Data, err = json.Marshal(summary); err != nil {
		return r, false // it came from JSON
	}
	return r, ended
}

// ParseMoment parses a moment as people write it: an RFC 3339 time, a time without a zone (UTC), or a day,
// which means its beginning (UTC). The error describes the expected form.
func ParseMoment(text string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if at, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, errors.New("must be a time such as 2026-11-21T12:00:00Z, or a day such as 2026-11-21")
}

// FormatMoment returns a moment as text that ParseMoment reads and that needs no escaping in an address.
func FormatMoment(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }

// PastMoment parses a moment as [ParseMoment] does, and refuses one that is after now.
func PastMoment(text string, now time.Time) (time.Time, error) {
	at, err := ParseMoment(text)
	if err == nil && at.After(now) {
		err = errors.New("must not be in the future")
	}
	return at, err
}
