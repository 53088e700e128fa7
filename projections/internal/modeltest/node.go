// A real node for tests, over the official client.

package modeltest

import (
	"context"
	"crypto/x509"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
)

// Node is an embedded node in a folder; it can be stopped and started again on the same address.
type Node struct {
	config nodeserver.Config
	*nodeserver.Server
}

// StartNode starts one that is closed with the test.
func StartNode(t testing.TB) *Node {
	t.Helper()
	n := &Node{config: nodeserver.Config{Path: MemDir(t) + "/log.db", Listen: "127.0.0.1:0", Insecure: true, Logger: zerolog.Nop()}}
	n.Start(t)
	t.Cleanup(func() { _ = n.Close() })
	return n
}

// Start starts it again, after Close.
func (n *Node) Start(t testing.TB) {
	t.Helper()
	var err error
	if n.Server, err = nodeserver.Open(context.Background(), n.config); err != nil {
		t.Fatal(err)
	}
	n.config.Listen = n.Addr()
}

// Dial opens the node's log as another process would.
func (n *Node) Dial(t testing.TB) events.Log {
	t.Helper()
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(n.CACertPEM())
	log, err := esdb.Open(esdb.Config{ConnectionString: n.ConnectionString(), RootCAs: roots, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

// Write appends events to a real log, and returns the position of the last.
func Write(t testing.TB, log events.Log, stream string, all ...events.Event) events.Position {
	t.Helper()
	var proposed []events.Proposed
	for _, one := range all {
		p, err := events.Encode(events.Envelope{Event: one, Metadata: events.Metadata{Actor: events.System,
			CorrelationID: uuid.NewString()}})
		if err != nil {
			t.Fatal(err)
		}
		proposed = append(proposed, p)
	}
	written, err := log.Append(t.Context(), stream, events.Any, proposed...)
	if err != nil {
		t.Fatal(err)
	}
	return written.Position
}

// Fill appends n page views in batches.
func Fill(t testing.TB, log events.Log, n int) {
	t.Helper()
	for from := 0; from < n; from += 1000 {
		var proposed []events.Proposed
		for i := from; i < min(n, from+1000); i++ {
			p, err := events.Encode(events.Envelope{Event: BenchView(i), Metadata: BenchMetadata(i)})
			if err != nil {
				t.Fatal(err)
			}
			proposed = append(proposed, p)
		}
		if _, err := log.Append(t.Context(), events.PageViewStream(BenchView(from).At), events.Any, proposed...); err != nil {
			t.Fatal(fmt.Errorf("fill: %w", err))
		}
	}
}
