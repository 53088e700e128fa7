package events_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	grpcmetadata "google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"candor/events"
)

// errEnough ends a subscription.
var errEnough = errors.New("enough")

// untilCaughtUp collects messages up to the first CaughtUp.
func untilCaughtUp(to *[]events.Message) func(events.Message) error {
	return func(m events.Message) error {
		*to = append(*to, m)
		if m.Kind == events.CaughtUp {
			return errEnough
		}
		return nil
	}
}

// scripted is a server that answers every subscription with the same messages; a feed gets its own.
type scripted struct {
	api.UnimplementedStreamsServer
	serverfeatures.UnimplementedServerFeaturesServer
	alone, together atomic.Pointer[[][]byte]
}

func (s *scripted) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: "24.10.4"}, nil
}

func (s *scripted) Read(_ *api.ReadReq, call api.Streams_ReadServer) error {
	answers := s.alone.Load()
	if in, _ := grpcmetadata.FromIncomingContext(call.Context()); len(in.Get("candor-answers")) > 0 {
		answers = s.together.Load()
	}
	for _, message := range *answers {
		if err := call.SendMsg(message); err != nil {
			return err
		}
	}
	<-call.Context().Done()
	return nil
}

// rawCodec sends bytes as they are.
type rawCodec struct{ encoding.CodecV2 }

func (c rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	if raw, ok := v.([]byte); ok {
		return mem.BufferSlice{mem.SliceBuffer(raw)}, nil
	}
	return c.CodecV2.Marshal(v)
}

// openScripted returns a server and two logs on it, of which the second one's subscriptions go through the client.
func openScripted(t *testing.T) (s *scripted, fed, through *events.Log) {
	t.Helper()
	s, server := &scripted{}, grpc.NewServer(grpc.ForceServerCodecV2(rawCodec{encoding.GetCodecV2("proto")}))
	api.RegisterStreamsServer(server, s)
	serverfeatures.RegisterServerFeaturesServer(server, s)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	open := func() *events.Log {
		log, err := events.OpenLog(events.LogConfig{ConnectionString: "esdb://" + l.Addr().String() + "?tls=false", Logger: zerolog.Nop()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		return log
	}
	fed, through = open(), open()
	through.OffFeed()
	return s, fed, through
}

func answer(content any) *api.ReadResp {
	switch c := content.(type) {
	case *api.ReadResp_ReadEvent:
		return &api.ReadResp{Content: &api.ReadResp_Event{Event: c}}
	case *api.ReadResp_Checkpoint:
		return &api.ReadResp{Content: &api.ReadResp_Checkpoint_{Checkpoint: c}}
	case *api.ReadResp_SubscriptionConfirmation:
		return &api.ReadResp{Content: &api.ReadResp_Confirmation{Confirmation: c}}
	case *api.ReadResp_CaughtUp:
		return &api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: c}}
	case *api.ReadResp_FellBehind:
		return &api.ReadResp{Content: &api.ReadResp_FellBehind_{FellBehind: c}}
	}
	panic(fmt.Sprintf("%T", content))
}

func drawRecorded(t *rapid.T) *api.ReadResp_ReadEvent_RecordedEvent {
	bytes := rapid.SliceOfN(rapid.Byte(), 0, 300)
	id := uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
	position := rapid.Uint64Max(math.MaxInt64).Draw(t, "position")
	r := &api.ReadResp_ReadEvent_RecordedEvent{
		Id:               laneID(id),
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(rapid.SampledFrom([]string{"review-1", "review-2", "$ce-review", "ä"}).Draw(t, "stream"))},
		StreamRevision:   rapid.Uint64Max(math.MaxInt64).Draw(t, "revision"), PreparePosition: position, CommitPosition: position,
		Metadata: map[string]string{
			"type":         rapid.SampledFrom([]string{"A", "B", "$>", "ä"}).Draw(t, "type"),
			"content-type": rapid.SampledFrom([]string{"application/json", "application/octet-stream", "text/plain"}).Draw(t, "content type"),
			"created":      strconv.FormatInt(rapid.Int64Range(-1<<55, 1<<55).Draw(t, "created"), 10),
		},
		CustomMetadata: bytes.Draw(t, "metadata"), Data: bytes.Draw(t, "data"),
	}
	if rapid.Bool().Draw(t, "id as text") {
		r.Id = &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
	}
	if rapid.Bool().Draw(t, "further property") {
		r.Metadata["later"] = "word"
	}
	return r
}

