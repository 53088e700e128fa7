package content_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestReviewAnswer(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	modeltest.Seen(t, log.Append(t, "review-1", modeltest.Review(1, "One"), modeltest.Published(1)), m.Content)
	a, err := m.Content.Reviews().One(1)
	want := `{"id":1,"productName":"Phone 1","productBrand":"Acme","categoryId":2,"productDescription":null,"productPrice":100,"productPriceMax":null,` +
		`"productImageUrl":null,"specifications":[],"features":[],"title":"One","content":"It works.","contentText":"It works.","rating":4.5,"scoreReason":null,"pros":["fast"],"cons":[],"verdict":null,"verdictText":null,` +
		`"videoCredit":null,"authorName":"Ada","isFeatured":false,"isPublished":true,"videoUrl":null,"imageUrls":[],"aliexpressLink":null,"shopeeLink":null,` +
		`"createdAt":"2026-11-21T09:01:00Z","updatedAt":"2026-11-21T09:01:00Z","publishedAt":"2026-11-21T09:01:00Z","pricedAt":"2026-11-21T09:01:00Z","correctedAt":null,"updateNotedAt":null,"revision":1,` +
		`"contentHtml":"<p>It works.</p>\n","contentHeadings":[],"contentWords":2,"verdictHtml":null,"names":{"author":{"name":"Ada","slug":"ada"},"brand":{"name":"Acme","slug":"acme"},"tags":[]},"corrections":[]}`
	if err != nil || string(a.Body()) != want {
		t.Errorf("got  %s\nwant %s (%v)", a.Body(), want, err)
	}
	if !strings.HasPrefix(a.ETag, `"1-`) || !strings.HasSuffix(a.ETag, `"`) {
		t.Errorf("the entity tag %s does not begin with the revision", a.ETag)
	}
	if !a.LastModified.Equal(modeltest.Day(1)) || a.Revision != 1 {
		t.Errorf("last modified %v, revision %d", a.LastModified, a.Revision)
	}
	if again, _ := m.Content.Reviews().One(1); again != a {
		t.Error("the second answer was made again")
	}
	if allocs := testing.AllocsPerRun(100, func() { _, _ = m.Content.Reviews().One(1) }); allocs > 0 {
		t.Errorf("a cached answer costs %v allocations", allocs)
	}
}

// itemKind is one kind of content, as its events tell of it.
type itemKind struct {
	items                                              func(*content.Reader) content.Items
	created, published, unpublished, deleted, restored events.Event
	scheduled                                          func(events.Schedule) events.Event
}

func itemKinds() map[string]itemKind {
	at := modeltest.Day(1)
	return map[string]itemKind{
		"review": {(*content.Reader).Reviews, modeltest.Review(1, "One"), modeltest.Published(1), events.ReviewUnpublished{ReviewID: 1, At: at},
			events.ReviewDeleted{ReviewID: 1, At: at},
			events.ReviewRestored{ReviewID: 1, At: at},
			func(s events.Schedule) events.Event { return events.ReviewScheduled{ReviewID: 1, Schedule: s, At: at} }},
		"article": {(*content.Reader).Articles, events.ArticleCreated{ArticleID: 1, At: at, ArticleContent: events.ArticleContent{Title: "One",
			Content: "c", Category: "AI", AuthorName: "Ada"}},
			events.ArticlePublished{ArticleID: 1, At: at}, events.ArticleUnpublished{ArticleID: 1, At: at},
			events.ArticleDeleted{ArticleID: 1, At: at}, events.ArticleRestored{ArticleID: 1, At: at},
			func(s events.Schedule) events.Event {
				return events.ArticleScheduled{ArticleID: 1, Schedule: s, At: at}
			}},
		"page": {(*content.Reader).Pages, modeltest.Page(1, "One"), events.PagePublished{PageID: 1, At: at},
			events.PageUnpublished{PageID: 1, At: at}, events.PageDeleted{PageID: 1, At: at},
			events.PageRestored{PageID: 1, At: at},
			func(s events.Schedule) events.Event { return events.PageScheduled{PageID: 1, Schedule: s, At: at} }},
	}
}

