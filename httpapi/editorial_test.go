// What editors plan and put right: schedules, as the admin and bots set them and readers see their effect, and the
// record of corrections with its feed.

package httpapi_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"candor/internal/eventually"
)

func TestASchedulePublishesAndUnpublishes(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("press", "create_reviews", "create_news")
	const at, end = `"2026-11-21T13:00:00Z"`, `"2026-11-21T15:00:00Z"`
	s.do("POST", "/api/bot/reviews", strings.Replace(review, "{", `{"publishAt":`+at+`,"unpublishAt":`+end+`,`, 1), key(plain)).is(200).
		says(`"publishAt":` + at).says(`"unpublishAt":` + end)
	s.do("POST", "/api/bot/news", strings.Replace(article, "{", `{"publishAt":`+at+`,`, 1), key(plain)).is(200).says(`"publishAt":` + at)
	s.do("GET", "/api/admin/reviews", "", admin).is(200).says(`"publishAt":` + at)
	s.do("GET", "/reviews/1", "").is(404)

	for body, field := range map[string]string{
		`{"publishAt":"soon"}`:                                            "publishAt",
		`{"publishAt":"2026-11-21T12:00:00Z"}`:                            "publishAt",
		`{"unpublishAt":"2026-11-21T13:00:00Z"}`:                          "unpublishAt",
		`{"isPublished":true,"publishAt":` + end + `,"unpublishAt":null}`: "publishAt",
		`{"correction":"x","title":"y"}`:                                  "correction",
		`{"update":"","title":"y"}`:                                       "update",
		`{"typo":true,"title":"y"}`:                                       "typo",
	} {
		s.do("PATCH", "/api/reviews/1", body, admin).problem(400, field)
	}
	s.do("POST", "/api/bot/reviews/bulk", `{"reviews":[`+strings.Replace(review, "{", `{"publishAt":"yesterday",`, 1)+`]}`,
		key(plain)).problem(400, "reviews[0].publishAt")

	// wake sets another schedule, at which the scheduler looks at its clock again.
	wake := func(n int) {
		s.do("PATCH", "/api/news/1", fmt.Sprintf(`{"unpublishAt":"2027-01-0%dT00:00:00Z"}`, n), admin).is(200)
	}
	s.clock.Add(90 * time.Minute)
	wake(1)
	s.awaitStatus("/api/reviews/1", 200)
	s.awaitStatus("/api/news/1", 200)
	s.do("GET", "/reviews/1", "").is(200).says("It is quiet.")
	s.do("GET", "/api/reviews/1", "").is(200).says(`"publishedAt":"2026-11-21T13:30:00Z"`).lacks("ublishAt\"")
	s.do("GET", "/api/admin/reviews/1", "", admin).is(200).says(`"publishAt":null,"unpublishAt":` + end)
	s.do("GET", "/api/admin/reviews/1/history?limit=2", "", admin).is(200).
		says(`"kind":"system"`).says(`{"field":"publishAt","old":` + at + `,"new":null,`).says(`{"field":"isPublished","old":false,"new":true,`)
	s.do("GET", "/api/admin/reviews/1/history/1", "", admin).is(200).says(`"publishAt":` + at)
	s.clock.Add(90 * time.Minute)
	wake(2)
	s.awaitStatus("/api/reviews/1", 404)
	s.do("GET", "/reviews/1", "").is(404)
	s.do("POST", "/api/admin/reviews/1/history/1/restore", `{"state":true}`, admin).is(200).says(`"publishAt":null,"unpublishAt":null`)
}