// What is read by hand is what the official client reads, however many answers come in one message.
func TestAFeedReadsWhatTheClientReads(t *testing.T) {
	t.Parallel()
	server, fed, through := openScripted(t)
	rapid.Check(t, func(t *rapid.T) {
		confirmation, err := proto.Marshal(answer(&api.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()}))
		if err != nil {
			t.Fatal(err)
		}
		alone, together := [][]byte{confirmation}, [][]byte{confirmation}
		n := rapid.IntRange(0, 12).Draw(t, "answers")
		for i := range n + 1 {
			content := any(&api.ReadResp_CaughtUp{})
			if i < n {
				switch rapid.IntRange(0, 6).Draw(t, "kind") {
				case 0:
					content = &api.ReadResp_FellBehind{}
				case 1:
					at := rapid.SampledFrom([]uint64{1, 1 << 40, math.MaxUint64}).Draw(t, "checkpoint")
					content = &api.ReadResp_Checkpoint{CommitPosition: at, PreparePosition: at}
				case 2:
					content = &api.ReadResp_ReadEvent{Event: drawRecorded(t), Link: drawRecorded(t)}
				default:
					content = &api.ReadResp_ReadEvent{Event: drawRecorded(t), Position: &api.ReadResp_ReadEvent_NoPosition{}}
				}
			}
			message, err := proto.Marshal(answer(content))
			if err != nil {
				t.Fatal(err)
			}
			alone = append(alone, message)
			if last := len(together) - 1; last > 0 && rapid.Bool().Draw(t, "joined") {
				together[last] = append(together[last], message...)
			} else {
				together = append(together, append([]byte(nil), message...))
			}
		}
		server.alone.Store(&alone)
		server.together.Store(&together)
		got, want := []events.Message{}, []events.Message{}
		for to, log := range map[*[]events.Message]*events.Log{&got: fed, &want: through} {
			if err := log.Subscribe(context.Background(), 0, events.Filter{}, untilCaughtUp(to)); !errors.Is(err, errEnough) {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-client +feed):\n%s", diff)
		}
	})
	if !fed.Fed() {
		t.Error("these were no feeds")
	}
}

// A server that answers a feed with what nobody knows still serves subscriptions.
func TestWhatAFeedCannotReadGoesThroughTheClient(t *testing.T) {
	t.Parallel()
	marshal := func(content any) []byte {
		message, err := proto.Marshal(answer(content))
		if err != nil {
			t.Fatal(err)
		}
		return message
	}
	confirmation, event := marshal(&api.ReadResp_SubscriptionConfirmation{SubscriptionId: "1"}), marshal(&api.ReadResp_ReadEvent{
		Event: &api.ReadResp_ReadEvent_RecordedEvent{Id: laneID(uuid.New()), StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("review-1")},
			CommitPosition: 7, PreparePosition: 7, Metadata: map[string]string{"type": "A", "content-type": "application/json", "created": "1"}}})
	caughtUp := marshal(&api.ReadResp_CaughtUp{})
	for name, answers := range map[string][][]byte{
		"no confirmation":       {caughtUp},
		"cut short":             {confirmation, event[:len(event)-3]},
		"no message":            {confirmation, {0xff}},
		"an event without time": {confirmation, marshal(&api.ReadResp_ReadEvent{Event: &api.ReadResp_ReadEvent_RecordedEvent{CommitPosition: 7}})},
		"an empty event":        {confirmation, marshal(&api.ReadResp_ReadEvent{})},
	} {
		t.Run(name, func(t *testing.T) {
			server, log, _ := openScripted(t)
			server.together.Store(&answers)
			server.alone.Store(&[][]byte{confirmation, event, caughtUp})
			var got []events.Message
			if err := log.Subscribe(testContext(t), 0, events.Filter{}, untilCaughtUp(&got)); !errors.Is(err, errEnough) {
				t.Fatal(err)
			}
			if len(got) != 3 || got[0].Kind != events.Interrupted || got[1].Position != 7 || got[2].Kind != events.CaughtUp {
				t.Errorf("got %+v; want an interruption, the event and the end of history", got)
			}
			if err := log.Available(); err != nil {
				t.Errorf("the log counts as away: %v", err)
			}
		})
	}
}
