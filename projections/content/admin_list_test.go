// The admin's lists: every order and filter, also after changes, and the counts.

package content_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// adminLog has five reviews in two categories, of which only one has a name.
func adminLog(t testing.TB) *modeltest.Log {
	log := modeltest.NewLog()
	log.Append(t, "category-1", events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Zebras", Slug: "zebras"},
		At: modeltest.Day(0)})
	for i, title := range []string{"ant", "Bee", "cat", "Dog", "Eel"} {
		r := modeltest.Review(i+1, title)
		r.Rating, r.ProductName, r.AuthorName = []float64{3, 5, 1, 4, 5}[i], []string{"Wok", "oven", "Lamp", "Wok", "Bulb"}[i],
			[]string{"Bo", "Ada", "Cy", "Ada", "Bo"}[i]
		log.Append(t, fmt.Sprintf("review-%d", i+1), r)
	}
	log.Append(t, "review-2", events.ReviewPublished{ReviewID: 2, At: modeltest.Day(90)},
		events.ReviewFeatured{ReviewID: 2, At: modeltest.Day(91)})
	log.Append(t, "review-4", events.ReviewPublished{ReviewID: 4, At: modeltest.Day(80)})
	later := modeltest.Day(500)
	log.Append(t, "review-3", events.ReviewScheduled{ReviewID: 3, Schedule: events.Schedule{PublishAt: &later}, At: modeltest.Day(5)})
	log.Append(t, "review-4", events.ReviewScheduled{ReviewID: 4, Schedule: events.Schedule{UnpublishAt: &later}, At: modeltest.Day(80)})
	return log
}

func TestAdminListsInEveryOrder(t *testing.T) {
	log := adminLog(t)
	m := modeltest.Open(t, t.TempDir(), log)
	modeltest.CaughtUp(t, m)
	type arrangement = content.Arrangement
	tests := []struct {
		name  string
		query content.Query
		by    arrangement
		want  string
		total int
	}{
		{"nothing asked: newest first", content.Query{}, arrangement{}, "Eel Dog cat Bee ant", 5},
		{"oldest first", content.Query{}, arrangement{Reverse: true}, "ant Bee cat Dog Eel", 5},
		{"title, ignoring case", content.Query{}, arrangement{Sort: "title"}, "ant Bee cat Dog Eel", 5},
		{"title, the other way", content.Query{}, arrangement{Sort: "title", Reverse: true}, "Eel Dog cat Bee ant", 5},
		{"product, equals newest first", content.Query{}, arrangement{Sort: "product"}, "Eel cat Bee Dog ant", 5},
		{"product reversed, equals still newest first", content.Query{}, arrangement{Sort: "product", Reverse: true}, "Dog ant Bee cat Eel", 5},
		{"rating", content.Query{}, arrangement{Sort: "rating"}, "cat ant Dog Eel Bee", 5},
		{"author", content.Query{}, arrangement{Sort: "author"}, "Dog Bee Eel ant cat", 5},
		{"category by its name, unknown ones as Unknown", content.Query{}, arrangement{Sort: "category"}, "Eel cat ant Dog Bee", 5},
		{"drafts first", content.Query{}, arrangement{Sort: "published"}, "Eel cat ant Dog Bee", 5},
		{"last changed first", content.Query{Limit: 2}, arrangement{Sort: "updated", Reverse: true}, "Bee Dog", 5},
		{"a page in the middle", content.Query{Limit: 2, Offset: 1}, arrangement{Sort: "title"}, "Bee cat", 5},
		{"a page past the end", content.Query{Limit: 2, Offset: 9}, arrangement{Sort: "title"}, "", 5},
		{"published ones", content.Query{}, arrangement{Published: modeltest.Ptr(true)}, "Dog Bee", 2},
		{"scheduled ones, to come and to go", content.Query{}, arrangement{Scheduled: modeltest.Ptr(true)}, "Dog cat", 2},
		{"scheduled drafts", content.Query{}, arrangement{Scheduled: modeltest.Ptr(true), Published: modeltest.Ptr(false)}, "cat", 1},
		{"a page of what is not scheduled", content.Query{Limit: 2}, arrangement{Scheduled: modeltest.Ptr(false)}, "Eel Bee", 3},
		{"drafts of a category, sorted", content.Query{CategoryID: 2}, arrangement{Published: modeltest.Ptr(false), Sort: "rating"},
			"cat ant Eel", 3},
		{"featured", content.Query{Featured: modeltest.Ptr(true)}, arrangement{Sort: "title"}, "Bee", 1},
		{"not featured in a category", content.Query{Featured: modeltest.Ptr(false), Category: "zebras"}, arrangement{Sort: "title"}, "Dog", 1},
		{"an unknown category", content.Query{Category: "none"}, arrangement{Sort: "title"}, "", 0},
		{"a search", content.Query{Search: "EE"}, arrangement{}, "Eel Bee", 2},
		{"a search of products", content.Query{Search: "WOK"}, arrangement{Sort: "title"}, "ant Dog", 2},
		{"a search of contents, sorted, a page", content.Query{Search: "works", Limit: 1, Offset: 1}, arrangement{Sort: "title"}, "Bee", 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := m.Content.Reviews().AdminList(tt.query, tt.by)
			if got := modeltest.Titles(t, a, err); got != tt.want || a.Total != tt.total {
				t.Errorf("got %q of %d, want %q of %d", got, a.Total, tt.want, tt.total)
			}
		})
	}
}

