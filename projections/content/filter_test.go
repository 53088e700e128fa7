package content_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections/content"
	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/internal/modeltest"
)

// listedItem is a published item according to a simple fold of the log.
type listedItem struct {
	kind                   string
	id                     int64
	released               time.Time // when it was first published
	title, brand, author   string
	category               string // of a review its number
	tags                   []string
	rating, price          float64
	exists, shown, deleted bool
}

func (i listedItem) public() bool { return i.exists && i.shown && !i.deleted }

// names returns what the item is called in a kind of names, each once, as it is spelled first.
func (i listedItem) names(of names.Kind) []string {
	all := map[names.Kind][]string{names.Tags: i.tags, names.Brands: {i.brand}, names.Authors: {i.author}}[of]
	var some []string
	for _, one := range all {
		one = strings.Join(strings.Fields(one), " ")
		if one != "" && !slices.ContainsFunc(some, func(other string) bool { return events.NameKey(other) == events.NameKey(one) }) {
			some = append(some, one)
		}
	}
	return some
}

func (i listedItem) has(of names.Kind, key string) bool {
	return slices.ContainsFunc(i.names(of), func(name string) bool { return events.NameKey(name) == key })
}

// Names that differ in nothing but case and spaces, names with one slug, and names whose slug is another one's with a number.
var (
	drawnTags    = []string{"C", "c", "C#", "C 2", "c2", "  C  #", "!!", "?", "Go", "go", "名前", ""}
	drawnBrands  = []string{"Acme", "ACME", "Acme+", "Acme plus", "Acme plus 2", "Bolt"}
	drawnAuthors = []string{"Ada", "ada", "Bo"}
)

// listings is a log with a model over it, and a fold of it.
type listings struct {
	*modeltest.Log
	t     testing.TB
	items map[string]*listedItem
	slugs map[names.Kind]map[string]string // by names' keys
	last  events.Position
}

// draw appends an event about one of a few items.
func (l *listings) draw(t *rapid.T, step int) {
	pick := func(label string, of []string) string { return rapid.SampledFrom(of).Draw(t, label) }
	kind := pick("kind", []string{events.ReviewKind, events.ArticleKind})
	id := rapid.Int64Range(1, 5).Draw(t, "id")
	stream := events.Item{Kind: kind, ID: id}.Stream()
	one := l.items[stream]
	if one == nil {
		one = &listedItem{kind: kind, id: id}
		l.items[stream] = one
	}
	now := time.Date(2024+step%3, 12, 31, 23, step, 0, 0, time.UTC)
	tags := []string{pick("tag", drawnTags), pick("tag", drawnTags)}
	brand, author, category := pick("brand", drawnBrands), pick("author", drawnAuthors), pick("category", []string{"1", "2"})
	rating, price := rapid.SampledFrom([]float64{1, 3, 4.5, 5}).Draw(t, "rating"),
		rapid.SampledFrom([]float64{0, 99.5, 100, 1500}).Draw(t, "price")
	number, _ := strconv.Atoi(category)
	rid, aid := events.ReviewID(id), events.ArticleID(id)
	var e events.Event
	switch action := rapid.IntRange(0, 9).Draw(t, "action"); {
	case !one.exists:
		*one = listedItem{kind: kind, id: id, title: fmt.Sprint("Title ", step), brand: brand, author: author, category: category, tags: tags,
			rating: rating, price: price, exists: true}
		if kind == events.ReviewKind {
			e = events.ReviewCreated{ReviewID: rid, At: now, ReviewContent: events.ReviewContent{Title: one.title, Content: "It works.",
				ProductName: "P", ProductBrand: brand, AuthorName: author,
				CategoryID: events.CategoryID(number), Tags: tags, Rating: rating, ProductPrice: price}}
		} else {
			one.brand, one.rating, one.price = "", 0, 0
			e = events.ArticleCreated{ArticleID: aid, At: now, ArticleContent: events.ArticleContent{Title: one.title, Content: "It works.",
				AuthorName: author, Category: category, Tags: tags}}
		}
	case action < 3 && kind == events.ReviewKind:
		one.brand, one.tags, one.rating, one.price, one.category = brand, tags, rating, price, category
		e = events.ReviewUpdated{ReviewID: rid, At: now, Changes: events.ReviewChanges{ProductBrand: &brand, Tags: &tags, Rating: &rating,
			ProductPrice: &price, CategoryID: modeltest.Ptr(events.CategoryID(number))}}
	case action < 3:
		one.author, one.tags, one.category = author, tags, category
		e = events.ArticleUpdated{ArticleID: aid, At: now, Changes: events.ArticleChanges{AuthorName: &author, Tags: &tags, Category: &category}}
	case action < 6:
		if one.shown = true; one.released.IsZero() {
			one.released = now
		}
		e = map[string]events.Event{events.ReviewKind: events.ReviewPublished{ReviewID: rid, At: now},
			events.ArticleKind: events.ArticlePublished{ArticleID: aid, At: now}}[kind]
	case action < 7:
		one.shown = false
		e = map[string]events.Event{events.ReviewKind: events.ReviewUnpublished{ReviewID: rid, At: now},
			events.ArticleKind: events.ArticleUnpublished{ArticleID: aid, At: now}}[kind]
	case action < 8:
		one.deleted = true
		e = map[string]events.Event{events.ReviewKind: events.ReviewDeleted{ReviewID: rid, At: now},
			events.ArticleKind: events.ArticleDeleted{ArticleID: aid, At: now}}[kind]
	default:
		one.deleted = false
		e = map[string]events.Event{events.ReviewKind: events.ReviewRestored{ReviewID: rid, At: now},
			events.ArticleKind: events.ArticleRestored{ArticleID: aid, At: now}}[kind]
	}
	l.last = l.Append(l.t, stream, e)
	for _, of := range []names.Kind{names.Tags, names.Brands, names.Authors} {
		for _, name := range one.names(of) {
			if one.public() {
				l.reserve(of, events.NameKey(name))
			}
		}
	}
}

