// Retention: how long page views and visitors are kept, and the totals that remain of them.
//
// Every stream of page views and every visitor's has a $maxAge, so that the log lets its events expire. A log that was moved to another
// store counts that from the move; what has expired by the events' own times is truncated ($tb). A week before a day's views expire, its
// totals are written to the log as a DaySummarized, from the read model, which still has all of them; several instances may try, one
// writes. No stream gets a $maxAge before every day that is due has its summary, so a server that was off, or a shorter retention, loses
// nothing. What has expired stays so under a longer retention.
//
// [Retention.Note] is called with new streams, which get their $maxAge outside of the request. Streams that are missed there, in a
// crash or because too many come at once, are found by the next pass: the read model knows the $maxAge of every stream.

package traffic

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

const (
	oneDay           = 24 * time.Hour
	shortestKept     = 30 // days; views come up to a week late, summaries a week early
	longestKept      = 100 * 365
	summaryAhead     = 7 * oneDay // of a day's expiry its summary is due
	retentionQueue   = 4_096      // new streams waiting for their $maxAge
	retentionWriters = 4
	retentionBatch   = 500              // streams asked of the read model at once
	retentionReport  = 10 * time.Second // between messages about the progress
)

// RetentionLog is what retention needs of the log.
type RetentionLog interface {
	Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error)
	SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error)
	Head(ctx context.Context) (events.Position, error)
	Last(ctx context.Context, stream string) (events.Recorded, error)
	Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error
}

var _ RetentionLog = events.Log(nil)

// RetentionVisits is what retention needs of the read model of visits.
type RetentionVisits interface {
	// WaitFor returns when the read model has applied everything up to position.
	WaitFor(ctx context.Context, position events.Position) error
	// DueSummary returns the summary of the first day before a time's (UTC) that has none; false: none is due.
	DueSummary(before time.Time) (events.DaySummarized, bool, error)
	// WithOtherMaxAge lists streams of page views and visitors whose $maxAge differs from age and that haven't expired, up to most of them,
	// after a place in the list (nil: its beginning); next is the place to continue from, nil at the end.
	WithOtherMaxAge(age time.Duration, after []byte, most int) (streams []string, next []byte, err error)
	// Expired lists up to most streams with events that were made before a time and that the log doesn't let expire, because it was
	// moved to another store since.
	Expired(before time.Time, most int) ([]events.Deletion, error)
}

// RetentionSettings tell how long page views and visitors are stored.
type RetentionSettings interface {
	SettingsIndex
	// WaitFor returns when the settings are those of everything up to position.
	WaitFor(ctx context.Context, position events.Position) error
	// PrivacyChanged returns a channel that is closed when other settings of privacy are in effect.
	PrivacyChanged() <-chan struct{}
}

// RetentionConfig says what a Retention works with. All but Clock are required.
type RetentionConfig struct {
	Log      RetentionLog
	Visits   RetentionVisits
	Settings RetentionSettings
	Clock    func() time.Time
	Logger   zerolog.Logger
}

// Retention keeps the log to its retention. It is safe for concurrent use.
type Retention struct {
	c     RetentionConfig
	fresh chan string
	age   atomic.Int64 // of the last pass, a time.Duration; 0: everything is kept for ever, or there was none yet

	mu    sync.Mutex
	noted string // the last stream of page views
}

// NewRetention starts nothing; see Run.
func NewRetention(c RetentionConfig) *Retention {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return &Retention{c: c, fresh: make(chan string, retentionQueue)}
}

// ParseRetention reads a number of days such as "400d", or "off" or "0" for ever.
func ParseRetention(text string) (events.Days, error) {
	switch text = strings.TrimSpace(text); text {
	case "off", "0", "0d":
		return events.Forever, nil
	}
	number, ok := strings.CutSuffix(text, "d")
	days, err := strconv.Atoi(number)
	if !ok || err != nil || days < 0 || days > longestKept {
		return 0, fmt.Errorf("retention: %q is neither a number of days such as 400d nor off", text)
	}
	if days >= shortestKept {
		return events.Days(days), nil
	}
	return 0, fmt.Errorf("retention: %q is too short: it must be at least 30d, or off", text)
}

// Note notes that a stream of page views or of a visitor was written, perhaps for the first time. It does not wait.
func (r *Retention) Note(stream string) {
	if r.age.Load() == 0 {
		return
	}
	if strings.HasPrefix(stream, events.PageViewPrefix) {
		r.mu.Lock()
		known := r.noted == stream
		r.noted = stream
		r.mu.Unlock()
		if known {
			return
		}
	}
	select {
	case r.fresh <- stream:
	default: // the next pass finds it
	}
}

// Run keeps the log to its retention until ctx ends: what exists at once, when the settings change and every hour, new streams as they
// come.
func (r *Retention) Run(ctx context.Context) {
	var writers sync.WaitGroup
	defer writers.Wait()
	for range retentionWriters {
		writers.Go(func() { r.follow(ctx) })
	}
	commands.Hourly(ctx, r.c.Logger, "retention is not complete; retrying in a minute", r.c.Settings.PrivacyChanged, r.Pass)
}

// follow sets the $maxAge of new streams.
func (r *Retention) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case stream := <-r.fresh:
			if _, err := r.c.Log.SetMaxAge(ctx, stream, time.Duration(r.age.Load())); err != nil && ctx.Err() == nil {
				r.c.Logger.Warn().Err(err).Str("stream", stream).Msg("a stream has no $maxAge yet")
			}
		}
	}
}

