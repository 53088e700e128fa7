// The connection behind Log: typed errors, a breaker that fails fast while the node is away, and
// the probe that finds it again.
//
// Every call runs in a goroutine of its own while its caller watches the context (faults.go says why). As soon as one
// call, or the watch (watch.go), finds the node away, those under way are given up, and no further one is let in until
// the probe has had an answer, on a client that is new; the old one is closed as soon as nobody uses it.

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
	discoverAttempts = 1                     // by the client itself, which then gives up for good; the probe does the waiting
	minProbeWait     = 50 * time.Millisecond // wait before the first probe
	maxProbeWait     = 2 * time.Second       // the longest wait between two
	probeTimeout     = 10 * time.Second      // for one probe, unless Config.HeartbeatTimeout says otherwise
)

// call runs op, which sends one request under ctx, against the current client. It returns when op
// does, when ctx ends or when the node turns out to be away; in the latter cases the outcome is unknown,
// as with any request whose answer was lost, and op may still be running: its caller must not read variables that op sets.
func (l *Log) call(ctx context.Context, kind requestKind, op func(*official.Client) error) error {
	client, era, err := l.enter()
	if err != nil {
		return err
	}
	return l.run(ctx, client, era, kind, op)
}

// run is call for a client that has been entered, which it leaves.
func (l *Log) run(ctx context.Context, client *client, era context.Context, kind requestKind, op func(*official.Client) error) error {
	done := make(chan error, 1)
	go func() {
		defer l.leave(client)
		done <- attempt(func() error { return op(client.Client) })
	}()
	select {
	case err := <-done:
		return l.judge(ctx, client, kind, err)
	case <-ctx.Done():
		return ctx.Err()
	case <-era.Done():
		return context.Cause(era)
	case <-l.closed:
		return errClosed
	}
}

// client is one of the official ones with the requests on their way through it: closed under one, it panics.
type client struct {
	*official.Client
	inUse   sync.WaitGroup
	refused atomic.Pointer[error] // an events.ErrUnwritable, once the node has refused a write with it
}

// enter returns the client for one request, which calls leave when it is done. With it comes the era, which
// ends when the node is found away. Its error is an ErrUnavailable: closed, or known to be away.
func (l *Log) enter() (*client, context.Context, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.isClosed():
		return nil, nil, errClosed
	case l.down != nil:
		return nil, nil, fmt.Errorf("%w: %w", events.ErrUnavailable, l.down)
	}
	l.inUse.Add(1)
	l.client.inUse.Add(1)
	return l.client, l.era, nil
}

func (l *Log) leave(c *client) {
	c.inUse.Done()
	l.inUse.Done()
}

// errClosed is the error of calls after Close.
var errClosed = fmt.Errorf("%w: closed", events.ErrUnavailable)

func (l *Log) isClosed() bool {
	select {
	case <-l.closed:
		return true
	default:
		return false
	}
}

// judge converts the error of a request on client, and opens the breaker if the node is away. A subscription that was dropped or
// refused doesn't say whether it is: a server that is busy or has lost its leader does both while it answers others, so it is asked.
func (l *Log) judge(ctx context.Context, client *client, kind requestKind, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // cancelled by its caller: says nothing about the node
	}
	refused := kind == writeRequest && notReady(err)
	if err = typed(err); err != nil {
		l.credentials(kind, err)
	}
	switch {
	case errors.Is(err, errTimedOut): // it is there
		l.answered(time.Now())
	case errors.Is(err, events.ErrUnwritable):
		client.refused.Store(&err) // reads still work
	case refused: // as by a node without a leader, which may answer reads all the same; the watch asks
		l.answered(time.Now())
	case errors.Is(err, events.ErrUnavailable) && kind == subscribeRequest:
		if away := l.ask(client); away != nil {
			l.trip(client, err)
		}
	case errors.Is(err, events.ErrUnavailable):
		l.trip(client, err)
	}
	return err
}

// succeeded records that the node has carried out a request.
func (l *Log) succeeded(kind requestKind) {
	l.answered(time.Now())
	l.credentials(kind, nil)
}

// Available returns nil while the node answers, and the reason why not while it doesn't.
func (l *Log) Available() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down
}

// Away returns nil while the node answers; otherwise why it doesn't, and until when it is known to have done so.
func (l *Log) Away() (since time.Time, why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.since, l.down
}

// answeredUntil is until when the node is known to have answered.
func (l *Log) answeredUntil() time.Time {
	if since, down := l.Away(); down != nil {
		return since
	}
	return time.Now()
}

// waitUp returns when the node is thought to answer, or with ctx's error.
func (l *Log) waitUp(ctx context.Context) error {
	l.mu.Lock()
	down, up := l.down, l.up
	l.mu.Unlock()
	if l.isClosed() {
		return errClosed
	}
	if down == nil {
		return ctx.Err()
	}
	select {
	case <-up:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	case <-l.closed:
		return errClosed
	}
}