func TestDraftsAndDeletedItemsAreHidden(t *testing.T) {
	for kind, k := range itemKinds() {
		t.Run(kind, func(t *testing.T) {
			log := modeltest.NewLog()
			m := modeltest.Open(t, t.TempDir(), log)
			items, stream := k.items(m.Content), kind+"-1"
			hidden := func(step string, admin bool) {
				t.Helper()
				for range 2 { // made and cached
					if _, err := items.One(1); !errors.Is(err, projector.ErrNotFound) {
						t.Errorf("%s: public: %v", step, err)
					}
					if _, err := items.AdminOne(1); (err == nil) != admin {
						t.Errorf("%s: admin: %v", step, err)
					}
				}
				if a, err := items.List(content.Query{}); err != nil || string(a.Body()) != "[]" || a.Total != 0 {
					t.Errorf("%s: list %s of %d, %v", step, a.Body(), a.Total, err)
				} else {
					a.Release()
				}
			}
			modeltest.Seen(t, log.Append(t, stream, k.created), m.Content)
			hidden("draft", true)
			modeltest.Seen(t, log.Append(t, stream, k.published), m.Content)
			if _, err := items.One(1); err != nil {
				t.Errorf("published: %v", err)
			}
			modeltest.Seen(t, log.Append(t, stream, k.unpublished), m.Content)
			hidden("unpublished", true)
			modeltest.Seen(t, log.Append(t, stream, k.published, k.deleted), m.Content)
			hidden("deleted", false)
			modeltest.Seen(t, log.Append(t, stream, k.restored), m.Content)
			var one struct {
				Title       string
				IsPublished bool
				Revision    int
			}
			if body := modeltest.Body(t)(items.One(1)); json.Unmarshal([]byte(body), &one) != nil || one.Title != "One" || !one.IsPublished ||
				one.Revision != 5 {
				t.Errorf("restored: %s", body)
			}
		})
	}
}

func TestItemsOfAnUnknownKindAreNotFound(t *testing.T) {
	m := modeltest.Open(t, t.TempDir(), modeltest.NewLog())
	modeltest.CaughtUp(t, m)
	items := m.Content.Of("poem")
	_, one := items.One(1)
	_, list := items.List(content.Query{})
	_, admin := items.AdminList(content.Query{}, content.Arrangement{})
	_, corrections := items.Corrections(1)
	for i, err := range []error{one, list, admin, corrections} {
		if !errors.Is(err, projector.ErrNotFound) {
			t.Errorf("query %d: %v", i, err)
		}
	}
	if items.Columns() != nil || items.Cached(content.Query{}) {
		t.Error("an unknown kind has columns or cached lists")
	}
}