// Pass writes the summaries that are due, then sets every stream's $maxAge, and deletes what has expired without it. Errors: the log's, the
// read model's.
func (r *Retention) Pass(ctx context.Context) error {
	age, err := r.ageNow(ctx)
	if err != nil {
		return err
	}
	r.age.Store(int64(age))
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	if age > 0 {
		if err := r.summarize(ctx, age); err != nil {
			return fmt.Errorf("summaries of days: %w", err)
		}
	}
	if err := r.keep(ctx, age); err != nil || age == 0 {
		return err
	}
	return r.expire(ctx, age)
}

// ageNow returns how long everything is stored, as the log's last events say. Older settings might let something expire too soon.
func (r *Retention) ageNow(ctx context.Context) (time.Duration, error) {
	head, err := r.c.Log.Head(ctx)
	if err != nil {
		return 0, err
	}
	if err := r.c.Settings.WaitFor(ctx, head); err != nil {
		return 0, err
	}
	s, err := r.c.Settings.PrivacySettings()
	return s.PageViewDays.Age(), err
}

// expire truncates the streams of a moved log: its store counts their $maxAge only from the move.
func (r *Retention) expire(ctx context.Context, age time.Duration) error {
	for {
		expired, err := r.c.Visits.Expired(r.c.Clock().Add(-age), retentionBatch)
		if err != nil {
			return err
		}
		changed := false
		for _, d := range expired {
			position, err := events.WriteTruncateBefore(ctx, r.c.Log, d.Stream, d.Before)
			if err != nil {
				return err
			}
			changed = changed || position > 0
		}
		if !changed {
			return nil
		}
		if err := r.catchUp(ctx); err != nil {
			return err
		}
	}
}

// catchUp waits until the read model shows all of the log.
func (r *Retention) catchUp(ctx context.Context) error {
	head, err := r.c.Log.Head(ctx)
	if err != nil {
		return err
	}
	return r.c.Visits.WaitFor(ctx, head)
}

// summarize writes the summaries that are due, in the order of their days.
func (r *Retention) summarize(ctx context.Context, age time.Duration) error {
	written, last := 0, ""
	for {
		now := r.c.Clock().UTC()
		e, due, err := r.c.Visits.DueSummary(now.Add(summaryAhead - age))
		if err != nil {
			return err
		}
		if !due {
			break
		}
		if e.Date == last {
			return fmt.Errorf("the read model has not applied the summary of %s", e.Date)
		}
		e.At, last = now.Truncate(time.Millisecond), e.Date
		p, err := events.Encode(events.Envelope{Event: e, Metadata: events.Metadata{At: now, Actor: events.System, Via: events.ViaSystem}})
		if err != nil {
			return err
		}
		if _, err := r.c.Log.Append(ctx, events.DaySummaryPrefix+e.Date, events.NoStream, p); err != nil && !events.IsConflict(err) {
			return err // a conflict: another instance has written it
		}
		if err := r.catchUp(ctx); err != nil {
			return err
		}
		written++
	}
	if written > 0 {
		r.c.Logger.Info().Int("days", written).Str("last", last).Msg("days of page views summarised before they expire")
	}
	return nil
}

// keep sets the $maxAge of every stream whose $maxAge differs.
func (r *Retention) keep(ctx context.Context, age time.Duration) error {
	changed, reported := 0, time.Now()
	var failed error
	for after, more := []byte(nil), true; more; {
		streams, next, err := r.c.Visits.WithOtherMaxAge(age, after, retentionBatch)
		if err != nil {
			return err
		}
		for _, stream := range streams {
			position, err := r.setMaxAge(ctx, stream, age)
			switch {
			case ctx.Err() != nil, errors.Is(err, events.ErrUnavailable), errors.Is(err, events.ErrAccessDenied):
				return errors.Join(err, ctx.Err())
			case err != nil:
				failed = err // of one stream; the others can still be kept
			case position > 0:
				changed++
			}
			if time.Since(reported) > retentionReport {
				reported = time.Now()
				r.c.Logger.Info().Int("streams", changed).Msg("retention is being set")
			}
		}
		after, more = next, next != nil
	}
	if changed > 0 {
		r.c.Logger.Info().Int("streams", changed).Int("days", int(age/oneDay)).Msg("retention set")
	}
	return failed
}

// setMaxAge sets the $maxAge of a stream. What has expired of it is truncated before, or a greater age would bring it back.
func (r *Retention) setMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error) {
	first, err := r.firstRevision(ctx, stream)
	if errors.Is(err, events.ErrStreamNotFound) {
		return 0, nil // all of it has expired
	}
	if err == nil && first > 0 {
		_, err = events.WriteTruncateBefore(ctx, r.c.Log, stream, first)
	}
	if err != nil {
		return 0, err
	}
	return r.c.Log.SetMaxAge(ctx, stream, age)
}

// firstRevision returns the revision of the first event that a stream still has. Its error is ErrStreamNotFound if it has none.
func (r *Retention) firstRevision(ctx context.Context, stream string) (first uint64, err error) {
	found := errors.New("found")
	switch err = r.c.Log.Load(ctx, stream, 0, func(e events.Recorded) error { first = e.Revision; return found }); {
	case errors.Is(err, found):
		return first, nil
	case err == nil:
		return 0, events.ErrStreamNotFound
	}
	return 0, err
}