// reserve gives a name its slug unless it has one.
func (l *listings) reserve(of names.Kind, key string) {
	if l.slugs[of] == nil {
		l.slugs[of] = map[string]string{}
	}
	base := cmp.Or(events.NameSlug(key), "name")
	slug, n := base, 1
	for _, has := l.slugs[of][key]; !has; slug = fmt.Sprint(base, "-", n) {
		if n++; !slices.Contains(slices.Collect(maps.Values(l.slugs[of])), slug) {
			l.slugs[of][key] = slug
			return
		}
	}
}

// public returns the published items, newest first; of all kinds for "".
func (l *listings) public(kind string) (all []listedItem) {
	for _, one := range l.items {
		if one.public() && (kind == "" || kind == one.kind) {
			all = append(all, *one)
		}
	}
	slices.SortFunc(all, func(a, b listedItem) int {
		return cmp.Or(b.released.Compare(a.released), cmp.Compare(b.id, a.id), cmp.Compare(a.kind, b.kind))
	})
	return all
}

// names counts the names of a kind from scratch, by their keys.
func (l *listings) names(of names.Kind) map[string]names.ItemName {
	spellings := map[string]map[string]int{}
	order := map[string][]string{} // spellings, that of the newest item first
	for _, item := range l.public("") {
		for _, name := range item.names(of) {
			key := events.NameKey(name)
			if spellings[key] == nil {
				spellings[key] = map[string]int{}
			}
			if spellings[key][name]++; spellings[key][name] == 1 {
				order[key] = append(order[key], name)
			}
		}
	}
	all := map[string]names.ItemName{}
	for _, key := range modeltest.SortedKeys(spellings) {
		one := names.ItemName{}
		for _, name := range order[key] {
			one.Count += spellings[key][name]
			if one.Name == "" || spellings[key][name] > spellings[key][one.Name] {
				one.Name = name
			}
		}
		one.Slug = l.slugs[of][key]
		all[key] = one
	}
	return all
}

// namesInOrder returns the names of a kind as the API lists them.
func (l *listings) namesInOrder(of names.Kind) []names.ItemName {
	all, list := l.names(of), []names.ItemName{}
	for _, key := range modeltest.SortedKeys(all) {
		list = append(list, all[key])
	}
	return list
}

