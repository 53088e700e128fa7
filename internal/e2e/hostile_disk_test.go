package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// hostileOnANearlyFullDisk sends everything that visitors and bots can write to a site of its own, whose log has less space than it
// reserves.
func hostileOnANearlyFullDisk(t *testing.T, _ *site) {
	dir := t.TempDir()
	s := serve(t, dir)
	plain := strings.TrimSpace(mustCandor(t, "", "keys", "create", "--data", dir, "--name", "bot", "--permission", "create_reviews",
		"--permission", "create_news", "--permission", "create_categories"))
	review := map[string]any{"productName": "Lamp", "productBrand": "Lux", "categoryId": 1, "title": "A lamp", "content": "It shines.",
		"authorName": "Ada", "rating": 4}
	s.bot(plain).want(200, "POST", "/api/bot/reviews", review)
	s.stop()

	s = serve(t, dir, "--disk-reserve", "900000GiB", "--trusted-proxies", "127.0.0.1")
	before := typesSince(t, dir, 0)
	bot, anybody := s.bot(plain), s.visitor()
	lamp, _ := noisyPicture(t, 20)
	for _, call := range []struct {
		by           *visitor
		method, path string
		body         any
	}{
		{anybody, "POST", "/api/track", map[string]string{"event": "page_view", "page": "/"}},
		{anybody, "POST", "/api/contact", map[string]string{"name": "Ada", "email": "ada@example.org", "subject": "Hi",
			"message": "Is anybody there?"}},
		{anybody, "POST", "/api/newsletter/subscribe", map[string]string{"email": "ada@example.org"}},
		{anybody, "POST", "/api/newsletter/unsubscribe", map[string]string{"email": "ada@example.org"}},
		{bot, "POST", "/api/bot/reviews", review},
		{bot, "POST", "/api/bot/reviews/bulk", map[string]any{"reviews": []any{review, review}}},
		{bot, "PATCH", "/api/bot/reviews/1", map[string]string{"title": "Another lamp"}},
		{bot, "POST", "/api/bot/news", map[string]string{"title": "News", "content": "Some.", "category": "AI", "authorName": "Ada"}},
		{bot, "POST", "/api/bot/categories", map[string]string{"name": "Lamps", "slug": "lamps"}},
		{bot, "POST", "/api/bot/media", map[string]string{"data": lamp}},
	} {
		res, err := call.by.exchange(call.method, call.path, call.body)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Errorf("%s %s: %s %v", call.method, call.path, res.Status, res.Header)
		}
	}
	for n := range 11 {
		status, _, err := anybody.try("POST", "/api/admin/login", map[string]string{"username": "admin", "password": "a wrong one"},
			"X-Forwarded-For", "198.51.100.7")
		if want := map[bool]int{false: 401, true: 429}[n == 10]; status != want || err != nil {
			t.Errorf("wrong password %d is answered %d, want %d (%v)", n+1, status, want, err)
		}
	}
	// at most one a day, by the site itself
	if more := typesSince(t, dir, len(before)); len(more) > 1 || len(more) == 1 && more[0] != "VisitorSaltMade" {
		t.Errorf("strangers have written %v", more)
	}

	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("the admin signs in: %d", status)
	}
	admin.want(201, "POST", "/api/news", map[string]any{"title": "News", "content": "Some.", "category": "AI", "authorName": "Ada",
		"isPublished": true})
	admin.want(200, "POST", "/api/admin/media", map[string]string{"data": lamp})
	admin.want(204, "DELETE", "/api/reviews/1", nil)
	if status, answer := s.visitor().call("GET", "/readyz", nil); status != 200 {
		t.Errorf("/readyz: %d %s", status, answer)
	}
}

// typesSince lists the types of a log's events but the first n.
func typesSince(t *testing.T, dir string, n int) (types []string) {
	t.Helper()
	for i, row := range strings.Split(strings.TrimSpace(mustCandor(t, "", "replay", "--data", dir, "--format", "csv")), "\r\n") {
		if cells := strings.Split(row, ","); i > n && len(cells) > 4 { // the first row names the columns
			types = append(types, cells[4])
		}
	}
	return types
}

func TestSettingsOfLimitsAreChecked(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--disk-reserve", "much"}, {"--track-budget", "-1"}} {
		if _, _, err := candor(t, "", append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, args...)...); err == nil ||
			!strings.Contains(err.Error(), args[0]) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
