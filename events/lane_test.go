package events_test

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"pgregory.net/rapid"

	"candor/events"
	"candor/events/embedded"
)

// What is written by hand is, to the official types, the same request.
func TestLaneMessagesAreRequestsOfTheProtocol(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.SliceOfN(rapid.Byte(), 0, 300)
		id := uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "correlation"))
		stream := rapid.StringN(1, 40, 200).Draw(t, "stream")
		options := &api.BatchAppendReq_Options{
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)},
			DeadlineOption:   &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(time.Second)},
		}
		var want events.ExpectedRevision
		switch n := rapid.Uint64().Draw(t, "revision"); n % 4 {
		case 0:
			want, options.ExpectedStreamPosition = events.Any, &api.BatchAppendReq_Options_Any{Any: &emptypb.Empty{}}
		case 1:
			want, options.ExpectedStreamPosition = events.NoStream, &api.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}}
		case 2:
			want, options.ExpectedStreamPosition = events.StreamExists, &api.BatchAppendReq_Options_StreamExists{StreamExists: &emptypb.Empty{}}
		case 3:
			want, options.ExpectedStreamPosition = events.Exactly(n), &api.BatchAppendReq_Options_StreamPosition{StreamPosition: n}
		}
		request := &api.BatchAppendReq{CorrelationId: laneID(id), Options: options, IsFinal: true}
		var ps []events.Proposed
		for range rapid.IntRange(0, 5).Draw(t, "events") {
			p := events.Proposed{
				ID: uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id")), Type: rapid.StringN(1, 20, 150).Draw(t, "type"),
				Binary: rapid.Bool().Draw(t, "binary"), Data: bytes.Draw(t, "data"), Meta: bytes.Draw(t, "metadata"),
			}
			contentType := "application/json"
			if p.Binary {
				contentType = "application/octet-stream"
			}
			ps = append(ps, p)
			request.ProposedMessages = append(request.ProposedMessages, &api.BatchAppendReq_ProposedMessage{
				Id: laneID(p.ID), Metadata: map[string]string{"type": p.Type, "content-type": contentType}, Data: p.Data, CustomMetadata: p.Meta,
			})
		}
		got := &api.BatchAppendReq{}
		if err := proto.Unmarshal(events.LaneMessage(id, stream, want, time.Second, ps), got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(request, got, protocmp.Transform()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func laneID(id uuid.UUID) *shared.UUID {
	half := func(b []byte) (n int64) {
		for _, c := range b {
			n = n<<8 | int64(c)
		}
		return n
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: half(id[:8]), LeastSignificantBits: half(id[8:]),
	}}}
}

