// Feed and sitemap are cached, and yet show every change at once.

package httpapi_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/google/uuid"

	"candor/events"
)

func TestFeedAndSitemapFollowEveryChange(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	publish := func(title string) {
		s.do("POST", "/api/reviews", strings.NewReplacer("{", `{"isPublished":true,`, "A quiet laptop", title).Replace(review), admin).is(201)
	}
	publish("A quiet laptop")
	const sitemap, feed = "/sitemap.xml", "/feed.xml"
	for range 2 { // made, and then kept
		s.do("GET", sitemap, "").is(200).says(site1+"/reviews/1<").lacks("/reviews/2<", "origin.mark")
		s.do("GET", feed, "").is(200).says("A quiet laptop", site1+"/reviews/1").lacks("origin.mark")
	}

	publish("Another one")
	s.do("GET", sitemap, "").is(200).says(site1 + "/reviews/2<")
	s.do("GET", feed, "").is(200).says("Another one")
	s.do("PATCH", "/api/reviews/2", `{"title":"Not so quiet"}`, admin).is(200)
	s.do("GET", feed, "").is(200).says("Not so quiet").lacks("Another one")
	s.do("POST", "/api/admin/categories", `{"name":"Chairs","slug":"chairs"}`, admin).is(201)
	s.do("GET", sitemap, "").is(200).says("/category/chairs<")
	was := s.do("GET", sitemap, "").is(200)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	a := s.do("GET", sitemap, "", with("If-None-Match", was.header.Get("ETag"))).is(200).says("/reviews/2<").lacks("/reviews/1<")
	s.do("GET", feed, "").is(200).lacks("A quiet laptop")

	zipped := s.do("GET", sitemap, "", with("Accept-Encoding", "gzip")).is(200).has("Content-Encoding", "gzip").has("Vary", "Accept-Encoding")
	r, err := gzip.NewReader(strings.NewReader(zipped.body))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(r); err != nil || string(plain) != a.body {
		t.Errorf("the compressed sitemap is another one (%v):\n%s\n%s", err, plain, a.body)
	}
	s.do("GET", sitemap, "", with("Accept-Encoding", "gzip"), with("If-None-Match", zipped.header.Get("ETag"))).is(304)
}

func TestSitemapListsPublishedPagesBySlug(t *testing.T) {
	s := newSite(t)
	at := s.clock.Now()
	envelope := func(e events.Event) events.Envelope {
		return events.Envelope{ID: uuid.New(), Event: e, Metadata: events.Metadata{CorrelationID: "test", CausationID: "test",
			Actor: events.System}}
	}
	for _, page := range []struct {
		id     int64
		slug   string
		events []events.Event
	}{
		{1, "how-we-test", []events.Event{events.PagePublished{PageID: 1, At: at}}},
		{2, "a-draft", nil},
	} {
		all := []events.Envelope{envelope(events.PageCreated{PageID: events.PageID(page.id), At: at,
			PageContent: events.PageContent{Title: "T", Slug: page.slug, Content: "C"}})}
		for _, e := range page.events {
			all = append(all, envelope(e))
		}
		proposed, err := events.Chain("", all...)
		if err == nil {
			_, err = s.log.Append(t.Context(), events.PageID(page.id).Stream(), events.NoStream, proposed...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.caughtUp()
	s.do("GET", "/sitemap.xml", "").is(200).says(site1+"/pages/how-we-test<").lacks("a-draft", "/pages/1")
}
