// Drafts of items: what editors have typed stays on the server, and readers and other editors notice nothing of it.

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const page = `{"title":"How we test","slug":"how","content":"With care."}`

// drafted are the calls of each kind, with an item of it.
var drafted = []struct{ path, item string }{{"reviews", review}, {"news", article}, {"pages", page}}

// noDraft expects an item to have no draft.
func noDraft(s *site, draft string, admin option) {
	s.Helper()
	if got := s.do("GET", draft, "", admin).is(200); strings.TrimSpace(got.body) != "null" || got.header.Get("ETag") != "" {
		s.Errorf("GET %s: %s, want null", draft, got.body)
	}
}

func TestADraftIsKeptPublishedAndDiscarded(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, kind := range drafted {
		t.Run(kind.path, func(t *testing.T) {
			item, draft := "/api/"+kind.path+"/1", "/api/admin/"+kind.path+"/1/draft"
			made := s.do("POST", "/api/"+kind.path, strings.Replace(kind.item, "{", `{"isPublished":true,`, 1), admin).is(201)
			var is struct{ Revision uint64 }
			made.decode(&is)
			noDraft(s, draft, admin)
			s.do("DELETE", draft, "", admin).problem(404)
			s.do("POST", draft+"/publish", "{}", admin).problem(404)

			body := fmt.Sprintf(`{"base":%d,"fields":{"content":"It <hums>.","rating":"high"},"was":{"content":"It is quiet."}}`, is.Revision)
			s.records(func() {
				s.do("PUT", draft, body, admin).is(200).has("ETag", `"0"`).has("Cache-Control", "no-store").says(`"itemId":1`,
					fmt.Sprintf(`"base":%d`, is.Revision), `"rating":"high"`, `"was":{"content":"It is quiet."}`,
					`"by":{"kind":"admin","id":"admin","name":"admin"}`, `"revision":0`, `"updatedAt":"2026-11-21T12:00:00Z"`)
			}, "DraftSaved")
			s.records(func() { s.do("PUT", draft, body, admin).is(200).has("ETag", `"0"`) })
			var shown struct {
				ID, Kind, Title string
				Fields          struct{ Content string }
			}
			s.do("GET", draft, "", admin).is(200).has("ETag", `"0"`).decode(&shown)
			var named struct{ Title string }
			made.decode(&named)
			if shown.ID != shown.Kind+"-1" || shown.Title != named.Title || shown.Fields.Content != "It <hums>." {
				t.Errorf("%+v", shown)
			}
			s.do("GET", "/api/admin/"+kind.path, "",
				admin).is(200).says(`"draft":{"updatedAt":"2026-11-21T12:00:00Z","by":{"kind":"admin","id":"admin","name":"admin"},"fields":["content","rating"],"revision":0,"schedule":null}`)
			s.do("GET", item, "").is(200).says("").lacks("hums", `"draft"`)

			s.records(func() { s.do("DELETE", draft, "", admin).is(204) }, "DraftDiscarded")
			noDraft(s, draft, admin)
			s.do("GET", "/api/admin/"+kind.path, "", admin).is(200).says(`"draft":null`)

			s.do("PUT", draft, fmt.Sprintf(`{"base":%d,"fields":{"title":"Quieter"}}`, is.Revision), admin).is(200).says(`"title":"Quieter"`,
				`"was":{}`)
			updated := strings.ToUpper(shown.Kind[:1]) + shown.Kind[1:] + "Updated"
			s.records(func() { s.do("POST", draft+"/publish", "", admin).is(200).says(`"title":"Quieter"`) }, updated, "DraftDiscarded")
			s.do("GET", item, "").is(200).says(`"title":"Quieter"`)
			noDraft(s, draft, admin)
			s.do("POST", draft+"/publish", "", admin).problem(404)
		})
	}
}

