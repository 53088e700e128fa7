// Connections of our own, for lanes and feeds: which node, and with which credentials, all as the official client does it from the
// same connection string. A node in our own process is called without one.

package events

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

// ahead is how many bytes a node may send before a subscription reads them, aheadAll the same for all of a connection. Windows that
// grpc finds itself grow to what is the fastest alone, and hold that much of a rebuild in memory.
const (
	ahead    = 256 << 10
	aheadAll = 1 << 20
)

// target is where a client leads.
type target struct {
	*esdb.Configuration
	inside grpc.ClientConnInterface // LogConfig.Inside
}

// connection is what calls go over.
type connection interface {
	grpc.ClientConnInterface
	io.Closer
}

// inside is one that nobody has to end: its calls end each by itself.
type inside struct{ grpc.ClientConnInterface }

// Close implements io.Closer.
func (inside) Close() error { return nil }

// dialWriter connects to the one node of the connection string, or to the leader of its cluster.
func dialWriter(ctx context.Context, c target) (connection, error) {
	var seeds []string
	switch {
	case c.inside != nil:
		return inside{c.inside}, nil
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
func leaderAsSeenBy(ctx context.Context, c target, node string) (string, error) {
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
func dial(c target, address string) (*grpc.ClientConn, error) {
	secure, err := transport(c)
	if err != nil {
		return nil, err
	}
	opts := []grpc.DialOption{
		grpc.WithTransportCredentials(secure), grpc.WithStaticStreamWindowSize(ahead), grpc.WithStaticConnWindowSize(aheadAll),
	}
	if c.KeepAliveInterval >= 0 {
		opts = append(opts, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: c.KeepAliveInterval, Timeout: c.KeepAliveTimeout, PermitWithoutStream: true,
		}))
	}
	return grpc.NewClient(address, opts...)
}

// transport is how the connection is kept to ourselves.
func transport(c target) (credentials.TransportCredentials, error) {
	if c.DisableTLS {
		return insecure.NewCredentials(), nil
	}
	t := &tls.Config{RootCAs: c.RootCAs, InsecureSkipVerify: c.SkipCertificateVerification, MinVersion: tls.VersionTLS12} // as the connection string says
	if c.UserCertFile != "" && c.UserKeyFile != "" {
		own, err := tls.LoadX509KeyPair(c.UserCertFile, c.UserKeyFile)
		if err != nil {
			return nil, fmt.Errorf("certificate of the user: %w", err)
		}
		t.Certificates = []tls.Certificate{own}
	}
	return credentials.NewTLS(t), nil
}

// basicAuth is a name and a password, "name:password"; the transport must be secure.
type basicAuth string

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (a basicAuth) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(a))}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (basicAuth) RequireTransportSecurity() bool { return true }
