// Drafts of something published that go live at a time, as the dashboard, readers and keys are told of them.

package httpapi_test

import (
	"strings"
	"testing"
	"time"
)

// carryOut does what is due of an item.
func (s *site) carryOut(stream string) {
	s.Helper()
	if _, err := s.commands.Editorial.CarryOut(s.Context(), stream); err != nil {
		s.Fatal(err)
	}
	s.caughtUp()
}

func TestAScheduledDraftIsShownToNobodyButTheAdminUntilItIsDue(t *testing.T) {
	const at = `"2026-11-21T13:00:00Z"`
	for _, kind := range drafted {
		t.Run(kind.path, func(t *testing.T) {
			s := newSite(t)
			admin := s.asAdmin()
			analyst, _ := s.newKey("analyst", "read_analytics")
			trusted, _ := s.newKey("editor", "read_analytics", "read_unpublished")
			s.do("POST", "/api/"+kind.path, strings.Replace(kind.item, "{", `{"isPublished":true,`, 1), admin).is(201)
			item, admins := "/api/"+kind.path+"/1", "/api/admin/"+kind.path+"/1"
			stream := map[string]string{"reviews": "review-1", "news": "article-1", "pages": "page-1"}[kind.path]
			l := s.share(kind.path + "/1")
			preview, _ := l.paths()
			s.do("DELETE", admins+"/draft/schedule", "", admin).problem(404)
			s.do("PUT", admins+"/draft", `{"base":1,"fields":{"title":"SECRET title"}}`, admin).is(200).says(`"schedule":null`)
			before := s.do("GET", item, "").is(200).body
			history := s.do("GET", item+"/history", "")

			for body, field := range map[string]string{`{"publishAt":"2026-11-21T11:00:00Z"}`: "publishAt", `{"publishAt":"soon"}`: "publishAt",
				`{"publishAt":` + at + `,"unpublishAt":` + at + `}`: "unpublishAt"} {
				s.records(func() { s.do("POST", admins+"/draft/publish", body, admin).problem(400, field) })
			}
			s.records(func() {
				s.do("POST", admins+"/draft/publish", `{"publishAt":`+at+`,"unpublishAt":"2026-11-22T13:00:00Z"}`,
					admin).is(200).says(`"draftPublishAt":` + at).lacks("SECRET")
			}, "DraftScheduled")

			const scheduled = `"schedule":{"state":"scheduled","reason":"","publishAt":` + at + `,"type":"","note":""}`
			s.do("GET", admins+"/draft", "", admin).is(200).says(scheduled)
			s.do("GET", "/api/admin/"+kind.path+"?scheduled=true", "", admin).is(200).says(scheduled, `"draftPublishAt":`+at)
			s.do("GET", "/api/admin/week", "", admin).is(200).says(`"schedule":{"items":1,"next":{"kind":`, `"action":"publishDraft","at":`+at,
				`"notPublished":[]`)
			s.do("GET", preview, "").is(200).says("SECRET title", `"from":`+at)
			s.do("GET", admins+"/history", "", admin).is(200).says(`"type":"DraftScheduled"`, `"field":"draftPublishAt","old":null,"new":`+at)
			s.do("GET", admins+"/history/2", "", admin).is(200).says(`"draftPublishAt":` + at)
			if now := s.do("GET", item, "").is(200).body; strings.Replace(now, `"revision":2`, `"revision":1`, 1) != before {
				t.Errorf("readers got %s\nand now see %s", before, now)
			}
			if now := s.do("GET", item+"/history", ""); now.status != 404 && now.body != history.body { // pages have none
				t.Errorf("the public history is %s", now.body)
			}
			s.do("GET", "/api/"+kind.path, "").is(200).lacks("SECRET", "draftPublishAt")
			s.do("GET", "/api/analytics/events", "", key(analyst)).is(200).lacks("SECRET", "DraftScheduled")
			s.do("GET", "/api/analytics/events", "", key(trusted)).is(200).says("DraftScheduled")

			s.records(func() { s.do("DELETE", admins+"/draft/schedule", "", admin).is(204) }, "DraftUnscheduled")
			s.do("GET", admins+"/draft", "", admin).is(200).says(`"schedule":null`)
			s.do("GET", "/api/admin/"+kind.path+"?scheduled=true", "", admin).is(200).says("[]")
			s.do("GET", preview, "").is(200).says(`"from":null`)

			s.do("POST", admins+"/draft/publish", `{"publishAt":`+at+`}`, admin).is(200)
			s.clock.Add(time.Hour)
			s.carryOut(stream)
			s.do("GET", item, "").is(200).says("SECRET title")
			s.do("GET", admins, "", s.asAdmin()).is(200).says(`"draftPublishAt":null`)
			noDraft(s, admins+"/draft", s.asAdmin())
		})
	}
}

