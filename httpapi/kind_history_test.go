// The history of an item: what is listed, what it was, and the ways back.

package httpapi_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"candor/commands/history"
	"candor/projections/audit"
)

// revisions reads a page of a history.
func (a *answer) revisions() (page []history.Revision) {
	a.Helper()
	a.is(200).decode(&page)
	return page
}

func TestHistoryOfAReview(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone X", `,"rating":4,"pros":["Quiet"],"productPrice":100,"isPublished":true`)
	s.do("PATCH", "/api/reviews/1", `{"title":"Phone Y","rating":4.5,"pros":[],"productPrice":null,"update":"New firmware."}`, admin).is(200)
	plain, _ := s.newKey("press", "create_reviews")
	s.do("POST", "/api/bot/reviews", `{"productName":"P","productBrand":"B","categoryId":1,"title":"T","content":"C","authorName":"A"}`,
		key(plain)).is(200)

	all := s.do("GET", "/api/admin/reviews/1/history", "", admin).has("Cache-Control", "no-store").revisions()
	if len(all) != 2 || all[0].Revision != 3 || all[0].Type != "ReviewUpdateNoted" || all[0].Note != "New firmware." ||
		all[0].Actor.Name != "admin" || all[0].CorrelationID == "" ||
		!slices.Equal(all[0].Types, []string{"ReviewUpdated", "ReviewUpdateNoted"}) || all[1].Revision != 1 ||
		!slices.Equal(all[1].Types, []string{"ReviewCreated", "ReviewPublished"}) {
		t.Fatalf("%+v", all)
	}
	s.do("GET", "/api/admin/reviews/1/history?limit=1", "", admin).has("Link",
		`</api/admin/reviews/1/history?limit=1&before=2>; rel="next"`).says(
		`"changes":[{"field":"productPrice","old":100,"new":null,`, `{"field":"title","old":"Phone X","new":"Phone Y",`,
		`{"field":"rating","old":4,"new":4.5,`, `{"field":"pros","old":["Quiet"],"new":[],`)
	for _, before := range []string{"2", "3"} { // a page ends between two saves
		s.do("GET", "/api/admin/reviews/1/history?limit=1&before="+before, "", admin).has("Link", "").says(`"revision":1`,
			`{"field":"title","old":null,"new":"Phone X",`, `{"field":"isPublished","old":false,"new":true,`)
	}
	s.do("GET", "/api/admin/reviews/1/history?before=1", "", admin).is(200).has("Link", "").lacks("revision")
	s.do("GET", "/api/admin/reviews/1/history/3", "", admin).is(200).says(`"types":["ReviewUpdated","ReviewUpdateNoted"]`,
		`"old":"Phone X","new":"Phone Y"`)
	s.do("GET", "/api/admin/reviews/2/history", "", admin).says(`"actor":{"kind":"bot","id":"1","name":"press"}`)
	s.do("GET", "/api/admin/reviews/9/history", "", admin).problem(404)
	s.do("GET", "/api/admin/reviews/1/history/4", "", admin).problem(404)
	s.do("GET", "/api/admin/reviews/1/history/01", "", admin).problem(404)
	s.do("GET", "/api/admin/reviews/1/history", "").problem(401)
}

// renderedTexts are the fields that the history, which is for restoring a source, leaves out.
var renderedTexts = regexp.MustCompile(`"contentHtml":.*"contentWords":\d+,("verdictHtml":(null|"[^"]*"),)?`)

// What an item is now is told by its history as by the read model, whatever happened to it.
func TestThePresentOfAHistoryIsTheItem(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone X", `,"rating":4,"productPrice":100,"isPublished":true,"isFeatured":true`)
	s.do("POST", "/api/news", article, admin).is(201)
	for _, step := range []string{`{"verdict":"Yes."}`, `{"isPublished":false}`, `{"productPrice":null}`,
		`{"isPublished":true,"productPriceMax":7}`,
		`{"unpublishAt":"2027-01-31T09:30:00Z"}`, `{"title":"Another","correction":"It was wrong."}`,
		`{"title":"One more","correction":"It still was."}`, `{"rating":4.5,"authorName":"Bo","update":""}`,
		`{"title":"Two more","typo":true}`, `{"rating":4.7,"title":"Others"}`, `{"isPublished":false}`} {
		s.clock.Add(1e9)
		s.do("PATCH", "/api/reviews/1", step, admin).is(200)
		s.do("PATCH", "/api/news/1", strings.Replace(step, "verdict", "excerpt", 1), admin).is(200)
		for _, path := range []string{"/api/admin/reviews/1", "/api/admin/news/1"} {
			now := s.do("GET", path, "", admin).is(200)
			var entity struct{ Revision string }
			entity.Revision, _, _ = strings.Cut(strings.Trim(now.header.Get("ETag"), `"`), "-")
			s.do("GET", path+"/history/"+entity.Revision, "", admin).is(200).says(`"isDeleted":false,"item":` +
				strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(renderedTexts.ReplaceAllString(now.body, "")))
		}
	}
}

