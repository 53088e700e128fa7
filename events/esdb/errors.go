// The client's errors in the words of package events.

package esdb

import (
	"errors"
	"fmt"
	"io"
	"strings"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/events"
)

// unwritable is how the embedded node begins its refusal when its storage has failed.
const unwritable = "the node no longer takes writes"

// tooLarge is how a server begins its refusal of an append that is over its limit.
const tooLarge = "Maximum Append Size"

// isNotReady is how a server begins its refusal of what its state doesn't allow: "Server Is Not Ready", "Server Is Too Busy".
const isNotReady = "Server Is "

// errTimedOut says that the node, which is there, could not do in time what it was asked: "Operation timed out" in
// EventStoreDB's words, as while a cluster has no leader. The outcome is unknown; asking again may help.
var errTimedOut = errors.New("the node could not do it in time")

// typed turns the client's error into one of ours, once.
func typed(err error) error {
	if err == nil {
		return nil
	}
	var e *official.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case official.ErrorCodeResourceNotFound:
			return events.ErrStreamNotFound
		case official.ErrorCodeStreamDeleted:
			return events.ErrStreamDeleted
		case official.ErrorAborted:
			return fmt.Errorf("%w: %w: %w", events.ErrUnavailable, errTimedOut, err)
		case official.ErrorUnavailable, official.ErrorCodeConnectionClosed, official.ErrorCodeNotLeader, official.ErrorCodeDeadlineExceeded:
			return fmt.Errorf("%w: %w", events.ErrUnavailable, err)
		case official.ErrorCodeUnauthenticated, official.ErrorCodeAccessDenied:
			return fmt.Errorf("%w: %w", events.ErrAccessDenied, err)
		}
		if strings.Contains(err.Error(), "maximum discovery attempt") { // such as a cluster without a leader
			return fmt.Errorf("%w: %w", events.ErrUnavailable, err)
		}
	}
	if errors.Is(err, io.EOF) { // all that the client says of an append that was refused before it had sent all of it
		return fmt.Errorf("%w: %w: %w", events.ErrUnavailable, errTimedOut, err)
	}
	root := status.Convert(rootCause(err))
	if refusesCredentials(root.Code(), root.Message()) {
		return fmt.Errorf("%w: %w", events.ErrAccessDenied, err)
	}
	switch root.Code() { // subscriptions and oversize appends come without a code of the client's
	case codes.Aborted:
		return fmt.Errorf("%w: %w: %w", events.ErrUnavailable, errTimedOut, err)
	case codes.Unavailable:
		return fmt.Errorf("%w: %w", events.ErrUnavailable, err)
	case codes.InvalidArgument:
		if !strings.HasPrefix(root.Message(), tooLarge) {
			break
		}
		return fmt.Errorf("%w: %w", events.ErrTooLarge, err)
	case codes.FailedPrecondition:
		if strings.HasPrefix(root.Message(), unwritable) {
			return fmt.Errorf("%w: %w: %w", events.ErrUnavailable, events.ErrUnwritable, err)
		}
	}
	return err
}

// notReady reports whether the client's error says that the node is there and refuses in its present state.
func notReady(err error) bool {
	refusal := status.Convert(rootCause(err))
	return refusal.Code() == codes.Unavailable && strings.HasPrefix(refusal.Message(), isNotReady)
}

// rootCause unwraps err to the innermost one, which carries the gRPC status.
func rootCause(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

func isWrongVersion(err error) bool {
	var e *official.Error
	return errors.As(err, &e) && e.Code() == official.ErrorCodeWrongExpectedVersion
}

// isWrongVersionOfDeletion is [isWrongVersion] for a deletion: the client keeps what the server says of the revision from
// us (eventstore-protocol.md, 1.6), and gives the bare status. All else that comes with this status has a type by now.
func isWrongVersionOfDeletion(err error) bool {
	if isWrongVersion(err) {
		return true
	}
	known := errors.Is(err, events.ErrUnavailable) || errors.Is(err, events.ErrStreamDeleted)
	return err != nil && !known && status.Code(rootCause(err)) == codes.FailedPrecondition
}
