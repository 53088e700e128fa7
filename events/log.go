// Log: the one door to the event log, over the official EventStoreDB client.

package events

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
)

// LogConfig says which log to open.
type LogConfig struct {
	// ConnectionString is esdb://… or esdb+discover://…, as for any EventStoreDB client.
	ConnectionString string
	// RootCAs are trusted besides what the connection string names; the embedded node's
	// certificate authority may live in memory only.
	RootCAs *x509.CertPool
	// Inside is a node in this process (Calls of an embedded.Node), nil if it is another's. Appends and subscriptions then stay in
	// memory; all else goes where the connection string says, which is the same node.
	Inside grpc.ClientConnInterface
	// Silence is after how long a node that says nothing counts as away, although the connection stands. 0: a
	// request waits as long as its context and the client let it, as is right for a node in this process.
	Silence time.Duration
	Logger  zerolog.Logger
}

// parse reads the connection string and the files that it names.
func (c LogConfig) parse() (*esdb.Configuration, error) {
	config, err := esdb.ParseConnectionString(c.ConnectionString)
	if err != nil {
		return nil, fmt.Errorf("connection string of the event store: %w", err)
	}
	if c.RootCAs != nil {
		config.RootCAs = c.RootCAs
	}
	config.Logger = clientLogger(c.Logger)
	config.MaxDiscoverAttempts = discoverAttempts
	if c.Silence > 0 {
		config.GossipTimeout = min(config.GossipTimeout, int(math.Ceil(c.Silence.Seconds())))
	}
	return config, nil
}

// Log appends to, reads and subscribes to one EventStoreDB log. It is safe for concurrent use.
// While the node is away a single probe goroutine waits for it to come back. Appends, deletions and reads of a stream wait with
// it, up to [Patience] after it went; after that, and other calls at once, they fail with [ErrUnavailable]. Subscriptions resume
// by themselves.
type Log struct {
	settings LogConfig
	logger   zerolog.Logger
	patience time.Duration // with an answer to a question of our own

	closed    chan struct{}
	closeOnce sync.Once
	heard     atomic.Int64 // when the node last answered, in Unix nanoseconds
	writes    failing
	reads     failing // of streams
	denied    denials
	probing   sync.WaitGroup // the probe and the watch
	inUse     sync.WaitGroup // requests on their way

	mu     sync.Mutex
	client *client       // a new one after the node was away
	down   error         // why the node is thought to be away; nil while it answers
	up     chan struct{} // closed when down becomes nil again
	since  time.Time     // with down: up to when the node is known to have answered
	era    context.Context
	endEra context.CancelCauseFunc // with why the node is away
}

// OpenLog prepares the connection; nothing is sent before the first call, so it succeeds while
// the node is away. Its error names what is wrong with the connection string.
func OpenLog(c LogConfig) (*Log, error) {
	l := &Log{settings: c, logger: c.Logger, closed: make(chan struct{}), patience: probeTimeout}
	l.answered(time.Now())
	if c.Silence > 0 {
		l.patience = c.Silence
	}
	l.begin()
	var err error
	if l.client, err = l.newClient(); err != nil {
		return nil, err
	}
	if c.Silence > 0 {
		l.probing.Go(l.watch)
	}
	return l, nil
}

// closeTimeout is how long Close waits for requests on their way.
const closeTimeout = 5 * time.Second

// Close ends the connection. Calls and subscriptions after it fail with [ErrUnavailable]; those
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
			// A request hangs in the client, which would panic: leave the connection to the process's end.
			l.logger.Warn().Msg("event store client left open: a request does not end")
		}
	})
	return err
}

// Load calls handle with the events of stream from revision from on, inclusive, in order.
// Errors: [ErrStreamNotFound], [ErrStreamDeleted], [ErrUnavailable], or handle's own, which ends the read.
func (l *Log) Load(ctx context.Context, stream string, from uint64, handle func(Recorded) error) error {
	opts := esdb.ReadStreamOptions{Direction: esdb.Forwards, From: esdb.Revision(from)}
	if err := l.readStream(ctx, stream, opts, math.MaxInt64, handle); err != nil {
		return fmt.Errorf("load %s: %w", stream, err)
	}
	return nil
}

// Last returns the last event of stream. Errors as for Load.
func (l *Log) Last(ctx context.Context, stream string) (Recorded, error) {
	var last Recorded
	found := false
	opts := esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}
	err := l.readStream(ctx, stream, opts, 1, func(r Recorded) error {
		last, found = r, true
		return nil
	})
	if err == nil && !found {
		err = ErrStreamNotFound
	}
	if err != nil {
		return Recorded{}, fmt.Errorf("last event of %s: %w", stream, err)
	}
	return last, nil
}

// readStream reads a stream, again from its start if the log could not answer at first.
func (l *Log) readStream(ctx context.Context, stream string, opts esdb.ReadStreamOptions, count uint64, handle func(Recorded) error) error {
	var begun error // how a read has ended of which handle has seen something
	err := l.patiently(ctx, &l.reads, func() error {
		handed := false
		err := l.read(ctx, func(r Recorded) error {
			handed = true
			return handle(r)
		}, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
			return c.ReadStream(ctx, stream, opts, count)
		})
		if handed {
			begun = err
			return nil
		}
		return err
	})
	if err == nil {
		err = begun
	}
	return err
}

