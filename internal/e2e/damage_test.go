package e2e

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"candor/events/datadir"
)

// renderedAt is the one thing in a page that isn't made from the log: when it was rendered.
var renderedAt = regexp.MustCompile(`"now":[0-9]+`)

// requestID names a request in an answer.
var requestID = regexp.MustCompile(`"requestId":"[0-9a-f]{32}"`)

// answersOf returns what readers and the admin get, to the byte.
func answersOf(s *process) map[string]string {
	s.t.Helper()
	reader, admin := s.visitor(), s.admin()
	got := map[string]string{}
	for _, path := range []string{"/api/reviews", "/api/reviews?limit=5&offset=3&category=gadgets", "/api/reviews/3",
		"/api/news", "/api/news/2",
		"/api/categories", "/api/products", "/api/search?q=quiet", "/api/search/suggest?q=slate", "/", "/reviews/3",
		"/sitemap.xml", "/feed.xml"} {
		got[path] = renderedAt.ReplaceAllString(reader.whole(path), `"now":0`)
	}
	for _, path := range []string{"/api/admin/reviews", "/api/admin/news", "/api/contact-messages", "/api/admin/api-keys",
		"/api/analytics/summary", "/api/admin/subscribers"} {
		got[path] = admin.want(200, "GET", path, nil)
	}
	var review struct{ ProductImageURL string }
	if err := json.Unmarshal([]byte(got["/api/reviews/3"]), &review); err != nil {
		s.t.Fatal(err)
	}
	got["picture"] = reader.want(200, "GET", review.ProductImageURL, nil)
	return got
}

// Read models are disposable: whatever happens to their files, the next start answers the same bytes.
func TestDamagedReadModelsComeBack(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: all read models are damaged in many ways")
	}
	t.Parallel()
	dir := t.TempDir()
	environment := []string{"CANDOR_SITE_URL=http://example.com", "CANDOR_DEMO=true"} // which fills a log that is empty, and no other
	s := startProcess(t, dir, environment...)
	v := s.visitor()
	v.want(201, "POST", "/api/contact", map[string]string{"name": "Bo", "email": "bo@example.com", "subject": "Hello", "message": "Hi."})
	v.want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": "bo@example.com"})
	v.want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/reviews/1", "userAgent": "Mozilla/5.0 Firefox",
		"sessionId": "s", "referrer": "", "metadata": nil})
	mustCandor(t, "", "--data", dir, "keys", "create", "--name", "bot", "--permission", "create_news")
	s.end()
	s = startProcess(t, dir, environment...)
	want := answersOf(s)
	s.end()

	files, err := filepath.Glob(filepath.Join(datadir.Folder(dir).Models(), "*.db"))
	if err != nil || len(files) != 10 {
		t.Fatalf("read models: %v, %v", files, err)
	}
	damages := map[string]func(text []byte) []byte{
		"deleted":     func([]byte) []byte { return nil },
		"emptied":     func([]byte) []byte { return []byte{} },
		"cut in half": func(text []byte) []byte { return text[:len(text)/2] },
		"all noise":   func(text []byte) []byte { return noise(len(text)) },
		"noise in the middle": func(text []byte) []byte {
			return append(append(text[:8192:8192], noise(8192)...), text[min(16384, len(text)):]...)
		},
		"a header and nothing": func(text []byte) []byte { return text[:4096] },
	}
	if testing.Short() { // make nightly tries them all
		for _, name := range []string{"emptied", "all noise", "a header and nothing"} {
			delete(damages, name)
		}
	}
	for name, damage := range damages {
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if text = damage(text); text == nil {
				err = os.Remove(file)
			} else {
				err = os.WriteFile(file, text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		s := startProcess(t, dir, environment...)
		for path, got := range answersOf(s) {
			if got != want[path] {
				t.Errorf("read models %s: %s answers otherwise:\n got %s\nwant %s", name, path, clip(got), clip(want[path]))
			}
		}
		s.end()
	}
}

func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return b
}

func clip(text string) string {
	if len(text) > 400 {
		return fmt.Sprintf("%s… (%d bytes)", text[:400], len(text))
	}
	return text
}
