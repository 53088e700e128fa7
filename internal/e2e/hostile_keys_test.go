package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// newKey makes an API key on a site's data folder.
func (s *site) newKey(t *testing.T, name string, permissions ...string) *visitor {
	t.Helper()
	args := []string{"keys", "create", "--data", s.dir, "--name", name}
	for _, one := range permissions {
		args = append(args, "--permission", one)
	}
	return s.bot(strings.TrimSpace(mustCandor(t, "", args...)))
}

// hostileNames renames a picture of the site with a key that may only create.
func hostileNames(t *testing.T, s *site) {
	admin, bot := s.visitor(), s.newKey(t, "names", "create_news")
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("the admin signs in: %d", status)
	}
	file, _ := noisyPicture(t, 21)
	var one struct{ ID, URL string }
	decode := func(text string) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatal(err)
		}
	}
	decode(admin.want(200, "POST", "/api/admin/media", map[string]string{"data": file, "name": "noise.png"}))
	admin.want(200, "PATCH", "/api/admin/media/"+one.ID, map[string]string{"alt": "Noise"})
	for range 2 {
		bot.want(200, "POST", "/api/bot/media", map[string]string{"data": file, "name": "evil.png"})
		if status, answer, err := bot.try("POST", "/api/bot/media", map[string]string{"data": file, "name": "evil.png"}, "Idempotency-Key",
			"again"); err != nil || status != 200 {
			t.Errorf("sent under a key: %d %s %v", status, answer, err)
		}
		bot.want(200, "POST", "/api/bot/news", map[string]any{"title": "Noise", "content": "N.", "category": "AI", "authorName": "A",
			"imageUrl": file})
		if shown := admin.want(200, "GET", "/api/admin/media/"+one.ID, nil); !strings.Contains(shown, `"name":"noise.png"`) ||
			!strings.Contains(shown, `"alt":"Noise"`) {
			t.Fatalf("a key has changed the picture: %s", shown)
		}
		admin.want(204, "DELETE", "/api/admin/media/"+one.ID, nil)
		bot.want(400, "POST", "/api/bot/media", map[string]string{"data": file, "name": "evil.png"})
		admin.want(200, "POST", "/api/admin/media/"+one.ID+"/allow", nil)
		bot.want(200, "POST", "/api/bot/media", map[string]string{"data": file, "name": "evil.png"})
	}
}

// hostileAnalyst asks for what readers may not see with a key that reads analytics.
func hostileAnalyst(t *testing.T, s *site) {
	admin, analyst, editor := s.visitor(), s.newKey(t, "analyst", "read_analytics"),
		s.newKey(t, "editor", "read_analytics", "read_unpublished")
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("the admin signs in: %d", status)
	}
	create := func(path string, item map[string]any) (address string) {
		t.Helper()
		var one struct{ ID json.Number }
		if err := json.Unmarshal([]byte(admin.want(201, "POST", "/api/"+path, item)), &one); err != nil {
			t.Fatal(err)
		}
		return "/api/" + path + "/" + one.ID.String()
	}
	file, _ := noisyPicture(t, 22)
	draft := create("news", map[string]any{"title": "Draft", "content": "hostile draft", "category": "AI", "authorName": "A",
		"imageUrl": file})
	late := create("news", map[string]any{"title": "Late", "content": "hostile first thought", "category": "AI", "authorName": "A"})
	admin.want(200, "PATCH", late, map[string]any{"content": "what readers get", "isPublished": true})
	admin.want(200, "PATCH", late, map[string]any{"unpublishAt": "2099-01-31T09:30:00Z"})
	page := create("pages", map[string]any{"title": "Hostile", "content": "hostile page"})
	withheld := create("reviews", map[string]any{"productName": "P", "productBrand": "B", "categoryId": 1, "title": "T",
		"content": "hostile name", "authorName": "A", "isPublished": true})
	admin.want(200, "PATCH", withheld, map[string]any{"content": "corrected by then", "correction": "A name was wrong."})
	id := withheld[strings.LastIndexByte(withheld, '/')+1:]
	admin.want(200, "POST", "/api/admin/reviews/"+id+"/history/1/withhold", map[string]string{"reason": "Privacy"})
	all := analyst.want(200, "GET", "/api/analytics/events", nil)
	if strings.Contains(strings.ToLower(all), "hostile") {
		t.Error("an analyst reads what readers may not see")
	}
	for _, text := range []string{"what readers get", "corrected by then", "A name was wrong."} {
		if !strings.Contains(all, text) {
			t.Errorf("an analyst misses %q", text)
		}
	}
	for _, query := range []string{"?prefix=picture-", "?prefix=article-&format=csv", "?prefix=page-", "?stream=review-" + id,
		"?type=ReviewCorrected&format=csv", "?type=ArticleCreated", "?type=ArticleScheduled", "?type=PageCreated",
		"?from=2020-01-01&type=ReviewCreated"} {
		said, everything := analyst.want(200, "GET", "/api/analytics/events"+query, nil),
			editor.want(200, "GET", "/api/analytics/events"+query, nil)
		for _, secret := range []string{"hostile", "Hostile", "2099-01-31"} {
			if strings.Contains(said, secret) {
				t.Errorf("%s tells an analyst %q", query, secret)
			}
		}
		if len(said) >= len(everything) {
			t.Errorf("%s: %d bytes for an analyst, %d for a key that may read everything", query, len(said), len(everything))
		}
	}
	for _, prefix := range []string{"draft-", "preview-", "slug-", "pageslug-", "ids-", "oldaddress-", "request-", "author-"} {
		editor.want(403, "GET", "/api/analytics/events?prefix="+prefix, nil)
	}
	for _, path := range []string{draft, late, page, withheld} {
		admin.want(204, "DELETE", path, nil)
	}
	if said := analyst.want(200, "GET", "/api/analytics/events?prefix=article-", nil); strings.Contains(said, "what readers get") {
		t.Error("an analyst reads a deleted article")
	}
}