// Whoever appends while the node goes and comes is told the truth: what was acknowledged is there, once, and nothing fails but
// with the log away.
func TestAppendsOverALaneSurviveTheNodeGoingAway(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	log := newLog(t, n)
	log.OnLane(t)
	stop := make(chan struct{})
	var busy sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[uuid.UUID]int{}
	for range 8 {
		busy.Go(func() {
			for {
				p := proposed(t, events.ReviewPublished{ReviewID: 1, At: at})
				_, err := log.Append(testContext(t), "review-1", events.Any, p)
				switch {
				case err == nil:
					mu.Lock()
					acknowledged[p.ID] = 0
					mu.Unlock()
				case !errors.Is(err, events.ErrUnavailable):
					t.Errorf("append: %v", err)
				}
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
	for range 3 {
		n.stop()
		n.start()
		for again := true; again; { // the lane may be the old one still, and end under the append
			log.OnLane(t)
			_, err := log.Append(testContext(t), "review-2", events.Any, proposed(t, events.ReviewPublished{ReviewID: 2, At: at}))
			if again = errors.Is(err, events.ErrUnavailable); err != nil && !again {
				t.Fatal(err)
			}
		}
	}
	close(stop)
	busy.Wait()
	err := log.Load(testContext(t), "review-1", 0, func(r events.Recorded) error {
		if _, told := acknowledged[r.ID]; told {
			acknowledged[r.ID]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, times := range acknowledged {
		if times != 1 {
			t.Errorf("an acknowledged event, %v, is there %d times", id, times)
		}
	}
}

// A node that does not read holds nobody longer than they want to wait, and forgets nothing that it was sent.
func TestAppendsOverALaneEndWithTheirContext(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	h := newHole(t, "127.0.0.1:0", n.Addr())
	defer h.close()
	log, err := events.OpenLog(events.LogConfig{ConnectionString: "esdb://" + h.Addr().String() + "?tls=false", Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	log.OnLane(t)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	h.freeze()
	large := proposed(t, events.MediaStored{Bytes: make([]byte, 900<<10)})
	for range 12 { // more than the wire and gRPC's buffers hold
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		if _, err := log.Append(ctx, "media-1", events.Any, large); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("append to a node that doesn't read: %v", err)
		}
		cancel()
	}
	h.thaw()
	if w := mustAppend(t, log, "review-1", events.ReviewFeatured{ReviewID: 1, At: at}); w.Revision != 1 {
		t.Errorf("after the silence: %+v", w)
	}
}

func TestLanesAndFeedsAreOpenedWithDiscoveryAndCredentials(t *testing.T) {
	t.Parallel()
	n, err := embedded.Open(context.Background(), embedded.Config{
		Path: filepath.Join(t.TempDir(), "log.db"), Listen: "127.0.0.1:0", Username: "admin", Password: "secret", CertDir: t.TempDir(), Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	away := closed.Addr().String()
	_ = closed.Close()
	single := n.ConnectionString()
	for name, text := range map[string]string{
		"one node":               single,
		"discovery":              strings.Replace(single, "esdb://", "esdb+discover://", 1),
		"several, one not there": strings.Replace(single, "@", "@"+away+",", 1),
	} {
		log, err := events.OpenLog(events.LogConfig{ConnectionString: text, Logger: zerolog.Nop()})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		log.OnLane(t)
		if _, err := log.Append(testContext(t), "review-1", events.Any, proposed(t, events.ReviewPublished{ReviewID: 1, At: at})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := log.Subscribe(testContext(t), 0, events.Filter{}, untilCaughtUp(new([]events.Message))); !errors.Is(err, errEnough) || !log.Fed() {
			t.Errorf("%s: subscribe: %v, as a feed: %v", name, err, log.Fed())
		}
		if err := log.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// oldServer takes appends one by one, as servers before 21.10 do. What it says that it serves is one thing, what it does another.
type oldServer struct {
	api.UnimplementedStreamsServer
	serverfeatures.UnimplementedServerFeaturesServer
	says    []string
	appends atomic.Int64
}

func (s *oldServer) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	res := &serverfeatures.SupportedMethods{EventStoreServerVersion: "21.6.0"}
	for _, name := range s.says {
		res.Methods = append(res.Methods, &serverfeatures.SupportedMethod{ServiceName: "event_store.client.streams.streams", MethodName: name})
	}
	return res, nil
}

func (s *oldServer) Append(call api.Streams_AppendServer) error {
	for {
		if _, err := call.Recv(); err != nil {
			break
		}
	}
	n := s.appends.Add(1)
	return call.SendAndClose(&api.AppendResp{Result: &api.AppendResp_Success_{Success: &api.AppendResp_Success{
		CurrentRevisionOption: &api.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(n - 1)},
		PositionOption:        &api.AppendResp_Success_Position{Position: &api.AppendResp_Position{CommitPosition: uint64(n), PreparePosition: uint64(n)}},
	}}})
}

func TestAppendsToAServerWithoutBatchesGoThroughTheClient(t *testing.T) {
	t.Parallel()
	for name, says := range map[string][]string{"which it says": {"append"}, "which it only finds when asked": {"append", "batchappend"}} {
		t.Run(name, func(t *testing.T) {
			old, server := &oldServer{says: says}, grpc.NewServer()
			api.RegisterStreamsServer(server, old)
			serverfeatures.RegisterServerFeaturesServer(server, old)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			go func() { _ = server.Serve(l) }()
			defer server.Stop()
			log, err := events.OpenLog(events.LogConfig{ConnectionString: "esdb://" + l.Addr().String() + "?tls=false", Logger: zerolog.Nop()})
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			for i := range uint64(50) {
				if w := mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at}); w.Revision != i {
					t.Fatalf("append %d: %+v", i, w)
				}
			}
			if err := log.Available(); err != nil {
				t.Errorf("the log counts as away: %v", err)
			}
		})
	}
}
