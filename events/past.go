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

// Past is a log that ends where the first event stands that was stored after a moment. It has the
// reading side of [Log], so that whatever follows the log can follow its past. Each filter ends by
// itself, at the first such event that it lets pass; with a log whose clock never went back that is
// one place for all of them.
//
// Three things count whenever they were said. What was erased since stays erased: the deletion of a stream with personal
// data is part of every past. So is the removal of a picture, whatever became of it later, for those who show pictures (Filter.Removals). And so is the summary of a day that had
// ended, which stands for page views that may have expired since. It is safe for concurrent use.
type Past struct {
	log    Follower
	moment time.Time

	mu      sync.Mutex
	spans   map[string]*span // by the filter's prefixes
	settled chan struct{}    // closed by Settle
}

// span is how far one filter has come.
type span struct {
	first, reached time.Time // of the events that were handed on; zero before the first
	end            Position  // nothing after it belongs to the past
	ended          bool      // end is known
}

// NewPast returns the log as it stood at moment, what was stored in that very instant included.
func NewPast(log Follower, moment time.Time) *Past {
	return &Past{log: log, moment: moment, spans: map[string]*span{}, settled: make(chan struct{})}
}

// Settle ends what still comes of later times, so that the log can be closed: subscriptions that have caught up stay as they are. It
// is called once.
func (p *Past) Settle() { close(p.settled) }

// Moment is the moment.
func (p *Past) Moment() time.Time { return p.moment }

// Head returns the position of the log's last event today, which nothing of the past can lie behind.
func (p *Past) Head(ctx context.Context) (Position, error) { return p.log.Head(ctx) }

// At is [Log.At] on all of the log.
func (p *Past) At(ctx context.Context, position Position) (Recorded, bool, error) {
	return p.log.At(ctx, position)
}

// Subscribe is [Log.Subscribe] on the past: after all of it CaughtUp comes, and then nothing but
// what counts later than its time (see [Past]).
func (p *Past) Subscribe(ctx context.Context, after Position, f Filter, handle func(Message) error) error {
	after, err := p.history(ctx, after, f, handle)
	if err != nil {
		return err
	}
	belated := f.belated()
	if len(belated.StreamPrefixes) == 0 {
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
	err = p.log.Subscribe(following, after, belated, func(m Message) error {
		if m.Kind == EventAppeared {
			var belongs bool
			if m.Event, belongs = p.belated(m.Event); !belongs {
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

// history hands on what the log had at the moment, and returns how far that goes.
func (p *Past) history(ctx context.Context, after Position, f Filter, handle func(Message) error) (Position, error) {
	s := p.span(f)
	p.mu.Lock()
	end, ended := s.end, s.ended
	p.mu.Unlock()
	if ended && after >= end {
		return after, nil
	}
	err := p.log.Subscribe(ctx, after, f, func(m Message) error {
		if m.Kind == Interrupted {
			return handle(m)
		}
		later := m.Kind == EventAppeared && m.Event.Created.After(p.moment)
		if later || m.Kind == CaughtUp || ended && m.Position > end {
			return errPastEnds
		}
		after = m.Position
		if m.Kind == EventAppeared {
			p.note(s, m.Event.Created)
		}
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

// Progress is how much of the past has been handed on, 0 to 1: by time, since only that tells before the
// end is found, and of all filters together.
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

const metadataOf = MetadataPrefix

// belatedStreams are the prefixes of streams whose events may count later than their time.
var belatedStreams = []string{
	metadataOf + MessagePrefix, metadataOf + SubscriberPrefix, metadataOf + VisitorPrefix, metadataOf + EmailPrefix, // soft deletions
	MessagePrefix, SubscriberPrefix, VisitorPrefix, EmailPrefix, // tombstones
	DaySummaryPrefix,
}

// belated is the part of f that may count later than its time.
func (f Filter) belated() Filter {
	var narrow Filter
	for _, prefix := range belatedStreams {
		if slices.ContainsFunc(f.StreamPrefixes, func(wanted string) bool { return strings.HasPrefix(prefix, wanted) }) {
			narrow.StreamPrefixes = append(narrow.StreamPrefixes, prefix)
		}
	}
	if f.Removals && slices.Contains(f.StreamPrefixes, PicturePrefix) {
		narrow.StreamPrefixes = append(narrow.StreamPrefixes, PicturePrefix)
	}
	return narrow
}

// belated is r as it counts although it was stored after the moment; false: it doesn't.
func (p *Past) belated(r Recorded) (Recorded, bool) {
	if strings.HasPrefix(r.Stream, metadataOf) || r.Type == TombstoneType {
		return r, true
	}
	if r.Type == (MediaRemoved{}).EventType() {
		return r, true // whether it was allowed again doesn't matter: the past had other bytes, which are gone
	}
	if r.Type != (DaySummarized{}).EventType() {
		return r, false
	}
	said, err := r.Decode()
	if err != nil {
		return r, true // whoever follows says loudly what is wrong with it
	}
	summary, ended := said.(DaySummarized).AsOf(p.moment)
	if r.Data, err = json.Marshal(summary); err != nil {
		return r, false // it came from JSON
	}
	return r, ended
}

// ParseMoment reads a moment as people write it: an RFC 3339 time, one without a zone (UTC), or a day,
// which is its beginning (UTC). The error says what it must look like.
func ParseMoment(text string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if at, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return at.UTC(), nil
		}
	}
	return time.Time{}, errors.New("must be a time such as 2026-11-21T12:00:00Z, or a day such as 2026-11-21")
}

// FormatMoment writes a moment as ParseMoment reads it, in characters that an address may hold as they are.
func FormatMoment(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }

// PastMoment is [ParseMoment] for a moment that there has been: now at the latest.
func PastMoment(text string, now time.Time) (time.Time, error) {
	at, err := ParseMoment(text)
	if err == nil && at.After(now) {
		err = errors.New("must not be in the future")
	}
	return at, err
}