// passes reports whether an item passes the filters, but for one.
func (l *listings) passes(item listedItem, q content.Query, but string) bool {
	named := func(of names.Kind, slug string) bool {
		for key, one := range l.names(of) {
			if one.Slug == slug {
				return item.has(of, key)
			}
		}
		_, spelled := l.names(of)[slug] // the slug is that of a name that is gone
		return spelled && item.has(of, slug)
	}
	checks := map[string]bool{
		"brand": q.Brand == "" || named(names.Brands, q.Brand), "tag": q.Tag == "" || named(names.Tags, q.Tag), "author": q.Author == "" ||
			named(names.Authors, q.Author),
		"year": q.Year == 0 || item.released.Year() == q.Year, "score": item.rating >= q.MinScore, "price": q.MaxPrice == 0 || item.price > 0 &&
			item.price <= q.MaxPrice,
		"category": q.CategoryID == 0 && q.Category == "" || item.category == cmp.Or(q.Category, strconv.FormatInt(q.CategoryID, 10)),
	}
	for name, passed := range checks {
		if !passed && name != but {
			return false
		}
	}
	return q.Search == "" || strings.Contains(strings.ToLower(item.title), q.Search)
}

// list returns the titles of a list, and how many items it has on all pages.
func (l *listings) list(kind string, q content.Query) (titles []string, total int) {
	all := slices.DeleteFunc(l.public(kind), func(item listedItem) bool { return !l.passes(item, q, "") })
	switch q.Sort {
	case content.HighestScore:
		slices.SortStableFunc(all, func(a, b listedItem) int { return cmp.Compare(b.rating, a.rating) })
	case content.LowestPrice:
		last := func(item listedItem) float64 { return cmp.Or(item.price, 1e9) }
		slices.SortStableFunc(all, func(a, b listedItem) int { return cmp.Compare(last(a), last(b)) })
	}
	total = len(all)
	all = all[min(q.Offset, total):]
	if q.Limit > 0 {
		all = all[:min(q.Limit, len(all))]
	}
	for _, item := range all {
		titles = append(titles, item.title)
	}
	return titles, total
}

// counts returns what a facet's choices count, by value.
func (l *listings) counts(kind string, q content.Query, but string, values func(listedItem) []string) map[string]int {
	counts := map[string]int{}
	for _, item := range l.public(kind) {
		if l.passes(item, q, but) {
			for _, value := range values(item) {
				counts[value]++
			}
		}
	}
	return counts
}

// facets returns the counts of all choices, by "facet=value".
func (l *listings) facets(kind string, q content.Query) map[string]int {
	all := map[string]int{}
	add := func(facet string, values func(listedItem) []string) {
		for value, n := range l.counts(kind, q, facet, values) {
			all[facet+"="+value] = n
		}
	}
	for facet, of := range map[string]names.Kind{"brand": names.Brands, "tag": names.Tags, "author": names.Authors} {
		names := l.names(of)
		add(facet, func(item listedItem) (slugs []string) {
			for _, name := range item.names(of) {
				slugs = append(slugs, names[events.NameKey(name)].Slug)
			}
			return slugs
		})
	}
	add("category", func(item listedItem) []string {
		if kind == events.ReviewKind {
			return []string{"c" + item.category}
		}
		return []string{item.category}
	})
	add("year", func(item listedItem) []string { return []string{strconv.Itoa(item.released.Year())} })
	if kind == events.ReviewKind {
		add("score", func(item listedItem) (steps []string) {
			for _, step := range []float64{3, 3.5, 4, 4.5} {
				if item.rating >= step {
					steps = append(steps, fmt.Sprint(step))
				}
			}
			return steps
		})
	}
	return all
}

// choices returns the counts of an answer's choices that are more than 0, by "facet=value".
func choices(t testing.TB, body string) (all map[string]int, total int) {
	t.Helper()
	var f facts.Facets
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		t.Fatal(err)
	}
	all = map[string]int{}
	for facet, some := range map[string][]facts.Choice{"brand": f.Brands, "tag": f.Tags, "author": f.Authors, "category": f.Categories,
		"year": f.Years, "score": f.Scores} {
		for _, one := range some {
			if one.Count > 0 {
				all[facet+"="+one.Value] = one.Count
			}
		}
	}
	return all, f.Total
}

