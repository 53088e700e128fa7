// Faults of the official client, v4.2.0, and what is done about each. When the client is updated, look at each of them again.
//
// - A call waits for a connection without looking at its context (grpcClient.getConnectionHandle). So every call runs in a goroutine of its
//     own (Log.call).
//   - After Configuration.MaxDiscoverAttempts failed attempts to connect, a client is dead for good, and calls that wait for it at that
//     moment never return (connectionStateMachine). So it is allowed one attempt, and a probe tries again with a new client
//     (Log.probe), while callers have given up with the era.
//   - Client.Close makes calls under way panic: it closes the channel on which they report. So a client is closed when the last
//     request has left it (Log.retire).
//   - A client whose connection is lost forgets it, still open, when it looks for the node again, and if it does not find it, requests
//     with news of the loss wait for ever: no context ends that, and Close makes the waiting panic. See below.
//   - An append that is refused before all of it has been sent ends in io.EOF; the reason is lost (Client.AppendToStream). It counts as
//     something to repeat (typed).
//   - A refused deletion doesn't say that the revision was wrong: ErrorCodeUnknown (isWrongVersionOfDeletion).
//   - The ends of subscriptions have no ErrorCode, only a gRPC status (typed).
//   - An IPv6 address in a connection string is refused ("wrong host format", parseEndpoint). So we put it into the configuration ourselves
//     (ParseConnectionString). A cluster whose gossip names nodes by IPv6 addresses can't be used: it is dialled without brackets
//     (discoverNode).
//   - A server whose version is not three numbers, such as "26.1.0-rc.1", can't be used, and the error names a part of the version only
//     (getSupportedMethods). Our own request to the server tells the whole version (Log.withVersion), for /readyz and the log.
//   - A read that is cancelled ends in io.EOF, as a complete one does (cutShort).
//
// # The lost connection
//
// When a request fails because the connection is lost, the client tells the goroutine that holds the connection, and waits until
// that has heard it (grpcClient.handleError). The next request makes that goroutine look for the node; when it isn't found, the goroutine
// ends, and the old connection stays open for ever, as does whoever has news of the loss. No order of cancelling and closing avoids it:
// requests that were let in before the first one failed may be on their way to either step, and neither can be observed from outside.
// Leaving such a client alone instead of closing it would leak its connection and the goroutines of those requests at each such outage, and
// a node that is there but "not ready" is pinged over a leaked connection for ever.
//
// But the client logs the failure before it passes it on, in the goroutine of the request. So there our logger ends the request, with a
// panic that attempt turns back into the error. The client then knows of no loss, and closing it frees everything.
// TestReadEndsWhenItsConnectionIsLost and TestOutagesLeaveNoConnectionBehind hang or fail without it.

package esdb

import (
	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// requestFailed is the format that the client (v4.2.0, grpcClient.handleError) logs for a failed request, with the error. If another
// version changes it, TestReadEndsWhenItsConnectionIsLost hangs and fails.
const requestFailed = "unexpected exception: %v"

// lost is the panic of a request whose connection is lost.
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

// clientLogger passes the client's log to zerolog, and ends a request whose connection is lost. The client logs every
// stream that does not exist as an error, so all of it is logged at debug level; errors that matter are returned by calls.
func clientLogger(logger zerolog.Logger) official.LoggingFunc {
	return func(level official.LogLevel, format string, args ...any) {
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
