// A site outgrows one machine, and comes back: its log moves to a node, which serves EventStoreDB's protocol, and from there into a data
// folder.

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"candor/internal/eventually"
)

// positions are what a moved log has others of.
var positions = regexp.MustCompile(`"(position|head|next|checkpoint|before)":"?\d+"?`)

func TestASiteMovesToAnEventStoreAndBack(t *testing.T) {
	t.Parallel()
	old, files := t.TempDir(), t.TempDir()
	server := startProcess(t, old, "CANDOR_SITE_URL=http://example.com", "CANDOR_DEMO=true")
	admin := server.admin()
	admin.want(201, "POST", "/api/reviews", review("Edited"))
	for i := range 3 {
		admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": fmt.Sprintf("Title %d", i)})
	}
	admin.want(204, "DELETE", "/api/reviews/2", nil)
	for i := range 20 {
		server.visitor().want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": fmt.Sprintf("/reviews/%d", i%5+3),
			"userAgent": "Mozilla/5.0 Firefox", "sessionId": "s", "referrer": "", "metadata": nil})
	}
	admin.want(201, "POST", "/api/contact", map[string]string{"name": "Bo", "email": "bo@example.com", "subject": "Hello",
		"message": "A secret."})
	admin.want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": "bo@example.com"})
	mustCandor(t, "", "--data", old, "erase", "--email", "bo@example.com", "--yes")
	checkpoint, key := filepath.Join(files, "checkpoint.txt"), filepath.Join(files, "checkpoint.key")
	mustCandor(t, "", "--data", old, "checkpoint", "-o", checkpoint)
	if err := os.WriteFile(key, []byte(mustCandor(t, "", "--data", old, "checkpoint", "--key")), 0o600); err != nil {
		t.Fatal(err)
	}
	// The history of all items has what happened in deleted streams, too, which don't move.
	withHistory := func(answers map[string]string, admin *visitor) map[string]string {
		for path := range answers {
			if strings.HasPrefix(path, "/api/admin/history") || path == "/api/admin/activity" {
				delete(answers, path)
			}
		}
		answers["history of reviews"] = admin.want(200, "GET", "/api/admin/history?kind=review&limit=100", nil)
		return answers
	}
	want := withHistory(everyAnswer(t, server.visitor(), admin), admin)
	backup := filepath.Join(files, "site.candor")
	mustCandor(t, "", "--data", old, "backup", backup)

	c := &cluster{t: t, dir: t.TempDir(), address: freeAddress(t)}
	c.startNode()
	first := launch(t, t.TempDir(), nil, "--eventstore", c.connection(), "restore", backup)
	eventually.Holds(t, func() error {
		if said := first.output.String(); !strings.Contains(said, "restore ") && !strings.Contains(said, "Restored") {
			return fmt.Errorf("it says %q", said)
		}
		return nil
	})
	first.kill() // in the middle, unless it was very quick
	c.node.kill()
	c.startNode()
	if _, said, err := candor(t, "", "--eventstore", c.connection(), "restore", backup); err != nil ||
		!strings.Contains(said, "compared all of them") {
		t.Fatalf("%v: %s", err, said)
	}
	moved := t.TempDir()
	copyKey(t, old, moved)
	verifies := func(args ...string) {
		t.Helper()
		said := mustCandor(t, "", append(args, "verify", "--checkpoint", checkpoint, "--key", key)...)
		for _, line := range []string{"The log is intact", "matches what ", "Every read model matches"} {
			if !strings.Contains(said, line) {
				t.Errorf("verify doesn't say %q: %s", line, said)
			}
		}
	}
	answersTheSame := func(where string, p *process) {
		t.Helper()
		elsewhere := p.visitor()
		elsewhere.http.Jar = admin.http.Jar // the session is in the log, too
		for path, got := range withHistory(everyAnswer(t, p.visitor(), elsewhere), elsewhere) {
			if got, want := positions.ReplaceAllString(got, ""), positions.ReplaceAllString(want[path], ""); got != want {
				t.Errorf("%s: %s answers otherwise:\n got %s\nwant %s", where, path, clip(got), clip(want))
			}
		}
	}
	instance := startProcess(t, moved, "CANDOR_SITE_URL=http://example.com", "CANDOR_EVENTSTORE="+c.connection())
	answersTheSame("moved", instance)
	verifies("--data", moved)
	instance.kill()

	home, again := filepath.Join(t.TempDir(), "home"), filepath.Join(files, "again.candor")
	mustCandor(t, "", "--eventstore", c.connection(), "backup", again)
	mustCandor(t, "", "--data", home, "restore", again)
	copyKey(t, old, home)
	answersTheSame("moved back", startProcess(t, home, "CANDOR_SITE_URL=http://example.com"))
	verifies("--data", home)
	mustCandor(t, "", "--eventstore", c.connection(), "keys", "create", "--name", "bot", "--permission", "create_news")
	if _, _, err := candor(t, "", "--eventstore", c.connection(), "restore", backup); err == nil ||
		!strings.Contains(err.Error(), "nothing was restored") {
		t.Errorf("a backup was restored into a log that has gone on: %v", err)
	}
}