// drawQuery draws what a reader may ask for.
func drawQuery(t *rapid.T, kind string) content.Query {
	maybe := func(label string) bool { return rapid.IntRange(0, 2).Draw(t, label) == 0 }
	var q content.Query
	if maybe("brand") && kind == events.ReviewKind {
		q.Brand = rapid.SampledFrom([]string{"acme", "acme-plus", "acme-plus-2", "acme-plus-3", "bolt", "none"}).Draw(t, "brand")
	}
	if maybe("tag") {
		q.Tag = rapid.SampledFrom([]string{"c", "c-2", "c-3", "c2", "name", "name-2", "go", "名前", "none"}).Draw(t, "tag")
	}
	if maybe("author") {
		q.Author = rapid.SampledFrom([]string{"ada", "bo"}).Draw(t, "author")
	}
	if maybe("year") {
		q.Year = rapid.IntRange(2024, 2027).Draw(t, "year")
	}
	if kind == events.ReviewKind {
		q.MinScore = rapid.SampledFrom([]float64{0, 0, 3, 4.5}).Draw(t, "score")
		q.MaxPrice = rapid.SampledFrom([]float64{0, 0, 99.5, 1000}).Draw(t, "price")
		q.Sort = rapid.SampledFrom([]content.Sort{content.NewestFirst, content.HighestScore, content.LowestPrice}).Draw(t, "sort")
	}
	if maybe("category") {
		q.Category = "2"
		if kind == events.ReviewKind {
			q.Category, q.CategoryID = "", 2
		}
	}
	if maybe("search") {
		q.Search = rapid.SampledFrom([]string{"title", "1"}).Draw(t, "search")
	}
	q.Limit, q.Offset = rapid.IntRange(0, 3).Draw(t, "limit"), rapid.IntRange(0, 3).Draw(t, "offset")
	return q
}

// For any history, names, lists and facets are what a count from scratch says, after every change, and after a rebuild.
func TestNamesListsAndFacetsAreWhatACountFromScratchSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := &listings{Log: modeltest.NewLog(), t: t, items: map[string]*listedItem{}, slugs: map[names.Kind]map[string]string{}}
		for n := range 2 {
			l.Append(t, events.CategoryID(n+1).Stream(), events.CategoryCreated{CategoryID: events.CategoryID(n + 1),
				CategoryContent: events.CategoryContent{Name: fmt.Sprint("C", n+1), Slug: fmt.Sprint("c", n+1)}, At: modeltest.Day(1)})
		}
		dir := modeltest.MemDir(t)
		m := modeltest.Open(t, dir, l.Log)
		queries := map[string][]content.Query{}
		for _, kind := range []string{events.ReviewKind, events.ArticleKind} {
			for range 3 {
				queries[kind] = append(queries[kind], drawQuery(rt, kind))
			}
		}
		compare := func(r *content.Reader) {
			body := modeltest.Body(t)
			for _, of := range []names.Kind{names.Tags, names.Brands, names.Authors} {
				want := string(mustEncode(t, l.namesInOrder(of)))
				if of != names.Authors { // authors have profiles, no descriptions
					want = strings.ReplaceAll(want, "}", `,"description":null,"revision":0}`)
				}
				if got := body(r.NamesAnswer(of)); got != want {
					rt.Fatalf("names %c: %s, want %s", of, got, want)
				}
				for _, one := range l.namesInOrder(of) {
					if got, err := r.NameAt(of, one.Slug); err != nil || got != one {
						rt.Fatalf("name %c at %s: %v (%v), want %v", of, one.Slug, got, err, one)
					}
				}
			}
			for kind, all := range queries {
				for _, q := range all {
					a, err := r.Of(kind).List(q)
					if err != nil {
						rt.Fatal(err)
					}
					var items []struct{ Title string }
					if err := json.Unmarshal(a.Body(), &items); err != nil {
						rt.Fatal(err)
					}
					var got []string
					for _, item := range items {
						got = append(got, item.Title)
					}
					if want, total := l.list(kind, q); !slices.Equal(got, want) || a.Total != total {
						rt.Fatalf("%s list %+v: %q of %d, want %q of %d", kind, q, got, a.Total, want, total)
					}
					a.Release()
					counts, total := choices(t, body(r.Of(kind).Facets(q)))
					if diff := gocmp.Diff(l.facets(kind, q), counts); diff != "" {
						rt.Fatalf("%s facets %+v: %s", kind, q, diff)
					}
					if _, want := l.list(kind, q); total != want {
						rt.Fatalf("%s facets %+v: total %d, want %d", kind, q, total, want)
					}
				}
			}
		}
		for step := range rapid.IntRange(1, 30).Draw(rt, "events") {
			l.draw(rt, step)
			if rapid.IntRange(0, 3).Draw(rt, "compare") == 0 {
				modeltest.Seen(t, l.last, m.Content)
				compare(m.Content)
			}
		}
		modeltest.Seen(t, l.last, m.Content)
		compare(m.Content)
		again := modeltest.Open(t, modeltest.MemDir(t), l.Log)
		modeltest.Seen(t, l.last, again.Content)
		compare(again.Content)
	})
}

func mustEncode(t testing.TB, v any) []byte {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
