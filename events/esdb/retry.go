// Retries: repeating a request that the log could not carry out at the moment. A cluster that elects another leader
// refuses requests for some seconds, of which writers should notice only a delay.

package esdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events"
)

const (
	minRetryWait = 50 * time.Millisecond // before a request is made again
	maxRetryWait = time.Second
)

// failing records since when reads have failed. It is safe for concurrent use.
type failing struct {
	is atomic.Bool // so that success costs nothing

	mu          sync.Mutex
	since, last time.Time
}

// note records a failure and returns since when all reads have failed. A failure long after the last one starts anew.
func (f *failing) note(now time.Time) (since time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.is.Load() || now.Sub(f.last) > events.RetryTimeout {
		f.since = now
	}
	f.last = now
	f.is.Store(true)
	return f.since
}

// end records that a read was answered.
func (f *failing) end() {
	if f.is.Load() {
		f.is.Store(false)
	}
}

// retryRead makes a request that reads, and repeats it while the log is unavailable, until ctx ends or [events.RetryTimeout] is over.
func (l *Log) retryRead(ctx context.Context, request func() error) error {
	for wait := minRetryWait; ; wait = min(2*wait, maxRetryWait) {
		err := request()
		switch {
		case err == nil:
			l.reads.end()
			return nil
		case ctx.Err() != nil, l.isClosed():
			return err
		case !errors.Is(err, events.ErrUnavailable):
			l.reads.end() // it is an answer
			return err
		}
		since := l.reads.note(time.Now())
		if away, down := l.Away(); down != nil && away.Before(since) {
			since = away
		}
		if !l.awaitRetry(ctx, wait, since.Add(events.RetryTimeout)) {
			return err
		}
	}
}

// retryWrite makes a request that writes, and repeats it while the log is unavailable, until ctx ends or no write has been answered for
// [events.RetryTimeout]; after that it sends nothing. The request must be repeatable after an unknown outcome. Errors: the request's, with
// [events.ErrUnknownOutcome] where it was sent and not answered.
func (l *Log) retryWrite(ctx context.Context, request func(context.Context, *official.Client) error) error {
	latest := time.Now().Add(events.RetryTimeout)
	sent := false
	for wait := minRetryWait; ; wait = min(2*wait, maxRetryWait) {
		if ctx.Err() != nil && !sent {
			return ctx.Err()
		}
		deadline, err := l.writeDeadline(latest)
		if time.Until(deadline) > 0 {
			var now bool
			now, err = l.write(ctx, deadline, request)
			sent = sent || now
		}
		if !unanswered(err) {
			return err
		}
		if deadline, _ := l.writeDeadline(latest); ctx.Err() == nil && !l.isClosed() && l.awaitRetry(ctx, wait, deadline) {
			continue
		}
		if sent {
			return fmt.Errorf("%w: %w", events.ErrUnknownOutcome, err)
		}
		return err
	}
}

// writeDeadline returns until when a write may wait for an answer, at most until latest, and why it isn't answered.
func (l *Log) writeDeadline(latest time.Time) (deadline time.Time, why error) {
	deadline = latest
	since, why := l.writes.unanswered()
	if until := since.Add(events.RetryTimeout); !since.IsZero() && until.Before(deadline) {
		deadline = until
	}
	if away, down := l.Away(); down != nil {
		why = fmt.Errorf("%w: %w", events.ErrUnavailable, down)
		if until := away.Add(events.RetryTimeout); until.Before(deadline) {
			deadline = until
		}
	}
	return deadline, why
}

// awaitRetry waits before another try, and for a node that is away. It returns false if it is too late then.
func (l *Log) awaitRetry(ctx context.Context, wait time.Duration, deadline time.Time) bool {
	left := time.Until(deadline)
	if left <= 0 || !l.pause(ctx, min(wait, left)) {
		return false
	}
	waiting, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	return l.waitUp(waiting) == nil
}

// pause waits, and returns false if ctx ends or the log is closed before.
func (l *Log) pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	case <-l.closed:
		return false
	}
}
