// A lost connection: how the client is kept from looking for its node again.
//
// When a request fails because the connection is lost, the client tells the goroutine that holds the connection, and waits until
// that has heard it. The next request then makes that goroutine look for the node; when it isn't found, the goroutine ends, the old
// connection stays open for ever, and whoever has news of a lost connection waits for ever: no context ends that, and closing the client
// makes the waiting panic. No order of cancelling and closing avoids it, since the news may be on its way when the first
// request is found to have failed. But the client logs the failure before it passes it on, in the goroutine of
// the request. So there our logger ends the request, with a panic that attempt turns back into the error. The client then knows
// of no loss, and closing it frees everything; a node that is away is looked for by the probe, with a client that is new.

package events

import (
	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// requestFailed is what the client (v4.2.0, grpcClient.handleError) logs of a request that failed, with the error, and nothing
// else. Were another version to word it otherwise, TestReadEndsWhenItsConnectionIsLost would hang and fail.
const requestFailed = "unexpected exception: %v"

// lost is what a request panics with whose connection is lost.
type lost struct{ err error }

// attempt runs op, which makes a request with the official client, and returns its error. Every request must be made
// in one, or its end takes the process down.
func attempt(op func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case lost:
			err = r.err
		default:
			panic(r)
		}
	}()
	return op()
}

// clientLogger sends the client's chatter to zerolog, and ends a request whose connection is lost. The client tells of every
// stream that does not exist as an error, so nothing of it is worth more than a debug line here: what matters reaches
// our own log as the error of a call.
func clientLogger(logger zerolog.Logger) esdb.LoggingFunc {
	return func(level esdb.LogLevel, format string, args ...any) {
		if e := logger.Debug(); e.Enabled() {
			e.Str("client", level).Msgf(format, args...)
		}
		if format != requestFailed || len(args) != 1 {
			return
		}
		if err, ok := args[0].(error); ok && status.Code(err) == codes.Unavailable {
			panic(lost{err})
		}
	}
}
