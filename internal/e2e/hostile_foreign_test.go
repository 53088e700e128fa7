package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

// hostileForeignEvents appends, as the event store's administrator may, events without a known author.
func hostileForeignEvents(t *testing.T, _ *site) {
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	admin.want(201, "POST", "/api/reviews", map[string]any{
		"productName": "Slate 15", "productBrand": "Tarnholt", "categoryId": 1, "title": "Larger", "content": "Quiet.", "authorName": "Ada",
		"isPublished": true})
	log, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	foreign := []struct {
		kind, data, meta string
	}{
		{"ReviewUpdated", `{"reviewId":1,"changes":{"title":"Changed elsewhere"},"at":"2026-11-01T08:00:00Z"}`, ""},
		{"ReviewUpdated", `{"reviewId":1,"changes":{"title":"Changed again"},"at":"2026-11-01T09:00:00Z"}`, `no JSON`},
		{"ReviewFeatured", `{"reviewId":1}`, `{"tenant":7,"schema":1}`},
		{"ReviewUnfeatured", `{"reviewId":1}`, `{"actor":"root","schema":"first"}`},
		{"ForeignEvent", `{"reviewId":1}`, ""},
		{"ForeignEvent", `<xml/>`, `[]`},
	}
	var last events.Written
	for i, f := range foreign {
		id := uuid.New()
		if i == 0 {
			id = uuid.Nil
		}
		if last, err = log.Append(t.Context(), "review-1", events.Any, events.Proposed{ID: id, Type: f.kind, Binary: f.data[0] != '{',
			Data: []byte(f.data), Meta: []byte(f.meta)}); err != nil {
			t.Fatalf("%s with the metadata %q: %v", f.kind, f.meta, err)
		}
	}
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := server.Ask(t.Context(), "/api/control/wait", map[string]any{"position": last.Position}); err != nil ||
		answer.StatusCode >= 300 {
		t.Fatalf("the read models don't reach position %d: %v", last.Position, err)
	}

	unknown := `"actor":{"kind":"unknown"}`
	if history := admin.want(200, "GET", "/api/admin/reviews/1/history", nil); strings.Count(history, unknown) != len(foreign) ||
		!strings.Contains(history, "Changed elsewhere") {
		t.Errorf("the item's history: %s", history)
	}
	admin.want(200, "GET", "/api/admin/reviews/1/history/2", nil)
	if trail := admin.want(200, "GET", "/api/admin/history?actor=unknown", nil); strings.Count(trail, unknown) != 4 {
		t.Errorf("the audit trail: %s", trail)
	}
	for _, path := range []string{"/api/admin/history/export", "/api/admin/activity", "/api/reviews/1/history", "/reviews/1/history",
		"/api/reviews/1?asOf=" + time.Now().UTC().Format(time.RFC3339Nano)} {
		admin.want(200, "GET", path, nil)
	}
	if answer := admin.want(200, "GET", "/api/reviews/1", nil); !strings.Contains(answer, "Changed again") {
		t.Errorf("the review: %s", answer)
	}
	// It can be edited, and who saved last is told of the unknown author.
	if status, answer, err := admin.try("PATCH", "/api/reviews/1", map[string]any{"title": "Mine"}, "If-Match", `"1-1"`); err != nil ||
		status != http.StatusPreconditionFailed || !strings.Contains(answer, `"changedBy":{"kind":"unknown"}`) {
		t.Errorf("an edit of an older revision: %d %s %v", status, answer, err)
	}
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": "Mine again"})
	admin.want(200, "POST", "/api/admin/reviews/1/history/1/restore", nil)

	for _, format := range []string{"ndjson", "csv", "parquet"} {
		mustCandor(t, "", "--data", dir, "replay", "--format", format, "--type", "ReviewUpdated")
		mustCandor(t, "", "--data", dir, "replay", "--format", format)
	}
	mustCandor(t, "", "--data", dir, "checkpoint")
	for range 2 { // beside the server, and without
		said, _, err := candor(t, "", "--data", dir, "verify")
		if err == nil || !strings.Contains(err.Error(), "6 events are broken") || !strings.Contains(said, "Every read model matches") {
			t.Errorf("verify: %v\n%s", err, said)
		}
		for i, why := range []string{"has no metadata", "can't be decoded", "not chained", "can't be decoded", "has no metadata",
			"can't be decoded"} {
			if line := fmt.Sprintf("review-1, revision %d, is broken: ", i+2); !strings.Contains(said, line) ||
				!strings.Contains(said[strings.Index(said, line):], why) {
				t.Errorf("verify doesn't say that revision %d %s:\n%s", i+2, why, said)
			}
		}
		s.stop()
	}

	// An import of it says what it can't read, and publishes none of it.
	export := mustCandor(t, "", "--data", dir, "replay")
	report := t.TempDir() + "/report.json"
	other := t.TempDir()
	mustCandor(t, export, "--data", other, "import", "--report", report, "-")
	var ready struct{ Status string }
	if err := json.Unmarshal([]byte(serve(t, other).visitor().want(200, "GET", "/readyz", nil)), &ready); err != nil ||
		ready.Status != "ready" {
		t.Errorf("the copy: %+v, %v", ready, err)
	}
}