func TestReviewLists(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	log.Append(t, "category-1", events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Computers",
		Slug: "computers"}, At: modeltest.Day(0)})
	for i, title := range []string{"Ant", "Bee", "Cat", "Dog", "Eel"} {
		log.Append(t, fmt.Sprintf("review-%d", i+1), modeltest.Review(i+1, title), modeltest.Published(i+1))
	}
	at := log.Append(t, "review-2", events.ReviewFeatured{ReviewID: 2, At: modeltest.Day(9)},
		events.ReviewUpdated{ReviewID: 2, At: modeltest.Day(9),
			Changes: events.ReviewChanges{Content: modeltest.Ptr("Works in THE GARDEN."), AuthorName: modeltest.Ptr("Müller")}})
	modeltest.Seen(t, at, m.Content)
	tests := []struct {
		name  string
		query content.Query
		want  string
		total int
	}{
		{"all, newest first", content.Query{}, "Eel Dog Cat Bee Ant", 5},
		{"a page", content.Query{Limit: 2, Offset: 1}, "Dog Cat", 5},
		{"past the end", content.Query{Limit: 2, Offset: 7}, "", 5},
		{"a category", content.Query{CategoryID: 1}, "Dog Bee", 2},
		{"its slug", content.Query{Category: "computers", Limit: 1}, "Dog", 2},
		{"an unknown slug", content.Query{Category: "nope"}, "", 0},
		{"slug and another category", content.Query{Category: "computers", CategoryID: 2}, "", 0},
		{"an unknown category", content.Query{CategoryID: 77}, "", 0},
		{"a negative category", content.Query{CategoryID: -1}, "", 0},
		{"featured", content.Query{Featured: modeltest.Ptr(true)}, "Bee", 1},
		{"not featured", content.Query{Featured: modeltest.Ptr(false), CategoryID: 1}, "Dog", 1},
		{"search in the title", content.Query{Search: "EE"}, "Eel Bee", 2},
		{"search in the content", content.Query{Search: " the garden "}, "Bee", 1},
		{"search in the author", content.Query{Search: "MÜLL"}, "Bee", 1},
		{"search across fields finds nothing", content.Query{Search: "dog\x00it"}, "", 0},
		{"a page of a search", content.Query{Search: "e", Limit: 1, Offset: 1}, "Bee", 2},
		{"search in a category", content.Query{Search: "works", CategoryID: 2}, "Eel Cat Ant", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 {
				a, err := m.Content.Reviews().List(tt.query)
				if got := modeltest.Titles(t, a, err); got != tt.want || a.Total != tt.total {
					t.Errorf("got %q of %d, want %q of %d", got, a.Total, tt.want, tt.total)
				}
			}
		})
	}
}

// A change drops the answers that it affects, and only those: all others stay the
// very same answer.
func TestChangeDropsWhatItTouches(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	var at events.Position
	for id := 1; id <= 6; id++ {
		at = log.Append(t, fmt.Sprintf("review-%d", id), modeltest.Review(id, fmt.Sprintf("Title %d", id)), modeltest.Published(id))
	}
	modeltest.Seen(t, at, m.Content)
	ask := map[string]func() (*answers.Answer, error){
		"review 1":   func() (*answers.Answer, error) { return m.Content.Reviews().One(1) },
		"review 2":   func() (*answers.Answer, error) { return m.Content.Reviews().One(2) },
		"all":        func() (*answers.Answer, error) { return m.Content.Reviews().List(content.Query{}) },
		"newest two": func() (*answers.Answer, error) { return m.Content.Reviews().List(content.Query{Limit: 2}) },
		"category 1": func() (*answers.Answer, error) {
			return m.Content.Reviews().List(content.Query{CategoryID: 1})
		},
		"category 2": func() (*answers.Answer, error) {
			return m.Content.Reviews().List(content.Query{CategoryID: 2})
		},
		"search apple": func() (*answers.Answer, error) {
			return m.Content.Reviews().List(content.Query{Search: "apple"})
		},
		"search 2": func() (*answers.Answer, error) {
			return m.Content.Reviews().List(content.Query{Search: "title 2"})
		},
		"admin all": func() (*answers.Answer, error) {
			return m.Content.Reviews().AdminList(content.Query{}, content.Arrangement{})
		},
		"products":  func() (*answers.Answer, error) { return m.Content.ProductsAnswer(0, 0) },
		"product 1": func() (*answers.Answer, error) { return m.Content.ProductsAnswer(1, 5) },
		"articles":  func() (*answers.Answer, error) { return m.Content.Articles().List(content.Query{}) },
	}
	tests := []struct {
		name    string
		event   events.Event
		dropped string // in the alphabet's order
	}{
		{"an edit", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(20), Changes: events.ReviewChanges{Content: modeltest.Ptr("Better.")}},
			"admin all, all, category 2, review 1"},
		{"an edit that begins to match", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(21),
			Changes: events.ReviewChanges{Content: modeltest.Ptr("An Apple.")}}, "admin all, all, category 2, review 1, search apple"},
		{"another price", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(22),
			Changes: events.ReviewChanges{ProductPrice: modeltest.Ptr(7.0)}},
			"admin all, all, category 2, product 1, products, review 1, search apple"},
		{"unpublishing", events.ReviewUnpublished{ReviewID: 1, At: modeltest.Day(23)},
			"admin all, all, category 2, newest two, product 1, products, review 1, search apple"},
		{"editing a draft", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(24),
			Changes: events.ReviewChanges{Content: modeltest.Ptr("Worse.")}}, "admin all"},
		{"another category", events.ReviewUpdated{ReviewID: 2, At: modeltest.Day(25),
			Changes: events.ReviewChanges{CategoryID: modeltest.Ptr(events.CategoryID(2))}},
			"admin all, all, category 1, category 2, products, review 2, search 2"},
	}
	for _, tt := range tests {
		before := map[string]*answers.Answer{}
		for name, query := range ask {
			before[name], _ = query()
		}
		stream := "review-1"
		if strings.Contains(tt.name, "another category") {
			stream = "review-2"
		}
		modeltest.Seen(t, log.Append(t, stream, tt.event), m.Content)
		var dropped []string
		for _, name := range modeltest.SortedKeys(ask) {
			after, err := ask[name]()
			if err != nil && !errors.Is(err, projector.ErrNotFound) {
				t.Fatal(err)
			}
			if after != before[name] {
				dropped = append(dropped, name)
			}
		}
		if got := strings.Join(dropped, ", "); got != tt.dropped {
			t.Errorf("%s drops\n%s, want\n%s", tt.name, got, tt.dropped)
		}
	}
}

