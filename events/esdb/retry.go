// Retries: repeating a request that the log could not carry out at the moment. A cluster that elects another leader
// refuses requests for some seconds, of which writers should notice only a delay.

package esdb

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"candor/events"
)

const (
	minRetryWait = 50 * time.Millisecond // before a request is made again
	maxRetryWait = time.Second
	refusalFor   = time.Second // for how long writes are refused after one has failed for good
)

// failing records since when requests of one kind have failed. It is safe for concurrent use.
type failing struct {
	is atomic.Bool // so that success costs nothing

	mu          sync.Mutex
	since, last time.Time
	why         error
}

// note records a failure and returns since when all requests have failed. A failure long after the last one starts anew.
func (f *failing) note(err error, now time.Time) (since time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.is.Load() || now.Sub(f.last) > events.RetryTimeout {
		f.since = now
	}
	f.last, f.why = now, err
	f.is.Store(true)
	return f.since
}

// end records that a request was answered.
func (f *failing) end() {
	if f.is.Load() {
		f.is.Store(false)
	}
}

// now returns why requests would probably fail now: all have failed for [events.RetryTimeout], the last one just now.
func (f *failing) now() error {
	if !f.is.Load() {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); f.last.Sub(f.since) >= events.RetryTimeout && now.Sub(f.last) < refusalFor {
		return f.why
	}
	return nil
}

// retry makes a request, and repeats it while the log is unavailable, until ctx ends or [events.RetryTimeout] is over. The
// request must be repeatable after an unknown outcome.
func (l *Log) retry(ctx context.Context, f *failing, request func() error) error {
	for wait := minRetryWait; ; wait = min(2*wait, maxRetryWait) {
		err := request()
		switch {
		case err == nil:
			f.end()
			return nil
		case ctx.Err() != nil, l.isClosed(), errors.Is(err, events.ErrUnwritable):
			return err
		case !errors.Is(err, events.ErrUnavailable):
			f.end() // it is an answer
			return err
		}
		since := f.note(err, time.Now())
		if away, down := l.Away(); down != nil && away.Before(since) {
			since = away
		}
		left := time.Until(since.Add(events.RetryTimeout))
		if left <= 0 || !l.pause(ctx, min(wait, left)) {
			return err
		}
		waiting, cancel := context.WithTimeout(ctx, left)
		away := l.waitUp(waiting)
		cancel()
		if away != nil {
			return err
		}
	}
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
