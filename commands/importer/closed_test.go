package importer_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Posts with restricted or unknown visibility become drafts, and the report says why.
func TestPostsThatWereNotForEverybodyBecomeDrafts(t *testing.T) {
	wordpress := func(status, content, more string) string {
		return `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>
<item><title>Old</title><link>https://old.example/old/</link><content:encoded><![CDATA[` + content + `]]></content:encoded><wp:post_id>1</wp:post_id>
<wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt><wp:status>` + status + `</wp:status><wp:post_type>post</wp:post_type>` + more +
			`</item></channel></rss>`
	}
	meta := func(key, value string) string {
		return fmt.Sprintf("<wp:postmeta><wp:meta_key>%s</wp:meta_key><wp:meta_value><![CDATA[%s]]></wp:meta_value></wp:postmeta>", key, value)
	}
	ghost := func(changes map[string]any, postsMeta ...any) string {
		post := map[string]any{"id": "a1", "uuid": "0b6f6a3e-5f0a-4d5f-9a51-6b8b0a000001", "title": "Old", "slug": "old", "html": "<p>Text.</p>",
			"type": "post", "status": "published", "visibility": "public", "published_at": "2025-03-01T08:00:00.000Z"}
		for field, value := range changes {
			post[field] = value
		}
		text, err := json.Marshal(map[string]any{"db": []any{map[string]any{"meta": map[string]any{"version": "5.94.0"},
			"data": map[string]any{"posts": []any{post}, "posts_meta": append([]any{}, postsMeta...)}}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	future := now.AddDate(1, 0, 0).Format("2006-01-02T15:04:05.000Z")
	tests := []struct {
		name, file string
		says       string // "": it is published
	}{
		{"published", wordpress("publish", "Text.", meta("_jetpack_newsletter_access", "everybody")), ""},
		{"private", wordpress("private", "Text.", ""), "it was private"},
		{"password", wordpress("publish", "Text.", "<wp:post_password>x</wp:post_password>"), "it was password-protected"},
		{"pending", wordpress("pending", "Text.", ""), "draft"},
		{"a status of a plugin", wordpress("members-area", "Text.", ""), `its status was "members-area"`},
		{"no status", wordpress("", "Text.", ""), `its status was ""`},
		{"for subscribers of its newsletter", wordpress("publish", "Text.", meta("_jetpack_newsletter_access", "paid_subscribers")),
			"members only"},
		{"for a role", wordpress("publish", "Text.", meta("_members_access_role", "subscriber")), "members only"},
		{"scheduled for members", wordpress("future", "Text.", meta("_wpmem_block", "1")), "members only"},
		{"a paywall", wordpress("publish", "Open.<!-- wp:jetpack/paywall /-->Closed.", ""), "members only"},
		{"a shortcode around a part", wordpress("publish", `Open.[restrict paid="true"]Closed.[/restrict]`, ""), "members only"},
		{"published", ghost(nil), ""},
		{"sent", ghost(map[string]any{"status": "sent"}), "it was only sent by e-mail"},
		{"to be sent", ghost(map[string]any{"status": "scheduled", "published_at": future}, map[string]any{"post_id": "a1", "email_only": 1}),
			"it was only for e-mail"},
		{"a status of a later version", ghost(map[string]any{"status": "embargoed"}), `its status was "embargoed"`},
		{"no status", ghost(map[string]any{"status": nil}), `its status was ""`},
		{"for members", ghost(map[string]any{"visibility": "members"}), "it was for members only"},
		{"for tiers", ghost(map[string]any{"visibility": "tiers"}), "it was for members only"},
		{"scheduled for those who pay", ghost(map[string]any{"status": "scheduled", "visibility": "paid", "published_at": future}),
			"it was for members only"},
		{"a part for members", ghost(map[string]any{
			"html": `<p>Open.</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:-free"--><p>Closed.</p><!--kg-gated-block:end-->`,
		}), "a part of it was for members only"},
		{"a part behind the members' line", ghost(map[string]any{"html": `<p>Open.</p><!--members-only--><p>Closed.</p>`}),
			"a part of it was for members only"},
	}
	for _, test := range tests {
		s := newSite(t)
		report := said(t, s.imports(test.file))
		if public := s.visible("article-"); public != (test.says == "") || !strings.Contains(report, test.says) ||
			strings.Contains(s.history(), "Scheduled") {
			t.Errorf("%s: readers can see it: %v; the report should say %q:\n%s", test.name, public, test.says, report)
		}
	}
}
