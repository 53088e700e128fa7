package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/events/datadir"
	"candor/internal/eventually"
)

// copiesState is how far an instance has come with the smaller copies of a picture, which it makes for itself.
var copiesState = regexp.MustCompile(`"copies":\{[^}]*\}`)

// everyAnswer is what each GET of the API's description, and each page, feed and picture of the demo site answers.
func everyAnswer(t *testing.T, reader, admin *visitor) map[string]string {
	t.Helper()
	var described struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal([]byte(reader.want(200, "GET", "/api/openapi.json", nil)), &described); err != nil {
		t.Fatal(err)
	}
	paths := []string{"/", "/reviews/7", "/nowhere",
		"/sitemap.xml", "/robots.txt", "/feed.xml", "/api/reviews?search=battery&limit=3&offset=1", "/api/admin/reviews?deleted=true",
		"/api/admin/reviews?sort=title&order=asc", "/api/analytics/series?from=2026-01-01", "/api/analytics/events?format=csv"}
	for path, methods := range described.Paths {
		// Metrics tell of the process, a checkpoint the time at which it was signed, and what is live has no end.
		if methods["get"] == nil || path == "/metrics" || path == "/api/checkpoint" || strings.HasSuffix(path, "/live") ||
			strings.HasPrefix(path, "/api/docs/") {
			continue
		}
		for id := range 2 {
			filled := strings.NewReplacer("{id}", fmt.Sprint(id+1), "{revision}", "0").Replace(path)
			if !strings.Contains(filled, "{") {
				paths = append(paths, filled)
			}
		}
	}
	got := map[string]string{}
	for _, path := range paths {
		if _, done := got[path]; done {
			continue
		}
		for _, v := range []*visitor{reader, admin} {
			if v == admin && !strings.HasPrefix(path, "/api/") {
				continue // readers' pages know no admin
			}
			var status int
			var answer string
			eventually.Holds(t, func() (err error) {
				status, answer, err = v.try("GET", path, nil)
				// a busy machine may be too slow to render it
				if err == nil && strings.HasPrefix(answer, "<!doctype html>") && !renderedAt.MatchString(answer) {
					return fmt.Errorf("GET %s: only its shell is served", path)
				}
				return err
			})
			got[path] += fmt.Sprintln(status, copiesState.ReplaceAllString(requestID.ReplaceAllString(renderedAt.ReplaceAllString(answer, `"now":0`),
				`"requestId":""`), `"copies":{}`))
		}
	}
	var review struct{ ProductImageURL string }
	if err := json.Unmarshal([]byte(reader.want(200, "GET", "/api/reviews/3", nil)), &review); err != nil {
		t.Fatal(err)
	}
	got["picture"] = reader.want(200, "GET", review.ProductImageURL, nil)
	return got
}

