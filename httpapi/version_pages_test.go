// The pages of single versions: an item as readers saw it then.

package httpapi_test

import (
	"strings"
	"testing"

	"candor/projections/versions"
)

func TestEveryVersionHasAPage(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true,"verdict":"It *rings*."`)                                              // 0, 1
	s.do("PATCH", "/api/reviews/1", `{"verdict":"It hums.","rating":3,"correction":"We had not heard it."}`, admin).is(200) // 2, 3
	s.do("PATCH", "/api/reviews/1", `{"verdict":"It sings."}`, admin).is(200)                                               // 4
	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)                      // 0, 1
	s.do("GET", "/reviews/1/history/1", "").is(200).has("X-Robots-Tag", "noindex").has("Cache-Control", "public, max-age=0, must-revalidate").
		says("<p>It <em>rings</em>.</p>", "An earlier version", `content="noindex, follow"`,
			`<link rel="canonical" href="`+site1+`/reviews/1/history/1">`).lacks("It sings.", "It *rings*.", "skeleton")
	page := s.do("GET", "/reviews/1/history/3", "").is(200).says("We had not heard it.", "<p>It hums.</p>")
	s.do("GET", "/reviews/1/history/3", "", with("If-None-Match", page.header.Get("ETag"))).is(304)
	s.do("GET", "/tech-articles/1/history/1", "").is(200).says("The current version")
	s.do("GET", "/reviews/1", "").is(200).says(`href="/reviews/1/history"`)

	s.do("POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"A court order."}`, admin).is(200)
	s.do("GET", "/reviews/1/history/1", "").is(200).says("A court order.").lacks("rings")
	s.do("GET", "/reviews/1/history/3", "").is(200).lacks("rings")

	for _, path := range []string{"/reviews/1/history/0", "/reviews/1/history/2", "/reviews/1/history/9", "/reviews/1/history/x",
		"/reviews/1/history/01", "/reviews/2/history/1", "/tech-articles/x/history/1"} {
		s.do("GET", path, "").is(404).has("X-Robots-Tag", "noindex").says("History Not Found")
	}
	s.do("GET", "/sitemap.xml", "").lacks("/history")
	s.history = versions.Corrections
	s.restart()
	s.do("GET", "/reviews/1/history/3", "").is(200)
	s.do("GET", "/reviews/1/history/4", "").is(404) // of which nothing was said
	s.history = versions.Off
	s.restart()
	s.do("GET", "/reviews/1/history/3", "").is(404)
	s.do("GET", "/reviews/1", "").is(200).lacks(`href="/reviews/1/history"`)
}
