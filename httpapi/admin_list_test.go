// The admin's lists in any order, bulk actions and how they are undone, and the overview.

package httpapi_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"candor/commands/editorial"
)

// draft makes a review and returns its id.
func (s *site) draft(title string, more string) string {
	s.Helper()
	s.clock.Add(time.Minute)
	return s.do("POST", "/api/reviews",
		fmt.Sprintf(`{"productName":%q,"productBrand":"B","categoryId":1,"title":%q,"content":"C","authorName":"Ada"%s}`,
			"Product "+title, title, more), s.asAdmin()).is(201).id()
}

// order lists the titles of a list.
func (a *answer) order() string {
	a.Helper()
	var items []struct{ Title string }
	a.is(200).decode(&items)
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item.Title
	}
	return strings.Join(all, " ")
}

func TestAnAdminListWithoutTexts(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("Alpha", `,"verdict":"Buy it.","pros":["light"]`)
	s.do("POST", "/api/news", `{"title":"News","content":"A long text.","category":"News","authorName":"Ada"}`, admin).is(201)
	s.do("GET", "/api/admin/reviews", "", admin).is(200).says(`"content":"C"`, "Buy it.", "light")
	for _, query := range []string{"texts=false", "texts=false&sort=title", "texts=false&search=alpha"} {
		s.do("GET", "/api/admin/reviews?"+query, "", admin).is(200).has("X-Total-Count", "1").
			says(`"title":"Alpha"`, `"content":""`, `"contentText":""`, `"verdict":null`, `"verdictText":null`, `"light"`,
				`"draft":null`).lacks("Buy it.")
	}
	s.do("GET", "/api/admin/news?texts=false", "", admin).is(200).says(`"title":"News"`, `"content":""`).lacks("long text", "verdict")
	s.do("GET", "/api/admin/reviews?texts=true", "", admin).is(200).says("Buy it.")
}

