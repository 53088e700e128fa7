// The scheduler: publishes and unpublishes items at their scheduled times.
//
// It asks a read model what is due, and then decides as every command does: on fresh state, with the expected
// revision. Of several instances, or after a crash, whoever appends first wins; the others find no due time
// in the state and append nothing. What fell due while no server ran is carried out at the start.

package editorial

import (
	"context"
	"sync"
	"time"

	"candor/commands"
)

const (
	// schedulerNap is the longest wait: timers stop while a machine sleeps, and clocks are corrected.
	schedulerNap = 30 * time.Second
	// schedulerRetry is how long to wait for an unavailable read model or log, and for the read model to catch up.
	schedulerRetry = time.Second
	// schedulerBatch is how many due items are asked for at once.
	schedulerBatch = 256
)

// ScheduleIndex finds the items whose scheduled time has come.
type ScheduleIndex interface {
	// Due returns the streams of up to limit items with a time up to now, the longest due first, and the
	// next time after it, zero when there is none.
	Due(now time.Time, limit int) (streams []string, next time.Time, err error)
	// ScheduleChanged returns a channel that is closed at the next change of what Due returns.
	ScheduleChanged() <-chan struct{}
}

// scheduler is the goroutine that waits for due times.
type scheduler struct {
	*commands.Executor
	index    ScheduleIndex
	carryOut func(ctx context.Context, stream string) (commands.Result, error)

	stop    context.CancelFunc
	running sync.WaitGroup
}

// newScheduler starts the goroutine.
func newScheduler(x *commands.Executor, index ScheduleIndex,
	carryOut func(ctx context.Context, stream string) (commands.Result, error)) *scheduler {
	ctx, stop := context.WithCancel(context.Background())
	s := &scheduler{Executor: x, index: index, carryOut: carryOut, stop: stop}
	s.running.Go(func() { s.run(ctx) })
	return s
}

func (s *scheduler) run(ctx context.Context) {
	for ctx.Err() == nil {
		changed := s.index.ScheduleChanged() // before asking, so that no change is missed
		timer := time.NewTimer(s.carryOutDue(ctx))
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// close ends the goroutine; an append under way is finished or refused first.
func (s *scheduler) close() {
	s.stop()
	s.running.Wait()
}

// carryOutDue carries out what is due and returns how long to wait, unless the schedule changes before.
func (s *scheduler) carryOutDue(ctx context.Context) time.Duration {
	now := s.Now()
	streams, next, err := s.index.Due(now, schedulerBatch)
	if err != nil {
		if ctx.Err() == nil {
			s.Logger.Debug().Err(err).Msg("the schedule can't be read yet")
		}
		return schedulerRetry
	}
	for _, stream := range streams {
		if _, err := s.carryOut(ctx, stream); err != nil && ctx.Err() == nil {
			s.Logger.Warn().Err(err).Str("stream", stream).Msg("a scheduled change failed; retrying")
		}
	}
	switch {
	case len(streams) > 0:
		return schedulerRetry // or until the read model has caught up, which changes the schedule
	case next.IsZero():
		return schedulerNap
	}
	return min(max(next.Sub(now), time.Millisecond), schedulerNap)
}
