// Decisions about repeated requests.

package commands

import (
	"candor/events"
	"testing"
)

func TestRequestDecisions(t *testing.T) {
	accepted := events.RequestAccepted{BodyHash: "b", IDs: []int64{7}, At: at}
	play(t, []scenario[request]{
		{"a new key is accepted", nil, acceptRequest{"b", []int64{7}, at}, happened(accepted), 0, ""},
		{"a repetition records nothing", happened(accepted), acceptRequest{"b", []int64{8}, at}, nil, 0, ""},
		{"another body under the same key is refused", happened(accepted), acceptRequest{"c", []int64{8}, at}, nil, Unprocessable, ""},
	})
}
