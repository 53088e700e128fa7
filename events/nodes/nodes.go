// Package nodes carries out operations on each node of an EventStoreDB cluster, where a client of the cluster reaches only one.
//
// The main types are [Cluster], which knows the nodes by their gossip, and [Scavenged], the result of one node's scavenge.
package nodes

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"candor/events/esdb"
)

// answerTime is how long a node may take to answer one request.
const answerTime = 15 * time.Second

// Cluster is a cluster, or a single node, as a connection string names it.
type Cluster struct {
	config *official.Configuration
	tls    *tls.Config // nil without TLS
	http   *http.Client
}

// Open reads a connection string as the official clients do. roots are trusted besides what it names; nil: no others are.
func Open(connectionString string, roots *x509.CertPool) (*Cluster, error) {
	config, err := esdb.ParseConnectionString(connectionString)
	if err != nil {
		return nil, err
	}
	if err := config.Validate(); err != nil {
		return nil, fmt.Errorf("connection string of the event store: %w", err)
	}
	c := &Cluster{config: config}
	if c.tls, err = esdb.TLSConfig(config); err != nil {
		return nil, err
	}
	if c.tls != nil && roots != nil {
		c.tls.RootCAs = roots
	}
	c.http = &http.Client{
		Timeout:       answerTime,
		Transport:     &http.Transport{TLSClientConfig: c.tls, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // each node answers for itself
	}
	return c, nil
}

// Node is a node as the cluster's gossip names it.
type Node struct {
	Address string // host:port
	State   string // "Leader", "Follower", …
	Alive   bool
}

// Nodes asks the nodes that the connection string names, one after another, until one returns all members. The leader comes last. A single
// node is named as the connection string does: it may be known there by another address than its own.
func (c *Cluster) Nodes(ctx context.Context) ([]Node, error) {
	var failed []error
	for _, seed := range esdb.Addresses(c.config) {
		members, err := c.gossip(ctx, seed)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", seed, err))
			continue
		}
		var all []Node
		for _, m := range members {
			if m.GetState() != gossip.MemberInfo_Manager && m.GetHttpEndPoint() != nil {
				address := net.JoinHostPort(m.GetHttpEndPoint().GetAddress(), strconv.Itoa(int(m.GetHttpEndPoint().GetPort())))
				all = append(all, Node{Address: address, State: m.GetState().String(), Alive: m.GetIsAlive()})
			}
		}
		if len(all) == 0 {
			failed = append(failed, fmt.Errorf("%s: its gossip names no node", seed))
			continue
		}
		if len(all) == 1 {
			all[0].Address = seed
		}
		last := gossip.MemberInfo_Leader.String()
		slices.SortFunc(all, func(a, b Node) int {
			if (a.State == last) != (b.State == last) {
				return map[bool]int{true: 1, false: -1}[a.State == last]
			}
			return cmp.Compare(a.Address, b.Address)
		})
		return all, nil
	}
	return nil, fmt.Errorf("no node answers with the cluster's members: %w", errors.Join(failed...))
}

// gossip asks one node for the cluster's members.
func (c *Cluster) gossip(ctx context.Context, address string) ([]*gossip.MemberInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	transport := insecure.NewCredentials()
	if c.tls != nil {
		transport = credentials.NewTLS(c.tls)
	}
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(transport))
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	if c.config.Username != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization",
			"Basic "+base64.StdEncoding.EncodeToString([]byte(c.config.Username+":"+c.config.Password)))
	}
	info, err := gossip.NewGossipClient(connection).Read(ctx, &shared.Empty{})
	if err != nil {
		return nil, err
	}
	return info.GetMembers(), nil
}