func TestAdminListOfArticles(t *testing.T) {
	log := modeltest.NewLog()
	for i, category := range []string{"Security", "ai", "Startup"} {
		id := events.ArticleID(i + 1)
		log.Append(t, id.Stream(), events.ArticleCreated{ArticleID: id, At: modeltest.Day(i), ArticleContent: events.ArticleContent{
			Title: []string{"b", "C", "a"}[i], Content: "text", Category: category, AuthorName: "Ada"}})
	}
	log.Append(t, "article-3", events.ArticlePublished{ArticleID: 3, At: modeltest.Day(9)})
	m := modeltest.Open(t, t.TempDir(), log)
	modeltest.CaughtUp(t, m)
	for _, tt := range []struct {
		query content.Query
		by    content.Arrangement
		want  string
	}{
		{content.Query{}, content.Arrangement{Sort: "category"}, "C b a"},
		{content.Query{}, content.Arrangement{Sort: "title", Reverse: true}, "C b a"},
		{content.Query{}, content.Arrangement{Sort: "published", Reverse: true}, "a C b"},
		{content.Query{Search: "start"}, content.Arrangement{}, "a"},
		{content.Query{Category: "AI"}, content.Arrangement{Sort: "author"}, "C"},
	} {
		a, err := m.Content.Articles().AdminList(tt.query, tt.by)
		if got := modeltest.Titles(t, a, err); got != tt.want {
			t.Errorf("%+v %+v: got %q, want %q", tt.query, tt.by, got, tt.want)
		}
	}
}