func TestBadDraftsAreRefusedByName(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	s.records(func() {
		for body, field := range map[string]string{
			`{`: "body", `[]`: "body", `null`: "body", ``: "body",
			`{"base":0}`: "fields", `{"base":0,"fields":{}}`: "fields", `{"base":0,"fields":null}`: "fields",
			`{"base":0,"fields":[]}`: "fields", `{"base":0,"fields":"title"}`: "fields", `{"base":0,"fields":{"a":1},"fields":{"a":2}}`: "fields",
			`{"base":0,"fields":{"a":1},"was":7}`: "was",
			`{"fields":{"a":1}}`:                  "base", `{"base":null,"fields":{"a":1}}`: "base", `{"base":-1,"fields":{"a":1}}`: "base",
			`{"base":1.5,"fields":{"a":1}}`: "base", `{"base":"new","fields":{"a":1}}`: "base",
			"{\"base\":0,\"fields\":{\"a\":\"\xff\"}}":                                                     "body",
			`{"base":0,"fields":{"productImageUrl":"data:image/png;base64,bm8gcGljdHVyZQ=="}}`:             "productImageUrl",
			`{"base":0,"fields":{"imageUrls":["https://example.com/a.png","data:text/html;base64,bm8="]}}`: "imageUrls",
			`{"base":0,"fields":{"imageUrls":"data:image/svg+xml;base64,bm8="}}`:                           "imageUrls",
		} {
			s.do("PUT", draft, body, admin, contentType("application/json")).problem(400, field)
		}
		for _, tag := range []string{"nonsense", `"1", "2"`, ""} {
			s.do("PUT", draft, `{"base":0,"fields":{"a":1}}`, admin, with("If-Match", tag)).problem(400, "If-Match")
		}
		s.do("PUT", draft, `{"base":0,"fields":{"a":1}}`, admin, with("If-None-Match", `"1"`)).problem(400, "If-None-Match")
		s.do("PUT", draft, `a=b`, admin, contentType("application/x-www-form-urlencoded")).problem(415)
		s.do("PUT", draft, `{"base":0,"fields":{"content":"`+strings.Repeat("a", 1_000_000)+`"}}`, admin).problem(413)
		s.do("PUT", draft, `{"base":0,"fields":{"content":"`+strings.Repeat("a", 9<<20)+`"}}`, admin).problem(413)
		for _, id := range []string{"2", "0", "01", "x"} {
			for _, call := range []string{"GET ", "PUT ", "DELETE ", "POST /publish"} {
				method, rest, _ := strings.Cut(call, " ")
				s.do(method, "/api/admin/reviews/"+id+"/draft"+rest, `{"base":0,"fields":{"a":1}}`, admin).problem(404)
			}
		}
		for _, call := range []string{"GET ", "PUT ", "DELETE ", "POST /publish"} {
			method, rest, _ := strings.Cut(call, " ")
			s.do(method, draft+rest, `{}`).problem(401)
		}
	})
	s.do("PUT", draft, `{"base":0,"fields":{"content":"`+strings.Repeat("a", 999_000)+`"}}`, admin).is(200)
}

func TestADraftThatIsNoLongerTheLatestIsNotOverwritten(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	save := func(title string, options ...option) *answer {
		return s.do("PUT", draft, `{"base":0,"fields":{"title":"`+title+`"}}`, append(options, admin)...)
	}
	save("One", with("If-None-Match", "*")).is(200)
	save("Two", with("If-None-Match", "*")).problem(412).has("ETag", `"0"`).says(`"currentRevision":0`, `"changedBy":{"kind":"admin"`,
		`"changedAt":"20`)
	save("Two", with("If-Match", `"0"`)).is(200).has("ETag", `"1"`)
	save("Three", with("If-Match", `"0"`)).problem(412).has("ETag", `"1"`).says(`"currentRevision":1`)
	save("Two", with("If-Match", `"0"`)).is(200).has("ETag", `"1"`)
	s.do("DELETE", draft, "", admin, with("If-Match", `"0"`)).problem(412)
	s.do("DELETE", draft, "", admin, with("If-Match", `"1"`)).is(204)
	save("Three", with("If-Match", `"1"`)).problem(412)
	noDraft(s, draft, admin)
}

func TestAnInvalidDraftIsNotPublishedAndStays(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	s.do("PUT", draft, `{"base":0,"fields":{"title":" ","rating":9,"categoryId":77,"verdict":"Buy."}}`, admin).is(200)
	s.records(func() {
		s.do("POST", draft+"/publish", "{}", admin).problem(400, "title")
		s.do("POST", draft+"/publish", `{"rating":4,"title":"Quiet"}`, admin).problem(400, "categoryId")
		s.do("POST", draft+"/publish", `{"rating":4,"title":"Quiet","categoryId":1,"isPublished":"perhaps"}`, admin).problem(400, "isPublished")
		s.do("POST", draft+"/publish", `[]`, admin).problem(400, "body")
		s.do("POST", draft+"/publish", `{"rating":4,"title":"Quiet","categoryId":1}`, admin, with("If-Match", `"7"`)).problem(412)
	})
	s.do("GET", draft, "", admin).is(200).says(`"rating":9`)
	s.do("POST", draft+"/publish", `{"rating":4,"title":"Quiet","categoryId":1,"isPublished":true,"unpublishAt":"2099-01-01T00:00:00Z"}`,
		admin, with("If-Match", `"0"`)).is(200).
		says(`"verdict":"Buy."`, `"title":"Quiet"`, `"isPublished":true`, `"unpublishAt":"2099-01-01T00:00:00Z"`)
	noDraft(s, draft, admin)

	s.do("PUT", draft, `{"base":3,"fields":{"rating":"4.5"}}`, admin).is(200)
	s.do("POST", draft+"/publish", `{"correction":"It is better."}`, admin).is(200).says(`"rating":4.5`, `"note":"It is better."`)
	s.do("PUT", draft, `{"base":5,"fields":{"title":"quiet"}}`, admin).is(200)
	s.do("POST", draft+"/publish", `{"typo":true,"update":"x"}`, admin).problem(400, "typo")
	s.records(func() { s.do("POST", draft+"/publish", `{"typo":true}`, admin).is(200) }, "ReviewUpdated", "ReviewTypoMarked", "DraftDiscarded")
}