func TestArticlesByCategory(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	var at events.Position
	for i, category := range []string{"AI", "Security", "ai"} {
		id := events.ArticleID(i + 1)
		at = log.Append(t, id.Stream(), events.ArticleCreated{ArticleID: id, At: modeltest.Day(i),
			ArticleContent: events.ArticleContent{Title: fmt.Sprint("N", i+1), Content: "x", Category: category, AuthorName: "Ada"}},
			events.ArticlePublished{ArticleID: id, At: modeltest.Day(i)})
	}
	modeltest.Seen(t, at, m.Content)
	a, err := m.Content.Articles().List(content.Query{Category: " Ai"})
	if got := modeltest.Titles(t, a, err); got != "N3 N1" || a.Total != 2 {
		t.Errorf("got %q of %d", got, a.Total)
	}
	modeltest.Seen(t, log.Append(t, "article-1", events.ArticleUpdated{ArticleID: 1, At: modeltest.Day(9),
		Changes: events.ArticleChanges{Category: modeltest.Ptr("Startup"), Excerpt: modeltest.Ptr("short")}}), m.Content)
	a, err = m.Content.Articles().List(content.Query{Category: "startup"})
	if got := modeltest.Titles(t, a, err); got != "N1" {
		t.Errorf("got %q", got)
	}
	if one, err := m.Content.Article(1); err != nil || *one.Excerpt != "short" || one.VideoURL != nil {
		t.Errorf("%+v, %v", one, err)
	}
	var visited []string
	err = m.Content.VisitPublished(events.ArticleKind,
		func(one content.PublishedItem) { visited = append(visited, fmt.Sprint(one.Kind, one.ID)) })
	if got := strings.Join(visited, " "); err != nil || got != "article3 article2 article1" {
		t.Errorf("published: %q, %v", got, err)
	}
}

