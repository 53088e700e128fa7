// Package restore makes an empty log, which may be another program's, from a backup ([embedded.Backup]), with everything that a site wrote:
// ids, types, data, metadata, revisions and order of its events, the metadata of streams, and deletions. Positions and the times at which
// the log stored its events are new; see [events.Recorded.Time].
package restore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"candor/events"
	"candor/events/embedded"
)

// At most so many events, and bytes, are appended together.
const (
	maxTogether      = 500
	maxBytesTogether = 512 << 10
)

// Result says what a restore did.
type Result struct {
	embedded.Backup
	Found   uint64 // events that an earlier, interrupted restore had written
	Written uint64 // events
}

// OtherEventError says that a log holds an event which the backup does not have at its place.
type OtherEventError struct {
	Event events.Recorded
	What  string // that differs: "id", "content", …; "" if the backup has no further event
}

func (e *OtherEventError) Error() string {
	text := fmt.Sprintf("it holds %s as revision %d of stream %s, stored on %s", e.Event.Type, e.Event.Revision, e.Event.Stream,
		e.Event.Created.Format("2006-01-02"))
	if e.What == "" {
		return text + ", after all that the backup has"
	}
	return text + ", where the backup has an event with another " + e.What
}

// Errors of [Into].
var (
	ErrNotEmpty = errors.New("the log is neither empty nor the beginning of this backup") // nothing was written
	ErrDiffers  = errors.New("the log differs from the backup")
)

// errEnd ends a subscription at the end of the log.
var errEnd = errors.New("end")

// Into appends to log what the backup has and the log doesn't have yet, and then compares all of it. The log must be empty, apart from the
// store's own streams, or hold what an earlier call with the same backup has written before it was interrupted. open opens the backup; it
// is read several times. progress may be nil. Errors: those of [embedded.CheckBackup], [ErrNotEmpty], [ErrDiffers], the log's, ctx's. After
// one of the last two the same call continues.
func Into(ctx context.Context, log events.Log, open func() (io.ReadCloser, error), progress func(what string, at, head uint64)) (Result,
	error) {
	if progress == nil {
		progress = func(string, uint64, uint64) {}
	}
	p, b, err := newPlan(open, func(at, head uint64) { progress("read", at, head) })
	if err != nil {
		return Result{}, err
	}
	r := restoring{log: log, plan: p, progress: progress, result: Result{Backup: b}}
	if err := r.write(ctx); err != nil {
		return r.result, err
	}
	return r.result, r.verify(ctx)
}

type restoring struct {
	log      events.Log
	plan     *plan
	progress func(what string, at, head uint64)
	result   Result
}

// write appends the items that the log lacks.
func (r *restoring) write(ctx context.Context) error {
	next, stop := iter.Pull2(r.plan.all())
	defer stop()
	found, err := r.compare(ctx, "compare", next)
	r.result.Found = found
	var other *OtherEventError
	if errors.As(err, &other) {
		return fmt.Errorf("%w: %w", ErrNotEmpty, err)
	}
	if err != nil {
		return err
	}
	var together []item
	size := 0
	for {
		i, err, more := next()
		if err != nil {
			return err
		}
		if len(together) > 0 && (!more || !i.follows(together[len(together)-1]) || len(together) == maxTogether ||
			size+i.size() > maxBytesTogether) {
			if err := r.append(ctx, together); err != nil {
				return err
			}
			together, size = together[:0], 0
		}
		if !more {
			return nil
		}
		together, size = append(together, i), size+i.size()
	}
}

// append appends consecutive items of one stream.
func (r *restoring) append(ctx context.Context, items []item) (err error) {
	first, last := items[0], items[len(items)-1]
	if first.tombstone {
		err = r.log.TombstoneStream(ctx, first.stream)
	} else {
		want := events.NoStream
		if first.revision > 0 {
			want = events.Exactly(first.revision - 1)
		}
		proposed := make([]events.Proposed, len(items))
		for i := range items {
			proposed[i] = items[i].Proposed
		}
		_, err = r.log.Append(ctx, first.stream, want, proposed...)
	}
	if events.IsConflict(err) {
		return fmt.Errorf("another program writes to the log: %w", err)
	}
	if err == nil {
		r.result.Written += uint64(len(items))
		r.progress("restore", uint64(last.at), r.result.Position)
	}
	return err
}

// verify reads all of the log and compares it with the backup.
func (r *restoring) verify(ctx context.Context) error {
	next, stop := iter.Pull2(r.plan.all())
	defer stop()
	_, err := r.compare(ctx, "verify", next)
	var other *OtherEventError
	if errors.As(err, &other) {
		return fmt.Errorf("%w: %w", ErrDiffers, err)
	}
	if err != nil {
		return err
	}
	switch missing, err, more := next(); {
	case err != nil:
		return err
	case more:
		return fmt.Errorf("%w: revision %d of stream %s is missing", ErrDiffers, missing.revision, missing.stream)
	}
	return nil
}

// compare reads the log to its end and returns how many items it holds. Its error is an [*OtherEventError] if it holds anything else than
// the next items.
func (r *restoring) compare(ctx context.Context, what string, next func() (item, error, bool)) (n uint64, err error) {
	err = r.log.Subscribe(ctx, 0, events.Filter{}, func(m events.Message) error {
		switch {
		case m.Kind == events.CaughtUp:
			return errEnd
		case m.Kind != events.EventAppeared || events.OwnedByStore(m.Event.Stream):
			return nil
		}
		i, err, more := next()
		if err != nil {
			return err
		}
		if !more {
			return &OtherEventError{Event: m.Event}
		}
		if what := i.difference(m.Event); what != "" {
			return &OtherEventError{m.Event, what}
		}
		n++
		r.progress(what, uint64(i.at), r.result.Position)
		return nil
	})
	if errors.Is(err, errEnd) {
		err = nil
	}
	return n, err
}