func TestADraftIsNotPublishedOverAnotherChange(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	s.do("PUT", draft, `{"base":0,"fields":{"title":"Mine"}}`, admin).is(200)
	s.do("PATCH", "/api/reviews/1", `{"verdict":"Theirs"}`, admin).is(200)
	s.do("GET", draft, "", admin).is(200).says(`"title":"Mine"`, `"base":0`)
	s.do("PATCH", "/api/reviews/1", `{"title":"Theirs"}`, admin).is(200)
	s.records(func() {
		s.do("POST", draft+"/publish", "{}", admin).problem(412).has("ETag", `"2"`).says(`"currentRevision":2`, `"changedBy":{"kind":"admin"`)
	})
	s.do("POST", draft+"/publish", "{}", admin, with("If-Match", `"2"`)).is(200).says(`"title":"Mine"`, `"verdict":"Theirs"`)
}

func TestADraftIsGoneWithItsItem(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	s.do("PUT", draft, `{"base":0,"fields":{"title":"Mine"}}`, admin).is(200)
	s.records(func() { s.do("DELETE", "/api/reviews/1", "", admin).is(204) }, "ReviewDeleted", "DraftDiscarded")
	s.do("GET", draft, "", admin).problem(404)
	s.do("PUT", draft, `{"base":0,"fields":{"title":"Mine"}}`, admin).problem(404)
	s.do("POST", "/api/admin/reviews/1/restore", "", admin).is(200)
	noDraft(s, draft, admin)
	s.do("GET", "/api/admin/reviews", "", admin).is(200).says(`"draft":null`)
}

func TestADraftOutlivesARestartAndIsSeenByAnotherInstance(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	saved := s.do("PUT", draft, `{"base":0,"fields":{"title":"Mine","odd":[1,{"a":null}]}}`, admin).is(200)
	s.restart()
	if again := s.do("GET", draft, "", admin).is(200); again.body != saved.body {
		t.Errorf("%s, want %s", again.body, saved.body)
	}
	other := s.instance(0)
	position := with("Candor-Position", saved.header.Get("Candor-Position"))
	if there := other.do("GET", draft, "", admin, position).is(200); there.body != saved.body {
		t.Errorf("%s, want %s", there.body, saved.body)
	}
	position = with("Candor-Position", other.do("PUT", draft, `{"base":0,"fields":{"title":"Ours"}}`, admin,
		with("If-Match", `"0"`)).is(200).header.Get("Candor-Position"))
	s.do("GET", draft, "", admin, position).is(200).says(`"title":"Ours"`)
	s.do("GET", "/api/admin/reviews", "", admin, position).is(200).says(`"revision":1,"schedule":null}`)
}

func TestPicturesInADraftAreTheAdmins(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", review, admin).is(201)
	const draft = "/api/admin/reviews/1/draft"
	fields, err := json.Marshal(map[string]any{"base": 0, "fields": map[string]any{"productImageUrl": picture(t, 1),
		"imageUrls": "https://example.com/a.png\n" + picture(t, 2), "content": "data: it holds"}})
	if err != nil {
		t.Fatal(err)
	}
	var saved struct {
		Fields struct{ ProductImageURL, ImageURLs, Content string }
	}
	s.do("PUT", draft, string(fields), admin).is(200).lacks("base64").decode(&saved)
	one, rest, two := saved.Fields.ProductImageURL, "https://example.com/a.png\n",
		strings.TrimPrefix(saved.Fields.ImageURLs, "https://example.com/a.png\n")
	if saved.Fields.ImageURLs != rest+two || saved.Fields.Content != "data: it holds" {
		t.Errorf("%+v", saved)
	}
	for _, address := range []string{one, two} {
		s.do("GET", address, "").problem(404)
		s.do("GET", address, "", admin).is(200).has("Content-Type", "image/png").has("Cache-Control", "private, no-store")
	}
	s.do("PUT", draft, `{"base":0,"fields":{"imageUrls":["`+picture(t, 3)+`",7,"`+two+`"]}}`,
		admin).is(200).says(`.png",7,"` + two + `"]`).lacks("base64")
	s.do("POST", draft+"/publish", `{"isPublished":true,"imageUrls":"`+two+`"}`, admin).is(200)
	s.do("GET", two, "").is(200)
	s.do("GET", one, "").problem(404)
	s.removePicture(one)
	s.do("PUT", draft, `{"base":2,"fields":{"productImageUrl":"`+picture(t, 1)+`"}}`, admin).problem(400, "productImageUrl")
}

