// Decisions about repeated requests.

package commands

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

func TestRequestDecisions(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	accepted := events.RequestAccepted{BodyHash: "b", IDs: []int64{7}, At: at}
	for _, row := range []struct {
		name  string
		given []events.Event
		when  acceptRequest
		then  []events.Event
		err   Kind // 0: none
	}{
		{"a new key is accepted", nil, acceptRequest{"b", []int64{7}, at}, []events.Event{accepted}, 0},
		{"a repetition records nothing", []events.Event{accepted}, acceptRequest{"b", []int64{8}, at}, nil, 0},
		{"what is appended later changes nothing", []events.Event{accepted, events.RequestAccepted{}},
			acceptRequest{"b", []int64{8}, at}, nil, 0},
		{"another body under the same key is refused", []events.Event{accepted}, acceptRequest{"c", []int64{8}, at}, nil, Unprocessable},
	} {
		var s request
		for _, e := range row.given {
			s = s.Evolve(e)
		}
		got, err := row.when.Decide(s)
		if diff := cmp.Diff(row.then, got); diff != "" || (err == nil) != (row.err == 0) || err != nil && KindOf(err) != row.err {
			t.Errorf("%s: error %v, events (-want +got):\n%s", row.name, err, diff)
		}
	}
}