func TestUndoOfAPublishGivesBackTheSchedule(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	const at, end = `"2026-11-21T13:00:00Z"`, `"2026-11-21T15:00:00Z"`
	draft := func(as string) string {
		return strings.Replace(as, "{", `{"isPublished":false,"publishAt":`+at+`,"unpublishAt":`+end+`,`, 1)
	}
	s.do("POST", "/api/reviews", draft(review), admin).is(201)
	s.do("POST", "/api/news", draft(article), admin).is(201)
	for noun, kind := range map[string]string{"reviews": "review", "news": "article"} {
		bulk := func(action string) (request string, revision int) {
			var out struct {
				RequestID string
				Done      []struct{ Revision int }
			}
			s.do("POST", "/api/admin/"+noun+"/bulk", `{"action":"`+action+`","ids":[1]}`, admin).is(200).decode(&out)
			return out.RequestID, out.Done[0].Revision
		}
		undo := func(request string, revision int) *answer {
			return s.do("POST", "/api/admin/undo", fmt.Sprintf(`{"requestId":%q,"items":[{"kind":%q,"id":1,"revision":%d}]}`, request, kind,
				revision), admin).is(200)
		}
		is := func(published bool, schedule string) {
			t.Helper()
			s.do("GET", "/api/admin/"+noun+"/1", "", admin).is(200).says(fmt.Sprintf(`"isPublished":%t`, published)).says(schedule)
		}
		request, revision := bulk("publish")
		is(true, `"publishAt":null,"unpublishAt":`+end)
		undo(request, revision).says(`"changed":true`)
		is(false, `"publishAt":`+at+`,"unpublishAt":`+end)

		bulk("publish")
		request, revision = bulk("unpublish")
		is(false, `"publishAt":null,"unpublishAt":null`)
		undo(request, revision).says(`"changed":true`)
		is(true, `"publishAt":null,"unpublishAt":`+end)

		request, revision = bulk("delete")
		undo(request, revision-1).says(`"done":[]`).says(`"status":409`)
		undo(request, revision).says(`"changed":true`)
		is(true, `"publishAt":null,"unpublishAt":`+end)
	}
}

// awaitStatus waits until a path is answered with a status.
func (s *site) awaitStatus(path string, want int, options ...option) {
	s.Helper()
	eventually.Holds(s, func() error {
		if got := s.do("GET", path, "", options...).status; got != want {
			return fmt.Errorf("GET %s: %d, want %d", path, got, want)
		}
		return nil
	})
}

