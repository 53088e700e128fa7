// The sitemap of a site with more addresses than one file lists.

package httpapi_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"candor/events"
)

func TestALargeSitemapIsAnIndexOfFiles(t *testing.T) {
	s := newSite(t)
	publish := func(stream string, evs ...events.Event) {
		t.Helper()
		var all []events.Envelope
		for _, e := range evs {
			all = append(all, events.Envelope{ID: uuid.New(), Event: e, Metadata: events.Metadata{CorrelationID: "start", CausationID: "start",
				Actor: events.System}})
		}
		chained, err := events.Chain("", all...)
		if err == nil {
			_, err = s.log.Append(s.Context(), stream, events.NoStream, chained...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	at := s.clock.Now()
	article := func(id events.ArticleID, tags ...string) {
		t.Helper()
		publish(id.Stream(), events.ArticleCreated{ArticleID: id, At: at, ArticleContent: events.ArticleContent{Title: fmt.Sprint("N", id),
			Content: "C", Category: "AI", AuthorName: "A", Tags: tags}},
			events.ArticlePublished{ArticleID: id, At: at})
	}
	const names = 10_001
	for from := 0; from < names; from += 100 {
		tags := make([]string, 0, 100)
		for n := from; n < min(from+100, names-1); n++ { // the author is a name, too
			tags = append(tags, fmt.Sprintf("tag%05d", n))
		}
		article(events.ArticleID(from/100+1), tags...)
	}
	article(10_000)
	s.caughtUp()
	locations := func(path, root string) (all []string) {
		t.Helper()
		a := s.do("GET", path, "").is(200).has("Content-Type", "application/xml; charset=utf-8")
		var document struct {
			XMLName xml.Name
			Entries []struct {
				Loc     string `xml:"loc"`
				LastMod string `xml:"lastmod"`
			} `xml:",any"`
		}
		if err := xml.Unmarshal([]byte(a.body), &document); err != nil || document.XMLName.Local != root {
			t.Fatalf("%s: %v\n%.300s", path, err, a.body)
		}
		for _, e := range document.Entries {
			all = append(all, strings.TrimPrefix(e.Loc, site1))
			if strings.Contains(e.Loc, "0001-01-01") || strings.HasPrefix(e.LastMod, "0001") || strings.HasPrefix(e.LastMod, "1970") {
				t.Errorf("%s: %s changed at %s", path, e.Loc, e.LastMod)
			}
		}
		s.do("GET", path, "", with("If-None-Match", a.header.Get("ETag"))).is(304)
		return all
	}
	index := func(want ...string) {
		t.Helper()
		if got := locations("/sitemap.xml", "sitemapindex"); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("the index lists %q, want %q", got, want)
		}
	}
	index("/sitemap-site-1.xml", "/sitemap-names-1.xml", "/sitemap-names-2.xml", "/sitemap-articles-1.xml")
	if got := locations("/sitemap-articles-1.xml", "urlset"); len(got) != 102 {
		t.Errorf("the articles' file lists %d addresses", len(got))
	}
	first := s.do("GET", "/sitemap-articles-1.xml", "").header.Get("ETag")

	// What is added stands in a file of its own, and the others stay as they are.
	article(10_001)
	s.caughtUp()
	index("/sitemap-site-1.xml", "/sitemap-names-1.xml", "/sitemap-names-2.xml", "/sitemap-articles-1.xml", "/sitemap-articles-2.xml")
	s.do("GET", "/sitemap-articles-1.xml", "", with("If-None-Match", first)).is(304)
	if got := locations("/sitemap-articles-2.xml", "urlset"); len(got) != 1 || got[0] != "/tech-articles/10001" {
		t.Errorf("the articles' second file lists %q", got)
	}
	if got := append(locations("/sitemap-names-1.xml", "urlset"), locations("/sitemap-names-2.xml", "urlset")...); len(got) != names ||
		got[0] != "/tags/tag00000" || got[names-1] != "/authors/a" {
		t.Errorf("the names' files list %d addresses from %s to %s", len(got), got[0], got[len(got)-1])
	}
	if got := strings.Join(locations("/sitemap-site-1.xml", "urlset"), " "); !strings.Contains(got, "/about ") ||
		!strings.HasSuffix(got, "/category/gadgets") {
		t.Errorf("the site's file lists %s", got)
	}
	s.do("GET", "/robots.txt", "").is(200).says("Sitemap: " + site1 + "/sitemap.xml\n")
}
