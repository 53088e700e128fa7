// The public history: what readers see of earlier versions, and what they never see.

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/projections/versions"
)

// publicHistory reads the public history of an item.
func (s *site) publicHistory(path string) []versions.Listed {
	s.Helper()
	var history struct{ Versions []versions.Listed }
	s.do("GET", path+"/history", "").is(200).decode(&history)
	return history.Versions
}

// summary sums up versions: "update 5, published 1".
func summary(all []versions.Listed) string {
	var out []string
	for _, v := range all {
		one := fmt.Sprint(v.Type, " ", v.Revision)
		if v.IsCurrent {
			one += " now"
		}
		if v.Withheld != nil {
			one += " withheld"
		}
		out = append(out, one)
	}
	return strings.Join(out, ", ")
}

func TestReadersSeeEveryPublishedVersion(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	patch := func(body string) *answer {
		t.Helper()
		s.clock.Add(time.Minute)
		return s.do("PATCH", "/api/reviews/1", body, admin).is(200)
	}
	want := func(want string) {
		t.Helper()
		if got := summary(s.publicHistory("/api/reviews/1")); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	s.draft("Phone", `,"rating":4`) // revision 0
	s.do("GET", "/api/reviews/1/history", "").problem(404)
	patch(`{"content":"A draft that nobody sees.","title":"Phone X"}`) // 1
	patch(`{"content":"First.\nSecond.\nThird.","isPublished":true}`)  // 2, 3
	want("published 3 now")
	patch(`{"content":"First.\n2nd.\nThird.","rating":4.5,"correction":"We had counted wrong."}`) // 4, 5
	patch(`{"isFeatured":true}`)                                                                  // 6: nothing that the review says
	patch(`{"unpublishAt":"2099-01-01T00:00:00Z"}`)                                               // 7
	patch(`{"verdict":"Buy it."}`)                                                                // 8
	want("edit 8 now, correction 5, published 3")

	s.do("GET", "/api/reviews/1/history", "").is(200).has("Cache-Control",
		"public, max-age=0, must-revalidate").says(`{"mode":"full","versions":[`,
		`"note":"We had counted wrong.","title":"Phone X","rating":4.5,"changes":[{"field":"content","from":"First.\nSecond.\nThird.","to":"First.\n2nd.\nThird.",`,
		`"changes":[{"field":"verdict","from":null,"to":"Buy it.",`, `"withheld":null`, `"next":null`).lacks("nobody")
	var page struct{ Next int64 }
	s.do("GET", "/api/reviews/1/history?limit=1", "").says(`"revision":8`).decode(&page)
	s.do("GET", fmt.Sprint("/api/reviews/1/history?limit=1&before=", page.Next), "").says(`"revision":5`).lacks(`"revision":8`, `"next":null`)
	s.do("GET", "/api/reviews/1/history?limit=0", "").problem(400, "limit")

	first := s.do("GET", "/api/reviews/1/history/3", "").is(200).says(`"previous":null`, `"changes":[]`, `"corrections":[]`)
	if tag := first.header.Get("ETag"); s.do("GET", "/api/reviews/1/history/3", "", with("If-None-Match", tag)).status != 304 {
		t.Errorf("the ETag %s is not recognised", tag)
	}
	s.do("GET", "/api/reviews/1/history/5", "").is(200).says(`"item":{"id":1,`, `"contentHtml":"\u003cp\u003eFirst.`, `"corrections":[{`,
		`"previous":{"id":1,`)
	for _, revision := range []string{"0", "1", "2", "4", "6", "9", "x", "03"} {
		s.do("GET", "/api/reviews/1/history/"+revision, "").problem(404)
	}
	s.caughtUp()
	proof := s.publicHistory("/api/reviews/1")[0].Position
	s.do("GET", fmt.Sprint("/api/checkpoint/inclusion?position=", proof), "").is(200)

	patch(`{"isPublished":false}`) // 9, and the schedule goes: 10
	s.do("GET", "/api/reviews/1/history", "").problem(404)
	s.do("GET", "/api/reviews/1/history/3", "").problem(404)
	patch(`{"title":"Phone Y"}`)  // 11
	patch(`{"title":"Phone Z"}`)  // 12
	patch(`{"isPublished":true}`) // 13
	want("edit 13 now, edit 8, correction 5, published 3")
	s.do("GET", "/api/reviews/1/history", "").says(`"changes":[{"field":"title","from":"Phone X","to":"Phone Z",`).lacks("Phone Y")
	s.do("DELETE", "/api/reviews/1", "", admin).is(204) // 14
	s.do("GET", "/api/reviews/1/history", "").problem(404)
	s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200) // 15
	want("published 15 now, edit 13, edit 8, correction 5, published 3")

	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)
	s.do("PATCH", "/api/news/1", `{"excerpt":"Short.","correction":"It lacked one."}`, admin).is(200)
	s.do("GET", "/api/news/1/history", "").is(200).says(`"type":"correction"`, `"rating":null`)
	s.do("GET", "/api/news/1/history/3", "").is(200).says(`"item":{"id":1,"title":"T"`, `"excerpt":"Short."`, `"previous":{"id":1`,
		`"excerpt":null`)
	s.do("GET", "/api/pages/1/history", "").problem(404)
}

