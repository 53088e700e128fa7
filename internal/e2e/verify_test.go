package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

func TestVerifyFindsTheFirstBrokenEvent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	admin.want(201, "POST", "/api/reviews", map[string]any{
		"productName": "Slate 15", "productBrand": "Tarnholt", "categoryId": 1, "title": "Larger", "content": "Quiet.", "authorName": "Ada"})
	whole := func(when string) {
		t.Helper()
		said := mustCandor(t, "", "--data", dir, "verify")
		if !strings.Contains(said, "The log is intact: ") || !strings.Contains(said, "Every read model matches a fresh replay") {
			t.Errorf("%s: verify said %q", when, said)
		}
	}
	whole("beside the server")
	s.stop()
	whole("without a server")

	// Somebody who has the node's password slips an event in.
	d, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	forged, err := events.Chain(strings.Repeat("0", 64), events.Envelope{Event: events.ReviewPublished{ReviewID: 1, At: time.Now().UTC()},
		Metadata: events.Metadata{Actor: events.System}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Append(t.Context(), "review-1", events.Any, forged...); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err = candor(t, "", "--data", dir, "verify")
	if err == nil {
		t.Fatal("a forged event was not found")
	}
	for _, part := range []string{"review-1", "revision 1", "ReviewPublished", "position "} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not name %q", err, part)
		}
	}
}
