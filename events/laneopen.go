// Opening a lane: which node, with which credentials, and whether it serves BatchAppend, all as the official client does it from
// the same connection string.

package events

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
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
	config *esdb.Configuration
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

func newLanes(c *esdb.Configuration, logger zerolog.Logger) *lanes {
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
func openLane(ctx context.Context, c *esdb.Configuration) (*lane, error) {
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
func startLane(ctx, asking context.Context, conn *grpc.ClientConn, c *esdb.Configuration) (*lane, error) {
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

// dialWriter connects to the one node of the connection string, or to the leader of its cluster.
func dialWriter(ctx context.Context, c *esdb.Configuration) (*grpc.ClientConn, error) {
	var seeds []string
	switch {
	case c.DnsDiscover:
		seeds = []string{c.Address}
	case len(c.GossipSeeds) > 0:
		for _, i := range rand.Perm(len(c.GossipSeeds)) {
			seeds = append(seeds, c.GossipSeeds[i].String())
		}
	default:
		return dial(c, c.Address)
	}
	err := errors.New("no node to ask for the leader")
	for _, seed := range seeds {
		var leader string
		if leader, err = leaderAsSeenBy(ctx, c, seed); err == nil {
			return dial(c, leader)
		}
	}
	return nil, fmt.Errorf("find the leader: %w", err)
}

// leaderAsSeenBy asks a node for the address of its cluster's leader.
func leaderAsSeenBy(ctx context.Context, c *esdb.Configuration, node string) (string, error) {
	conn, err := dial(c, node)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	cluster, err := gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
	if err != nil {
		return "", err
	}
	for _, m := range cluster.GetMembers() {
		if m.GetIsAlive() && m.GetState() == gossip.MemberInfo_Leader {
			at := m.GetHttpEndPoint()
			return net.JoinHostPort(at.GetAddress(), strconv.Itoa(int(at.GetPort()))), nil
		}
	}
	return "", fmt.Errorf("node %s knows no leader", node)
}

// dial prepares a connection as the client's are.
func dial(c *esdb.Configuration, address string) (*grpc.ClientConn, error) {
	secure := insecure.NewCredentials()
	if !c.DisableTLS {
		t := &tls.Config{RootCAs: c.RootCAs, InsecureSkipVerify: c.SkipCertificateVerification, MinVersion: tls.VersionTLS12} // as the connection string says
		if c.UserCertFile != "" && c.UserKeyFile != "" {
			own, err := tls.LoadX509KeyPair(c.UserCertFile, c.UserKeyFile)
			if err != nil {
				return nil, fmt.Errorf("certificate of the user: %w", err)
			}
			t.Certificates = []tls.Certificate{own}
		}
		secure = credentials.NewTLS(t)
	}
	opts := []grpc.DialOption{grpc.WithTransportCredentials(secure)}
	if c.KeepAliveInterval >= 0 {
		opts = append(opts, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: c.KeepAliveInterval, Timeout: c.KeepAliveTimeout, PermitWithoutStream: true,
		}))
	}
	return grpc.NewClient(address, opts...)
}

// basicAuth is a name and a password, "name:password"; the transport must be secure.
type basicAuth string

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (a basicAuth) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(a))}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (basicAuth) RequireTransportSecurity() bool { return true }