// ReadAll calls handle with up to count events of the whole log after the given position, in
// order, system events included. Errors: [ErrUnavailable], or handle's own, which ends the read.
func (l *Log) ReadAll(ctx context.Context, after Position, count uint64, handle func(Recorded) error) error {
	opts := esdb.ReadAllOptions{Direction: esdb.Forwards, From: esdb.Start{}}
	if after > 0 {
		// The client's position is inclusive: read one more and drop it.
		opts.From = esdb.Position{Commit: uint64(after), Prepare: uint64(after)}
		if count < math.MaxUint64 {
			count++
		}
	}
	err := l.read(ctx, func(r Recorded) error {
		if r.Position <= after {
			return nil
		}
		return handle(r)
	}, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadAll(ctx, opts, count)
	})
	if err != nil {
		return fmt.Errorf("read the log after position %d: %w", after, err)
	}
	return nil
}

// At returns the event at a position, or the next one after it where that is gone; false when the log ends
// before. Errors as for Head.
func (l *Log) At(ctx context.Context, position Position) (r Recorded, found bool, err error) {
	opts := esdb.ReadAllOptions{Direction: esdb.Forwards, From: esdb.Position{Commit: uint64(position), Prepare: uint64(position)}}
	err = l.read(ctx, func(next Recorded) error {
		r, found = next, true
		return nil
	}, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) { return c.ReadAll(ctx, opts, 1) })
	if err != nil {
		return Recorded{}, false, fmt.Errorf("event at position %d: %w", position, err)
	}
	return r, found, nil
}

// Head returns the position of the log's last event, 0 for an empty log.
func (l *Log) Head(ctx context.Context) (Position, error) {
	var head Position
	opts := esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}
	err := l.read(ctx, func(r Recorded) error {
		head = r.Position
		return nil
	}, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) { return c.ReadAll(ctx, opts, 1) })
	if err != nil {
		return 0, fmt.Errorf("head of the log: %w", err)
	}
	return head, nil
}

// read opens a finite read and hands its events to handle.
func (l *Log) read(ctx context.Context, handle func(Recorded) error, open func(context.Context, *esdb.Client) (*esdb.ReadStream, error)) error {
	client, era, err := l.enter() // for all of the read: an answer cut short goes through the client, too
	if err != nil {
		return err
	}
	defer l.leave(client)
	reading, cancel := during(ctx, era)
	defer cancel()
	var s *esdb.ReadStream
	err = l.call(ctx, readRequest, func(c *esdb.Client) (err error) {
		s, err = open(reading, c)
		return err
	})
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		var resolved *esdb.ResolvedEvent
		err := attempt(func() (err error) {
			resolved, err = s.Recv() // ends with reading
			return err
		})
		if errors.Is(err, io.EOF) {
			if cut := cutShort(ctx, reading); cut != nil { // the client says EOF for a cancelled read, too
				return cut
			}
			l.succeeded(readRequest)
			return nil
		}
		if err != nil {
			if cut := cutShort(ctx, reading); cut != nil {
				return cut
			}
			return l.judge(ctx, client, readRequest, err)
		}
		if err := handle(recorded(resolved.OriginalEvent())); err != nil {
			return err
		}
	}
}

// DeleteStream soft-deletes stream: it reads as not found, and its events go at the next
// scavenge. The stream must be as want says; otherwise it stays and the error is a [*ConflictError]. With Any,
// deleting one that is gone already is no error. Other errors: [ErrStreamDeleted], [ErrUnavailable].
func (l *Log) DeleteStream(ctx context.Context, stream string, want ExpectedRevision) error {
	err := l.patiently(ctx, &l.writes, func() error {
		return l.call(ctx, writeRequest, func(c *esdb.Client) error {
			_, err := c.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: want.client()})
			return err
		})
	})
	if isWrongVersionOfDeletion(err) {
		return &ConflictError{Stream: stream, Expected: want}
	}
	if err != nil {
		return fmt.Errorf("delete stream %s: %w", stream, err)
	}
	return nil
}

// TombstoneStream deletes stream for ever: it can't be written again, and no event of it survives the next
// scavenge, while of a soft-deleted one the last does. One that is deleted so already is no error. Error: [ErrUnavailable].
func (l *Log) TombstoneStream(ctx context.Context, stream string) error {
	err := l.patiently(ctx, &l.writes, func() error {
		return l.call(ctx, writeRequest, func(c *esdb.Client) error {
			_, err := c.TombstoneStream(ctx, stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		})
	})
	if err != nil && !errors.Is(err, ErrStreamDeleted) {
		return fmt.Errorf("delete stream %s for ever: %w", stream, err)
	}
	return nil
}

// recorded is the client's event in our words.
func recorded(e *esdb.RecordedEvent) Recorded {
	return Recorded{
		ID:       e.EventID,
		Stream:   e.StreamID,
		Revision: e.EventNumber,
		Position: Position(e.Position.Commit),
		Created:  e.CreatedDate.UTC(),
		Type:     e.EventType,
		Binary:   e.ContentType != "application/json",
		Data:     e.Data,
		Meta:     e.UserMetadata,
	}
}
