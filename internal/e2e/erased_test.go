// What was erased: nothing of Candor's own shows it, although the log holds it until it is scavenged.

package e2e

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candor/events/datadir"
	"candor/internal/eventually"
)

// erasedMarks are what the person gives away of themselves, in lower case.
var erasedMarks = []string{"quorbname", "quorbmail", "quorbtext", "quorbagent", "198.51.100.213"}

// addPerson adds the data of a person, and of another one who is not erased.
func addPerson(v *visitor) {
	v.t.Helper()
	for _, person := range []struct{ mark, address string }{{"quorb", "198.51.100.213"}, {"other", "203.0.113.7"}} {
		post := func(path string, body any) {
			v.t.Helper()
			if status, answer, err := v.try("POST", path, body, "X-Forwarded-For", person.address, "User-Agent",
				"Mozilla/5.0 "+person.mark+"agent"); err != nil || status/100 != 2 {
				v.t.Fatalf("POST %s: %d %s %v", path, status, answer, err)
			}
		}
		post("/api/contact", map[string]string{"name": person.mark + "name", "email": person.mark + "mail@example.com", "subject": "s",
			"message": person.mark + "text"})
		post("/api/newsletter/subscribe", map[string]string{"email": person.mark + "mail@example.com"})
		post("/api/track", map[string]any{"event": "page_view", "page": "/", "sessionId": "s",
			"userAgent": "Mozilla/5.0 " + person.mark + "agent"})
	}
}

// showsNothing checks everything that a command or a call shows of the log.
func showsNothing(t *testing.T, what, text string) {
	t.Helper()
	for _, mark := range erasedMarks {
		if strings.Contains(strings.ToLower(text), mark) {
			t.Errorf("%s shows %s", what, mark)
		}
	}
}

func TestNothingShowsWhatWasErased(t *testing.T) {
	t.Parallel()
	stores := map[string]func(t *testing.T) (v *visitor, args []string){
		"the embedded log": func(t *testing.T) (*visitor, []string) {
			dir := t.TempDir()
			return serve(t, dir, "--trusted-proxies", "127.0.0.1").visitor(), []string{"--data", dir}
		},
		"another store": func(t *testing.T) (*visitor, []string) {
			c := newCluster(t, 1, []string{"CANDOR_ADMIN_PASSWORD=correct horse battery"})
			return c.instances[0].visitor(), []string{"--data", t.TempDir(), "--eventstore", c.connection()}
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			v, store := open(t)
			run := func(args ...string) string {
				t.Helper()
				return mustCandor(t, "", append(args, store...)...)
			}
			addPerson(v)
			if v.signIn("correct horse battery") != 200 {
				t.Fatal("the admin can't sign in")
			}
			before := run("replay")
			for _, mark := range erasedMarks {
				if !strings.Contains(strings.ToLower(before), mark) {
					t.Fatalf("a replay shows nothing of %s before it is erased", mark)
				}
			}
			moment := time.Now().UTC().Format(time.RFC3339Nano)
			run("erase", "--email", "quorbmail@example.com", "--yes")
			run("erase", "--ip", "198.51.100.213", "--yes")

			file := filepath.Join(t.TempDir(), "events")
			for _, format := range []string{"ndjson", "csv", "parquet"} {
				run("replay", "--format", format, "-o", file)
				for mark, files := range inFolder(t, filepath.Dir(file), erasedMarks...) {
					t.Errorf("replay --format %s shows %s: %v", format, mark, files)
				}
			}
			if after := run("replay"); !strings.Contains(after, "othername") || !strings.Contains(after, "203.0.113.7") ||
				!strings.Contains(after, "MessageDeleted") {
				t.Errorf("a replay lacks who was not erased, or that a message was: %s", after)
			}
			for _, choice := range [][]string{{"--type", "MessageReceived"}, {"--type", "VisitorFirstSeen"}, {"--prefix", "subscriber-"},
				{"--stream", "message-1"}} {
				showsNothing(t, fmt.Sprint("replay ", choice), run(append([]string{"replay"}, choice...)...))
			}
			showsNothing(t, "verify", run("verify"))
			for _, path := range []string{
				"/api/analytics/events", "/api/analytics/events?format=csv", "/api/analytics/summary", "/api/analytics/summary?asOf=" + moment,
				"/api/contact-messages", "/api/contact-messages?search=quorb", "/api/admin/subscribers", "/api/admin/history",
				"/api/admin/history/export", "/api/admin/history/export?format=csv",
				"/api/admin/history?q=quorb", "/api/admin/activity", "/api/reviews?asOf=" + moment,
			} {
				if strings.Contains(path, "asOf=") { // the past is built first
					v.eventually(200, "GET", path)
				}
				showsNothing(t, path, v.want(200, "GET", path, nil))
			}
		})
	}
}

// A replay that follows the log beside a running server.
func TestFollowingShowsNothingErased(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a replay follows a server for long")
	}
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--trusted-proxies", "127.0.0.1")
	addPerson(s.visitor())
	mustCandor(t, "", "erase", "--data", dir, "--email", "quorbmail@example.com", "--yes")
	mustCandor(t, "", "erase", "--data", dir, "--ip", "198.51.100.213", "--yes")
	if _, err := datadir.Folder(dir).Server(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "events")
	p := launch(t, dir, nil, "replay", "--follow", "-o", out)
	s.visitor().want(201, "POST", "/api/contact", map[string]string{"name": "N", "email": "last@example.com", "subject": "s",
		"message": "last text"})
	eventually.Holds(t, func() error {
		if len(inFolder(t, filepath.Dir(out), "last text")) == 0 {
			return errors.New("what came last is not followed")
		}
		return nil
	})
	p.kill()
	for mark, files := range inFolder(t, filepath.Dir(out), erasedMarks...) {
		t.Errorf("%s is in %v", mark, files)
	}
}
