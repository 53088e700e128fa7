package nodes_test

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/grpc"

	"candor/events"
	"candor/events/nodes"
)

// fakeCluster is a cluster whose nodes tell by gossip of each other and take requests for scavenges, as EventStoreDB's do.
type fakeCluster struct {
	gossip.UnimplementedGossipServer
	nodes []*fakeNode

	mu      sync.Mutex
	started []string                     // nodes, in order
	log     map[string][]events.Recorded // streams
	looks   map[string]int               // at each stream
}

// fakeNode is one of them.
type fakeNode struct {
	*httptest.Server
	cluster *fakeCluster
	state   gossip.MemberInfo_VNodeState
	dead    bool
	told    string // the address that gossip tells; "": its own
	running int    // requests that find another scavenge under way
	result  string // of a scavenge; "": Success
}

const fakeUser, fakePassword = "admin", "the cluster's password"

// newFakeCluster starts a node for each state; the third argument may change them before.
func newFakeCluster(t *testing.T, secure bool, states ...gossip.MemberInfo_VNodeState) *fakeCluster {
	t.Helper()
	c := &fakeCluster{log: map[string][]events.Recorded{}, looks: map[string]int{}}
	server := grpc.NewServer()
	gossip.RegisterGossipServer(server, c)
	for _, state := range states {
		n := &fakeNode{cluster: c, state: state}
		n.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
				server.ServeHTTP(w, r)
				return
			}
			n.answer(w, r)
		}))
		if secure {
			n.EnableHTTP2 = true
			n.StartTLS()
		} else {
			n.Config.Protocols = new(http.Protocols)
			n.Config.Protocols.SetHTTP1(true)
			n.Config.Protocols.SetUnencryptedHTTP2(true)
			n.Start()
		}
		t.Cleanup(n.Close)
		c.nodes = append(c.nodes, n)
	}
	return c
}

func (n *fakeNode) address() string { return n.Listener.Addr().String() }

// Read implements the gossip service.
func (c *fakeCluster) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	info := &gossip.ClusterInfo{Members: []*gossip.MemberInfo{
		{State: gossip.MemberInfo_Manager, IsAlive: true, HttpEndPoint: &gossip.EndPoint{Address: "127.0.0.1", Port: 1}},
	}}
	for _, n := range c.nodes {
		address := n.told
		if address == "" {
			address = n.address()
		}
		host, text, _ := net.SplitHostPort(address)
		port, _ := strconv.Atoi(text)
		info.Members = append(info.Members, &gossip.MemberInfo{State: n.state, IsAlive: !n.dead,
			HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)}})
	}
	return info, nil
}

// answer takes a request for a scavenge.
func (n *fakeNode) answer(w http.ResponseWriter, r *http.Request) {
	c := n.cluster
	c.mu.Lock()
	defer c.mu.Unlock()
	name, password, _ := r.BasicAuth()
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/admin/scavenge":
		w.WriteHeader(http.StatusNotFound)
	case name != fakeUser || password != fakePassword:
		w.WriteHeader(http.StatusUnauthorized)
	case n.running > 0:
		n.running--
		http.Error(w, "Scavenge is already running", http.StatusBadRequest)
	default:
		id := uuid.NewString()
		c.started = append(c.started, n.address())
		result := n.result
		if result == "" {
			result = "Success"
		}
		c.log["$scavenges-"+id] = []events.Recorded{
			{Type: "$scavengeStarted", Data: []byte(`{}`)},
			{Type: "$scavengeCompleted", Data: fmt.Appendf(
				nil, `{"scavengeId":"%s","nodeEndpoint":"%s","result":"%s","error":"no room","timeTaken":"00:00:00.68","spaceSaved":2000000,"maxChunkScavenged":0}`, id, n.address(), result)},
		}
		fmt.Fprintf(w, "ScavengeId: %s\n", id)
	}
}

// Load implements nodes.Log: the end of a scavenge is in the log at the third look.
func (c *fakeCluster) Load(_ context.Context, stream string, _ uint64, handle func(events.Recorded) error) error {
	c.mu.Lock()
	c.looks[stream]++
	looks, told := c.looks[stream], c.log[stream]
	c.mu.Unlock()
	switch looks {
	case 1:
		return events.ErrStreamNotFound
	case 2:
		told = told[:1]
	}
	for _, r := range told {
		if err := handle(r); err != nil {
			return err
		}
	}
	return nil
}

// connection is a connection string to some of the nodes.
func (c *fakeCluster) connection(t *testing.T, query string, hosts ...string) string {
	t.Helper()
	if c.nodes[0].TLS != nil && query == "" {
		file := filepath.Join(t.TempDir(), "ca.crt")
		text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.nodes[0].Certificate().Raw})
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		query = "tlsCAFile=" + file
	}
	return "esdb://" + fakeUser + ":" + url.PathEscape(fakePassword) + "@" + strings.Join(hosts, ",") + "?" + query
}

