// A real EventStoreDB's own events: they are in the log before the first start, and go on coming while nothing of the site does.

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/esdb"
	"candor/internal/eventually"
)

func TestAServersOwnEventsAreNotTheSites(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: the whole product runs over another server’s own events")
	}
	t.Parallel()
	address := freeAddress(t)
	mustOpenInsecureNode(t, address)
	connection := "esdb://" + address + "?tls=false"
	log, err := esdb.Open(esdb.Config{ConnectionString: connection, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	write := func(stream, kind string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		if _, err := log.Append(ctx, stream, events.Any, events.Proposed{ID: uuid.New(), Type: kind, Data: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	write("$settings", "update")
	write("$users", "$UserCreated")
	write("$scavenges", "$>")
	write("$stats-127.0.0.1:2113", "$statsCollected")

	dir, said := t.TempDir(), &lockedBuffer{}
	p := serveLogging(t, dir, connection, said, "--demo")
	p.becomes(200, "")
	var reviews []json.RawMessage
	if err := json.Unmarshal([]byte(p.body("/api/reviews")), &reviews); err != nil || len(reviews) == 0 {
		t.Fatalf("the demo site has %d reviews (%v):\n%s", len(reviews), err, said)
	}
	if strings.Contains(said.String(), "--demo adds nothing") {
		t.Errorf("it says that it adds nothing:\n%s", said)
	}

	for n := range 40 { // the log's end moves, though nobody does anything
		write("$stats-127.0.0.1:2113", fmt.Sprintf("$statsCollected%d", n))
	}
	p.kill()
	p = serveLogging(t, dir, connection, said, "--demo") // it asks for the log's end when it starts, and then only now and then
	p.becomes(200, "")
	admin := p.admin()
	type model struct {
		Name string `json:"name"`
		Lag  uint64 `json:"lag"`
	}
	var ready struct {
		Status string  `json:"status"`
		Models []model `json:"models"`
	}
	// What has arrived counts until it is applied, which takes analytics a few seconds while no request waits for it.
	eventually.Holds(t, func() error {
		if err := json.Unmarshal([]byte(p.body("/readyz")), &ready); err != nil || ready.Status != "ready" {
			t.Errorf("/readyz: %+v, %v", ready, err)
		}
		if slices.ContainsFunc(ready.Models, func(m model) bool { return m.Lag != 0 }) {
			return fmt.Errorf("/readyz says that read models lag: %+v", ready.Models)
		}
		return nil
	})
	eventually.Holds(t, func() error { // the demo's streams get their retention
		metrics := p.body("/metrics")
		for _, m := range ready.Models {
			if !strings.Contains(metrics, fmt.Sprintf("candor_projection_lag_positions{model=%q} 0\n", m.Name)) {
				return fmt.Errorf("/metrics says that %s lags", m.Name)
			}
		}
		return nil
	})
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": "Beside the statistics"})
	if answer := admin.want(200, "GET", "/api/reviews/1", nil); !strings.Contains(answer, "Beside the statistics") {
		t.Errorf("a reader gets %s", answer)
	}

	p.kill()
	var replayed, checked lockedBuffer
	if err := run(t.Context(), []string{"replay", "--eventstore", connection}, nil, &replayed, &checked); err != nil ||
		strings.Contains(replayed.String(), `"$settings"`) {
		t.Errorf("candor replay (%v) writes out the server's own events", err)
	}
	said = &lockedBuffer{}
	p = serveLogging(t, dir, connection, said, "--demo")
	p.becomes(200, "")
	p.awaitOutput("--demo adds nothing")
	if n := strings.Count(said.String(), "--demo adds nothing"); n != 1 ||
		!strings.Contains(said.String(), "the log has the demo site already") {
		t.Errorf("a second start says %d times why the demo adds nothing:\n%s", n, said)
	}
}
