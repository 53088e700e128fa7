package events_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

// Events of other programs are read whatever their metadata is, with an unknown author.
func TestMetadataOfAnotherProgram(t *testing.T) {
	unknown := events.Metadata{Actor: events.Actor{Kind: events.ActorUnknown}}
	admin := events.Actor{Kind: events.ActorAdmin, ID: "ada", Name: "ada"}
	tests := []struct {
		name, text string
		want       events.Metadata
	}{
		{"none", "", unknown},
		{"no JSON", "oops", unknown},
		{"cut short", `{"actor":{"kind":"admin"`, unknown},
		{"no object", `["admin"]`, unknown},
		{"null", `null`, unknown},
		{"an empty object", `{}`, unknown},
		{"fields of its own", `{"user":"root","tenant":7}`, unknown},
		{"an actor of another shape", `{"actor":"root","schema":1}`, events.Metadata{Actor: unknown.Actor, Schema: 1}},
		{"an actor of another kind", `{"actor":{"kind":"robot","name":"R2"}}`, unknown},
		{"one field of another shape", `{"actor":{"kind":"admin","id":"ada","name":"ada"},"schema":"one","via":"dashboard"}`,
			events.Metadata{Actor: admin, Via: events.ViaDashboard}},
		{"a source of its own", `{"actor":{"kind":"admin","id":"ada","name":"ada"},"via":"carrier pigeon"}`, events.Metadata{Actor: admin}},
		{"an endless name", `{"actor":{"kind":"bot","id":"2","name":"` + strings.Repeat("é", 4000) + `"}}`,
			events.Metadata{Actor: events.Actor{Kind: events.ActorBot, ID: "2", Name: strings.Repeat("é", 512)}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := events.Recorded{Type: "ReviewPublished", Data: []byte(`{"reviewId":7}`), Meta: []byte(test.text)}
			if diff := cmp.Diff(test.want, r.Metadata()); diff != "" {
				t.Errorf("the metadata (-want +got):\n%s", diff)
			}
			if e, err := r.Decode(); err != nil || e.(events.ReviewPublished).ReviewID != 7 {
				t.Errorf("the event: %v, %v", e, err)
			}
			if _, err := r.DecodeWith(r.Metadata()); err != nil {
				t.Errorf("the event, with its metadata: %v", err)
			}
		})
	}
}