// scavenge opens the cluster and scavenges it.
func (c *fakeCluster) scavenge(t *testing.T, connection string) ([]nodes.Scavenged, []nodes.Progress, error) {
	t.Helper()
	cluster, err := nodes.Open(connection, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var told []nodes.Progress
	done, err := cluster.Scavenge(ctx, c, func(p nodes.Progress) { told = append(told, p) })
	return done, told, err
}

var threeNodes = []gossip.MemberInfo_VNodeState{gossip.MemberInfo_Leader, gossip.MemberInfo_Follower, gossip.MemberInfo_ReadOnlyReplica}

func TestEachNodeIsScavenged(t *testing.T) {
	for _, secure := range []bool{true, false} {
		c := newFakeCluster(t, secure, threeNodes...)
		nobody, err := net.Listen("tcp", "127.0.0.1:0") // the first host that is named is down
		if err != nil {
			t.Fatal(err)
		}
		nobody.Close()
		query := map[bool]string{false: "tls=false"}[secure]
		done, told, err := c.scavenge(t, c.connection(t, query, nobody.Addr().String(), c.nodes[1].address()))
		if err != nil {
			t.Fatal(err)
		}
		if len(c.started) != 3 || c.started[2] != c.nodes[0].address() {
			t.Errorf("scavenged %v, want each once and the leader %s last", c.started, c.nodes[0].address())
		}
		for i, s := range done {
			if s.Address != c.started[i] || s.Saved != 2_000_000 || len(s.ID) != 36 || c.looks["$scavenges-"+s.ID] != 3 {
				t.Errorf("node %d: %+v", i, s)
			}
		}
		if last := told[len(told)-1]; last.Done != 2 || last.Of != 3 || last.Node != c.nodes[0].address() {
			t.Errorf("told at last: %+v", last)
		}
	}
}

func TestCertificatesCountAsTheConnectionStringSays(t *testing.T) {
	c := newFakeCluster(t, true, gossip.MemberInfo_Leader)
	if _, _, err := c.scavenge(t, c.connection(t, "tls=true", c.nodes[0].address())); err == nil ||
		!strings.Contains(err.Error(), "certificate") {
		t.Errorf("an unknown authority: %v", err)
	}
	if _, _, err := c.scavenge(t, c.connection(t, "tlsVerifyCert=false", c.nodes[0].address())); err != nil {
		t.Errorf("without verifying: %v", err)
	}
}

// The scavenge that is under way may have passed what was erased since, so another one follows it.
func TestScavengeUnderWayIsAwaited(t *testing.T) {
	c := newFakeCluster(t, false, gossip.MemberInfo_Leader)
	c.nodes[0].running = 2
	done, told, err := c.scavenge(t, c.connection(t, "tls=false", c.nodes[0].address()))
	if err != nil || len(done) != 1 || len(c.started) != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	waited := 0
	for _, p := range told {
		if p.Waiting {
			waited++
		}
	}
	if waited != 2 {
		t.Errorf("told %d times that it waits", waited)
	}
}

func TestFailuresNameTheirNodes(t *testing.T) {
	c := newFakeCluster(t, false, gossip.MemberInfo_Leader, gossip.MemberInfo_Follower, gossip.MemberInfo_Follower)
	c.nodes[1].dead, c.nodes[2].result = true, "Failed"
	done, _, err := c.scavenge(t, c.connection(t, "tls=false", c.nodes[0].address()))
	if err == nil || len(done) != 3 || len(c.started) != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	for _, want := range []string{
		"node " + c.nodes[1].address() + " was not scavenged: the cluster says that it is not alive",
		"node " + c.nodes[2].address() + " was not scavenged: the scavenge ended as Failed: no room",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q: %v", want, err)
		}
	}
	wrong := strings.Replace(c.connection(t, "tls=false", c.nodes[0].address()), fakeUser, "nobody", 1)
	if _, _, err := c.scavenge(t, wrong); !errors.Is(err, events.ErrAccessDenied) {
		t.Errorf("wrong credentials: %v", err)
	}
}

// A single node, such as one in a container, may tell an address of its own that nobody else can reach.
func TestSingleNodeIsReachedAsItIsNamed(t *testing.T) {
	c := newFakeCluster(t, false, gossip.MemberInfo_Leader)
	c.nodes[0].told = "172.31.255.254:2113"
	done, _, err := c.scavenge(t, c.connection(t, "tls=false", c.nodes[0].address()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{c.nodes[0].address()}, c.started); diff != "" || done[0].Address != c.nodes[0].address() {
		t.Errorf("%s%+v", diff, done)
	}
}

func TestNobodyTellsOfTheCluster(t *testing.T) {
	c := newFakeCluster(t, false, gossip.MemberInfo_Leader)
	address := c.nodes[0].address()
	c.nodes[0].Close()
	if _, _, err := c.scavenge(t, c.connection(t, "tls=false", address)); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("the error does not name who was asked: %v", err)
	}
	for _, connection := range []string{"http://127.0.0.1:2113", "esdb://127.0.0.1:2113?tlsCAFile=/does/not/exist"} {
		if _, err := nodes.Open(connection, nil); err == nil {
			t.Errorf("%s is taken", connection)
		}
	}
}
