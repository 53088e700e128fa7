package server_test

// Clients that begin appends and do not end them.

import (
	"testing"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Appends that are not ended are bounded together, not only each: the next one is refused, those that were begun can
// be ended, and then there is room again.
func TestUnfinishedAppendsAreBoundedTogether(t *testing.T) {
	n := open(t, config(t))
	raw := connectRaw(t, n)
	const each, bound = 1_000_000, 32 << 20
	data := make([]byte, each)
	begin := func() (api.Streams_AppendClient, error) {
		call, err := raw.streams.Append(raw.ctx)
		if err != nil {
			t.Fatal(err)
		}
		err = call.Send(&api.AppendReq{Content: &api.AppendReq_Options_{Options: &api.AppendReq_Options{
			StreamIdentifier: batchOptions("s", nil).StreamIdentifier, ExpectedStreamRevision: &api.AppendReq_Options_Any{}}}})
		if err == nil {
			err = call.Send(&api.AppendReq{Content: &api.AppendReq_ProposedMessage_{ProposedMessage: &api.AppendReq_ProposedMessage{
				Id: text(uuid.New()), Data: data,
				Metadata: map[string]string{"type": "Large", "content-type": "application/octet-stream"}}}})
		}
		return call, err
	}
	var calls []api.Streams_AppendClient
	for range bound / each {
		call, err := begin()
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, call)
	}
	ask := func() codes.Code {
		call, err := begin()
		if err == nil {
			_, err = call.CloseAndRecv()
		}
		return status.Code(err)
	}
	for ask() == codes.OK { // the node has not read all of these yet, or this one took the place of another
		if len(calls) > bound/each+20 {
			t.Fatalf("%d appends of %d bytes can be unfinished at the same time", len(calls), each)
		}
		call, err := begin()
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, call)
	}
	done := 0
	for _, call := range calls {
		switch _, err := call.CloseAndRecv(); status.Code(err) {
		case codes.OK:
			done++
		case codes.ResourceExhausted: // it came while there was no room
		default:
			t.Fatal(err)
		}
	}
	if done < bound/each {
		t.Errorf("only %d of %d appends could be ended", done, len(calls))
	}
	if is := ask(); is != codes.OK {
		t.Errorf("after the others an append is answered with %v", is)
	}
}
