// The watch: finds out that a node which takes connections does not answer any more. Without it a request to a node that is
// stopped, or behind a network that swallows everything, would wait for as long as its context lets it.

package esdb

import (
	"context"
	"errors"
	"time"
)

// errNoHeartbeat says that the node has not answered within Config.HeartbeatTimeout.
var errNoHeartbeat = errors.New("the node does not answer")

// watch asks the node three times as often as it may be silent, until Close.
func (l *Log) watch() {
	for {
		select {
		case <-l.closed:
			return
		case <-time.After(l.heartbeatTimeout / 3):
		}
		client, _, err := l.enter()
		if err != nil {
			continue // the probe is asking
		}
		asked := time.Now()
		err = l.ask(client)
		l.leave(client)
		if err == nil {
			l.answered(asked)
			continue
		}
		if heard := l.lastAnswer(); errors.Is(err, errNoHeartbeat) && heard.After(asked) { // it has answered others meanwhile
			if !l.pause(context.Background(), time.Until(heard.Add(l.heartbeatTimeout))) {
				return
			}
			if l.lastAnswer().After(heard) {
				continue // it is busy, not silent
			}
		}
		l.trip(client, err)
	}
}

// answered notes that the node has answered what it was asked at a moment.
func (l *Log) answered(at time.Time) {
	if nano := at.UnixNano(); nano > l.heard.Load() {
		l.heard.Store(nano)
	}
}

// lastAnswer is when the node last answered.
func (l *Log) lastAnswer() time.Time { return time.Unix(0, l.heard.Load()) }

// during returns a context that ends with ctx, and with the era: what waits for the node under it waits no longer
// once the node is found away.
func during(ctx, era context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(era, func() { cancel(context.Cause(era)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// cutShort says why what ran under during's context ended before its time: the caller's own error, or that the node is away;
// nil when it did not.
func cutShort(ctx, waiting context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case waiting.Err() != nil:
		return context.Cause(waiting)
	}
	return nil
}
