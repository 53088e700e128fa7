// Patience: what is done with a request that the log could not carry out at the moment. A cluster that chooses another leader
// answers so for some seconds, and whoever wanted to write then should not notice more than a delay.

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

// failing remembers since when requests of one kind have failed. It is safe for concurrent use.
type failing struct {
	is atomic.Bool // so that success costs nothing

	mu          sync.Mutex
	since, last time.Time
	why         error
}

// note takes a failure down and returns since when there has been nothing else. A failure long after the last one is a new beginning.
func (f *failing) note(err error, now time.Time) (since time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.is.Load() || now.Sub(f.last) > events.Patience {
		f.since = now
	}
	f.last, f.why = now, err
	f.is.Store(true)
	return f.since
}

// end says that a request has had its answer.
func (f *failing) end() {
	if f.is.Load() {
		f.is.Store(false)
	}
}

// now returns why requests would fail now, as far as is known: they have for as long as patience lasts, the last one just now.
func (f *failing) now() error {
	if !f.is.Load() {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); f.last.Sub(f.since) >= events.Patience && now.Sub(f.last) < refusalFor {
		return f.why
	}
	return nil
}

// retry makes a request, and again for as long as the log is unavailable and there is time: that of ctx, and [events.Patience]. The
// request must be one that may be repeated after an unknown outcome.
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
		left := time.Until(since.Add(events.Patience))
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

// pause waits a moment; false: ctx has ended, or the log is closed.
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
