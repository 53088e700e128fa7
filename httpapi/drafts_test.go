// Drafts of items that don't exist yet.

package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestANewItemIsADraftUntilItIsCreated(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var made struct{ ID string }
	s.records(func() {
		s.do("POST", "/api/admin/drafts", `{"kind":"review","fields":{"title":"Mine","rating":"?"}}`, admin).is(201).has("ETag", `"0"`).
			says(`"kind":"review"`, `"itemId":null`, `"base":null`, `"title":"Mine"`, `"rating":"?"`).decode(&made)
	}, "DraftSaved")
	draft := "/api/admin/drafts/" + made.ID
	s.do("GET", draft, "", admin).is(200).says(`"title":"Mine"`)
	s.do("PUT", draft, `{"fields":{"title":"Ours"}}`, admin, with("If-Match", `"0"`)).is(200).has("ETag", `"1"`).says(`"title":"Ours"`)
	s.do("PUT", draft, `{"fields":{"title":"Theirs"}}`, admin, with("If-Match", `"0"`)).problem(412).says(`"currentRevision":1`)
	s.do("GET", "/api/admin/reviews", "", admin).is(200).lacks("Ours")
	s.do("GET", "/api/admin/reviews/1", "", admin).problem(404)

	s.records(func() { s.do("POST", draft+"/create", `{"title":"Ours"}`, admin).problem(400, "content") })
	s.do("GET", draft, "", admin).is(200)
	var item string
	s.records(func() {
		item = s.do("POST", draft+"/create", review, admin).is(201).says(`"id":1`, `"isPublished":false`).body
	}, "RequestAccepted", "ReviewCreated", "DraftDiscarded")
	s.do("GET", draft, "", admin).problem(404)
	s.do("PUT", draft, `{"fields":{"title":"Late"}}`, admin).problem(404)
	s.records(func() {
		if again := s.do("POST", draft+"/create", review, admin).is(201); again.body != item {
			t.Errorf("again: %s", again.body)
		}
		s.do("POST", draft+"/create", strings.Replace(review, "quiet", "loud", 1), admin).problem(409).says("review 1")
	})
	s.restart()
	s.do("POST", draft+"/create", review, admin).is(201).says(`"id":1`)
	s.do("GET", "/api/admin/reviews", "", admin).is(200).has("X-Total-Count", "1")
}

func TestDraftsOfNewItemsAreListedByKindNewestFirst(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, body := range []string{`{"kind":"review","fields":{"title":"One"}}`, `{"kind":"page","fields":{"title":"Two"}}`,
		`{"kind":"review","fields":{"title":"Three"}}`} {
		s.do("POST", "/api/admin/drafts", body, admin).is(201)
		s.clock.Add(time.Minute)
	}
	s.do("POST", "/api/reviews", review, admin).is(201)
	s.do("PUT", "/api/admin/reviews/1/draft", `{"base":0,"fields":{"title":"Of an item"}}`, admin).is(200)
	for query, want := range map[string]string{"": "Three Two One", "?kind=review": "Three One", "?kind=article": "",
		"?kind=review&limit=1&offset=1": "One"} {
		var list []struct{ Title string }
		s.do("GET", "/api/admin/drafts"+query, "", admin).is(200).decode(&list)
		var titles []string
		for _, d := range list {
			titles = append(titles, d.Title)
		}
		if got := strings.Join(titles, " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	s.do("GET", "/api/admin/drafts?limit=1", "", admin).has("X-Total-Count", "3")
	s.do("GET", "/api/admin/drafts?kind=category", "", admin).problem(400, "kind")
	s.do("GET", "/api/admin/drafts", "").problem(401)
}

func TestADraftOfANewItemCanBeSentAgain(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	id := uuid.NewString()
	body := func(title string) string {
		return `{"kind":"article","id":"` + id + `","fields":{"title":"` + title + `"}}`
	}
	s.records(func() {
		for range 2 {
			s.do("POST", "/api/admin/drafts", body("Mine"), admin).is(201).says(id, `"revision":0`)
		}
	}, "DraftSaved")
	s.do("POST", "/api/admin/drafts", body("Theirs"), admin).problem(412)
	s.records(func() {
		for range 2 {
			s.do("POST", "/api/admin/drafts", `{"kind":"article","fields":{"title":"Mine"}}`, admin, with("Idempotency-Key", "k")).is(201)
		}
	}, "DraftSaved")
	s.do("DELETE", "/api/admin/drafts/"+id, "", admin).is(204)
	s.do("DELETE", "/api/admin/drafts/"+id, "", admin).problem(404)
	s.do("GET", "/api/admin/drafts/"+id, "", admin).problem(404)
	s.do("POST", "/api/admin/drafts/"+id+"/create", article, admin).problem(404)
}

func TestBadDraftsOfNewItemsAreRefusedByName(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.records(func() {
		for body, field := range map[string]string{
			`{`: "body", `[]`: "body", `{"kind":"review"}`: "fields", `{"fields":{"a":1}}`: "kind", `{"kind":"category","fields":{"a":1}}`: "kind",
			`{"kind":7,"fields":{"a":1}}`:                                                    "kind",
			`{"kind":"review","id":"x","fields":{"a":1}}`:                                    "id",
			`{"kind":"review","id":"6F9619FF-8B86-4D01-B42D-00CF4FC964FF","fields":{"a":1}}`: "id",
			`{"kind":"review","fields":{"imageUrls":["data:image/png;base64,bm8="]}}`:        "imageUrls",
		} {
			s.do("POST", "/api/admin/drafts", body, admin).problem(400, field)
		}
		big, err := json.Marshal(map[string]any{"kind": "page", "fields": map[string]any{"content": strings.Repeat("a", 1_000_000)}})
		if err != nil {
			t.Fatal(err)
		}
		s.do("POST", "/api/admin/drafts", string(big), admin).problem(413)
		for _, id := range []string{"x", "review-1", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"} {
			for _, call := range []string{"GET ", "PUT ", "DELETE ", "POST /create"} {
				method, rest, _ := strings.Cut(call, " ")
				s.do(method, "/api/admin/drafts/"+id+rest, `{"fields":{"a":1}}`, admin).problem(404)
			}
		}
	})
}