func TestProductsAreDerivedFromPublishedReviews(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	get := modeltest.Body(t)
	first, second := modeltest.Review(1, "One"), modeltest.Review(2, "Two")
	second.ProductName, second.ProductBrand, second.ProductPriceMax = "PHONE 1", "acme", 900
	second.ImageURLs = []string{"/a.webp", "/b.webp"}
	modeltest.Seen(t, log.Append(t, "review-1", first), m.Content)
	if got := get(m.Content.ProductsAnswer(0, 0)); got != "[]" {
		t.Errorf("a draft makes a product: %s", got)
	}
	log.Append(t, "review-1", modeltest.Published(1))
	modeltest.Seen(t, log.Append(t, "review-2", second, modeltest.Published(2)), m.Content)
	want := `[{"id":1,"name":"PHONE 1","brand":"acme","categoryId":1,"description":null,"price":100,"priceMax":900,"imageUrl":"/a.webp","reviewIds":[2,1]}]`
	if got := get(m.Content.ProductsAnswer(0, 0)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	modeltest.Seen(t, log.Append(t, "review-2", events.ReviewUpdated{ReviewID: 2, At: modeltest.Day(3),
		Changes: events.ReviewChanges{ProductName: modeltest.Ptr("Phone Z"), ProductPrice: modeltest.Ptr(0.0),
			ProductPriceMax: modeltest.Ptr(0.0)}}), m.Content)
	want = `[{"id":2,"name":"Phone Z","brand":"acme","categoryId":1,"description":null,"price":null,"priceMax":null,"imageUrl":"/a.webp","reviewIds":[2]},` +
		`{"id":1,"name":"Phone 1","brand":"Acme","categoryId":2,"description":null,"price":100,"priceMax":null,"imageUrl":null,"reviewIds":[1]}]`
	if got := get(m.Content.ProductsAnswer(0, 0)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if a, err := m.Content.ProductsAnswer(1, 1); err != nil || a.Total != 2 || !strings.HasPrefix(string(a.Body()), `[{"id":1,`) {
		t.Errorf("a page: %s of %d, %v", a.Body(), a.Total, err)
	}
	modeltest.Seen(t, log.Append(t, "review-1", events.ReviewDeleted{ReviewID: 1, At: modeltest.Day(4)}), m.Content)
	if a, err := m.Content.ProductsAnswer(0, 0); err != nil || a.Total != 1 {
		t.Errorf("after the deletion: %s, %v", a.Body(), err)
	}
}

func TestCategories(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	log.Append(t, "category-2", events.CategoryCreated{CategoryID: 2, CategoryContent: events.CategoryContent{Name: "Cars", Slug: "automotive",
		Icon: "car"}, At: modeltest.Day(0)})
	modeltest.Seen(t, log.Append(t, "category-1",
		events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "PCs", Slug: "computers"}, At: modeltest.Day(1)}),
		m.Content)
	modeltest.Seen(t, log.Append(t, "category-2",
		events.CategoryUpdated{CategoryID: 2, Changes: events.CategoryChanges{Slug: modeltest.Ptr("cars")}, At: modeltest.Day(2)}), m.Content)
	if c, err := m.Content.Category("automotive"); err != nil || c.Slug != "cars" {
		t.Errorf("the former slug leads to %+v, %v", c, err)
	}
	if _, err := m.Content.Category("boats"); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("a slug that no category has had: %v", err)
	}
	if c, err := m.Content.Category("cars"); err != nil || c.ID != 2 || *c.Icon != "car" || c.Revision != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	all, err := m.Content.Categories()
	if err != nil || len(all) != 2 || all[0].Name != "PCs" || all[0].Description != nil {
		t.Errorf("%+v, %v", all, err)
	}
	if got := modeltest.Body(t)(m.Content.CategoriesAnswer()); !strings.HasPrefix(got,
		`[{"id":1,"name":"PCs","slug":"computers","description":null,"icon":null,"color":null,`) {
		t.Errorf("%s", got)
	}
	if a, err := m.Content.CategoryAnswer(2); err != nil || !strings.HasPrefix(a.ETag, `"1-`) {
		t.Errorf("%v, %v", a, err)
	}
}
