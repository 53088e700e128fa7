// Opening a lane: beside the appends, and only on a node that serves BatchAppend.

package events

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
)

const (
	// laneAgain is how long after a lane has ended, or could not be opened, the next one is tried. By then a node that has gone
	// away, or been replaced by another, has been noticed.
	laneAgain = 5 * time.Second
	// usualDeadline is the client's own for calls like this, unless the connection string says otherwise.
	usualDeadline = 10 * time.Second
)

// lanes is the lane of one client, opened beside the appends: they never wait for it.
type lanes struct {
	config target
	logger zerolog.Logger
	ctx    context.Context // ends with close
	end    context.CancelFunc

	mu      sync.Mutex
	current *lane
	opening bool
	next    time.Time      // not to be opened before
	never   bool           // the node does not serve it
	running sync.WaitGroup // whoever opens
}

func newLanes(c target, logger zerolog.Logger) *lanes {
	ls := &lanes{config: c, logger: logger}
	ls.ctx, ls.end = context.WithCancel(context.Background())
	return ls
}

// get returns the lane, nil while there is none.
func (ls *lanes) get() *lane {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.current != nil {
		if ls.current.alive() {
			return ls.current
		}
		ended := ls.current
		ls.current, ls.next, ls.never = nil, time.Now().Add(laneAgain), ended.refused()
		ls.running.Go(ended.close)
	}
	if !ls.never && !ls.opening && ls.ctx.Err() == nil && !time.Now().Before(ls.next) {
		ls.opening = true
		ls.running.Go(ls.open)
	}
	return nil
}

func (ls *lanes) open() {
	l, err := openLane(ls.ctx, ls.config)
	if err != nil {
		ls.logger.Debug().Err(err).Msg("appends go through the client")
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.opening, ls.next = false, time.Now().Add(laneAgain)
	ls.current, ls.never = l, errors.Is(err, errNoLane)
}

// close ends the lane, and what opens one.
func (ls *lanes) close() {
	ls.end()
	ls.running.Wait()
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.current != nil {
		ls.current.close()
	}
}

// openLane connects to the node that takes writes. Its error is errNoLane where that serves no BatchAppend.
func openLane(ctx context.Context, c target) (*lane, error) {
	asking, cancel := context.WithTimeout(ctx, time.Duration(c.GossipTimeout)*time.Second)
	defer cancel()
	conn, err := dialWriter(asking, c)
	if err != nil {
		return nil, err
	}
	l, err := startLane(ctx, asking, conn, c)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return l, nil
}

// startLane makes the call, once the node has said within asking that it serves it. The call is not bound by ctx but by the lane's end.
func startLane(ctx, asking context.Context, conn connection, c target) (*lane, error) {
	served, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(asking, &shared.Empty{})
	if err != nil {
		return nil, fmt.Errorf("features of the node: %w", err)
	}
	if !servesBatches(served) {
		return nil, errNoLane
	}
	opts := []grpc.CallOption{grpc.ForceCodecV2(newLaneCodec())}
	if c.Username != "" && c.Password != "" && !c.DisableTLS {
		opts = append(opts, grpc.PerRPCCredsCallOption{Creds: basicAuth(c.Username + ":" + c.Password)})
	}
	timeout := usualDeadline
	if c.DefaultDeadline != nil {
		timeout = *c.DefaultDeadline
	}
	calling, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(asking, hangUp)
	call, err := api.NewStreamsClient(conn).BatchAppend(calling, opts...)
	if err == nil && !stop() {
		err = asking.Err()
	}
	if err != nil {
		hangUp()
		return nil, fmt.Errorf("open a call for appends: %w", err)
	}
	return newLane(conn, call, hangUp, timeout), nil
}

func servesBatches(served *serverfeatures.SupportedMethods) bool {
	for _, m := range served.GetMethods() {
		if m.GetServiceName() == "event_store.client.streams.streams" && m.GetMethodName() == "batchappend" {
			return true
		}
	}
	return false
}
