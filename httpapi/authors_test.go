// Authors in the dashboard, and the order of categories.

package httpapi_test

import (
	"strings"
	"testing"

	"candor/commands/editorial"
	"candor/events"
)

func TestAnAuthorFromCreationToErasure(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", "/api/admin/authors", "", admin).is(200).says("[]")
	s.records(func() {
		s.do("POST", "/api/admin/authors",
			`{"name":" Ida  Zyxholt ","text":"Tests *laptops*.","links":[{"label":"Notes","url":"https://example.com/zyxnotes"}]}`, admin).is(201).
			says(`"id":1,"name":"Ida  Zyxholt","pictureUrl":null,"text":"Tests *laptops*.","links":[{"label":"Notes","url":"https://example.com/zyxnotes"}],"disclosure":null,"excerpt":"Tests laptops."`, `"revision":0`)
	}, "AuthorNamingBegun", "AuthorCreated", "AuthorNamingEnded")
	s.do("POST", "/api/admin/authors", `{"name":"IDA zyxholt"}`, admin).problem(400, "name")
	s.do("POST", "/api/admin/authors", `{"text":"x"}`, admin).problem(400, "name")
	s.do("POST", "/api/admin/authors", `{"name":"Bo","links":[{"label":"","url":"ftp://a.example"}]}`, admin).problem(400,
		"links[0].label", "links[0].url")
	s.do("POST", "/api/admin/authors", `{"name":"Bo"}`, admin).is(201)
	s.do("GET", "/api/admin/authors", "", admin).is(200).has("X-Total-Count", "2").says(`[{"id":3,"name":"Bo"`)
	s.records(func() {
		s.do("PATCH", "/api/admin/authors/1", `{"disclosure":"Zyxowns shares."}`, admin,
			with("If-Match", `"0"`)).is(200).says(`"disclosure":"Zyxowns shares."`, `"revision":1`)
	}, "AuthorUpdated")
	s.do("PATCH", "/api/admin/authors/1", `{"text":"Stale"}`, admin, with("If-Match", `"0"`)).problem(412)
	s.do("PATCH", "/api/admin/authors/1", `{"name":"bo"}`, admin).problem(400, "name")
	profile, err := s.models.Content.ProfileOf(events.NameKey("ida\tzyxholt"))
	if err != nil || profile == nil || profile.Text != "<p>Tests <em>laptops</em>.</p>\n" || len(profile.Links) != 1 ||
		*profile.Disclosure != "Zyxowns shares." {
		t.Errorf("profile %+v, %v", profile, err)
	}
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`"details":"Created an author"`, `"details":"Updated an author"`).lacks("Zyx")
	s.do("GET", "/api/admin/history", "", admin).is(200).says(`"type":"AuthorUpdated"`, `"fields":["disclosure"]`).lacks("Zyx")

	s.do("DELETE", "/api/admin/authors/1", "", admin).is(204)
	s.do("GET", "/api/admin/authors/1", "", admin).problem(404)
	s.do("GET", "/api/admin/authors", "", admin).is(200).has("X-Total-Count", "1").lacks("Zyx")
	s.do("DELETE", "/api/admin/authors/1", "", admin).problem(404)
	if profile, err := s.models.Content.ProfileOf("ida zyxholt"); profile != nil || err != nil {
		t.Errorf("the profile is still there: %+v, %v", profile, err)
	}
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`"details":"Deleted an author"`)
	s.do("POST", "/api/admin/authors", `{"name":"Ida Zyxholt"}`, admin).is(201).says(`"id":4`)
}

// While the author exists, what the log holds of them lies in streams that can be erased; afterwards nothing can be read of it.
func TestAnErasedAuthorLeavesNothing(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	marks := []string{"zyxholt", "zyxtext"}
	s.do("POST", "/api/admin/authors", `{"name":"Ada Zyxholt"}`, admin, with("Idempotency-Key", "a")).is(201)
	s.do("PATCH", "/api/admin/authors/1", `{"name":"Ida Zyxholt","text":"Zyxtext"}`, admin).is(200)
	s.do("POST", "/api/admin/authors", `{"name":"ida  zyxholt"}`, admin).problem(400, "name")
	s.keep("/author/zyxholt", editorial.Target{Kind: events.AuthorKind, Name: "Ida Zyxholt"})
	held := s.everyEvent(marks, func(r events.Recorded, mark string) {
		t.Errorf("%s, revision %d, %s holds %q: %s %s", r.Stream, r.Revision, r.Type, mark, r.Data, r.Meta)
	})
	if held == 0 {
		t.Error("the log holds nothing of the author")
	}
	s.do("DELETE", "/api/admin/authors/1", "", admin).is(204)
	if _, err := s.node.Scavenge(t.Context(), func(uint64, uint64) {}); err != nil {
		t.Fatal(err)
	}
	if held := s.everyEvent(marks, func(events.Recorded, string) {}); held != 0 {
		t.Errorf("%d events hold the author after a scavenge", held)
	}
	for _, path := range []string{"/api/admin/authors", "/api/admin/history", "/api/admin/activity", "/api/admin/media"} {
		s.do("GET", path, "", admin).is(200).lacks("zyx", "Zyx")
	}
	if strings.Contains(strings.ToLower(s.lines.String()), "zyx") {
		t.Error("a log line holds the author's name")
	}
}