func TestCorrectionsAreOnRecord(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	s.do("GET", "/api/reviews/1", "").is(200).says(`"correctedAt":null`, `"corrections":[]`)
	page := s.do("GET", "/reviews/1", "").is(200)
	s.clock.Add(time.Hour)
	const note = `We had measured the wrong model & lamp.`
	s.do("PATCH", "/api/reviews/1", `{"rating":3.9,"productPrice":1299,"videoCredit":"Bo","correction":" `+note+` "}`,
		admin).is(200).says(`"note":`)
	s.clock.Add(time.Hour)
	s.do("PATCH", "/api/news/1", `{"content":"Its hours.","correction":"Hours, not minutes."}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"category":"Security","correction":"x"}`, admin).problem(400, "correction")

	var item struct {
		CorrectedAt time.Time
		Corrections []struct {
			At      time.Time
			Note    string
			Changes []struct {
				Field    string
				From, To any
			}
		}
	}
	s.do("GET", "/api/reviews/1", "").is(200).decode(&item)
	if len(item.Corrections) != 1 || item.Corrections[0].Note != note || !item.CorrectedAt.Equal(item.Corrections[0].At) {
		t.Fatalf("got %+v", item)
	}
	if got := fmt.Sprint(item.Corrections[0].Changes); got != "[{rating 4.5 3.9} {productPrice 999 1299}]" {
		t.Errorf("changes %s", got)
	}
	s.do("GET", "/api/reviews", "").is(200).says(`"correctedAt":"2026-11-21T13:00:00Z"`).lacks("corrections")
	s.do("GET", "/reviews/1", "", with("If-None-Match", page.header.Get("ETag"))).is(200)

	type feed struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Author  string `xml:"author>name"`
		Entries []struct {
			ID        string `xml:"id"`
			Title     string `xml:"title"`
			Updated   string `xml:"updated"`
			Published string `xml:"published"`
			Summary   string `xml:"summary"`
			Link      struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	read := func() (f feed) {
		t.Helper()
		a := s.do("GET", "/corrections.xml", "").is(200).has("Content-Type", "application/atom+xml; charset=utf-8")
		if err := xml.Unmarshal([]byte(a.body), &f); err != nil || f.ID == "" || f.Title == "" || f.Updated == "" || f.Author == "" {
			t.Fatalf("no feed (%v): %s", err, a.body)
		}
		return f
	}
	got := read()
	if len(got.Entries) != 2 || got.Updated != "2026-11-21T14:00:00Z" {
		t.Fatalf("got %+v", got)
	}
	first, second := got.Entries[0], got.Entries[1]
	if first.ID != site1+"/tech-articles/1#correction-3" || first.Title != "Correction: A town" ||
		first.Summary != "Hours, not minutes. (Changed: text.)" || first.Updated != got.Updated || first.Published != got.Updated {
		t.Errorf("the newest is %+v", first)
	}
	if second.Link.Href != site1+"/reviews/1#correction-3" ||
		second.Summary != note+" (Changed: price: $999 → $1,299, rating: 4.5/5 → 3.9/5, video credit.)" {
		t.Errorf("the older is %+v", second)
	}

	// Readers see no corrections of what they can't see, and see them again with it.
	s.do("PATCH", "/api/reviews/1", `{"isPublished":false}`, admin).is(200).says(`"note":`)
	if got := read(); len(got.Entries) != 1 {
		t.Errorf("an unpublished review's: %+v", got.Entries)
	}
	s.do("PATCH", "/api/reviews/1", `{"isPublished":true}`, admin).is(200)
	s.do("DELETE", "/api/news/1", "", admin).is(204)
	if got := read(); len(got.Entries) != 1 || got.Entries[0].ID != second.ID {
		t.Errorf("a deleted article's: %+v", got.Entries)
	}
	s.do("POST", "/api/admin/news/1/restore", "", admin).is(200)
	if got := read(); len(got.Entries) != 2 {
		t.Errorf("a restored article's: %+v", got.Entries)
	}
	// Taking a correction back is one more change; the record stays.
	s.do("POST", "/api/admin/reviews/1/history/1/restore", `{"state":true}`, admin).is(200).says(`"rating":4.5`, `"note":`)
}

func TestChangesOfWhatReadersHaveSeen(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	patch := func(body string) func() {
		return func() { s.do("PATCH", "/api/reviews/1", body, admin).is(200) }
	}
	s.records(patch(`{"rating":4.6}`), "ReviewUpdated")
	s.records(patch(`{"rating":4.4,"update":" Measured again. "}`), "ReviewUpdated", "ReviewUpdateNoted")
	s.records(patch(`{"title":"The lamps","typo":true}`), "ReviewUpdated", "ReviewTypoMarked")
	s.records(patch(`{"title":"Lamps","correction":null,"update":null,"typo":false}`), "ReviewUpdated")
	s.records(patch(`{"productName":"Lamp II","correction":"It was the second one."}`), "ReviewUpdated", "ReviewCorrected")
	s.records(func() { s.do("PATCH", "/api/news/1", `{"category":"Cities","update":""}`, admin).is(200) }, "ArticleUpdated",
		"ArticleUpdateNoted")
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/0/restore", `{"correction":"All was well."}`, admin).is(200)
	}, "ReviewUpdated", "ReviewCorrected")
	s.records(func() { s.do("POST", "/api/admin/reviews/1/history/2/restore", "", admin).is(200) }, "ReviewUpdated")

	var item struct {
		CorrectedAt, UpdateNotedAt *time.Time
		Corrections                []struct {
			Revision   int
			Type, Note string
			Changes    []struct {
				Field    string
				From, To any
			}
		}
	}
	s.do("GET", "/api/reviews/1", "").is(200).decode(&item)
	if got := fmt.Sprint(item.Corrections); item.CorrectedAt == nil || item.UpdateNotedAt == nil ||
		got != `[{11 correction All was well. [{rating 4.4 4.5} {productName Lamp II Slate 14} {title Lamps The lamp}]} `+
			`{9 correction It was the second one. [{productName Slate 14 Lamp II}]} {4 update Measured again. [{rating 4.6 4.4}]}]` {
		t.Errorf("got %s", got)
	}
	s.do("GET", "/api/news/1", "").is(200).says(`"correctedAt":null,"updateNotedAt":"2026-11-21T12:00:00Z"`,
		`"type":"update","note":"","changes":[]`)

	// The same request again does nothing.
	again := func() {
		s.do("PATCH", "/api/reviews/1", `{"rating":3.9,"update":"Once."}`, admin, with("Idempotency-Key", "once")).is(200)
	}
	s.records(again, "ReviewUpdated", "ReviewUpdateNoted")
	s.records(again)

	s.records(func() {
		s.do("PATCH", "/api/reviews/1", `{"rating":3,"correction":"x","update":"","typo":true}`, admin).problem(400,
			"correction", "update", "typo")
		s.do("PATCH", "/api/reviews/1", `{"rating":3,"update":"","typo":true}`, admin).problem(400, "update", "typo")
		s.do("PATCH", "/api/reviews/1", `{"update":"Nothing."}`, admin).problem(400, "update")
		s.do("PATCH", "/api/reviews/1", `{"typo":true}`, admin).problem(400, "typo")
		s.do("POST", "/api/admin/reviews/1/history/0/restore", `{"typo":true,"correction":"x"}`, admin).problem(400, "correction", "typo")
		s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"update":"","isPublished":true,`, 1), admin).problem(400, "update")
	})
}

func TestTheListOfCorrections(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", "/api/corrections", "").is(200).has("X-Total-Count", "0").says("[]")
	s.do("POST", "/api/reviews", published("The lamp"), admin).is(201)
	s.do("POST", "/api/news", town, admin).is(201)
	s.do("PATCH", "/api/reviews/1", `{"rating":4,"correction":"We had measured another."}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"content":"Its hours.","update":"It grew."}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"content":"Its  hours.","typo":true}`, admin).is(200)
	s.do("PATCH", "/api/news/1", `{"content":"Its days."}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"rating":3.9}`, admin).is(200)
	all := s.do("GET", "/api/corrections", "").is(200).golden("corrections").has("X-Total-Count", "4").has("Cache-Control",
		"public, max-age=0, must-revalidate")
	s.do("GET", "/api/corrections", "", with("If-None-Match", all.header.Get("ETag"))).is(304)
	s.do("GET", "/api/corrections?limit=1&offset=1", "").is(200).has("X-Total-Count", "4").
		has("Link", `</api/corrections?limit=1>; rel="prev", </api/corrections?limit=1&offset=2>; rel="next"`).says(`"kind":"article"`).lacks(
		`"kind":"review"`)
	s.do("GET", "/api/corrections?limit=201", "").problem(400, "limit")
	feed := s.do("GET", "/corrections.xml", "").is(200).says("<title>Update: A town</title>", "It grew. (Changed: text.)",
		">Changed: rating: 4.0/5 → 3.9/5.<", "/tech-articles/1#update-3")
	if n := strings.Count(feed.body, "<entry>"); n != 4 {
		t.Errorf("the feed has %d entries", n)
	}

	page := s.do("GET", "/corrections", "").is(200).says("We had measured another.", "It grew.", `href="/reviews/1#correction-3"`,
		`href="/tech-articles/1#update-3"`).lacks("skeleton")
	s.do("GET", "/corrections", "", with("If-None-Match", page.header.Get("ETag"))).is(304)
	s.do("GET", "/sitemap.xml", "").says("<loc>" + site1 + "/corrections</loc>")

	s.do("PATCH", "/api/news/1", `{"title":"A city"}`, admin).is(200)
	s.do("GET", "/api/corrections", "").says(`"title":"A city"`)
	s.do("GET", "/corrections", "").says("A city")
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.do("GET", "/api/corrections", "").has("X-Total-Count", "3").lacks(`"kind":"review"`)
	s.do("PATCH", "/api/news/1", `{"isPublished":false}`, admin).is(200)
	s.do("GET", "/api/corrections", "").has("X-Total-Count", "0").says("[]")
}
