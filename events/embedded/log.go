package embedded

// Log: the node's log for its own process, which calls the engine directly.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"candor/events"
	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// Log is a node's log, called directly, without a connection or credentials. It implements [events.Log], with the permissions of an
// administrator.
type Log struct {
	engine  *engine.Engine
	failed  func() error
	stopped <-chan struct{} // closed with the node

	closing sync.Once
	closed  chan struct{}
}

var _ events.Log = (*Log)(nil)

// Log returns the node's log. Closing it leaves the node open.
func (n *Node) Log() *Log {
	return &Log{engine: n.engine, failed: n.store.Failed, stopped: n.stop, closed: make(chan struct{})}
}

// errClosed is the error of calls after Close.
var errClosed = fmt.Errorf("%w: closed", events.ErrUnavailable)

// ready returns an error if the log is closed or ctx has ended.
func (l *Log) ready(ctx context.Context) error {
	if err := l.Available(); err != nil {
		return err
	}
	return ctx.Err()
}

// Close implements [events.Log].
func (l *Log) Close() error {
	l.closing.Do(func() { close(l.closed) })
	return nil
}

// Available implements [events.Log]. The log is available until it is closed.
func (l *Log) Available() error {
	select {
	case <-l.closed:
		return errClosed
	case <-l.stopped:
		return errClosed
	default:
		return nil
	}
}

// Away implements [events.Log].
func (l *Log) Away() (since time.Time, why error) {
	if why = l.Available(); why != nil {
		since = time.Now()
	}
	return since, why
}

// Writable implements [events.Log].
func (l *Log) Writable() error {
	if err := l.failed(); err != nil {
		return fmt.Errorf("%w: %w: %w", events.ErrUnavailable, events.ErrUnwritable, err)
	}
	return l.Available()
}

// RefusesWrites implements [events.Log].
func (l *Log) RefusesWrites() error { return l.Writable() }

// typed turns an error of the engine into one of package events.
func typed(err error) error {
	switch {
	case errors.Is(err, engine.ErrStreamNotFound):
		return events.ErrStreamNotFound
	case errors.Is(err, engine.ErrStreamDeleted):
		return events.ErrStreamDeleted
	case errors.Is(err, engine.ErrUnanswered):
		return fmt.Errorf("%w: %w", events.ErrUnknownOutcome, err)
	case errors.Is(err, engine.ErrUnwritable):
		return fmt.Errorf("%w: %w: %w", events.ErrUnavailable, events.ErrUnwritable, err)
	case errors.Is(err, engine.ErrStopping), errors.Is(err, storage.ErrClosed):
		return fmt.Errorf("%w: %w", events.ErrUnavailable, err)
	}
	return err
}

// SetMaxAge implements [events.Log].
func (l *Log) SetMaxAge(ctx context.Context, stream string, age time.Duration) (events.Position, error) {
	return events.WriteMaxAge(ctx, l, stream, age)
}

// SetMaxCount implements [events.Log].
func (l *Log) SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error) {
	return events.WriteMaxCount(ctx, l, stream, count)
}