func TestThePictureOfAnAuthorIsPublicWhileTheAuthorExists(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var ada struct {
		PictureURL string `json:"pictureUrl"`
	}
	s.do("POST", "/api/admin/authors", `{"name":"Ada","pictureUrl":"`+picture(t, 9)+`"}`, admin).is(201).decode(&ada)
	if !strings.HasPrefix(ada.PictureURL, "/media/") {
		t.Fatalf("the picture is at %q", ada.PictureURL)
	}
	s.do("GET", ada.PictureURL, "").is(200)
	s.do("GET", "/api/admin/media", "", admin).is(200).says(`"uses":[{"kind":"author","id":1,"title":"Ada","state":"published"}]`)
	s.do("DELETE", "/api/admin/authors/1", "", admin).is(204)
	s.do("GET", ada.PictureURL, "").problem(404)
}

func TestReadersSeeTheProfileOfAnAuthor(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const call, page = "/api/authors/ida-zyxholt", "/authors/ida-zyxholt"
	s.do("POST", "/api/admin/authors", `{"name":"Ida Zyxholt","text":"Tests *laptops* <b>.","links":[{"label":"Notes","url":"https://example.com/zyxnotes"}],"disclosure":"Zyxowns shares.","pictureUrl":"`+picture(t, 9)+`"}`, admin).is(201)
	s.do("GET", call, "").problem(404) // has published nothing
	s.do("GET", page, "").is(404).lacks("laptops")
	s.publish("/api/reviews", "One", `"authorName":"ida  ZYXHOLT"`)
	first := s.do("GET", call, "").is(200).says(`{"slug":"ida-zyxholt","name":"ida ZYXHOLT","count":1,"profile":{"pictureUrl":"/media/`,
		`"excerpt":"Tests laptops \u003cb\u003e.","links":[{"label":"Notes","url":"https://example.com/zyxnotes"}],"disclosure":"Zyxowns shares."}}`)
	s.do("GET", page, "").is(200).says(`content="Tests laptops &lt;b&gt;."`, "<p>Tests <em>laptops</em> &lt;b&gt;.</p>", "Zyxowns shares.",
		`"@type":"Person"`, `"sameAs":["https://example.com/zyxnotes"]`,
		`href="https://example.com/zyxnotes" target="_blank" rel="me nofollow noopener"`, `alt="Picture of ida ZYXHOLT"`, ">One<")

	s.do("PATCH", "/api/admin/authors/1", `{"text":"Tests chairs."}`, admin).is(200)
	s.do("GET", call, "", with("If-None-Match", first.header.Get("ETag"))).is(200).says(`Tests chairs.\u003c/p`)
	s.do("GET", page, "").is(200).says("Tests chairs.").lacks("laptops")
	s.do("PATCH", "/api/admin/authors/1", `{"text":null}`, admin).is(200)
	s.do("GET", page, "").is(200).says(`content="Reviews and articles by ida ZYXHOLT."`, "Zyxowns shares.")
	s.publish("/api/news", "Two", `"authorName":"Ida Zyxholt"`)
	s.do("GET", call, "").is(200).says(`"count":2`)
	s.do("DELETE", "/api/admin/authors/1", "", admin).is(204)
	s.do("GET", call, "").is(200).says(`"profile":null`)
	s.do("GET", page, "").is(200).lacks("zyxnotes", "Zyxowns", "/media/")
}

func TestReadersSeeCategoriesInTheirOrder(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	order := func() (slugs []string) {
		var all []struct{ Slug string }
		s.do("GET", "/api/categories", "").is(200).decode(&all)
		for _, one := range all {
			slugs = append(slugs, one.Slug)
		}
		return slugs
	}
	if got := strings.Join(order(), " "); got != "computers automotive industrial gadgets" {
		t.Errorf("without an order: %s", got)
	}
	s.do("PATCH", "/api/admin/categories/1", `{"order":2}`, admin).is(200).says(`"order":2`)
	s.do("PATCH", "/api/admin/categories/2", `{"order":1}`, admin).is(200)
	if got := strings.Join(order(), " "); got != "industrial gadgets automotive computers" {
		t.Errorf("by their order, then by id: %s", got)
	}
	s.do("PATCH", "/api/admin/categories/1", `{"order":-1}`, admin).problem(400, "order")
	s.do("PATCH", "/api/admin/categories/1", `{"order":"first"}`, admin).problem(400, "order")
}