// A backup is taken while many write, and restored: it is whole, and holds what the log held. Then the writing ends, and
// the site restored from a second backup answers the same bytes as the first one, on every path.
func TestABackupBringsBackTheSameSite(t *testing.T) {
	t.Parallel()
	dir, files := t.TempDir(), t.TempDir()
	server := startProcess(t, dir, "CANDOR_SITE_URL=http://example.com", "CANDOR_DEMO=true")
	admin := server.admin()
	admin.want(201, "POST", "/api/reviews", review("Edited"))
	for i := range 3 {
		admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": fmt.Sprintf("Title %d", i)})
	}
	admin.want(204, "DELETE", "/api/reviews/2", nil)
	admin.want(201, "POST", "/api/contact", map[string]string{"name": "Bo", "email": "bo@example.com", "subject": "Hello", "message": "Hi."})
	admin.want(200, "GET", "/api/checkpoint", nil) // makes the key
	admin.want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": "bo@example.com"})
	mustCandor(t, "", "--data", dir, "keys", "create", "--name", "bot", "--permission", "create_news")

	stop, began := make(chan struct{}), make(chan struct{})
	begin := sync.OnceFunc(func() { close(began) })
	var writers sync.WaitGroup
	for i := range 4 {
		v := server.visitor()
		v.http.Jar = admin.http.Jar
		writers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
					time.Sleep(2 * time.Millisecond) // all that is written is compared in the end
					v.want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": fmt.Sprintf("/reviews/%d", n%9),
						"userAgent": "Mozilla/5.0 Firefox", "sessionId": "s", "referrer": "", "metadata": nil})
					if n%8 == 0 {
						v.want(201, "POST", "/api/reviews", review(fmt.Sprintf("Written %d-%d", i, n)))
						begin()
					}
				}
			}
		})
	}
	<-began
	during := filepath.Join(files, "during.candor")
	for range 2 {
		mustCandor(t, "", "--data", dir, "backup", "--force", during)
	}
	close(stop)
	writers.Wait()

	if _, _, err := candor(t, "", "--data", dir, "backup", during); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("a backup was overwritten: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(files, ".*")); len(left) > 0 {
		t.Errorf("files are left behind: %v", left)
	}
	copied := filepath.Join(t.TempDir(), "copied")
	mustCandor(t, "", "--data", copied, "restore", during)
	if said := mustCandor(t, "", "--data", copied, "verify"); !strings.Contains(said, "The log is intact") {
		t.Error(said)
	}
	before, after := mustCandor(t, "", "--data", copied, "replay"), mustCandor(t, "", "--data", dir, "replay")
	if !strings.HasPrefix(after, before) || !strings.Contains(before, "Written ") {
		t.Errorf("the copy of %d bytes is no beginning of the log's %d", len(before), len(after))
	}

	// Without a server between, and by a pipe.
	stdout, _, err := candor(t, "", "--data", dir, "backup", "-")
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "again")
	copyKey(t, dir, again) // no backup holds it
	if _, _, err := candor(t, stdout, "--data", again, "restore", "-"); err != nil {
		t.Fatal(err)
	}
	want := everyAnswer(t, server.visitor(), admin)
	other := startProcess(t, again, "CANDOR_SITE_URL=http://example.com")
	elsewhere := other.visitor()
	elsewhere.http.Jar = admin.http.Jar // the session is in the log, too
	for path, got := range everyAnswer(t, other.visitor(), elsewhere) {
		if got != want[path] {
			t.Errorf("%s answers otherwise:\n got %s\nwant %s", path, clip(got), clip(want[path]))
		}
	}
	if len(want) < 40 {
		t.Errorf("only %d answers were compared", len(want))
	}
	if _, _, err := candor(t, "", "--data", again, "restore", during); err == nil || !strings.Contains(err.Error(), "empty data folder") {
		t.Errorf("a log was replaced: %v", err)
	}
	server.kill()
	mustCandor(t, "", "--data", dir, "backup", filepath.Join(files, "stopped.candor"))
}

// copyKey copies the key that signs the site's checkpoints.
func copyKey(t *testing.T, from, to string) {
	t.Helper()
	key, err := os.ReadFile(datadir.Folder(from).SigningKey())
	if err == nil {
		err = datadir.Folder(to).Make()
	}
	if err == nil {
		err = os.WriteFile(datadir.Folder(to).SigningKey(), key, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestBackupSaysWhatItCannotDo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, _, err := candor(t, "", "--data", dir, "backup", filepath.Join(dir, "b")); err == nil ||
		!strings.Contains(err.Error(), "no log to back up") {
		t.Errorf("an empty folder was backed up: %v", err)
	}
	mustCandor(t, "", "--data", dir, "keys", "list") // makes a log
	backup := filepath.Join(t.TempDir(), "b")
	mustCandor(t, "", "--data", dir, "backup", backup)
	text, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	for what, damaged := range map[string][]byte{"cut": text[:len(text)-7], "noise": append(bytes.Clone(text[:len(text)-40]), noise(40)...),
		"empty": nil, "another file": []byte("{}\n")} {
		folder := filepath.Join(t.TempDir(), "data")
		if _, _, err := candor(t, string(damaged), "--data", folder, "restore", "-"); err == nil ||
			!strings.Contains(err.Error(), "nothing was restored") {
			t.Errorf("%s: %v", what, err)
		}
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s: left behind %v", what, left)
		}
	}
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.MkdirAll(datadir.Folder(folder).Models(), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := candor(t, string(text), "--data", folder, "restore", "-"); err == nil ||
		!strings.Contains(err.Error(), "empty data folder") {
		t.Errorf("read models of another log: %v", err)
	}
}
