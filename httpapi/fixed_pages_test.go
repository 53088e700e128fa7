// Pages that every site has: About, Contact, Privacy and Terms, at addresses of their own.

package httpapi_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"candor/events"
	"candor/projections/content/placeholders"
)

// withFixedPages makes the pages that the first start makes: 1 is About, 2 Contact, 3 Privacy, 4 Terms.
func (s *site) withFixedPages() {
	s.Helper()
	if err := s.commands.Editorial.CreateFixedPages(s.Context(), false); err != nil {
		s.Fatal(err)
	}
	head, err := s.log.Head(s.Context())
	if err == nil {
		err = s.models.WaitFor(s.Context(), head)
	}
	if err != nil {
		s.Fatal(err)
	}
}

func TestFixedPagesAreMadeOnceAndSayWhatTheyDidBefore(t *testing.T) {
	s := newSite(t)
	s.script = nil // shells say enough
	s.restart()
	admin := s.asAdmin()
	before := s.clock.Now().UTC().Format(time.RFC3339)
	texts := map[string]string{"about": "honest tech reviews since 2020", "contact": "Perhaps. Tell us what it is",
		"privacy": "children under 13",
		"terms":   "within 7 business days"}
	first := map[string]string{}
	for slug, text := range texts {
		first[slug] = s.do("GET", "/api/pages?slug="+slug, "").is(200).has("X-Total-Count", "1").says(text).lacks("<p>{{").body
		s.do("GET", "/"+slug, "").is(200).says(" | Candor</title>", `rel="canonical" href="`+site1+"/"+slug+`"`)
	}
	s.clock.Add(time.Minute)
	s.withFixedPages()
	head, _ := s.log.Head(t.Context())
	s.withFixedPages()
	if again, _ := s.log.Head(t.Context()); again != head {
		t.Error("the second start writes again")
	}
	for slug, text := range texts {
		now := s.do("GET", "/api/pages?slug="+slug, "").is(200).says(text).body
		if strings.Split(now, `"contentHtml"`)[1][:200] != strings.Split(first[slug], `"contentHtml"`)[1][:200] {
			t.Errorf("%s says something else than before", slug)
		}
		s.do("GET", "/"+slug, "").is(200)
		s.do("GET", "/pages/"+slug, "").is(301).has("Location", "/"+slug)
		s.do("GET", "/"+slug+"?asOf="+before, "", admin).is(200).says(" | Candor</title>")
	}
	s.do("PATCH", "/api/pages/1", `{"title":"Who we are","content":"Two people in {{name}}."}`,
		admin).is(200).says(`"content":"Two people in {{name}}."`)
	s.do("GET", "/about", "").is(200).says("<title>Who we are | Candor</title>", `content="Two people in Candor."`)
	s.do("GET", "/api/pages/1?asOf="+before, "", admin).is(404)
	s.do("GET", "/api/pages?slug=about&asOf="+before, "", admin).is(200).says("since 2020")
	s.do("POST", "/api/admin/pages/1/history/1/restore", "", admin).is(200).says("since 2020")
	s.do("GET", "/sitemap.xml", "").is(200).says("/about</loc>", "/terms</loc>").lacks("/pages/")
	s.do("GET", "/api/search?q=consent+in+writing", "").is(200).says(`"url":"/terms"`)
	s.do("GET", "/api/search?q=meant+for+children", "").is(200).says(`"url":"/privacy"`, "Candor is not").lacks("{{")
}

// The web app and the server agree on which pages every site has.
func TestTheWebAppKnowsTheFixedPages(t *testing.T) {
	source, err := os.ReadFile("../webapp/src/lib/kinds.ts")
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, p := range events.FixedPages {
		slugs = append(slugs, "'"+p.Slug+"'")
	}
	if list := "fixedPages = [" + strings.Join(slugs, ", ") + "]"; !strings.Contains(string(source), list) {
		t.Errorf("kinds.ts lacks %s", list)
	}
}

func TestFixedPagesStay(t *testing.T) {
	s := newSite(t)
	s.withFixedPages()
	admin := s.asAdmin()
	s.do("DELETE", "/api/pages/1", "",
		admin).problem(409).says("“About Us” can't be deleted: every site has this page. Change its text instead.")
	s.do("PATCH", "/api/pages/2", `{"isPublished":false}`, admin).problem(409).says("“Contact” can't be unpublished")
	s.do("PATCH", "/api/pages/2", `{"unpublishAt":"2199-01-01T00:00:00Z"}`, admin).problem(409).says("can't be unpublished")
	for _, action := range []string{"delete", "unpublish"} {
		s.do("POST", "/api/admin/pages/bulk", `{"action":"`+action+`","ids":[3]}`, admin).is(200).says(`"status":409`, "Privacy Policy")
	}
	s.do("POST", "/api/admin/pages/4/history/0/restore", `{"state":true}`, admin).problem(409).says("can't be unpublished")
	s.do("POST", "/api/admin/undo", `{"requestId":"first-start","items":[{"kind":"page","id":1,"revision":1}]}`,
		admin).is(200).says(`"status":409`, "can't be deleted")
	s.do("PATCH", "/api/pages/1", `{"slug":"about-us"}`, admin).problem(400, "slug").says("can't be changed")
	s.do("POST", "/api/pages", `{"title":"T","slug":"privacy","content":"C"}`, admin).problem(400, "slug")
	s.do("POST", "/api/pages", `{"title":"Terms","content":"C"}`, admin).is(201).says(`"slug":"terms-2"`)
	s.do("PATCH", "/api/pages/5", `{"slug":"contact"}`, admin).problem(400, "slug")
	for _, path := range []string{"/about", "/contact", "/privacy", "/terms"} {
		s.do("GET", path, "").is(200)
	}
}

