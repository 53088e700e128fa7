package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// hostileTexts sends texts that are made to break rendering, or to cost time with the square of their length: by a bot, unpublished and
// published, through the editor's preview and behind a preview link. Readers get them, as typed where they can't be shown as meant.
func hostileTexts(t *testing.T, s *site) {
	const longest = 200_000
	admin := s.visitor()
	admin.t = t
	admin.signIn(adminPassword)
	var key struct {
		ID     int
		APIKey string
	}
	decode(t, admin.want(201, "POST", "/api/admin/api-keys", map[string]any{"name": "texts", "permissions": []string{"create_news"}}), &key)
	defer admin.want(200, "PATCH", fmt.Sprintf("/api/admin/api-keys/%d/deactivate", key.ID), nil)
	bot, reader := s.bot(key.APIKey), s.visitor()
	bot.t, reader.t = t, t

	items := ""
	for n := range 18 {
		items += strings.Repeat("  ", n) + "- level\n"
	}
	for _, text := range []struct{ name, content, shown string }{ // shown: what readers see of the content's HTML
		{"a list too deep", strings.Repeat("- ", 17) + "a\n" + strings.Repeat(" ", 34) + "b\n", "- a\nb"},
		{"an item too deep", strings.Repeat("- ", 18) + "a\n" + strings.Repeat(" ", 34) + "- b", "- - a\n- b"},
		{"a list in quotes", strings.Repeat("> ", 16) + "- a\n" + strings.Repeat("> ", 16) + "- b\n", "- a\n- b"},
		{"an ordinary list of 18 levels", items, "- level"},
		{"interleaved emphasis", strings.Repeat("_a*", 20_000), "_a*_a*"},
		{"tildes", "a" + strings.Repeat("~", longest-1), "~~~~"},
		{"code without an end", strings.Repeat("`a``", longest/4), "`a``"},
		{"links without an end", strings.Repeat("[a](<b", longest/6), "[a](&lt;b"},
		{"a definition used often", "[a]: https://b.example/" + strings.Repeat("c", longest/2) + "\n" + strings.Repeat("[a] ", longest/8-100),
			"[a] [a]"},
		{"one word", strings.Repeat("x", 190_000) + " zyzzyva", "xxxxxx"},
		{"marks", "e" + strings.Repeat("\u0301", longest-1), "e\u0301"},
	} {
		var preview struct{ HTML string }
		if decode(t, admin.want(200, "POST", "/api/admin/markdown", map[string]string{"content": text.content}),
			&preview); !strings.Contains(preview.HTML, text.shown) {
			t.Errorf("%s: the editor's preview is %.300s", text.name, preview.HTML)
		}
		for _, published := range []bool{false, true} {
			var made struct{ ID int }
			article := map[string]any{"title": "Hostile", "content": text.content, "category": "AI", "authorName": "Bot", "isPublished": published}
			decode(t, bot.want(200, "POST", "/api/bot/news", article), &made)
			path := "/preview/"
			if published {
				path = fmt.Sprintf("/api/news/%d", made.ID)
				if status, page := reader.call("GET", fmt.Sprintf("/tech-articles/%d", made.ID), nil); status != 200 {
					t.Errorf("%s: its page answers %d: %.200s", text.name, status, page)
				}
			} else {
				var link struct{ URL string }
				decode(t, admin.want(201, "POST", fmt.Sprintf("/api/admin/news/%d/preview-links", made.ID), nil), &link)
				_, token, _ := strings.Cut(link.URL, path)
				path = "/api/preview/" + token
			}
			var shown struct {
				ContentHTML string
				Item        struct{ ContentHTML string }
			}
			if decode(t, reader.want(200, "GET", path, nil), &shown); !strings.Contains(shown.ContentHTML+shown.Item.ContentHTML, text.shown) {
				t.Errorf("%s (published: %t): readers get %.300s", text.name, published, shown.ContentHTML+shown.Item.ContentHTML)
			}
			if published && strings.Contains(text.content, "zyzzyva") {
				if found := reader.want(200, "GET", "/api/search?q="+url.QueryEscape("zyzzyva"), nil); !strings.Contains(found, `"Hostile"`) {
					t.Errorf("%s: a search for the word after it finds %.300s", text.name, found)
				}
			}
			admin.want(204, "DELETE", fmt.Sprintf("/api/news/%d", made.ID), nil)
		}
	}
	if ready := reader.want(200, "GET", "/readyz", nil); strings.Contains(ready, `"error"`) || strings.Contains(ready, `"degraded"`) {
		t.Errorf("/readyz says %s", ready)
	}
}
