// Changes of what readers have seen: which kind of change each may be called, and what is asked beforehand.

package httpapi_test

import (
	"strings"
	"testing"
	"time"
)

func TestWhatAChangeIsToReaders(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	ask := func(path, body string) *answer {
		t.Helper()
		return s.do("POST", "/api/admin/"+path+"/1/change", body, admin)
	}
	// 0
	s.do("POST", "/api/reviews", `{"productName":"Phone","productBrand":"B","categoryId":1,"title":"Phone","content":"It rings loudly.","authorName":"Ada","rating":4}`, admin).is(201)
	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)                                  // 0, 1
	s.do("POST", "/api/pages", `{"title":"How we test","content":"With care.","slug":"how-we-test","isPublished":true}`, admin).is(201) // 0, 1
	// Changes of a draft that readers have never seen need no kind: the question is not asked.
	ask("reviews", `{"changes":{"rating":3}}`).is(200).says(`"asked":false`)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200) // 1
	s.do("POST", "/api/admin/reviews/1/change", `{"changes":{"rating":3}}`).problem(401)

	for _, change := range []string{`"rating":3`, `"scoreReason":"It is loud."`, `"productPrice":5`, `"verdict":"No."`, `"productName":"X"`,
		`"productBrand":"X"`, `"productDescription":"X"`, `"pros":["X"]`,
		`"cons":["X"]`, `"specifications":["X"]`, `"features":["X"]`, `"title":"X"`, `"content":"X"`, `"imageUrls":["https://x.example/x.png"]`,
		`"productImageUrl":"https://x.example/x.png"`, `"authorName":"X"`} {
		ask("reviews", `{"changes":{`+change+`}}`).is(200).says(`"asked":true`, `{"type":"correction","reason":null}`)
	}
	for _, change := range []string{`"title":"X"`, `"content":"X"`, `"excerpt":"X"`, `"imageUrl":"https://x.example/x.png"`,
		`"authorName":"X"`} {
		ask("news", `{"changes":{`+change+`}}`).is(200).says(`"asked":true`)
	}
	ask("pages", `{"changes":{"content":"X"}}`).is(
		200).says(`"asked":true,"seen":true,"kinds":[{"type":"correction","reason":null}],"changes":[{"field":"content","from":"With care.","to":"X","name":"Text"`)
	ask("reviews", `{"changes":{"tags":["X"]}}`).is(200).says(`"asked":false`,
		`{"type":"correction","reason":"Correction requires a change to`)
	ask("reviews", `{"changes":{"rating":3}}`).says(`{"type":"typo","reason":"A new score is not a typo"}`,
		`"changes":[{"field":"rating","from":4,"to":3,"name":"Rating"`)
	ask("reviews", `{"changes":{"content":"It rings loud."}}`).says(`{"type":"typo","reason":null}`)
	ask("reviews", `{"changes":{"content":"It rings."},"revision":0}`).problem(400, "changes")
	ask("reviews", `{}`).problem(400, "changes")
	ask("reviews", `{"changes":{"rating":7}}`).problem(400, "rating")
	ask("reviews", `{"revision":99}`).problem(404)
	s.do("POST", "/api/admin/reviews/9/change", `{"revision":0}`, admin).problem(404)

	s.clock.Add(time.Minute)
	s.do("PATCH", "/api/reviews/1", `{"content":"It rings loud.","typo":true}`, admin).is(200)                  // 2, 3
	s.do("PATCH", "/api/reviews/1", `{"content":"It rings at 90 dB.","typo":true}`, admin).problem(400, "typo") // a number comes
	// A refused typo changes nothing else.
	s.do("PATCH", "/api/reviews/1", `{"rating":3,"typo":true}`, admin).problem(400, "typo").says("A new score is not a typo")
	s.do("POST", "/api/admin/reviews/1/history/0/restore", `{"typo":true}`, admin).is(200)              // 4, 5
	s.do("PATCH", "/api/reviews/1", `{"rating":3}`, admin).is(200)                                      // 6
	s.do("PATCH", "/api/reviews/1", `{"verdict":"No."}`, admin).is(200)                                 // 7
	s.do("PATCH", "/api/reviews/1", `{"productPrice":5}`, admin).is(200)                                // 8
	s.do("PATCH", "/api/reviews/1", `{"rating":2,"title":"Phone, again"}`, admin).is(200)               // 9
	s.do("POST", "/api/admin/reviews/1/history/5/restore", `{"typo":true}`, admin).problem(400, "typo") // the score, again
	ask("reviews", `{"revision":5}`).says(`"asked":true`, `{"type":"typo","reason":"A new score is not a typo"}`)
	var labels []string
	for _, v := range s.publicHistory("/api/reviews/1") {
		labels = append(labels, v.Label)
	}
	if got := strings.Join(labels, ", "); got != "Edited, Price changed, Verdict changed, Score changed, Typo, Typo, Published" {
		t.Errorf("labels: %s", got)
	}

	s.do("PATCH", "/api/pages/1", `{"content":"With great care.","update":""}`, admin).problem(400, "update")
	s.do("PATCH", "/api/pages/1", `{"content":"With great care.","typo":true}`, admin).problem(400, "typo")
	s.do("PATCH", "/api/pages/1", `{"content":"With great care.","correction":"We had understated it."}`, admin).is(200)
	s.do("GET", "/api/pages/1", "").is(200).says(`"correctedAt":"`, `"corrections":[{"revision":3,`, `"note":"We had understated it."`,
		`"from":"With care.","to":"With great care."`)
	s.do("GET", "/api/pages/1/history", "").problem(404)
}