func TestAdminListsAreSortedAndFiltered(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("beta", `,"rating":3`)
	s.draft("Alpha", `,"rating":5,"isPublished":true`)
	s.draft("gamma", `,"rating":4`)
	s.do("PATCH", "/api/reviews/3", `{"categoryId":2}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"publishAt":"2099-01-01T00:00:00Z"}`, admin).is(200)
	s.do("PATCH", "/api/reviews/2", `{"unpublishAt":"2099-01-01T00:00:00Z"}`, admin).is(200)
	for query, want := range map[string]string{
		"":                                  "gamma Alpha beta",
		"order=desc":                        "gamma Alpha beta",
		"order=asc":                         "beta Alpha gamma",
		"sort=title":                        "Alpha beta gamma",
		"sort=title&order=desc":             "gamma beta Alpha",
		"sort=rating&order=desc&limit=2":    "Alpha gamma",
		"sort=category":                     "gamma Alpha beta",
		"published=true":                    "Alpha",
		"published=false&sort=title":        "beta gamma",
		"published=&sort=&order=":           "gamma Alpha beta",
		"scheduled=true":                    "Alpha beta",
		"scheduled=false":                   "gamma",
		"scheduled=true&published=false":    "beta",
		"search=product+b":                  "beta",
		"categoryId=1&sort=product&limit=1": "Alpha",
	} {
		if got := s.do("GET", "/api/admin/reviews?"+query, "", admin).order(); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	s.do("GET", "/api/admin/reviews?sort=title&limit=1&offset=1", "", admin).is(200).has("X-Total-Count", "3").
		has("Link", `</api/admin/reviews?sort=title&limit=1>; rel="prev", </api/admin/reviews?sort=title&limit=1&offset=2>; rel="next"`)
	for query, field := range map[string]string{"sort=price": "sort", "order=up": "order", "published=1": "published",
		"scheduled=soon": "scheduled", "deleted=x": "deleted", "texts=no": "texts", "limit=x&sort=title": "limit"} {
		s.do("GET", "/api/admin/reviews?"+query, "", admin).problem(400, field)
	}
	s.do("POST", "/api/news", `{"title":"Soon","content":"C","category":"AI","authorName":"A","publishAt":"2099-01-01T00:00:00Z"}`,
		admin).is(201)
	s.do("POST", "/api/news", `{"title":"Draft","content":"C","category":"AI","authorName":"A"}`, admin).is(201)
	if got := s.do("GET", "/api/admin/news?scheduled=true", "", admin).order(); got != "Soon" {
		t.Errorf("scheduled articles: %s", got)
	}
	s.do("GET", "/api/admin/news?sort=rating", "", admin).problem(400, "sort")
	s.do("GET", "/api/admin/news?sort=updated&order=desc&published=true", "", admin).is(200).says("[]")
	if got := s.do("GET", "/api/reviews?sort=price&order=up&published=1", "").order(); got != "Alpha" {
		t.Errorf("readers' lists know of sort: %s", got)
	}
}

// bulkAnswer is what a bulk action answers.
type bulkAnswer struct {
	Done   []editorial.BulkDone
	Errors []struct {
		ID      int64
		Status  int
		Message string
	}
}

func (s *site) bulk(kind, action, ids string, options ...option) (b bulkAnswer) {
	s.Helper()
	s.do("POST", "/api/admin/"+kind+"/bulk", `{"action":"`+action+`","ids":[`+ids+`]}`, append(options, s.asAdmin())...).is(200).decode(&b)
	return b
}

// changed lists the ids that the action changed.
func (b bulkAnswer) changed() string {
	ids := []string{}
	for _, d := range b.Done {
		if d.Changed {
			ids = append(ids, strconv.FormatInt(d.ID, 10))
		}
	}
	return strings.Join(ids, " ")
}

func TestBulkActionsAndTheirWayBack(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("one", "")
	s.draft("two", `,"isPublished":true,"isFeatured":true`)
	s.draft("three", "")
	s.records(func() {
		if b := s.bulk("reviews", "publish", "1,2,3,3,99"); b.changed() != "1 3" || len(b.Done) != 3 || len(b.Errors) != 1 ||
			b.Errors[0].ID != 99 ||
			b.Errors[0].Status != 404 || b.Errors[0].Message != "Review not found" || b.Done[0].Revision != 1 {
			t.Errorf("publish: %+v", b)
		}
	}, "ReviewPublished", "ReviewPublished")
	if got := s.do("GET", "/api/reviews", "").order(); got != "three one two" {
		t.Errorf("readers see %s", got)
	}
	s.records(func() { s.bulk("reviews", "unpublish", "1,3") }, "ReviewUnpublished", "ReviewUnpublished")
	s.records(func() { s.bulk("reviews", "feature", "1,2") }, "ReviewFeatured")
	s.records(func() { s.bulk("reviews", "unfeature", "1") }, "ReviewUnfeatured")

	s.records(func() {
		if b := s.bulk("reviews", "delete", "1,2"); b.changed() != "1 2" {
			t.Errorf("delete: %+v", b)
		}
	}, "ReviewDeleted", "ReviewDeleted")
	if got := s.do("GET", "/api/admin/reviews?sort=title", "", admin).order(); got != "three" {
		t.Errorf("left after deleting: %s", got)
	}
	s.records(func() {
		if b := s.bulk("reviews", "publish", "1"); len(b.Done) != 0 || b.Errors[0].Status != 404 {
			t.Errorf("publishing what is deleted: %+v", b)
		}
	})
	s.records(func() {
		if b := s.bulk("reviews", "restore", "1,2,3"); b.changed() != "1 2" || len(b.Errors) != 0 {
			t.Errorf("restore: %+v", b)
		}
	}, "ReviewRestored", "ReviewRestored")
	s.do("GET", "/api/reviews/2", "").is(200).says(`"isFeatured":true`)
	s.do("GET", "/api/reviews/1", "").problem(404) // it was a draft
}

func TestBulkActionsOnNews(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/news", article, s.asAdmin()).is(201)
	s.records(func() { s.bulk("news", "publish", "1") }, "ArticlePublished")
	s.records(func() { s.bulk("news", "delete", "1") }, "ArticleDeleted")
	s.records(func() { s.bulk("news", "restore", "1") }, "ArticleRestored")
	s.do("GET", "/api/news/1", "").is(200)
	s.records(func() { s.bulk("news", "unpublish", "1") }, "ArticleUnpublished")
	s.do("POST", "/api/admin/news/bulk", `{"action":"feature","ids":[1]}`, s.asAdmin()).problem(400,
		"action").says("publish, unpublish, delete, restore")
}

func TestBulkActionsThatAreRefused(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.draft("one", "")
	many := strings.TrimSuffix(strings.Repeat("7,", 1000), ",")
	for i := range 1001 {
		many += "," + strconv.Itoa(i+1)
	}
	s.records(func() {
		for body, field := range map[string]string{
			`{"ids":[1]}`:                               "action",
			`{"action":"burn","ids":[1]}`:               "action",
			`{"action":7,"ids":[1]}`:                    "action",
			`{"action":"publish"}`:                      "ids",
			`{"action":"publish","ids":null}`:           "ids",
			`{"action":"publish","ids":1}`:              "ids",
			`{"action":"publish","ids":[]}`:             "ids",
			`{"action":"publish","ids":["1"]}`:          "ids",
			`{"action":"publish","ids":[1.5]}`:          "ids",
			`{"action":"publish","ids":[-1]}`:           "ids",
			`{"action":"publish","ids":[0]}`:            "ids",
			`{"action":"publish","ids":[1e3]}`:          "ids",
			`{"action":"publish","ids":[` + many + `]}`: "ids",
			`nonsense`: "body",
			`[1]`:      "body",
		} {
			s.do("POST", "/api/admin/reviews/bulk", body, admin).problem(400, field)
		}
		s.do("POST", "/api/admin/reviews/bulk", `{"action":"publish","ids":[1]}`).problem(401)
		s.do("POST", "/api/admin/reviews/bulk", `{"action":"publish","ids":[1]}`, admin, with("Origin", "https://evil.example"),
			with("Sec-Fetch-Site", "cross-site")).problem(403)
	})
}

func TestRepeatedBulkActionWithItsIdempotencyKey(t *testing.T) {
	s := newSite(t)
	once := with("Idempotency-Key", "bulk-1")
	s.draft("one", "")
	first := s.bulk("reviews", "publish", "1", once)
	s.bulk("reviews", "unpublish", "1")
	s.records(func() {
		if again := s.bulk("reviews", "publish", "1", once); again.changed() != "1" || again.Done[0].Revision != first.Done[0].Revision {
			t.Errorf("the first answer was %+v, the second %+v", first, again)
		}
		s.do("POST", "/api/admin/reviews/bulk", `{"action":"feature","ids":[1]}`, s.asAdmin(), once).problem(422)
	})
}

func TestOverview(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", "/api/admin/overview", "").problem(401)
	s.draft("one", "")
	s.draft("two", `,"isPublished":true,"isFeatured":true`)
	s.do("POST", "/api/news", article, admin).is(201)
	for _, subject := range []string{"Hello", "Again"} {
		s.do("POST", "/api/contact", `{"name":"N","email":"n@example.org","subject":"`+subject+`","message":"M"}`).is(201)
	}
	s.do("PATCH", "/api/contact-messages/1/read", "", admin).is(200)
	_, id := s.newKey("old", "create_news")
	s.newKey("new", "create_news")
	s.do("PATCH", "/api/admin/api-keys/"+id+"/deactivate", "", admin).is(200)
	s.do("GET", "/api/admin/overview", "", admin).is(200).golden("overview").has("Cache-Control", "no-store")
}
