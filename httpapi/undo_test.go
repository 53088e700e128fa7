// A key's changes are taken back: what is shown before, what is done, and what the site shows after.

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"candor/commands"
	"candor/commands/editorial"
	"candor/events"
)

// preview is what the test looks at of one.
type preview struct {
	Key   struct{ IsActive bool }
	Total int
	Items []struct {
		Kind, Title, Action, Words string
		ID, Revision               int64
		UsedBy                     int
		Did                        []string
		ChangedSince               *struct{ By struct{ Kind string } }
	}
}

// chosen is the body of an undo of the items of a preview for which choose says so.
func (p preview) chosen(choose func(i int) bool, more string) string {
	items := []string{}
	for i, item := range p.Items {
		if choose(i) {
			items = append(items, fmt.Sprintf(`{"kind":%q,"id":%d,"revision":%d}`, item.Kind, item.ID, item.Revision))
		}
	}
	return `{` + more + `"items":[` + strings.Join(items, ",") + `]}`
}

// outcome is the answer to an undo.
type outcome struct {
	RequestID string
	Done      []struct {
		Kind         string
		ID, Revision int64
		Changed      bool
	}
	Errors []struct {
		Kind    string
		ID      int64
		Status  int
		Message string
	}
}

func TestAKeysChangesAreUndone(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, id := s.newKey("press", "create_reviews", "create_news", "create_categories")
	bot := key(plain)
	path := "/api/admin/api-keys/" + id + "/undo"
	in := func(category, more string) string {
		return `{"title":"Spam","content":"C","productName":"P","productBrand":"B","authorName":"A","categoryId":` + category + more + `}`
	}
	s.do("POST", "/api/bot/reviews", in("1", `,"isPublished":true`), bot).is(200)
	s.clock.Add(time.Hour)
	since := s.clock.Now().Format(time.RFC3339)
	audio := s.do("POST", "/api/bot/categories", `{"name":"Audio","slug":"audio"}`, bot).is(200).id()
	video := s.do("POST", "/api/bot/categories", `{"name":"Video","slug":"video"}`, bot).is(200).id()
	two := s.do("POST", "/api/bot/reviews", in(audio, `,"isPublished":true`), bot).is(200).id()
	three := s.do("POST", "/api/bot/reviews", in("1", ""), bot).is(200).id()
	s.do("POST", "/api/bot/news", article, bot).is(200)
	s.do("POST", "/api/reviews", in(video, ""), admin).is(201)
	s.do("PATCH", "/api/reviews/"+three, `{"title":"Not spam"}`, admin).is(200)

	var p preview
	s.records(func() {
		s.do("GET", path+"?since="+since, "", admin).is(200).decode(&p)
	})
	var got []string
	for _, i := range p.Items {
		got = append(got, fmt.Sprintf("%s %d %s: %s, %v, %v", i.Kind, i.ID, i.Title, i.Words, i.Did, i.ChangedSince != nil))
	}
	want := []string{
		"category 5 Audio: Delete this category and release its slug, [CategoryCreated], false",
		"category 6 Video: Kept: used by another item, [CategoryCreated], false",
		"review 2 Spam: Delete this review, [ReviewCreated ReviewPublished], false",
		"review 3 Not spam: Delete this review, [ReviewCreated], true",
		"article 1 T: Delete this article, [ArticleCreated], false",
	}
	if !slices.Equal(got, want) || p.Total != 5 || !p.Key.IsActive {
		t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var last preview
	if s.do("GET", path+"?limit=2&offset=5&since=2026-01-01T00:00:00Z", "", admin).is(200).decode(&last); last.Total != 6 ||
		len(last.Items) != 1 || last.Items[0].Kind != "article" {
		t.Errorf("the last page: %+v", last)
	}

	body := p.chosen(func(i int) bool { return p.Items[i].ChangedSince == nil }, `"since":"`+since+`","deactivate":true,`)
	s.do("POST", path, body).problem(401)
	var out outcome
	apply := func() outcome {
		var out outcome
		s.do("POST", path, body, admin, with("Idempotency-Key", "undo")).is(200).decode(&out)
		return out
	}
	recorded := s.recorded(func() { out = apply() })
	if len(recorded) == 6 {
		slices.Sort(recorded[2:4]) // side by side
	}
	if want := []string{"RequestAccepted", "ApiKeyDeactivated", "ArticleDeleted", "ReviewDeleted", "CategoryDeleted",
		"SlugReleased"}; !slices.Equal(recorded, want) {
		t.Errorf("recorded %v, want %v", recorded, want)
	}
	if len(out.Done) != 3 || len(out.RequestID) != 32 || len(out.Errors) != 1 || out.Errors[0].Status != 409 ||
		out.Errors[0].Message != "Kept: used by 1 other item" {
		t.Fatalf("got %+v", out)
	}
	s.do("GET", "/api/reviews/"+two, "").problem(404)
	s.do("GET", "/category/audio", "").is(404)
	s.do("GET", "/api/categories", "").is(200).says(`"slug":"video"`).lacks("audio")
	s.do("GET", "/api/reviews/1", "").is(200)
	s.do("GET", "/api/admin/reviews/"+three, "", admin).is(200)
	s.do("GET", "/api/bot/status", "", bot).problem(401)
	s.do("GET", "/api/admin/activity", "", admin).is(200).says(`Deleted review \"Spam\", undoing what API key \"press\" did`,
		`Deleted category \"Audio\", undoing`)
	s.records(func() {
		if again := apply(); len(again.Done) != 3 || again.Done[0].Revision != out.Done[0].Revision || again.RequestID != out.RequestID {
			t.Errorf("again: %+v", again)
		}
	})

	// What changed since the preview stays; the rest of the list goes on. A deleted key can still be undone.
	s.do("PATCH", "/api/reviews/"+three, `{"verdict":"Fine"}`, admin).is(200)
	s.do("DELETE", "/api/admin/api-keys/"+id, "", admin).is(204)
	s.do("GET", "/api/admin/api-keys/deleted", "", admin).is(200).says(`"title":"press"`)
	s.do("POST", path, p.chosen(func(i int) bool { return p.Items[i].Kind == "review" }, ""), admin).is(200).decode(&out)
	if len(out.Errors) != 2 || out.Errors[0].Status != 409 || out.Errors[1].Status != 409 ||
		!strings.Contains(out.Errors[1].Message, "changed") {
		t.Errorf("with old revisions: %+v", out)
	}
	var now preview
	s.do("GET", path+"?since="+since, "", admin).is(200).decode(&now)
	if now.Key.IsActive || now.Items[2].Action != "none" || now.Items[2].ChangedSince == nil ||
		now.Items[3].Revision != p.Items[3].Revision+1 {
		t.Errorf("after it: %+v", now)
	}

	// The way back from the undo, by its request.
	back := apply()
	items, err := json.Marshal(back.Done)
	if err != nil {
		t.Fatal(err)
	}
	body = strings.ToLower(`{"requestId":"` + back.RequestID + `","items":` + string(items) + `}`)
	body = strings.Replace(body, "requestid", "requestId", 1)
	s.do("POST", "/api/admin/undo", body, admin).is(200).decode(&out)
	if len(out.Done) != 3 || len(out.Errors) != 0 {
		t.Errorf("the undo undone: %+v", out)
	}
	s.do("GET", "/api/reviews/"+two, "").is(200).says(`"categoryId":` + audio)
	s.do("GET", "/category/audio", "").is(200)

	s.do("GET", "/api/admin/api-keys/99/undo", "", admin).problem(404)
	s.do("POST", path, `{"items":[{"kind":"message","id":1,"revision":0}]}`, admin).problem(400, "items")
	s.do("POST", path, `{"items":[]}`, admin).problem(400, "items")
	s.do("POST", path, `{"items":[{"kind":"review","id":1,"revision":0}],"since":"noon"}`, admin).problem(400, "since")
	s.do("POST", "/api/admin/undo", `{"items":[{"kind":"review","id":1,"revision":0}]}`, admin).problem(400, "requestId")
}

func TestMoreItemsThanAPageHoldsAreUndone(t *testing.T) {
	long(t, "it makes 1,100 items")
	s := newSite(t)
	_, id := s.newKey("flood", "create_reviews")
	by := commands.Caller{Actor: events.Actor{Kind: events.ActorBot, ID: id, Name: "flood"}, RequestID: "flood"}
	const n = 1100 // more than a page holds
	var items []editorial.BulkItem
	for i := range n {
		one, err := editorial.ParseReviewBulk([]byte(`[{"title":"Spam ` + strconv.Itoa(i) +
			`","content":"C","productName":"P","productBrand":"B","authorName":"A","categoryId":1}]`))
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, one...)
	}
	if _, err := s.commands.Editorial.CreateReviews(t.Context(), by, items); err != nil {
		t.Fatal(err)
	}
	s.caughtUp()
	path := "/api/admin/api-keys/" + id + "/undo"
	var all preview
	for len(all.Items) < n {
		var page preview
		s.do("GET", path+"?limit=1000&offset="+strconv.Itoa(len(all.Items)), "", s.asAdmin()).is(200).decode(&page)
		if len(page.Items) == 0 || page.Total != n {
			t.Fatalf("the page after %d items has %d of %d", len(all.Items), len(page.Items), page.Total)
		}
		all.Items = append(all.Items, page.Items...)
	}
	var out outcome
	s.do("POST", path, all.chosen(func(int) bool { return true }, ""), s.asAdmin()).is(200).decode(&out)
	if len(out.Done) != n || len(out.Errors) != 0 {
		t.Errorf("%d done, %d refused", len(out.Done), len(out.Errors))
	}
	s.do("GET", "/api/admin/reviews?limit=1", "", s.asAdmin()).is(200).has("X-Total-Count", "0")
	s.caughtUp() // a thousand writes at once may take the history longer than an answer waits for it
	s.do("GET", "/api/admin/reviews?deleted=true&limit=1", "", s.asAdmin()).is(200).has("X-Total-Count", strconv.Itoa(n))
}