// trip opens the breaker after a call on client failed, and starts the probe.
func (l *Log) trip(client *client, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed() || l.down != nil || l.client != client {
		return // no matter any more, known already, or news of a client that has been replaced
	}
	l.down, l.up, l.since = cause, make(chan struct{}), time.Now()
	if errors.Is(cause, errNoHeartbeat) {
		l.since = l.lastAnswer()
	}
	l.endEra(fmt.Errorf("%w: %w", events.ErrUnavailable, cause))
	l.denied.forget()
	l.logger.Warn().Err(cause).Msg("event store unavailable")
	l.probing.Go(l.probe)
}

// begin begins an era in which the node answers; l.mu is held, but while the log is opened.
func (l *Log) begin() {
	l.era, l.endEra = context.WithCancelCause(context.Background())
}

// probe asks the node for its head, with growing pauses, until it answers.
func (l *Log) probe() {
	began := time.Now()
	for wait := minProbeWait; ; wait = min(2*wait, maxProbeWait) {
		select {
		case <-l.closed:
			return
		case <-time.After(wait):
		}
		if !l.found() {
			continue
		}
		l.mu.Lock()
		l.down = nil
		l.answered(time.Now())
		l.reads.end()
		l.begin()
		close(l.up)
		l.mu.Unlock()
		l.logger.Info().Dur("away", time.Since(began)).Msg("event store available again")
		return
	}
}

// found reports whether the node answers, and puts a client that has reached it in the place of the one in use. That may be
// dead, or wait for an answer that never comes; and asked to look for the node again, it would leave a connection open.
func (l *Log) found() bool {
	scout, err := l.newClient()
	if err != nil {
		l.logger.Error().Err(err).Msg("could not create an event store client")
		return false
	}
	if err := l.ask(scout); err != nil {
		l.note(l.withVersion(err))
		l.retire(scout)
		return false
	}
	if since, _ := l.writes.unanswered(); !since.IsZero() {
		l.tryWrite(scout, tryTimeout) // so that writes that wait are not refused for what was before
	}
	l.mu.Lock()
	used := l.client
	l.client = scout
	l.mu.Unlock()
	l.retire(used)
	return true
}

// retire closes a client that nobody can enter any more, when the last request has left it.
func (l *Log) retire(c *client) {
	l.inUse.Go(func() {
		c.inUse.Wait()
		_ = c.Close()
	})
}

// note keeps the latest reason why the node is away. A version that can't be read is logged once: waiting for the node doesn't help then.
func (l *Log) note(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down == nil {
		return
	}
	var now, before *events.ServerVersionError
	if errors.As(cause, &now) && (!errors.As(l.down, &before) || *before != *now) {
		l.logger.Error().Err(now).Msg("event store unavailable")
	}
	l.down = cause
}

// ask returns nil if the node answers a real request: the client answers questions about the server from memory. The caller has entered the
// client, or is the only one who knows it.
func (l *Log) ask(c *client) error {
	err := l.send(c, l.heartbeatTimeout, func(ctx context.Context) error {
		s, err := c.ReadAll(ctx, official.ReadAllOptions{Direction: official.Backwards, From: official.End{}}, 1)
		if err != nil {
			return err
		}
		defer s.Close()
		_, err = s.Recv()
		return err
	})
	if errors.Is(err, errNoHeartbeat) || errors.Is(err, events.ErrUnavailable) && !errors.Is(err, errTimedOut) {
		return err
	}
	return nil // an answer, if only a refusal or the end of an empty log
}

// send makes a request of our own, and returns its error, errNoHeartbeat after timeout, or errClosed.
func (l *Log) send(c *client, timeout time.Duration, op func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	done := make(chan error, 1)
	l.inUse.Add(1) // never from zero while Close waits: it waits for whoever asks first
	c.inUse.Add(1)
	go func() {
		defer l.leave(c)
		done <- attempt(func() error { return op(ctx) })
	}()
	select {
	case err := <-done:
		if ctx.Err() != nil { // and not what the client makes of it
			return errNoHeartbeat
		}
		return typed(err)
	case <-ctx.Done():
		return errNoHeartbeat
	case <-l.closed:
		return errClosed
	}
}

// newClient makes a client as the connection string says. The files that it names are read again: a certificate authority may
// have been renewed.
func (l *Log) newClient() (*client, error) {
	config, err := l.config.parse()
	if err != nil {
		return nil, err
	}
	made, err := official.NewClient(config)
	if err != nil {
		return nil, fmt.Errorf("event store client: %w", err)
	}
	return &client{Client: made}, nil
}