func TestADraftThatCouldNotGoLiveIsNamedInTheWeek(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", strings.Replace(review, "{", `{"isPublished":true,`, 1), admin).is(201)
	const draft, at = "/api/admin/reviews/1/draft", `"2026-11-21T13:00:00Z"`
	s.do("PUT", draft, `{"base":1,"fields":{"verdict":"Mine"}}`, admin).is(200)
	s.do("POST", draft+"/publish", `{"publishAt":`+at+`,"update":"News."}`, admin).is(200)
	s.do("PUT", draft, `{"base":1,"fields":{"verdict":"Mine alone"}}`,
		admin).is(200).says(`"schedule":{"state":"edited","reason":"The draft was edited after it was scheduled. Schedule it again.","publishAt":` + at + `,"type":"update","note":"News."}`)
	s.do("POST", draft+"/publish", `{"publishAt":`+at+`,"update":"News."}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Theirs"}`, admin).is(200)
	s.clock.Add(time.Hour)
	s.carryOut("review-1")
	admin = s.asAdmin()
	const reason = `"The same fields of the review were changed in the meantime."`
	s.do("GET", draft, "", admin).is(200).says(`"schedule":{"state":"notPublished","reason":` + reason)
	s.do("GET", "/api/admin/week", "", admin).is(200).
		says(`"schedule":{"items":0,"next":null,"notPublished":[{"kind":"review","id":1,"title":"A quiet laptop","at":` + at +
			`,"reason":` + reason + `}]}`)
	s.do("GET", "/api/reviews/1", "").is(200).says("Theirs")
	s.records(func() { s.do("DELETE", draft+"/schedule", "", admin).is(204) }, "DraftUnscheduled")
	s.do("GET", "/api/admin/week", "", admin).is(200).says(`"notPublished":[]`)
	s.do("GET", draft, "", admin).is(200).says("Mine alone", `"schedule":null`)
}

// A key that changes its own item isn't told that the owner has scheduled a change of it.
func TestAKeyIsNotToldOfTheScheduleOfADraft(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("bot", "create_reviews")
	body := strings.Replace(review, "{", `{"isPublished":true,`, 1)
	s.do("POST", "/api/bot/reviews", body, key(plain), with("Idempotency-Key", "one")).is(200)
	s.do("PUT", "/api/admin/reviews/1/draft", `{"base":1,"fields":{"title":"SECRET"}}`, admin).is(200)
	s.do("POST", "/api/admin/reviews/1/draft/publish", `{"publishAt":"2026-11-21T13:00:00Z"}`, admin).is(200)
	s.do("PATCH", "/api/bot/reviews/1", `{"verdict":"Buy."}`, key(plain)).is(200).says("Buy.").lacks("draftPublishAt", "13:00")
	s.do("POST", "/api/bot/reviews", body, key(plain), with("Idempotency-Key", "one")).is(200).says(`"id":1`).lacks("draftPublishAt", "13:00")
}