func TestWhatASchedulePublishesIsAVersion(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"publishAt":"2026-11-21T13:00:00Z"`)
	s.do("GET", "/api/reviews/1/history", "").problem(404)
	s.clock.Add(2 * time.Hour)
	s.draft("Other", "")
	s.do("PATCH", "/api/reviews/2", `{"publishAt":"2026-12-21T13:00:00Z"}`, admin).is(200) // the scheduler looks at its clock again
	s.awaitStatus("/api/reviews/1/history", 200)
	if got := summary(s.publicHistory("/api/reviews/1")); got != "published 2 now" {
		t.Errorf("got %q", got)
	}
}

func TestTheOwnerSaysHowMuchOfTheHistoryReadersSee(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true`)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Buy it."}`, admin).is(200)                        // 2
	s.do("PATCH", "/api/reviews/1", `{"rating":3,"correction":"It was too good."}`, admin).is(200) // 3, 4
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Don't."}`, admin).is(200)                         // 5
	for mode, want := range map[versions.Mode]string{"": "edit 5 now, correction 4, edit 2, published 1",
		versions.Full: "edit 5 now, correction 4, edit 2, published 1", versions.Corrections: "correction 4, published 1"} {
		s.history = mode
		s.restart()
		if got := summary(s.publicHistory("/api/reviews/1")); got != want {
			t.Errorf("%q: got %q, want %q", mode, got, want)
		}
		if mode == "" {
			mode = versions.Full
		}
		s.do("GET", "/api/site", "").is(200).has("Cache-Control",
			"public, max-age=0, must-revalidate").says(fmt.Sprintf(`"publicHistory":%q`, mode))
		s.do("GET", "/api/site?asOf=2026-11-21", "", admin).is(200).says(`"publicHistory":"off"`)
		s.do("GET", "/api/reviews/1/history/2", "").is(map[versions.Mode]int{versions.Full: 200, versions.Corrections: 404}[mode])
		s.do("GET", "/api/reviews/1/history/4", "").is(200).says(`"previous":{`)
	}
	s.history = versions.Off
	s.restart()
	s.do("GET", "/api/site", "").is(200).says(`"publicHistory":"off"`)
	s.do("GET", "/api/reviews/1/history", "").problem(404)
	s.do("GET", "/api/reviews/1/history/4", "").problem(404)
	s.do("GET", "/corrections.xml", "").is(200).says("It was too good.")
}

// A picture that only an earlier version shows is open to readers, as far as they can see that version.
func TestReadersSeeThePicturesOfEarlierVersions(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", fmt.Sprintf(`,"isPublished":true,"productImageUrl":%q`, picture(t, 7)))
	var r struct{ ProductImageURL string }
	s.do("GET", "/api/reviews/1", "").is(200).decode(&r)
	s.do("PATCH", "/api/reviews/1", `{"productImageUrl":null}`, admin).is(200)
	s.do("GET", r.ProductImageURL, "").is(200)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", r.ProductImageURL, "").is(404)
	s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200)
	s.do("GET", r.ProductImageURL, "").is(200)
	s.history = versions.Off
	s.restart()
	s.do("GET", r.ProductImageURL, "").is(404)
}