// A sorted list shows every change as soon as the model has passed it.
func TestAdminListsFollowChanges(t *testing.T) {
	log := adminLog(t)
	m := modeltest.Open(t, t.TempDir(), log)
	modeltest.CaughtUp(t, m)
	byTitle := func(want string) {
		t.Helper()
		a, err := m.Content.Reviews().AdminList(content.Query{}, content.Arrangement{Sort: "title"})
		if got := modeltest.Titles(t, a, err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	search := func(term, want string) {
		t.Helper()
		for _, by := range []content.Arrangement{{}, {Sort: "title", Reverse: true}} {
			a, err := m.Content.Reviews().AdminList(content.Query{Search: term}, by)
			if got := modeltest.Titles(t, a, err); got != want {
				t.Errorf("%q: got %q, want %q", term, got, want)
			}
		}
	}
	byTitle("ant Bee cat Dog Eel")
	search("b", "Eel Bee ant") // an author, a product
	search("bu", "Eel")
	search("b", "Eel Bee ant")
	search("ee", "Eel Bee")
	modeltest.Seen(t, log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(100),
		Changes: events.ReviewChanges{Title: modeltest.Ptr("zoo")}}), m.Content)
	byTitle("Bee cat Dog Eel zoo")
	search("ee", "Eel Bee")
	modeltest.Seen(t, log.Append(t, "review-5", events.ReviewUpdated{ReviewID: 5, At: modeltest.Day(100),
		Changes: events.ReviewChanges{Content: modeltest.Ptr("A bee in a tree.")}}), m.Content)
	search("bee", "Eel Bee")
	search("tree", "Eel")
	modeltest.Seen(t, log.Append(t, "review-3", events.ReviewDeleted{ReviewID: 3, At: modeltest.Day(101)}), m.Content)
	byTitle("Bee Dog Eel zoo")
	modeltest.Seen(t, log.Append(t, "review-3", events.ReviewRestored{ReviewID: 3, At: modeltest.Day(102)}), m.Content)
	modeltest.Seen(t, log.Append(t, "review-6", modeltest.Review(6, "Cow")), m.Content)
	byTitle("Bee cat Cow Dog Eel zoo")
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Fatal(err)
	}
	byTitle("Bee cat Cow Dog Eel zoo")
}

// Queries run during changes, some batches of which are larger than are examined one by one: the last list is right. The test is also for
// the race detector.
func TestAdminListsAmidChanges(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if a, err := m.Content.Reviews().AdminList(content.Query{Limit: 5}, content.Arrangement{Sort: "title"}); err == nil && a.Total > 600 {
					t.Errorf("%d reviews", a.Total)
				}
			}
		})
	}
	var at events.Position
	for id := 1; id <= 600; id++ {
		at = log.Append(t, fmt.Sprintf("review-%d", id), modeltest.Review(id, fmt.Sprintf("%03d", 600-id)))
	}
	for id := 1; id <= 600; id += 2 {
		at = log.Append(t, fmt.Sprintf("review-%d", id), events.ReviewDeleted{ReviewID: events.ReviewID(id), At: modeltest.Day(id)})
	}
	modeltest.Seen(t, at, m.Content)
	a, err := m.Content.Reviews().AdminList(content.Query{Limit: 3}, content.Arrangement{Sort: "title"})
	if got := modeltest.Titles(t, a, err); got != "000 002 004" || a.Total != 300 {
		t.Errorf("got %q of %d", got, a.Total)
	}
	close(done)
	readers.Wait()
}

