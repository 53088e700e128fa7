package esdb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"

	"candor/events"
	"candor/events/esdb"
	"candor/internal/eventually"
)

// versioned is a server of a version, the leader of a cluster of which it is the only node.
type versioned struct {
	serverfeatures.UnimplementedServerFeaturesServer
	gossip.UnimplementedGossipServer
	version string
	address *net.TCPAddr
}

func (v *versioned) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: v.version}, nil
}

func (v *versioned) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{{State: gossip.MemberInfo_Leader, IsAlive: true,
		HttpEndPoint: &gossip.EndPoint{Address: v.address.IP.String(), Port: uint32(v.address.Port)}}}}, nil
}

// serveVersion starts a server of a version and returns its address.
func serveVersion(t *testing.T, version string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	v := &versioned{version: version, address: l.Addr().(*net.TCPAddr)}
	server := grpc.NewServer()
	serverfeatures.RegisterServerFeaturesServer(server, v)
	gossip.RegisterGossipServer(server, v)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	return l.Addr().String()
}

// lines are the lines of a log. It is safe for concurrent use.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) count(what string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), what)
}

func TestAServersVersionThatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	for version, readable := range map[string]bool{"26.1.0-rc.1": false, "25.0-preview": false, "unknown": false, "26.0.3": true,
		"26.0.3.1234": true} {
		for _, scheme := range []string{"esdb://%s?tls=false", "esdb://%s,127.0.0.1:1?tls=false", "esdb+discover://%s?tls=false"} {
			t.Run(fmt.Sprintf(scheme, version), func(t *testing.T) {
				t.Parallel()
				said := &lines{}
				log, err := esdb.Open(esdb.Config{ConnectionString: fmt.Sprintf(scheme, serveVersion(t, version)),
					Logger: zerolog.New(said).Level(zerolog.WarnLevel)})
				if err != nil {
					t.Fatal(err)
				}
				defer log.Close()
				if _, err := log.Head(testContext(t)); err == nil || !readable && !errors.Is(err, events.ErrUnavailable) {
					t.Fatalf("a request to a server that answers none: %v", err)
				}
				var unreadable *events.ServerVersionError
				if readable {
					if errors.As(log.Available(), &unreadable) {
						t.Errorf("the server is away for its version: %v", unreadable)
					}
					return
				}
				eventually.Holds(t, func() error {
					if err := log.Available(); !errors.As(err, &unreadable) || unreadable.Version != version {
						return fmt.Errorf("the server is away because of %w", err)
					}
					return nil
				})
				if n := said.count(`"error":"the server's version, \"` + version + `\", can't be read`); n != 1 {
					t.Errorf("the log names the version %d times, want once: %s", n, &said.text)
				}
			})
		}
	}
}
