// Addresses of subscribers: after an erasure, or a farewell, and a scavenge, nothing confirms a guess at one.

package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

// putEvents appends to the log of a folder that no server uses.
func putEvents(t *testing.T, dir string, do func(d *openlog.Handle, put func(stream string, e events.Event))) {
	t.Helper()
	d, err := openlog.OpenFolder(datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	do(d, func(stream string, e events.Event) {
		p, err := events.Encode(events.Envelope{Event: e})
		if err == nil {
			_, err = d.Append(t.Context(), stream, events.Any, p)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// After an erasure, or a farewell, and a scavenge, beside a running server and without one, no file holds the address or its hash.
func TestNothingTellsWhoSubscribed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	v := s.visitor()
	traces := func(email string) []string {
		sum := sha256.Sum256([]byte(email))
		return []string{email, hex.EncodeToString(sum[:]), base64.StdEncoding.EncodeToString(sum[:])}
	}
	for _, email := range []string{"ada@example.com", "bob@example.com", "carl@example.com"} {
		v.want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": email})
	}
	if got := inFolder(t, dir, "bob@example.com", "carl@example.com"); len(got) == 0 {
		t.Fatal("the test sees nothing of who subscribes")
	}
	v.want(204, "POST", "/api/newsletter/unsubscribe", map[string]string{"email": "bob@example.com"})
	mustCandor(t, "", "scavenge", "--data", dir) // by the server
	s.stop()
	if got := inFolder(t, dir, traces("bob@example.com")...); len(got) != 0 {
		t.Errorf("left of who has unsubscribed: %v", got)
	}
	mustCandor(t, "", "erase", "--data", dir, "--email", "carl@example.com", "--yes", "--scavenge")
	if got := inFolder(t, dir, traces("carl@example.com")...); len(got) != 0 {
		t.Errorf("left after the erasure: %v", got)
	}
	if got := mustCandor(t, "", "verify", "--data", dir); !strings.Contains(got, "matches a fresh replay") {
		t.Error(got)
	}
	s = serve(t, dir)
	for range 2 {
		s.visitor().want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": "ADA@example.com"})
	}
	s.stop()
	var who []string
	putEvents(t, dir, func(d *openlog.Handle, _ func(string, events.Event)) {
		if err := d.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
			if r.Type == "NewsletterSubscribed" {
				who = append(who, r.Stream)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
	if diff := cmp.Diff([]string{"subscriber-1"}, who); diff != "" {
		t.Errorf("subscribers:\n%s", diff)
	}
}
