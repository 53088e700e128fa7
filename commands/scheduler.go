// The scheduler: carries out what reviews and articles are to do at a time.
//
// It asks a read model what is due, and then decides as every command does: on fresh state, with the expected
// revision. Of several instances, or after a crash, whoever appends first wins; the others find no due time
// in the state and append nothing. What fell due while no server ran is carried out at the start.

package commands

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

const (
	// schedulerNap is the longest wait: timers stand still while a machine sleeps, and clocks are put right.
	schedulerNap = 30 * time.Second
	// schedulerRetry is how long to wait for a read model or a log that is away, and for the read model to follow.
	schedulerRetry = time.Second
	// schedulerBatch is how many due items are asked for at once.
	schedulerBatch = 256
)

// ScheduleIndex knows when which item's time comes.
type ScheduleIndex interface {
	// Due returns the streams of up to limit items with a time up to now, the longest due first, and the
	// next time after it, zero when there is none.
	Due(now time.Time, limit int) (streams []string, next time.Time, err error)
	// ScheduleChanged returns a channel that is closed at the next change of what Due returns.
	ScheduleChanged() <-chan struct{}
}

// scheduler is the goroutine that waits for due times.
type scheduler struct {
	stop context.CancelFunc
	done sync.WaitGroup
}

// newScheduler starts the goroutine.
func newScheduler(h *Handler, index ScheduleIndex) *scheduler {
	ctx, stop := context.WithCancel(context.Background())
	s := &scheduler{stop: stop}
	s.done.Go(func() {
		for ctx.Err() == nil {
			changed := index.ScheduleChanged() // before asking, so that no change is missed
			wait := h.carryOutDue(ctx, index)
			timer := time.NewTimer(wait)
			select {
			case <-ctx.Done():
			case <-changed:
			case <-timer.C:
			}
			timer.Stop()
		}
	})
	return s
}

// close ends the goroutine; what it is appending is finished or refused first.
func (s *scheduler) close() {
	s.stop()
	s.done.Wait()
}

// carryOutDue carries out what is due and returns how long there is nothing to do, changes aside.
func (h *Handler) carryOutDue(ctx context.Context, index ScheduleIndex) time.Duration {
	now := h.now()
	streams, next, err := index.Due(now, schedulerBatch)
	if err != nil {
		if ctx.Err() == nil {
			h.logger.Debug().Err(err).Msg("the schedule can't be read yet")
		}
		return schedulerRetry
	}
	for _, stream := range streams {
		if _, err := h.CarryOut(ctx, stream); err != nil && ctx.Err() == nil {
			h.logger.Warn().Err(err).Str("stream", stream).Msg("a scheduled change failed; retrying")
		}
	}
	switch {
	case len(streams) > 0:
		return schedulerRetry // the read model tells when it has followed
	case next.IsZero():
		return schedulerNap
	}
	return min(max(next.Sub(now), time.Millisecond), schedulerNap)
}

// CarryOut does what the schedule of the review or article with this stream says for now, in one append: publishing
// or unpublishing, if that changes anything, and the schedule without the time that has come. It appends
// nothing when no time has come. Errors: Invalid for another stream, Unavailable.
func (h *Handler) CarryOut(ctx context.Context, stream string) (Result, error) {
	by := Caller{Actor: events.System, Via: events.ViaScheduler, RequestID: uuid.NewString()}
	if id, ok := events.Number(stream, events.ReviewPrefix); ok {
		return execute(ctx, h, by, stream, nil, carryOutReview{id: events.ReviewID(id), now: h.now()})
	}
	if id, ok := events.Number(stream, events.ArticlePrefix); ok {
		return execute(ctx, h, by, stream, nil, carryOutArticle{id: events.ArticleID(id), now: h.now()})
	}
	return Result{}, invalidField("stream", "Only reviews and articles have a schedule")
}
