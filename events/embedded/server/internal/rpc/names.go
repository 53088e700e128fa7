package rpc

// Stream names and expectations as they come in a request.

import (
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"

	"candor/events/embedded/internal/engine"
)

// streamName checks a stream's name.
func streamName(name []byte) (string, *fail) {
	if err := engine.CheckStream(name); err != nil {
		return "", invalid(err.Error())
	}
	return string(name), nil
}

// expectation is the part that append, delete and tombstone options have in common; exactly one is set.
type expectation interface {
	GetRevision() uint64
	GetNoStream() *shared.Empty
	GetAny() *shared.Empty
	GetStreamExists() *shared.Empty
}

// maxRevision is the highest revision that may be expected, 2^63-1.
const maxRevision = 1<<63 - 1

// expected reads the expectation of a kind of message; set reports whether the request has one at all.
func expected(message string, o expectation, set bool) (engine.Expected, *fail) {
	switch {
	case !set:
		return engine.Expected{}, missing(message, "ExpectedStreamRevision")
	case o.GetNoStream() != nil:
		return engine.Expected{Kind: engine.NoStream}, nil
	case o.GetAny() != nil:
		return engine.Expected{Kind: engine.Any}, nil
	case o.GetStreamExists() != nil:
		return engine.Expected{Kind: engine.StreamExists}, nil
	case o.GetRevision() > maxRevision:
		return engine.Expected{}, invalid("expected revision: out of range")
	}
	return engine.Expected{Kind: engine.Exact, Revision: o.GetRevision()}, nil
}