// Whatever is typed, saved, shared and discarded, all that readers and the admin see of the items stays the same to the byte.
func TestADraftMovesNothingOfItsItem(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, kind := range drafted {
		s.do("POST", "/api/"+kind.path, strings.Replace(kind.item, "{", `{"isPublished":true,`, 1), admin).is(201)
	}
	paths := []string{"/sitemap.xml", "/feed.xml", "/corrections.xml", "/api/products", "/reviews/1", "/"}
	for _, kind := range drafted {
		paths = append(paths, "/api/"+kind.path, "/api/"+kind.path+"/1", "/api/admin/"+kind.path+"/1", "/api/admin/"+kind.path+"/1/history")
	}
	look := func() map[string]string {
		all := map[string]string{}
		for _, path := range paths {
			a := s.do("GET", path, "", admin).is(200)
			all[path] = a.header.Get("ETag") + " " + a.header.Get("Last-Modified") + " " + a.body
		}
		return all
	}
	before := look()
	anything := rapid.OneOf(rapid.StringMatching(`"[a-z <>&]{0,9}Mine"`),
		rapid.SampledFrom([]string{`7`, `null`, `["Mine",{}]`, `{"a":[]}`, `true`, `"2099-01-01T00:00:00Z"`}))
	rapid.Check(t, func(rt *rapid.T) {
		draft := "/api/admin/" + rapid.SampledFrom(drafted).Draw(rt, "kind").path + "/1/draft"
		switch rapid.IntRange(0, 4).Draw(rt, "what") {
		case 0:
			s.do("DELETE", draft, "", admin)
		case 1:
			s.do("POST", strings.TrimSuffix(draft, "draft")+"preview-links", "", admin)
		default:
			fields := rapid.MapOfN(rapid.SampledFrom([]string{"title", "content", "slug", "rating", "isPublished", "publishAt", "pros", "correction",
				"other"}), anything, 1, 4).Draw(rt, "fields")
			var members []string
			for name, value := range fields {
				members = append(members, `"`+name+`":`+value)
			}
			s.do("PUT", draft, `{"base":1,"fields":{`+strings.Join(members, ",")+`}}`, admin).is(200)
		}
		if diff := cmp.Diff(before, look()); diff != "" {
			rt.Error(diff)
		}
	})
	if strings.Contains(s.lines.String(), "Mine") {
		t.Error("the log's lines tell what is in a draft")
	}
}

func TestListsOfTheAdminSayWhichItemsHaveDrafts(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for range 3 {
		s.do("POST", "/api/reviews", review, admin).is(201)
	}
	drafts := func(query string) string {
		t.Helper()
		var items []map[string]json.RawMessage
		s.do("GET", "/api/admin/reviews"+query, "", admin).is(200).decode(&items)
		var all []string
		for _, item := range items {
			var d *struct{ Fields []string }
			if err := json.Unmarshal(item["draft"], &d); err != nil {
				t.Fatalf("%v in %v", err, slices.Sorted(maps.Keys(item)))
			}
			text := string(item["id"])
			if d != nil {
				text += strings.Join(d.Fields, "+")
			}
			all = append(all, text)
		}
		return strings.Join(all, " ")
	}
	expect := func(want string) {
		t.Helper()
		for _, query := range []string{"", "?search=quiet", "?sort=title", "?published=false", "?limit=3"} {
			if got := drafts(query); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
	}
	expect("3 2 1")
	s.do("PUT", "/api/admin/reviews/2/draft", `{"base":0,"fields":{"title":"Mine","rating":1}}`, admin).is(200)
	expect("3 2rating+title 1")
	s.do("PUT", "/api/admin/reviews/2/draft", `{"base":0,"fields":{"title":"Mine"}}`, admin).is(200)
	s.do("PUT", "/api/admin/reviews/1/draft", `{"base":0,"fields":{"pros":""}}`, admin).is(200)
	expect("3 2title 1pros")
	s.do("DELETE", "/api/admin/reviews/2/draft", "", admin).is(204)
	expect("3 2 1pros")
	unchanged := s.do("GET", "/api/admin/reviews", "", admin).is(200)
	s.do("GET", "/api/admin/reviews", "", admin, with("If-None-Match", unchanged.header.Get("ETag"))).is(304)
	s.do("GET", "/api/admin/reviews?deleted=true", "", admin).is(200)
}