// What a withheld version changed stands nowhere for readers: nor its label, and the version after it doesn't say what was there.
func TestTheDifferenceOfAWithheldVersionIsNowhere(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true`)                                                                                 // 0, 1
	s.do("PATCH", "/api/reviews/1", `{"verdict":"SECRET-1","pros":["SECRET-2"]}`, admin).is(200)                                       // 2
	s.do("PATCH", "/api/reviews/1", `{"verdict":"SECRET-3","correction":"SECRET-4"}`, admin).is(200)                                   // 3, 4
	s.do("PATCH", "/api/reviews/1", `{"rating":1.7}`, admin).is(200)                                                                   // 5
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Fine.","rating":4,"pros":["Loud"],"correction":"We take that back."}`, admin).is(200) // 6, 7
	for _, revision := range []string{"2", "4", "5"} {
		s.do("POST", "/api/admin/reviews/1/history/"+revision+"/withhold", `{"reason":"A court order."}`, admin).is(200)
	}
	for _, path := range []string{"/api/reviews/1", "/api/reviews/1/history", "/api/reviews/1/history/2", "/api/reviews/1/history/4",
		"/api/reviews/1/history/5", "/api/reviews/1/history/7", "/api/corrections",
		"/api/reviews", "/api/search?q=phone", "/corrections.xml", "/feed.xml", "/corrections", "/reviews/1", "/reviews/1/history",
		"/reviews/1/history/2", "/reviews/1/history/4", "/reviews/1/history/5", "/reviews/1/history/7"} {
		s.do("GET", path, "").is(200).lacks("SECRET", `:1.7`, ">1.7<", "Score changed", "Verdict changed")
	}
	for _, v := range s.publicHistory("/api/reviews/1") {
		if v.Withheld != nil && (len(v.Changes) > 0 || v.Note != nil || v.Label != v.Type.Label(nil)) {
			t.Errorf("the withheld version %d says %+v", v.Revision, v)
		}
	}
	s.do("GET", "/api/reviews/1", "").is(200).says(`"revision":4,`, `"note":"","changes":[]`, `"note":"We take that back."`)
}

// Where two people changed the same item, what differs is shown as everywhere else, though nothing of it is saved.
func TestDifferencesOfValuesThatArentSaved(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	ask := func(body string) *answer {
		t.Helper()
		return s.do("POST", "/api/admin/differences", body, admin)
	}
	ask(`{"changes":[{"field":"rating","old":4,"new":3.5},{"field":"content","old":"It is **good**.","new":"It is **good** <b>."},{"field":"categoryId","old":1,"new":2},{"field":"verdict","new":"Buy."},
		{"field":"rating","old":"four","new":4},{"field":"whatever","old":{"a":1},"new":[]}]`+"}").is(200).says(
		`[{"field":"rating","old":4,"new":3.5,"name":"Rating","html":`, "down from 4.0 to 3.5",
		`\u003cstrong\u003egood\u003c/strong\u003e`, "Automotive Tech", `{"field":"verdict","old":null,"new":"Buy.","name":"Verdict"`)
	for _, body := range []string{`{}`, `{"changes":[{"old":1}]}`, `{"changes":[1]}`, `{"changes":[` + strings.Repeat(`{"field":"title"},`,
		200) + `{"field":"title"}]}`} {
		ask(body).problem(400)
	}
	s.do("POST", "/api/admin/differences", `{"changes":[]}`).problem(401)
}
