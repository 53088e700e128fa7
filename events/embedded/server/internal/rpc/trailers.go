package rpc

// Errors as EventStoreDB tells them: a status, and trailers that say what it is about. Where a text is as in EventStoreDB, it is so
// word for word, since clients tell errors apart by them; the test of recorded answers knows which.

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// fail is an error of a call: a status with trailers.
type fail struct {
	code     codes.Code
	text     string
	trailers []string // key, value, key, value, …
}

func (f *fail) Error() string { return f.text }

// GRPCStatus implements what grpc's status.FromError looks for.
func (f *fail) GRPCStatus() *status.Status { return status.New(f.code, f.text) }

func invalid(text string) *fail { return &fail{code: codes.InvalidArgument, text: text} }

func streamDeleted(stream string) *fail {
	return &fail{codes.FailedPrecondition, "Event stream '" + stream + "' is deleted.",
		[]string{"exception", "stream-deleted", "stream-name", headerText(stream)}}
}

// missing tells that a request has none of the alternatives of a field, as the real server does: with the name of the type that
// its protobuf compiler made of the field.
func missing(message, field string) *fail {
	return invalid(fmt.Sprintf("'None' is not a valid EventStore.Client.Streams.%s+Types+Options+%sOneofCase", message, field))
}

// headerText makes a name fit for a trailer, which holds printable ASCII: other names are percent-encoded. The Node
// clients drop a trailer with anything else, and then fail because it is missing.
func headerText(name string) string {
	for _, c := range []byte(name) {
		if c < ' ' || c > '~' {
			return url.PathEscape(name)
		}
	}
	return name
}

// wrongVersion is how a delete or tombstone tells that the expectation does not hold; an append has a message for it.
func wrongVersion(stream string, want engine.Expected, actual int64) *fail {
	return &fail{codes.FailedPrecondition,
		fmt.Sprintf("Delete failed due to WrongExpectedVersion. Stream: %s, Expected version: %s, Actual version: %d", stream, expectedText(want),
			actual),
		[]string{"exception", "wrong-expected-version", "stream-name", headerText(stream),
			"expected-version", expectedText(want), "actual-version", strconv.FormatInt(actual, 10)}}
}

// expectedText writes an expectation as the real server's number: -1 no stream, -2 any, -4 the stream exists.
func expectedText(want engine.Expected) string {
	switch want.Kind {
	case engine.NoStream:
		return "-1"
	case engine.Any:
		return "-2"
	case engine.StreamExists:
		return "-4"
	}
	return strconv.FormatInt(int64(want.Revision), 10)
}

// failure turns any error of the engine into one for the caller. stream is the stream that was asked for.
func failure(stream string, err error) error {
	var f *fail
	switch {
	case err == nil:
		return nil
	case errors.As(err, &f):
		return f
	case errors.Is(err, engine.ErrStreamDeleted):
		return streamDeleted(stream)
	case errors.Is(err, engine.ErrRegex):
		return invalid("filter: " + err.Error())
	case errors.Is(err, engine.ErrStopping), errors.Is(err, storage.ErrClosed):
		return &fail{code: codes.Unavailable, text: err.Error()}
	case errors.Is(err, engine.ErrUnwritable):
		// Not Unavailable: clients would leave a node that still answers readers, and look for another one. This code means that
		// trying again is no use before somebody has seen to it (https://grpc.github.io/grpc/core/md_doc_statuscodes.html).
		return &fail{code: codes.FailedPrecondition, text: err.Error()}
	case errors.Is(err, storage.ErrDamaged):
		return &fail{code: codes.DataLoss, text: err.Error()}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return status.FromContextError(err).Err()
	}
	if _, ok := status.FromError(err); ok {
		return err
	}
	return &fail{code: codes.Internal, text: err.Error()}
}

// trailersOf returns the trailers that go with err, nil if there are none.
func trailersOf(err error) metadata.MD {
	var f *fail
	if !errors.As(err, &f) || len(f.trailers) == 0 {
		return nil
	}
	return metadata.Pairs(f.trailers...)
}

// UnaryTrailers sends the trailers that an error of a unary call carries.
func UnaryTrailers(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	res, err := next(ctx, req)
	if md := trailersOf(err); md != nil {
		if err := grpc.SetTrailer(ctx, md); err != nil {
			return nil, err
		}
	}
	return res, err
}

// StreamTrailers sends the trailers that an error of a streaming call carries.
func StreamTrailers(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	err := next(srv, stream)
	if md := trailersOf(err); md != nil {
		stream.SetTrailer(md)
	}
	return err
}