// Whatever is done to an item, its public history has every state that readers could see, and nothing else; and its current version is
// the item. What the item was after each request is the model.
func TestTheHistoryIsWhatReadersCouldSee(t *testing.T) {
	long(t, "an item goes through many states")
	s := newSite(t)
	admin := s.asAdmin()
	draft := `{"title":"T0","content":"C","productName":"P","productBrand":"B","category":"AI","authorName":"A","categoryId":1,"rating":3}`
	n := 0
	seen := map[string][]string{} // what readers saw, newest last, by path
	for _, path := range []string{"/api/reviews", "/api/news"} {
		s.do("POST", path, draft, admin).is(201)
	}
	content := func(body string) string {
		var item map[string]any
		if err := json.Unmarshal([]byte(body), &item); err != nil {
			t.Fatal(err)
		}
		// These may change without a version.
		for _, field := range []string{"revision", "updatedAt", "isFeatured", "publishAt", "unpublishAt", "names", "changeCount", "changedAt"} {
			delete(item, field)
		}
		text, _ := json.Marshal(item)
		return string(text)
	}
	rapid.Check(t, func(rt *rapid.T) {
		for range rapid.IntRange(1, 4).Draw(rt, "steps") {
			n++
			s.clock.Add(time.Second)
			kind := rapid.SampledFrom([]string{"reviews", "news"}).Draw(rt, "kind")
			path, desk := "/api/"+kind+"/1", "/api/admin/"+kind+"/1"
			switch rapid.SampledFrom([]string{"edit", "edit", "correct", "publish", "unpublish", "feature", "delete", "restore", "back",
				"undo"}).Draw(rt, "what") {
			case "edit":
				s.do("PATCH", path, fmt.Sprintf(`{"title":"T%d","isPublished":%t}`, n, rapid.Bool().Draw(rt, "published")), admin)
			case "correct":
				s.do("PATCH", path, fmt.Sprintf(`{"title":"T%d","correction":"N%d"}`, n, n), admin)
			case "publish":
				s.do("PATCH", path, `{"isPublished":true}`, admin)
			case "unpublish":
				s.do("PATCH", path, `{"isPublished":false}`, admin)
			case "feature":
				s.do("PATCH", path, fmt.Sprintf(`{"isFeatured":%t}`, n%2 == 0), admin)
			case "delete":
				s.do("DELETE", path, "", admin)
			case "restore":
				s.do("POST", desk+"/restore", "", admin)
			case "back":
				s.do("POST", desk+"/history/"+fmt.Sprint(rapid.IntRange(0, 3).Draw(rt, "to"))+"/restore", `{"state":true}`, admin)
			case "undo": // of the latest change, which takes several events at once
				revisions := s.do("GET", desk+"/history?limit=1", "", admin).revisions()
				item := map[string]string{"reviews": "review", "news": "article"}[kind]
				s.do("POST", "/api/admin/undo", fmt.Sprintf(`{"requestId":%q,"items":[{"kind":%q,"id":1,"revision":%d}]}`, revisions[0].CorrelationID,
					item, revisions[0].Revision), admin)
			}
			now := s.do("GET", path, "")
			if now.status == 404 {
				s.do("GET", path+"/history", "").problem(404)
				seen[path] = append(seen[path], "")
				continue
			}
			if all := seen[path]; len(all) == 0 || all[len(all)-1] != content(now.body) {
				seen[path] = append(all, content(now.body))
			}
			var got []string
			for _, v := range slices.Backward(s.publicHistory(path)) {
				if !strings.HasPrefix(v.Title, "T") || v.Withheld != nil {
					rt.Fatalf("%+v", v)
				}
				var one struct{ Item json.RawMessage }
				s.do("GET", fmt.Sprint(path, "/history/", v.Revision), "").is(200).decode(&one)
				got = append(got, content(string(one.Item)))
			}
			want := slices.DeleteFunc(slices.Clone(seen[path]), func(one string) bool { return one == "" })
			if diff := cmp.Diff(want, got); diff != "" {
				rt.Fatalf("readers saw (-), the history says (+):\n%s", diff)
			}
		}
	})
}

