package server_test

// A bare gRPC connection with credentials, for what the Go client never asks but others do.

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"candor/events/embedded/server"
)

type rawNode struct {
	ctx      context.Context // with credentials
	conn     *grpc.ClientConn
	streams  api.StreamsClient
	gossip   gossip.GossipClient
	features serverfeatures.ServerFeaturesClient
}

func connectRaw(t testing.TB, n *server.Server, options ...grpc.DialOption) *rawNode {
	t.Helper()
	return connectRawTo(t, n, n.Addr(), options...)
}

func connectRawTo(t testing.TB, n *server.Server, addr string, options ...grpc.DialOption) *rawNode {
	t.Helper()
	transport := insecure.NewCredentials()
	if pem := n.CACertPEM(); pem != nil {
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(pem)
		transport = credentials.NewTLS(&tls.Config{RootCAs: roots})
	}
	conn, err := grpc.NewClient(addr, append(options, grpc.WithTransportCredentials(transport))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &rawNode{
		as(within(t), user, password), conn, api.NewStreamsClient(conn), gossip.NewGossipClient(conn),
		serverfeatures.NewServerFeaturesClient(conn),
	}
}

// as adds basic credentials to a call.
func as(ctx context.Context, name, secret string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(name+":"+secret)))
}

// ended is nil for the end of a stream of messages.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
