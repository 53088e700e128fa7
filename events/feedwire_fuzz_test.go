// Answers that no server should send: a feed refuses them, and never panics or stands still.

package events

import (
	"errors"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/protobuf/proto"
)

func FuzzFeedAnswers(f *testing.F) {
	event := &api.ReadResp_ReadEvent_RecordedEvent{
		Id:               &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{MostSignificantBits: 1, LeastSignificantBits: 2}}},
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("review-12")}, StreamRevision: 4, PreparePosition: 9, CommitPosition: 9,
		Metadata: map[string]string{"type": "ReviewUpdated", "content-type": "application/json", "created": "16000000000000000"},
		Data:     []byte(`{"reviewId":12}`), CustomMetadata: []byte(`{}`),
	}
	var all []byte
	for _, answer := range []*api.ReadResp{
		{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{Event: event}}},
		{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{Event: event, Link: event}}},
		{Content: &api.ReadResp_Checkpoint_{Checkpoint: &api.ReadResp_Checkpoint{CommitPosition: 9, PreparePosition: 9}}},
		{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}},
	} {
		message, err := proto.Marshal(answer)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, message...)
		f.Add(message)
	}
	f.Add(all)
	f.Fuzz(func(t *testing.T, message []byte) {
		page := feedPage{rest: message}
		for !page.empty() {
			left := len(page.rest)
			var m Message
			_, err := page.take(&m)
			if err == nil && len(page.rest) >= left {
				t.Fatalf("%d bytes are left, and were before", len(page.rest))
			}
			if err != nil && !errors.Is(err, errUnreadable) {
				t.Fatalf("error %v, want errUnreadable", err)
			}
			if err != nil {
				return
			}
			if len(m.Event.Data) > len(message) {
				t.Fatal("an event holds more than came")
			}
		}
	})
}