func TestTheOwnerWithholdsAVersion(t *testing.T) {
	long(t, "each place is searched for a withheld text")
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true`) // 0, 1
	change := func(body string) string {
		moment := s.minute()
		s.do("PATCH", "/api/reviews/1", body, admin).is(200)
		return moment
	}
	change(`{"content":"Mr Grey stole it.","rating":5,"correction":"It was Mr Grey."}`) // 2, 3
	libel := change(`{"isFeatured":true}`)                                              // 4
	alsoLibel := change(`{"content":"Nobody stole it.","correction":"Nobody did."}`)    // 5, 6
	change(`{"rating":3,"correction":"It was too good."}`)                              // 7, 8
	after := s.minute()
	revision := func() (n uint64) {
		var item struct {
			Revision  uint64
			UpdatedAt time.Time
		}
		s.do("GET", "/api/reviews/1", "").is(200).decode(&item)
		if !item.UpdatedAt.Before(s.clock.Now().Add(-30 * time.Second)) {
			t.Errorf("the review counts as updated at %v", item.UpdatedAt)
		}
		return item.Revision
	}
	before := revision()
	public := []string{"/api/reviews/1", "/api/corrections", "/corrections.xml", "/feed.xml", "/api/reviews", "/api/reviews/1/history",
		"/api/reviews/1/history/1", "/api/reviews/1/history/3", "/api/reviews/1/history/6", "/api/reviews/1/history/8"}
	past := []string{"/api/reviews/1", "/reviews/1", "/api/reviews?search=grey", "/api/reviews", "/reviews", "/feed.xml", "/api/corrections",
		"/api/products", "/"}
	names := func() (n int) {
		t.Helper()
		for _, path := range public {
			n += strings.Count(s.do("GET", path, "").is(200).body, "Grey")
		}
		for _, moment := range []string{libel, alsoLibel, after} {
			for _, path := range past {
				n += strings.Count(s.do("GET", path+"?asOf="+moment, "", admin).body, "Grey")
			}
		}
		return n
	}
	if n := names(); n < 15 {
		t.Fatalf("readers see it %d times", n)
	}
	seen := names()

	withhold := "/api/admin/reviews/1/history/3/withhold"
	s.do("POST", withhold, `{"reason":"A court order."}`).problem(401)
	s.do("POST", withhold, `{"reason":" "}`, admin).problem(400, "reason")
	s.do("POST", withhold, `{}`, admin).problem(400, "reason")
	s.do("POST", withhold, `{"reason":"`+strings.Repeat("x", 501)+`"}`, admin).problem(400, "reason")
	s.do("POST", withhold, `{"reason":"x"}`, admin, with("If-Match", `"0"`)).problem(412)
	for revision, status := range map[string]int{"0": 404, "2": 404, "4": 404, "8": 409, "9": 404, "x": 404} {
		s.do("POST", "/api/admin/reviews/1/history/"+revision+"/withhold", `{"reason":"A court order."}`, admin).problem(status)
	}
	s.do("POST", "/api/admin/reviews/7/history/1/withhold", `{"reason":"x"}`, admin).problem(404)
	s.do("POST", "/api/admin/pages/1/history/1/withhold", `{"reason":"x"}`, admin).problem(404)
	s.do("DELETE", withhold, "", admin).problem(404)
	s.records(func() {
		s.do("POST", withhold, `{"reason":"Law"}`, admin).is(200).says(`"revision":3`, `"title":"","rating":null,"changes":[]`,
			`"withheld":{"reason":"Law"`)
		s.do("POST", withhold, `{"reason":"A court order."}`, admin).is(200).says(`"reason":"A court order."`)
		s.do("POST", withhold, `{"reason":"A court order."}`, admin).is(200)
	}, "ReviewVersionWithheld", "ReviewVersionWithheld")

	if now := revision(); now != before+2 {
		t.Errorf("the revision was %d and is %d", before, now)
	}
	if n := names(); n != 0 {
		t.Errorf("readers see it %d times still", n)
	}
	if got := summary(s.publicHistory("/api/reviews/1")); got != "correction 8 now, correction 6, correction 3 withheld, published 1" {
		t.Errorf("got %q", got)
	}
	s.do("GET", "/api/reviews/1/history", "").says(`{"field":"content","to":"Nobody stole it.",`, `"reason":"A court order."`)
	s.do("GET", "/api/reviews/1/history/3", "").is(200).says(`"item":null,"previous":null`)
	s.do("GET", "/api/reviews/1/history/6", "").is(200).says(`"previous":null`, `"item":{"id":1`)
	s.do("GET", "/api/reviews/1", "").is(200).says(`"note":"","changes":[]`,
		`"note":"Nobody did.","changes":[{"field":"content","to":"Nobody stole it.",`,
		`"note":"It was too good.","changes":[{"field":"rating","from":5,"to":3,`)
	for _, moment := range []string{libel, alsoLibel} {
		s.do("GET", "/api/reviews/1?asOf="+moment, "", admin).problem(404)
		s.do("GET", "/reviews/1?asOf="+moment, "", admin).is(404)
		s.do("GET", "/api/reviews?asOf="+moment, "", admin).is(200).has("X-Total-Count", "0")
	}
	s.do("GET", "/api/reviews/1?asOf="+after, "", admin).is(200).says("Nobody stole it.")

	// The admin's own history says everything.
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says("It was Mr Grey.")
	s.do("GET", "/api/admin/reviews/1/history?limit=1", "", admin).is(200).says(`"type":"ReviewVersionWithheld"`, `"note":"A court order."`)
	s.do("GET", "/api/admin/reviews/1/history?limit=1&before=10", "", admin).is(200).says(`{"field":"withheldVersions","old":null,"new":"3",`)
	s.do("GET", "/api/admin/activity?limit=1", "", admin).is(200).says(`Withheld a version of review \"Phone\"`)
	s.do("GET", "/api/admin/history?item=review-1&limit=1", "", admin).is(200).says(`"ReviewVersionWithheld"`)
	s.restart()
	if n := names(); n != 0 {
		t.Errorf("after a restart readers see it %d times", n)
	}

	s.do("DELETE", withhold, "", admin).is(204)
	if n := names(); n != seen {
		t.Errorf("after the release readers see it %d times, want %d", n, seen)
	}

	// What readers see now can be withheld once it is unpublished.
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	s.do("POST", "/api/admin/reviews/1/history/8/withhold", `{"reason":"Privacy."}`, admin).is(200).says(`"revision":8`)
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.do("DELETE", "/api/admin/reviews/1/history/8/withhold", "", admin).problem(404)
}

// A picture that only a withheld version shows is nobody's to see, in a correction neither.
func TestThePicturesOfAWithheldVersionAreHidden(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", fmt.Sprintf(`,"isPublished":true,"productImageUrl":%q`, picture(t, 7))) // 0, 1
	var r struct{ ProductImageURL string }
	s.do("GET", "/api/reviews/1", "").is(200).decode(&r)
	s.do("PATCH", "/api/reviews/1", fmt.Sprintf(`{"productImageUrl":null,"content":"![it](%s)"}`, r.ProductImageURL), admin).is(200) // 2
	s.do("PATCH", "/api/reviews/1", `{"content":"Nothing.","correction":"It was another one."}`, admin).is(200)                      // 3, 4
	s.do("GET", r.ProductImageURL, "").is(200)
	s.do("POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"Privacy."}`, admin).is(200)
	s.do("GET", r.ProductImageURL, "").is(200)
	s.do("POST", "/api/admin/reviews/1/history/2/withhold", `{"reason":"Privacy."}`, admin).is(200)
	s.do("GET", r.ProductImageURL, "").problem(404)
	s.do("DELETE", "/api/admin/reviews/1/history/2/withhold", "", admin).is(204)
	s.do("GET", r.ProductImageURL, "").is(200)
}

func TestTheHistoryHasAPage(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone", `,"rating":4,"isPublished":true`)                                                                       // 0, 1
	s.do("PATCH", "/api/reviews/1", `{"content":"It rings.","rating":3,"correction":"We had not heard it."}`, admin).is(200) // 2, 3
	s.do("POST", "/api/news", strings.Replace(article, "{", `{"isPublished":true,`, 1), admin).is(201)
	page := func(path string) *answer {
		t.Helper()
		return s.do("GET", path, "").is(200).has("Cache-Control", "public, max-age=0, must-revalidate")
	}
	page("/reviews/1/history").says(`<title>History: Phone | Candor</title>`, `<link rel="canonical" href="`+site1+`/reviews/1/history">`,
		`content="index, follow"`,
		"We had not heard it.", `href="/reviews/1"`, `"key":["reviews",1,"history"]`).lacks("Withheld since")
	page("/tech-articles/1/history").says(`<title>History: T | Candor</title>`, `href="/tech-articles/1"`)
	s.do("GET", "/reviews/1/history/", "").is(301).has("Location", "/reviews/1/history")
	s.do("POST", "/api/admin/reviews/1/history/1/withhold", `{"reason":"A court order."}`, admin).is(200)
	page("/reviews/1/history").says("A court order.")
	for _, path := range []string{"/reviews/2/history", "/reviews/x/history", "/tech-articles/2/history", "/tech-articles/01/history"} {
		s.do("GET", path, "").is(404).has("X-Robots-Tag", "noindex")
	}
	s.do("GET", "/sitemap.xml", "").is(200).lacks("/history")
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", "/reviews/1/history", "").is(404)
	s.history = versions.Off
	s.restart()
	s.do("GET", "/tech-articles/1/history", "").is(404).has("X-Robots-Tag", "noindex").says(`content="noindex, follow"`)
}
