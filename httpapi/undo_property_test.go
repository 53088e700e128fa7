// Whatever is done to reviews and articles through the API, undoing its request gives back what was before, and restoring a
// revision gives back what was then, as the answers show it: with the node, the handler and the read models of a real site.

package httpapi_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/commands/editorial"
)

// thing is an item of the property: where its calls are, and what it is now.
type thing struct {
	kind, path, admin string // "review", "/api/reviews/1", "/api/admin/reviews/1"
	id                string
}

// shown is what the admin and the public are shown, but for the times, the revision and the record of corrections, which grow with each
// event.
func (s *site) shown(t thing) map[string]any {
	s.Helper()
	item := map[string]any{}
	a := s.do("GET", t.admin, "", s.asAdmin())
	if a.status == 404 {
		return nil
	}
	a.is(200).decode(&item)
	for _, field := range []string{"createdAt", "updatedAt", "publishedAt", "pricedAt", "revision", "corrections",
		"correctedAt", "updateNotedAt"} {
		delete(item, field)
	}
	item["public"] = s.do("GET", t.path, "").status
	return item
}

// revision is that of the thing's stream, deleted or not.
func (s *site) revision(t thing) uint64 {
	s.Helper()
	return s.do("GET", t.admin+"/history?limit=1", "", s.asAdmin()).revisions()[0].Revision
}

// Each check is one more step in the life of the same items, which makes their histories long and the test short.
func TestAnythingDoneIsUndone(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	draft := `{"title":"T","content":"C","productName":"P","productBrand":"B","category":"AI","authorName":"A","categoryId":1,"rating":3}`
	review := thing{kind: "review", id: s.do("POST", "/api/reviews", draft, admin).is(201).id()}
	article := thing{kind: "article", id: s.do("POST", "/api/news", draft, admin).is(201).id()}
	review.path, review.admin = "/api/reviews/"+review.id, "/api/admin/reviews/"+review.id
	article.path, article.admin = "/api/news/"+article.id, "/api/admin/news/"+article.id
	known := map[string]map[string]any{} // what an item was at a revision
	rapid.Check(t, func(rt *rapid.T) {
		request := "" // the id of the step's
		it := rapid.SampledFrom([]thing{review, article}).Draw(rt, "thing")
		before, revision := s.shown(it), s.revision(it)
		known[fmt.Sprint(it.path, revision)] = before
		call := func(method, path, body string) {
			a := s.do(method, path, body, admin)
			if a.status >= 300 {
				rt.Fatalf("%s: %d %s", a.what, a.status, a.body)
			}
			request = a.header.Get("X-Request-Id")
		}
		flag := func(name string) string { return fmt.Sprintf("%q:%v", name, rapid.Bool().Draw(rt, name)) }
		what := rapid.SampledFrom([]string{"edit", "flags", "bulk", "delete", "restore"}).Draw(rt, "what")
		if before == nil {
			what = "bulk"
		}
		back := revision
		switch what {
		case "edit":
			call("PATCH", it.path, fmt.Sprintf(`{"title":%q,"verdict":"V","excerpt":"E","pros":["Quiet"],%s}`,
				rapid.SampledFrom([]string{"T", "U"}).Draw(rt, "title"), flag("isPublished")))
		case "flags":
			call("PATCH", it.path, "{"+flag("isFeatured")+","+flag("isPublished")+"}")
		case "bulk":
			action := rapid.SampledFrom(editorial.ArticleActions).Draw(rt, "action")
			call("POST", strings.TrimSuffix(it.admin, "/"+it.id)+"/bulk", fmt.Sprintf(`{"action":%q,"ids":[%s]}`, action, it.id))
		case "delete":
			call("DELETE", it.path, "")
		case "restore":
			back = rapid.Uint64Range(0, revision).Draw(rt, "revision")
			call("POST", it.admin+"/history/"+strconv.FormatUint(back, 10)+"/restore", `{"state":true}`)
		}
		if then := known[fmt.Sprint(it.path, back)]; what == "restore" && then != nil {
			if diff := cmp.Diff(then, s.shown(it)); diff != "" {
				rt.Fatalf("restored revision %d of %s: %s", back, it.path, diff)
			}
		}
		now := s.revision(it)
		if now == revision || rapid.Bool().Draw(rt, "leave it") {
			return
		}
		undo := fmt.Sprintf(`{"requestId":%q,"items":[{"kind":%q,"id":%s,"revision":%d}]}`, request, it.kind, it.id, now)
		s.do("POST", "/api/admin/undo", undo, admin).is(200).says(`"changed":true`, `"errors":[]`)
		if diff := cmp.Diff(before, s.shown(it)); diff != "" {
			rt.Fatalf("%s of %s undone: %s", what, it.path, diff)
		}
	})
}
