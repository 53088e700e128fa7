package projector_test

import (
	"testing"

	"candor/events"
	"candor/projections/internal/modeltest"
)

// The reason for setting an event aside names what is wrong with it, and nothing that it contains.
func TestAnUndecodableEventsReasonIsItsField(t *testing.T) {
	log := modeltest.NewLog()
	for data, reason := range map[string]string{
		`{"reviewId":"a secret"}`: `its field "reviewId" is not of the type events.ReviewID`,
		`{"reviewId":secret}`:     `its JSON is broken at byte 13`,
	} {
		p, err := events.Encode(events.Envelope{Event: modeltest.Review(1, "One")})
		if err != nil {
			t.Fatal(err)
		}
		p.Data = []byte(data)
		at := log.Raw("review-1", p)
		m := modeltest.Open(t, modeltest.MemDir(t), log)
		modeltest.CaughtUp(t, m)
		all := statusOf(t, m, "content").SetAside
		if last := all[len(all)-1]; last.Position != at || last.Reason != reason {
			t.Errorf("%s is set aside with %q, want %q", data, last.Reason, reason)
		}
	}
}
