// Package esdb implements [events.Log] over the official client: an EventStoreDB or KurrentDB, or a Candor's own node in another process.
//
// The client is used as its documentation says: a call for each append, read and subscription. This package adds what it lacks. A breaker
// fails requests at once while the node is away, and a probe finds it again (connection.go). Requests that may be repeated wait for it up
// to [events.RetryTimeout] (retry.go). A node that does not answer counts as away (watch.go). Subscriptions resume after their last event
// (subscribe.go). Faults of the client that need a work-around are listed in faults.go.
package esdb

import (
	"context"
	"crypto/x509"
	"math"
	"sync"
	"sync/atomic"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"

	"candor/events"
)

// Config says which log to open.
type Config struct {
	// ConnectionString is esdb://…, kurrentdb://… or kdb://…, each also with +discover, as for any EventStoreDB client.
	ConnectionString string
	// RootCAs are trusted besides what the connection string names; the embedded node's
	// certificate authority may live in memory only.
	RootCAs *x509.CertPool
	// HeartbeatTimeout is after how long without an answer a node counts as away, although the connection is open. 0: a
	// request waits as long as its context and the client allow.
	HeartbeatTimeout time.Duration
	Logger           zerolog.Logger
}

// parse reads the connection string and the files that it names.
func (c Config) parse() (*official.Configuration, error) {
	config, err := ParseConnectionString(c.ConnectionString)
	if err != nil {
		return nil, err
	}
	if c.RootCAs != nil {
		config.RootCAs = c.RootCAs
	}
	config.Logger = clientLogger(c.Logger)
	config.MaxDiscoverAttempts = discoverAttempts
	if c.HeartbeatTimeout > 0 {
		config.GossipTimeout = min(config.GossipTimeout, int(math.Ceil(c.HeartbeatTimeout.Seconds())))
	}
	return config, nil
}

// Log is the log of a node in another process. It implements [events.Log].
//
// While the node is away a single probe goroutine waits for it to come back. Appends, deletions and reads of a stream wait with
// it, up to [events.RetryTimeout] after it went; after that, and other calls at once, they fail with [events.ErrUnavailable]. Writes do the
// same while the node answers reads and no writes. Subscriptions resume by themselves.
type Log struct {
	config           Config
	logger           zerolog.Logger
	heartbeatTimeout time.Duration // of our own requests

	closed    chan struct{}
	closeOnce sync.Once
	heard     atomic.Int64 // when the node last answered, in Unix nanoseconds
	writes    writes
	reads     failing // of streams
	denied    denials
	probing   sync.WaitGroup // the probe, the watch and tryWrites
	inUse     sync.WaitGroup // requests in flight

	mu     sync.Mutex
	client *client       // a new one after the node was away
	down   error         // why the node counts as away; nil while it answers
	up     chan struct{} // closed when down becomes nil again
	since  time.Time     // with down: up to when the node is known to have answered
	era    context.Context
	endEra context.CancelCauseFunc // with why the node is away
}

var _ events.Log = (*Log)(nil)

// Open prepares the connection; nothing is sent before the first call, so it succeeds while
// the node is away. Its error names what is wrong with the connection string.
func Open(c Config) (*Log, error) {
	l := &Log{config: c, logger: c.Logger, closed: make(chan struct{}), heartbeatTimeout: probeTimeout}
	l.answered(time.Now())
	if c.HeartbeatTimeout > 0 {
		l.heartbeatTimeout = c.HeartbeatTimeout
	}
	l.begin()
	var err error
	if l.client, err = l.newClient(); err != nil {
		return nil, err
	}
	if c.HeartbeatTimeout > 0 {
		l.probing.Go(l.watch)
	}
	return l, nil
}

// closeTimeout is how long Close waits for requests in flight.
const closeTimeout = 5 * time.Second

// Close ends the connection. Calls and subscriptions after it fail with [events.ErrUnavailable]; those
// under way should have been cancelled by their contexts.
func (l *Log) Close() error {
	var err error
	l.closeOnce.Do(func() {
		l.mu.Lock()
		close(l.closed)
		l.endEra(errClosed)
		l.mu.Unlock()
		l.probing.Wait()
		ended := make(chan struct{})
		go func() {
			l.inUse.Wait()
			close(ended)
		}()
		select {
		case <-ended:
			err = l.client.Close()
		case <-time.After(closeTimeout):
			// A request hangs in the client, which would panic: leave the connection open until the process ends.
			l.logger.Warn().Msg("event store client left open: a request is still running")
		}
	})
	return err
}