func TestPagesFollowTheSettings(t *testing.T) {
	s := newSite(t)
	s.withFixedPages()
	admin := s.asAdmin()
	put := func(section, body string) {
		t.Helper()
		s.do("PUT", "/api/admin/settings/"+section, body, admin, with("If-Match", "*"), with("Content-Type", "application/json")).is(200)
	}
	text := func(slug string) *answer { t.Helper(); return s.do("GET", "/api/pages?slug="+slug, "").is(200) }
	etag := text("about").header.Get("ETag")
	s.do("GET", "/api/pages/1", "").is(200).says("<p>Candor has published", `"contentText":"Candor has`)
	put("site", `{"name":"Fish & <Chips>"}`)
	text("about").says("<p>Fish &amp; &lt;Chips&gt; has published", `"contentText":"Fish & <Chips> has`)
	if text("about").header.Get("ETag") == etag {
		t.Error("a change of a setting keeps the ETag")
	}
	s.do("GET", "/api/pages/1", "").is(200).says("<p>Fish &amp; &lt;Chips&gt; has published")
	s.do("PATCH", "/api/pages/1", `{"title":"About {{name}}","content":"{{contactEmail}}\n\n{{unknown}} stays. Ask [{{name}}](mailto:{{contactEmail}}).\n\n# {{name}}"}`, admin).is(200)
	put("publication", `{"contactEmail":"a+b@example.org","responseTime":"on Mondays"}`)
	text("about").says(`"title":"About Fish & <Chips>"`, `<p><a href=\"mailto:a%2Bb@example.org\">a+b@example.org</a></p>`,
		"{{unknown}} stays",
		`<a href=\"mailto:a%2Bb@example.org\">Fish &amp; &lt;Chips&gt;</a>`, `"text":"Fish & <Chips>"`)
	text("contact").says("on Mondays.")
	s.do("GET", "/api/admin/pages/placeholders", "").is(401)
	s.do("GET", "/api/admin/pages/placeholders", "", admin).is(200).says(`{"name":"responseTime","value":"on Mondays"}`)
}

// The policy says what is done: each sentence is there with its setting, and with no other.
func TestThePrivacyPageSaysWhatTheSettingsSay(t *testing.T) {
	s := newSite(t)
	s.withFixedPages()
	admin := s.asAdmin()
	for _, tt := range []struct{ setting, says, lacks string }{
		{`{"pageViewDays":400}`, "We delete page views after 400 days; only totals for each day stay.", "without a time limit"},
		{`{"pageViewDays":90,"confirm":true}`, "after 90 days", "400 days"},
		{`{"pageViewDays":"forever"}`, "We keep page views without a time limit.", "We delete page views"},
		{`{"messageDays":"forever"}`, "We keep a message until we delete it.", "We delete a message after"},
		{`{"messageDays":1,"confirm":true}`, "We delete a message after 1 day at the latest.", "until we delete it"},
		{`{"addresses":"full"}`, "Your network address is kept apart from them, in a record of its own that can be deleted whole.",
			"the beginning alone"},
		{`{"addresses":"truncated","pageViewDays":"forever"}`,
			"we store the beginning alone, in a record of its own that can be deleted whole. Whole addresses that were stored before stay stored.",
			"kept apart"},
		{`{"addresses":"none","pageViewDays":400,"confirm":true}`,
			"We do not store your network address. Addresses that were stored before stay stored until their page views are deleted.", "kept apart"},
		{`{"countCountries":true}`, "as we have no database of countries", "We note the country"},
		{`{"countCountries":false}`, "We do not note which country you are in.", "database"},
	} {
		s.do("PUT", "/api/admin/settings/privacy", tt.setting, admin, with("If-Match", "*")).is(200)
		s.do("GET", "/api/pages?slug=privacy", "").is(200).says(tt.says, "If you subscribe to the newsletter").lacks(tt.lacks)
	}
	settings := events.DefaultSettings()
	settings.Privacy.CountCountries = true
	for places, says := range map[placeholders.Places]string{
		{Countries: true}:               "We note the country that",
		{Countries: true, Cities: true}: "We note the country and the city that",
	} {
		if got := fmt.Sprint(placeholders.Of(&settings, places)); !strings.Contains(got, says) {
			t.Errorf("with %v: %s", places, got)
		}
	}
}
