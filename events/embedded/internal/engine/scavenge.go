package engine

// Scavenging: removing what no reader of a stream may see any more, while appends and reads go on.
//
// The events to keep are copied into a new file by [storage.Rewrite]. Whether an event is kept depends on the state of its stream
// at that moment. Events that are hidden then stay hidden, for a durable reason. Events that are appended meanwhile are copied
// afterwards, until few are left; the writer copies these between two commits, and then replaces the old file. Appends wait only
// for that last step and its sync.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"candor/events/embedded/internal/storage"
)

// catchUps limits how often new events are copied while appends continue, before the writer copies the rest: each
// time there are fewer, unless appends are as fast as copying.
const catchUps = 16

// Scavenged is the result of a scavenge.
type Scavenged struct {
	Removed uint64        // events
	Before  int64         // bytes of the file in use
	After   int64         // the same, now
	Pause   time.Duration // that appends waited
}

// Scavenge removes the events that are hidden for good, by $tb, $maxCount, $maxAge or the deletion of their stream.
// Positions, revisions and the metadata of streams stay as they are. A stream's last event is kept, as the real server does,
// unless the stream is deleted for ever or the event is older than $maxAge. progress is called with the position reached and the
// end of the log, and may be nil. Only one scavenge may run at a time. Errors: ctx's, and those of writing the new file; the old
// file stays in use then.
func (e *Engine) Scavenge(ctx context.Context, progress func(at, head uint64)) (s Scavenged, err error) {
	s.Before = e.store.Used()
	r, err := e.store.Rewrite()
	if err != nil {
		return s, fmt.Errorf("scavenge: %w", err)
	}
	var closeOld func() error
	if err = e.copyBeside(ctx, r, &s, progress); err == nil {
		var swapped error
		err = e.alone(ctx, func() error {
			began := time.Now()
			closeOld, swapped = e.finish(ctx, r, &s)
			s.Pause = time.Since(began)
			return swapped
		})
	}
	if closeOld == nil {
		return s, errors.Join(fmt.Errorf("scavenge: the log is as it was: %w", err), r.Discard())
	}
	s.After = e.store.Used()
	return s, errors.Join(err, closeOld())
}

// alone has the writer run do between two commits. It returns when that is done, even if ctx ends, because the caller
// must not use do's variables before.
func (e *Engine) alone(ctx context.Context, do func() error) error {
	r := &request{ctx: context.WithoutCancel(ctx), body: &storage.Body{}, alone: do, answer: make(chan Result, 1)}
	if err := e.queue.put(r); err != nil {
		return err
	}
	return (<-r.answer).Err
}

// copyBeside copies while appends continue, until few new events are left.
func (e *Engine) copyBeside(ctx context.Context, r *storage.Rewrite, s *Scavenged, progress func(at, head uint64)) error {
	keep := e.keeper()
	for range catchUps {
		end := e.Last()
		steps := 0
		for ; r.Done() < end; steps++ {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			removed, err := r.Step(end, keep)
			if err != nil {
				return err
			}
			s.Removed += removed
			if progress != nil {
				progress(r.Done(), max(end, e.Last()))
			}
		}
		if err := r.Sync(); err != nil {
			return err
		}
		if steps <= 1 {
			break
		}
	}
	return nil
}

// finish copies the rest and swaps the files; the writer runs it.
func (e *Engine) finish(ctx context.Context, r *storage.Rewrite, s *Scavenged) (closeOld func() error, err error) {
	keep := e.keeper()
	for end := e.store.Last(); r.Done() < end; {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		removed, err := r.Step(end, keep)
		if err != nil {
			return nil, err
		}
		s.Removed += removed
	}
	return r.Swap()
}

// keeper returns the function that decides which events are kept. It is for published events.
func (e *Engine) keeper() storage.Keep {
	now := e.clock()
	return func(ev *storage.Event) (keep, last bool, err error) {
		stream := string(ev.Stream)
		h, err := e.head(stream)
		switch {
		case err != nil:
			return false, false, err
		case h.Tombstoned:
			return ev.Revision == tombstoneRevision, false, nil
		case h.meta.MaxAge > 0 && ev.Created < ticks(now.Add(-h.meta.MaxAge)):
			return false, ev.Revision == uint64(h.Last), nil
		}
		return ev.Revision >= min(h.lowest(), uint64(max(0, h.Last))), false, nil
	}
}
