package embedded_test

// Several answers in a message, for subscriptions whose callers take them so, and for nobody else.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// wireCodec gives messages as they came.
type wireCodec struct{ encoding.CodecV2 }

func (c wireCodec) Unmarshal(data mem.BufferSlice, v any) error {
	if raw, ok := v.(*[]byte); ok {
		*raw = data.Materialize()
		return nil
	}
	return c.CodecV2.Unmarshal(data, v)
}

func TestAnswersComeTogetherForWhoTakesThem(t *testing.T) {
	n := open(t, config(t))
	client, raw := connect(t, n), connectRaw(t, n)
	const count = 700
	appended(t, client, "a-1", esdb.NoStream{}, events(count)...)
	appended(t, client, "b-1", esdb.NoStream{}, event("Large", fmt.Sprintf("%q", strings.Repeat("a", 300<<10))))
	// read returns how many answers each message had, and the positions of the events, up to the end of history.
	read := func(together bool, stream string) (answers []int, positions []uint64) {
		ctx := raw.ctx
		if together {
			ctx = metadata.AppendToOutgoingContext(ctx, "candor-answers", "together")
		}
		options := &api.ReadReq_Options{
			StreamOption: &api.ReadReq_Options_All{All: &api.ReadReq_Options_AllOptions{AllOption: &api.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}}},
			CountOption:  &api.ReadReq_Options_Subscription{Subscription: &api.ReadReq_Options_SubscriptionOptions{}},
			FilterOption: &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
			UuidOption:   &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
		}
		if stream != "" {
			options.StreamOption = &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{
				StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)}, RevisionOption: &api.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}}}}
		}
		call, err := raw.streams.Read(ctx, &api.ReadReq{Options: options}, grpc.ForceCodecV2(wireCodec{encoding.GetCodecV2("proto")}))
		if err != nil {
			t.Fatal(err)
		}
		for {
			var message []byte
			if err := call.RecvMsg(&message); err != nil {
				t.Fatal(err)
			}
			answers = append(answers, 0)
			for len(message) > 0 {
				n := protowire.ConsumeFieldValue(1, protowire.BytesType, message[1:]) + 1
				res := &api.ReadResp{}
				if err := proto.Unmarshal(message[:n], res); err != nil {
					t.Fatal(err)
				}
				message = message[n:]
				answers[len(answers)-1]++
				if res.GetEvent() != nil {
					positions = append(positions, res.GetEvent().GetCommitPosition())
				}
				if res.GetCaughtUp() != nil {
					return answers, positions
				}
			}
		}
	}
	for _, stream := range []string{"", "a-1"} {
		alone, want := read(false, stream)
		if slices.Max(alone) > 1 {
			t.Errorf("%q: %d answers in one message for who has not asked", stream, slices.Max(alone))
		}
		together, got := read(true, stream)
		if !slices.Equal(got, want) || len(got) < count {
			t.Errorf("%q: together came %d events, alone %d", stream, len(got), len(want))
		}
		if len(together)*20 > len(alone) {
			t.Errorf("%q: %d messages together, %d alone", stream, len(together), len(alone))
		}
	}
}