func TestCounts(t *testing.T) {
	log := adminLog(t)
	m := modeltest.Open(t, t.TempDir(), log)
	log.Append(t, "category-3", events.CategoryCreated{CategoryID: 3, CategoryContent: events.CategoryContent{Name: "Empty", Slug: "empty"},
		At: modeltest.Day(0)})
	log.Append(t, "article-1", events.ArticleCreated{ArticleID: 1, At: modeltest.Day(1)},
		events.ArticlePublished{ArticleID: 1, At: modeltest.Day(1)})
	log.Append(t, "article-2", events.ArticleCreated{ArticleID: 2, At: modeltest.Day(1)})
	modeltest.Seen(t, log.Append(t, "review-5", events.ReviewDeleted{ReviewID: 5, At: modeltest.Day(99)}), m.Content)
	all, err := m.Content.CountAll()
	if err != nil {
		t.Fatal(err)
	}
	want := content.ItemCounts{Total: 4, Published: 2, Drafts: 2, Featured: modeltest.Ptr(1),
		ByCategory: []content.CategoryCount{{CategoryID: 1, Count: 2}, {CategoryID: 2, Count: 2}, {CategoryID: 3, Count: 0}}}
	if diff := cmp.Diff(want, all[events.ReviewKind]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(content.ItemCounts{Total: 2, Published: 1, Drafts: 1}, all[events.ArticleKind]); diff != "" {
		t.Error(diff)
	}
	log.Append(t, "apikey-1", events.ApiKeyCreated{KeyID: 1, Hash: "a", At: modeltest.Day(0)})
	log.Append(t, "apikey-2", events.ApiKeyCreated{KeyID: 2, Hash: "b", At: modeltest.Day(0), ExpiresAt: modeltest.Ptr(modeltest.Day(10))})
	modeltest.Seen(t, log.Append(t, "apikey-3", events.ApiKeyCreated{KeyID: 3, Hash: "c", At: modeltest.Day(0)},
		events.ApiKeyDeactivated{KeyID: 3, At: modeltest.Day(1)}), m.Access)
	if active, total, err := m.Access.KeyCounts(modeltest.Day(9)); active != 2 || total != 3 || err != nil {
		t.Errorf("%d of %d keys active, %v", active, total, err)
	}
	if active, _, _ := m.Access.KeyCounts(modeltest.Day(10)); active != 1 {
		t.Errorf("%d keys active after one has expired", active)
	}
}

// BenchmarkAdminList makes a page of ten of the admin's lists among 2,000 reviews of 6 KB.
func BenchmarkAdminList(b *testing.B) {
	log := modeltest.NewLog()
	words := strings.Fields("a quiet laptop with keys that click and a screen which never tires the eye in any light whatever")
	for id := 1; id <= 2000; id++ {
		r := modeltest.Review(id, words[rand.IntN(len(words))]+" "+strconv.Itoa(id))
		var text strings.Builder
		for text.Len() < 6000 {
			text.WriteString(words[rand.IntN(len(words))] + " ")
		}
		r.Content = text.String()
		log.Append(b, events.ReviewID(id).Stream(), r, modeltest.Published(id))
	}
	m := modeltest.Open(b, b.TempDir(), log)
	modeltest.CaughtUp(b, m)
	for _, bench := range []struct {
		name   string
		search string
		by     content.Arrangement
	}{
		{"newest", "", content.Arrangement{}},
		{"title", "", content.Arrangement{Sort: "title"}},
		{"updated", "", content.Arrangement{Sort: "updated", Reverse: true}},
		{"search", "tires the laptop", content.Arrangement{}},
		{"its pages", "tires the laptop", content.Arrangement{}},
		{"search sorted", "quiet", content.Arrangement{Sort: "rating"}},
		{"search nothing", "zzz", content.Arrangement{}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for i := range b.N {
				if bench.name == "search" || bench.name == "search nothing" { // a search for something else lies between, so that each is new
					b.StopTimer()
					if _, err := m.Content.Reviews().AdminList(content.Query{Search: "no such text", Limit: 1}, bench.by); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				if _, err := m.Content.Reviews().AdminList(content.Query{Search: bench.search, Limit: 10, Offset: i % 1000}, bench.by); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("first after a change", func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			at := log.Append(b, "review-1", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(1),
				Changes: events.ReviewChanges{Title: modeltest.Ptr(strconv.Itoa(rand.Int()))}})
			modeltest.Seen(b, at, m.Content)
			b.StartTimer()
			if _, err := m.Content.Reviews().AdminList(content.Query{Limit: 10}, content.Arrangement{Sort: "title"}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("first after a start", func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			if err := m.Rebuild(b.Context(), "content", nil); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			if _, err := m.Content.Reviews().AdminList(content.Query{Limit: 10}, content.Arrangement{Sort: "title"}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("counts", func(b *testing.B) {
		for range b.N {
			all, err := m.Content.CountAll()
			if err != nil {
				b.Fatal(err)
			}
			if _, err := json.Marshal(all[events.ReviewKind]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
