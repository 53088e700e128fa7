// Items that were unpublished, changed and published again: readers are told what changed since they saw the item last.

package httpapi_test

import (
	"strings"
	"testing"
	"time"
)

// labels returns what readers see the versions of an item called, newest first.
func (s *site) labels(item string) string {
	s.Helper()
	var labels []string
	for _, v := range s.publicHistory(item) {
		labels = append(labels, v.Label)
	}
	return strings.Join(labels, ", ")
}

func TestWhatChangedWhileAnItemWasUnpublishedIsTold(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true`)
	change := func(body string) *answer { return s.do("PATCH", "/api/reviews/1", body, admin) }
	ask := func(body string) *answer { return s.do("POST", "/api/admin/reviews/1/change", body, admin).is(200) }
	ask(`{"changes":{"rating":2.5,"isPublished":false}}`).says(`"asked":false,"seen":true`) // readers don't see the change
	change(`{"isPublished":false}`).is(200)
	change(`{"rating":2.5,"correction":"We had misread it."}`).problem(400, "correction").says("Send it when you publish this draft again")
	change(`{"rating":2.5}`).is(200)
	ask(`{"changes":{"rating":2.5}}`).says(`"asked":false`)
	ask(`{"changes":{"isPublished":true}}`).says(`"asked":true,"seen":true`, `{"type":"correction","reason":null}`,
		`{"type":"typo","reason":"A new score is not a typo"}`, `"changes":[{"field":"rating","from":4,"to":2.5`)
	ask(`{"revision":0}`).says(`"asked":false`)
	ask(`{"revision":1,"state":true}`).says(`"asked":false`) // as readers saw it

	change(`{"isPublished":true,"typo":true}`).problem(400, "typo").says("A new score is not a typo")
	change(`{"isPublished":true,"correction":"We had misread it."}`).is(200)
	const told = `"note":"We had misread it.","changes":[{"field":"rating","from":4,"to":2.5`
	s.do("GET", "/api/corrections?type=correction", "").is(200).has("X-Total-Count", "1").says(told)
	s.do("GET", "/api/reviews/1", "").is(200).says(told, `"correctedAt":"`, `"changeCount":1`)
	s.do("GET", "/corrections.xml", "").is(200).says("We had misread it.")
	s.do("GET", "/reviews/1", "").is(200).says("CorrectionComment", "We had misread it.")

	change(`{"isPublished":false}`).is(200)
	change(`{"isPublished":true}`).is(200) // as readers saw it last
	change(`{"isPublished":false}`).is(200)
	change(`{"verdict":"Wait."}`).is(200)
	change(`{"isPublished":true}`).is(200) // by an old client
	s.do("GET", "/api/corrections?type=edit", "").is(200).has("X-Total-Count", "1").says(`"label":"Verdict changed"`)

	change(`{"isPublished":false}`).is(200)
	change(`{"productPrice":12.5}`).is(200)
	s.do("POST", "/api/admin/reviews/bulk", `{"action":"publish","ids":[1]}`, admin).is(200)
	s.do("POST", "/api/admin/reviews/1/history/1/restore", `{"state":true}`, admin).is(200) // the content of the first publication
	s.clock.Add(time.Minute)
	change(`{"isPublished":false}`).is(200)
	change(`{"rating":1,"publishAt":"2026-11-21T13:00:00Z"}`).is(200)
	s.clock.Add(time.Hour)
	s.carryOut("review-1")
	if got := s.labels("/api/reviews/1"); got != "Score changed, Edited, Price changed, Verdict changed, Published, Correction, Published" {
		t.Errorf("labels: %s", got)
	}
	s.do("GET", "/api/corrections?type=edit", "").is(200).has("X-Total-Count", "4").says(`"label":"Score changed"`, `"label":"Price changed"`)
}

// Readers of a withheld version learn nothing of it from the publication that follows it.
func TestWhatIsPublishedAgainSaysNothingOfAWithheldVersion(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true`)                      // 0, 1
	s.do("PATCH", "/api/reviews/1", `{"verdict":"SECRET"}`, admin).is(200)  // 2
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200) // 3
	s.do("POST", "/api/admin/reviews/1/history/2/withhold", `{"reason":"A court order."}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Fine.","isPublished":true,"correction":"We take that back."}`, admin).is(200)
	for _, path := range []string{"/api/reviews/1", "/api/reviews/1/history", "/api/corrections", "/corrections.xml", "/corrections",
		"/reviews/1", "/reviews/1/history"} {
		s.do("GET", path, "").is(200).lacks("SECRET")
	}
	if got := s.labels("/api/reviews/1"); got != "Correction, Edited, Published" {
		t.Errorf("labels: %s", got)
	}
}

// Small typos count together, however often the item is taken off the site between them.
func TestTyposCountTogetherAcrossPublications(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var words []string
	for _, letter := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		words = append(words, letter+"one", letter+"two")
	}
	text := func(from, until int) string {
		for i := from; i < until; i++ {
			words[i] += "x"
		}
		return strings.Join(words, " ")
	}
	s.do("POST", "/api/news", `{"isPublished":true,"title":"News","category":"AI","authorName":"Ada","content":"`+text(0, 0)+`"}`,
		admin).is(201)
	s.do("PATCH", "/api/news/1", `{"typo":true,"content":"`+text(0, 15)+`"}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"isPublished":false}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"isPublished":true}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"isPublished":false,"content":"`+text(15, 30)+`"}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"isPublished":true,"typo":true}`, admin).problem(400, "typo").says("More than 20 words changed")
	s.do("PATCH", "/api/news/1", `{"isPublished":true,"update":"Revised."}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"typo":true,"content":"`+text(30, 45)+`"}`, admin).is(200)
	if got := s.labels("/api/news/1"); got != "Typo, Update, Published, Typo, Published" {
		t.Errorf("labels: %s", got)
	}

	s.do("POST", "/api/pages", `{"title":"How we test","content":"With care.","slug":"how-we-test","isPublished":true}`, admin).is(201)
	s.do("PATCH", "/api/pages/1", `{"isPublished":false}`, admin).is(200)
	s.do("PATCH", "/api/pages/1", `{"content":"With great care.","isPublished":true,"update":""}`, admin).problem(400, "update")
	s.do("PATCH", "/api/pages/1", `{"content":"With great care.","isPublished":true,"correction":"We had understated it."}`, admin).is(200)
	s.do("GET", "/api/corrections?kind=page", "").is(200).says(`"note":"We had understated it."`,
		`"from":"With care.","to":"With great care."`)
}