func TestRestoringARevision(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Phone X", `,"pros":["Quiet"]`)
	s.do("PATCH", "/api/reviews/1", `{"title":"Phone Y","pros":["Loud"],"verdict":"No.","isPublished":true,"isFeatured":true}`, admin).is(200)
	s.do("POST", "/api/admin/reviews/1/history/0/restore", "", admin, with("If-Match", `"0"`)).problem(412)
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/0/restore", "", admin, with("If-Match", `"3"`)).is(200).
			says(`"title":"Phone X"`, `"pros":["Quiet"]`, `"verdict":null`, `"isPublished":true`, `"revision":4`)
	}, "ReviewUpdated")
	s.do("GET", "/api/admin/reviews/1/history?limit=1", "", admin).says(`{"field":"title","old":"Phone Y","new":"Phone X",`,
		`{"field":"pros","old":["Loud"],"new":["Quiet"],`, `{"field":"verdict","old":"No.","new":null,`)
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/0/restore", "{}", admin).is(200).says(`"revision":4`)
	})
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/0/restore", `{"state":true}`, admin).is(200).says(`"isPublished":false`, `"isFeatured":false`)
	}, "ReviewUnpublished", "ReviewUnfeatured")
	once := with("Idempotency-Key", "back")
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/3/restore", `{"state":true}`, admin, once).is(200).says(`"title":"Phone Y"`)
		s.do("PATCH", "/api/reviews/1", `{"title":"Phone Z"}`, admin).is(200)
		s.do("POST", "/api/admin/reviews/1/history/3/restore", `{"state":true}`, admin, once).is(200).says(`"title":"Phone Z"`)
	}, "ReviewUpdated", "ReviewPublished", "ReviewFeatured", "ReviewUpdated")
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/99/restore", "", admin).problem(404)
		s.do("POST", "/api/admin/reviews/9/history/0/restore", "", admin).problem(404)
		s.do("POST", "/api/admin/reviews/1/history/0/restore", `{"state":"yes"}`, admin).problem(400, "state")
		s.do("POST", "/api/admin/reviews/1/history/0/restore", "").problem(401)
	})

	s.do("POST", "/api/news", article, admin).is(201)
	s.do("PATCH", "/api/news/1", `{"title":"Other","excerpt":"Short"}`, admin).is(200)
	s.records(func() {
		s.do("POST", "/api/admin/news/1/history/0/restore", `{"state":true}`, admin).is(200)
	}, "ArticleUpdated")
}

func TestDeletedItemsAreListedAndRestored(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, title := range []string{"one", "two", "three"} {
		s.draft(title, "")
	}
	s.do("POST", "/api/news", article, admin).is(201)
	s.do("DELETE", "/api/reviews/3", "", admin).is(204)
	s.do("DELETE", "/api/reviews/1", "", admin).is(204)
	s.do("DELETE", "/api/news/1", "", admin).is(204)
	var gone []audit.Deleted
	s.do("GET", "/api/admin/reviews?deleted=true", "", admin).is(200).has("X-Total-Count", "2").decode(&gone)
	if len(gone) != 2 || gone[0].ID != 1 || gone[0].Title != "one" || gone[1].ID != 3 || gone[0].DeletedBy.Name != "admin" ||
		!gone[0].DeletedAt.Equal(s.clock.Now()) || gone[0].Revision != 1 {
		t.Errorf("%+v", gone)
	}
	if got := s.do("GET", "/api/admin/reviews?deleted=true&search=THREE", "", admin).order(); got != "three" {
		t.Errorf("a search finds %q", got)
	}
	if got := s.do("GET", "/api/admin/reviews?deleted=true&limit=1&offset=1", "", admin).has("X-Total-Count", "2").order(); got != "three" {
		t.Errorf("the second page is %q", got)
	}
	s.do("GET", "/api/admin/reviews?deleted=perhaps", "", admin).problem(400, "deleted")
	s.do("GET", "/api/admin/news?deleted=true", "", admin).is(200).has("X-Total-Count", "1")
	s.do("GET", "/api/admin/reviews/1/history?limit=1", "", admin).says(`{"field":"isDeleted","old":false,"new":true,`)
	s.do("GET", "/api/admin/reviews/1/history/0", "", admin).is(200).says(`"isDeleted":false`)
	s.records(func() {
		s.do("POST", "/api/admin/reviews/1/history/0/restore", "", admin).problem(404)
	})

	s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200)
	s.do("POST", "/api/admin/news/1/restore", "", admin).is(200)
	if got := s.do("GET", "/api/admin/reviews?deleted=true", "", admin).order(); got != "three" {
		t.Errorf("still deleted: %q", got)
	}
	if got := s.do("GET", "/api/admin/news?deleted=true", "", admin).order(); got != "" {
		t.Errorf("still deleted: %q", got)
	}
}
