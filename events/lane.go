// Lanes: appends over one BatchAppend call that stays open.
//
// The client's AppendToStream opens a call for every append and sends a message for every event; for page views that is dearer than
// all else the log does with them. On a lane an append is one message, and so is its answer. A lane has a connection of its own,
// for the client does not lend its. It belongs to one client of ours (connection.go), and is never mended: what is on its way
// when it ends has an unknown outcome, as with a call, and what comes after goes through the client until there is a new lane.

package events

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// errNoLane says that an append has not been sent, and can go through the client.
var errNoLane = errors.New("the node takes no appends in batches")

// lane is one BatchAppend call. It is safe for concurrent use.
type lane struct {
	conn    connection
	call    api.Streams_BatchAppendClient
	hangUp  context.CancelFunc // ends the call
	timeout time.Duration      // for an answer, whatever the caller's context says
	out     chan mem.Buffer    // messages, to the sender
	running sync.WaitGroup     // the sender and the receiver

	mu      sync.Mutex
	waiting map[uuid.UUID]chan laneAnswer
	proven  bool          // an answer has come
	err     error         // why it has ended
	ended   chan struct{} // closed when err is set
}

// laneAnswer is how an append ended.
type laneAnswer struct {
	written Written
	err     error
}

func newLane(conn connection, call api.Streams_BatchAppendClient, hangUp context.CancelFunc, timeout time.Duration) *lane {
	l := &lane{
		conn: conn, call: call, hangUp: hangUp, timeout: timeout,
		out: make(chan mem.Buffer), waiting: map[uuid.UUID]chan laneAnswer{}, ended: make(chan struct{}),
	}
	l.running.Go(l.send)
	l.running.Go(l.receive)
	return l
}

// append writes ps as [Log.Append] does, and returns when it is known how that ended, or when ctx or the era ends. Errors:
// errWrongRevision, errNoLane, and those of Append.
func (l *lane) append(ctx, era context.Context, stream string, want ExpectedRevision, ps []Proposed) (Written, error) {
	id, answered := uuid.New(), make(chan laneAnswer, 1)
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return Written{}, errNoLane
	}
	l.waiting[id] = answered
	l.mu.Unlock()
	defer l.forget(id) // whoever gives up
	timeout := l.timeout
	if end, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(end))
	}
	late := time.NewTimer(l.timeout)
	defer late.Stop()
	message, out := laneMessage(id, stream, want, timeout, ps), l.out
	ended := l.ended
	for {
		select {
		case out <- message:
			out = nil
		case a := <-answered:
			return a.written, a.err
		case <-ended:
			select {
			case a := <-answered: // it came before the end
				return a.written, a.err
			default:
			}
			if out != nil { // never sent
				return Written{}, errNoLane
			}
			return Written{}, l.err
		case <-ctx.Done():
			return Written{}, ctx.Err()
		case <-era.Done():
			return Written{}, context.Cause(era)
		case <-late.C:
			return Written{}, fmt.Errorf("%w: no answer in %v", ErrUnavailable, l.timeout)
		}
	}
}

// forget stops waiting for an answer.
func (l *lane) forget(id uuid.UUID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, id)
}

// send puts messages on the wire. It has a goroutine of its own because sending waits, without a look at anybody's context, while
// the node doesn't read.
func (l *lane) send() {
	for {
		select {
		case m := <-l.out:
			err := l.call.SendMsg(m)
			if err == nil {
				continue
			}
			if !errors.Is(err, io.EOF) { // of which the receiver gets to know the reason
				l.fail(err)
			}
			return
		case <-l.ended:
			return
		}
	}
}

// receive hands answers to those who wait for them.
func (l *lane) receive() {
	for {
		res := &api.BatchAppendResp{}
		if err := l.call.RecvMsg(res); err != nil {
			l.fail(err)
			return
		}
		id, ok := correlation(res)
		l.mu.Lock()
		l.proven = true
		answered := l.waiting[id]
		delete(l.waiting, id)
		l.mu.Unlock()
		if ok && answered != nil {
			answered <- answerOf(res)
		}
	}
}

// fail ends the lane.
func (l *lane) fail(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	l.err = laneError(why)
	if status.Code(why) == codes.Unimplemented && !l.proven { // it said that it does, and doesn't
		l.err = errNoLane
	}
	close(l.ended)
	l.hangUp()
}

// laneError types the error that ended a call.
func laneError(err error) error {
	switch {
	case errors.Is(err, ErrUnavailable):
		return err
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the node has ended the call", ErrUnavailable)
	}
	s := status.Convert(err)
	switch s.Code() {
	case codes.Internal, codes.Unknown: // a call cut short while a message was read ends so
		return fmt.Errorf("%w: %s", ErrUnavailable, s.Message())
	}
	return refusal(s.Code(), s.Message())
}

// refusal types a status of the node.
func refusal(code codes.Code, text string) error {
	if refusesCredentials(code, text) {
		return fmt.Errorf("%w: %s", ErrAccessDenied, text)
	}
	switch code {
	case codes.FailedPrecondition:
		if strings.HasPrefix(text, unwritable) {
			return fmt.Errorf("%w: %w: %s", ErrUnavailable, ErrUnwritable, text)
		}
	case codes.DeadlineExceeded, codes.Aborted:
		return fmt.Errorf("%w: %w: %s", ErrUnavailable, errTimedOut, text)
	case codes.Unavailable, codes.Canceled:
		return fmt.Errorf("%w: %s", ErrUnavailable, text)
	}
	return fmt.Errorf("the log refused an append: %s (%s)", text, code)
}

// alive reports whether appends can be sent.
func (l *lane) alive() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err == nil
}

// refused reports whether the node has turned out not to serve the call.
func (l *lane) refused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Is(l.err, errNoLane)
}

// close ends the call and the connection, and returns when nothing of the lane runs any more.
func (l *lane) close() {
	l.fail(errClosed)
	_ = l.conn.Close()
	l.running.Wait()
}
