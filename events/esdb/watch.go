// The watch: detects that a connected node no longer answers. Without it a request to a node that is stopped, or behind a
// network that drops everything, would wait until its context ends.

package esdb

import (
	"context"
	"errors"
	"time"
)

// errNoHeartbeat: the node has not answered within Config.HeartbeatTimeout.
var errNoHeartbeat = errors.New("the node does not answer")

// watch sends the node a request every third of the heartbeat timeout, until Close.
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
				continue // it is busy, not away
			}
		}
		l.trip(client, err)
	}
}

// answered records that the node has answered a request of that moment.
func (l *Log) answered(at time.Time) {
	if nano := at.UnixNano(); nano > l.heard.Load() {
		l.heard.Store(nano)
	}
}

// lastAnswer returns when the node last answered.
func (l *Log) lastAnswer() time.Time { return time.Unix(0, l.heard.Load()) }

// during returns a context that ends with ctx or with the era, that is, when the node is found away.
func during(ctx, era context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(era, func() { cancel(context.Cause(era)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// cutShort returns why during's context has ended: ctx's own error, or that the node is away; nil if it has not.
func cutShort(ctx, waiting context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case waiting.Err() != nil:
		return context.Cause(waiting)
	}
	return nil
}
