package server_test

// What EventStoreDB answers, and what this node answers to the same calls.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// recordedScenario is a run of calls to EventStoreDB 23.10.6, and what it answered. All scenarios were run on one node, in order.
type recordedScenario struct {
	Scenario string         `json:"scenario"`
	Steps    []recordedStep `json:"steps"`
}

// recordedStep is one call. Requests and messages are in protobuf's JSON.
type recordedStep struct {
	Method   string            `json:"method"`
	Requests []any             `json:"requests"`
	Status   string            `json:"status"`
	Details  string            `json:"details"`
	Trailers map[string]string `json:"trailers"`
	Messages []any             `json:"messages"`
}

// wantedDifference is a reason for answers that differ from EventStoreDB's.
type wantedDifference struct {
	Reason  string `json:"reason"`
	Answers []struct {
		Scenario string   `json:"scenario"`
		Step     int      `json:"step"`    // counted from 0
		Differs  []string `json:"differs"` // as compare tells it
	} `json:"answers"`
}

// TestAnswersLikeEventStoreDB makes every recorded call to a fresh node. Each answer is as recorded, or differs in just the way
// that testdata/wanted-differences.json says.
func TestAnswersLikeEventStoreDB(t *testing.T) {
	t.Parallel()
	var scenarios []recordedScenario
	var wanted []wantedDifference
	readJSON(t, "testdata/eventstore-answers.json", &scenarios)
	readJSON(t, "testdata/wanted-differences.json", &wanted)
	differs := map[string][]string{}
	for _, w := range wanted {
		for _, a := range w.Answers {
			name := stepName(a.Scenario, a.Step)
			if w.Reason == "" || len(a.Differs) == 0 || differs[name] != nil {
				t.Errorf("%s: a wanted difference must have a reason, say how the answer differs, and be there once", name)
			}
			differs[name] = a.Differs
		}
	}

	c := config(t)
	c.Insecure, c.Username, c.Password = true, "", ""
	conn, err := grpc.NewClient(open(t, c).Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	r, seen := &replayer{t: t, conn: conn}, newComparison(scenarios)
	steps, equal := 0, 0
	for _, s := range scenarios {
		if strings.HasPrefix(s.Scenario, "groups: ") {
			continue // this node serves no persistent subscriptions
		}
		for i, step := range s.Steps {
			steps++
			name := stepName(s.Scenario, i)
			got := seen.compare(step, r.replay(s, i))
			want := differs[name]
			delete(differs, name)
			switch {
			case slices.Equal(got, want):
			case want == nil:
				t.Errorf("%s %s: differs:\n\t%s", name, step.Method, strings.Join(got, "\n\t"))
			case got == nil:
				t.Errorf("%s %s: does not differ any more; wanted was\n\t%s", name, step.Method, strings.Join(want, "\n\t"))
			default:
				t.Errorf("%s %s: differs:\n\t%s\nbut in another way than wanted:\n\t%s", name, step.Method, strings.Join(got, "\n\t"),
					strings.Join(want, "\n\t"))
			}
			if got == nil {
				equal++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(differs)) {
		t.Errorf("wanted difference: there is no %s", name)
	}
	t.Logf("%d of %d answers are equal", equal, steps)
}

func stepName(scenario string, step int) string { return fmt.Sprintf("%q step %d", scenario, step) }

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
