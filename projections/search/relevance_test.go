package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/search"
)

// imported adds items as an import of another site brings them: with tags, names in several spellings, and texts that are alike.
func (c *corpus) imported() *corpus {
	one := func(days float64, title, brand, product, author, text string, tags ...string) {
		c.review(days, events.ReviewContent{ProductName: product, ProductBrand: brand, CategoryID: 4, Title: title, Content: text,
			AuthorName: author, Rating: 4, Tags: tags})
	}
	one(200, "Sony WH-1000XM5: still the ones to beat", "Sony", "WH-1000XM5", "Ada Editor",
		"Noise-cancelling headphones with a **thirty-hour** battery.", "Noise cancelling", "over-ear")
	one(201, "Sony LinkBuds S, small and light", "SONY", "LinkBuds S", "Ada Editor", "Earbuds that let the street in.",
		"noise cancelling", "in-ear")
	one(202, "Logitech MX Master 3S: a mouse for long days", "Logitech", "MX Master 3S", "Ben Ortega",
		"The wheel is heavy and quick. Clicks are silent.", "mouse", "ergonomic")
	one(203, "Keychron K2, a keyboard worth its noise", "Keychron", "K2", "Ben Ortega",
		"Hot-swappable switches; the mouse beside it looks old.", "keyboard")
	one(204, "Garmin Fenix 7 after a year of running", "Garmin", "Fenix 7", "Zoë Brandão",
		"Maps, weeks of battery and a café in every village.", "gps", "running")
	one(205, "A house full of Philips Hue", "Philips", "Hue Bridge", "Zoë Brandão",
		"Lights that answer at once. C++ and Rust have libraries for it; v2.1 of the API is documented.", "smart home")
	one(206, "Kindle Paperwhite in the bath", "Amazon", "Kindle Paperwhite", "Ada Editor",
		"Books & <b>letters</b> under water. Batteries last for weeks.", "e-reader")
	one(207, "ThinkPad X1 Carbon, a laptop for typing", "Lenovo", "ThinkPad X1 Carbon Gen 12", "Ben Ortega",
		"Light, loud under load, and the keyboard forgives everything.", "laptop", "ultrabook")
	c.article(208, events.ArticleContent{Title: "USB-C explained", Excerpt: "Cables, charging and what the numbers mean.",
		Content: "One connector, twelve cables. WiFi isn't one of them.", Category: "Explainers", AuthorName: "Ada Editor",
		Tags: []string{"usb-c", "cables"}})
	c.article(209, events.ArticleContent{Title: "ノートパソコンの選び方", Excerpt: "軽さと電池", Content: "静かなノートパソコンを選ぶ。", Category: "Explainers",
		AuthorName: "Ada Editor"})
	c.page(events.PageContent{Title: "How we test", Slug: "how-we-test",
		Content: "We buy what we test. Batteries are run down *three times*, and laptops are measured for noise."})
	return c
}

// A query, and what readers expect of it. Items are named by a part of their titles, parts being separated by "; ".
var expectations = []struct {
	query  string
	first  string // the first hit
	found  string // among all hits
	absent string // not among them
}{
	// Words in any order, and every one of them.
	{"laptop quiet", "Slate 14", "", "Keychron"},
	{"quiet laptop", "Slate 14", "", "Keychron"},
	{"slate tarnholt", "Slate 14", "", "Monolith"},
	{"mini monolith", "Monolith Mini", "", "Duet"},
	{"after dark plates", "Nightglass 2", "", ""},
	{"QUIET Laptop", "Slate 14", "", ""},
	{"  laptop   quiet ", "Slate 14", "", ""},
	{"the quiet laptop that", "Slate 14", "", "Keychron"},
	{"laptop for typing", "ThinkPad", "", "Garmin"},
	// Title before verdict, names and text.
	{"mouse", "MX Master", "MX Master; Keychron", "A house full"},
	{"keyboard", "Keychron", "Keychron; ThinkPad", ""},
	{"laptop", "ThinkPad; Slate 14; Laptop screens", "Slate 14; ThinkPad; How we test; Laptop screens", "MX Master"},
	{"thermostat", "Ember", "", ""},
	{"earbuds", "Pips 3; LinkBuds", "Pips 3; LinkBuds", ""},
	{"robot", "Elbow 6; robot cell", "Elbow 6; robot cell", "Keychron"},
	{"charger", "WallPort 11", "WallPort 11", ""},
	{"monitor", "Vellum 25", "Vellum 25; Duet 16", ""},
	// Stems.
	{"battery", "", "Lantern; bicycle batteries; Kindle; How we test; Sony WH", ""},
	{"batteries", "bicycle batteries", "Lantern; Kindle; How we test; Sony WH", ""},
	{"testing laptops", "", "How we test", "Garmin"},
	{"welding", "Seam 1500", "", ""},
	{"chargers", "forty public chargers", "WallPort 11", ""},
	{"measure noise", "", "How we test", "Garmin"},
	// Typos.
	{"batery", "bicycle batteries; Lantern", "Lantern; Sony WH", ""},
	{"thermosat", "Ember", "", ""},
	{"labtop quiet", "Slate 14", "", ""},
	{"keybaord", "Keychron", "", ""},
	{"Nightglas", "Nightglass 2", "", ""},
	{"garmn fenix", "Garmin", "", "Sony WH"},
	{"logitehc", "MX Master", "", ""},
	{"qiet laptop", "Slate 14", "", ""},
	{"mouse master", "MX Master", "", "A house full"},
	// Prefixes.
	{"thermo", "Ember", "", ""},
	{"tarn", "Slate 14", "", "Monolith"},
	{"quie lapt", "Slate 14", "", ""},
	{"ke", "Keychron", "Keychron", ""},
	{"noise canc", "Sony", "Sony WH; LinkBuds", ""},
	// Brands, products, tags, authors and categories.
	{"sony", "Sony", "Sony WH; LinkBuds", "MX Master"},
	{"Sony wh-1000xm5", "Sony WH", "", "LinkBuds"},
	{"wh1000xm5", "Sony WH", "", "LinkBuds"},
	{"wh 1000xm5", "Sony WH", "", "LinkBuds"},
	{"ergonomic", "MX Master", "", "Keychron"},
	{"ultrabook", "ThinkPad", "", "Slate 14"},
	{"smart home", "", "A house full; Ember", "Garmin"},
	{"noise cancelling", "Sony", "Sony WH; LinkBuds", ""},
	{"noise-cancelling", "Sony", "Sony WH; LinkBuds", ""},
	{"odile marchbank", "Slate 14; Duet 16; Pips 3; A town; satellite messages", "Slate 14; Duet 16; Pips 3; A town; satellite messages",
		"Keychron"},
	{"marchbank laptop", "Slate 14; Duet 16", "Slate 14; Duet 16", "ThinkPad"},
	{"zoe brandao", "Garmin; A house full", "Garmin; A house full", "Sony WH"},
	{"industrial machines", "", "Bench-5; Elbow 6; Seam 1500; robot cell", "Slate 14"},
	{"explainers", "USB-C explained; ノート", "USB-C explained; ノート", "Sony WH"},
	{"x1 carbon gen 12", "ThinkPad", "", ""},
	// Written together and apart.
	{"usb-c", "USB-C explained", "", ""},
	{"usbc", "USB-C explained", "", ""},
	{"usb c", "USB-C explained", "", ""},
	{"wi-fi", "", "USB-C explained; WallPort", "Keychron"},
	{"cafe", "Garmin", "", ""},
	// Substrings: whatever lists find.
	{"ermosta", "Ember", "", ""},
	{"ightgl", "Nightglass 2", "", ""},
	{"tarnholt slate 14: the quiet", "Slate 14", "", ""},
	{"laptop that makes", "Slate 14", "", ""},
	{"eychron k2, a keyb", "Keychron", "", ""},
	{"c++", "", "A house full", "Keychron"},
	{"v2.1", "A house full", "", ""},
	{"da edit", "", "Sony WH; LinkBuds; USB-C", "MX Master"},
	{"& <b>", "", "", "Garmin"},
	{"パソコン", "ノート", "", "Sony WH"},
	{"静かな", "ノート", "", "Sony WH"},
	{"mx", "MX Master", "", ""},
	// Articles and pages.
	{"doorbells password", "Eleven thousand doorbells", "", ""},
	{"satellite", "satellite messages", "", ""},
	{"how we test", "How we test", "", ""},
	{"local-first", "tunnel", "", ""},
	// Nothing.
	{"zyxwvutsrq", "", "", "Slate 14; Keychron; How we test"},
}

func TestReadersFindWhatTheyExpect(t *testing.T) {
	m := newCorpus(t).imported().open()
	for _, e := range expectations {
		t.Run(e.query, func(t *testing.T) {
			r := find(t, m, e.query)
			got := titles(r)
			if r.Total != len(r.Hits) {
				t.Errorf("the total is %d of %d hits", r.Total, len(r.Hits))
			}
			if e.first != "" {
				first, _, _ := strings.Cut(got, "\n")
				if !containsAny(first, e.first) {
					t.Errorf("first is %q, not %q:\n%s", first, e.first, got)
				}
			}
			for part := range strings.SplitSeq(e.found, "; ") {
				if !strings.Contains(got, part) {
					t.Errorf("%q is not found:\n%s", part, got)
				}
			}
			for part := range strings.SplitSeq(e.absent, "; ") {
				if part != "" && strings.Contains(got, part) {
					t.Errorf("%q is found:\n%s", part, got)
				}
			}
			if r.Nearest {
				t.Errorf("nothing has all words:\n%s", got)
			}
		})
	}
}

func containsAny(text, parts string) bool {
	for part := range strings.SplitSeq(parts, "; ") {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

func TestWhereNothingHasAllWordsTheNearestAreFound(t *testing.T) {
	m := newCorpus(t).imported().open()
	for q, want := range map[string]string{"keychron zyxwvutsrq": "Keychron", "quiet laptop zyxwvutsrq": "Slate 14",
		"garmin sony linkbuds": "LinkBuds"} {
		r := find(t, m, q)
		if !r.Nearest || len(r.Hits) == 0 || !strings.Contains(r.Hits[0].Title, want) {
			t.Errorf("%q finds, nearest %t:\n%s", q, r.Nearest, titles(r))
		}
	}
	if r := find(t, m, "zyxwvutsrq qrstuvwxyz"); r.Nearest || r.Total != 0 {
		t.Errorf("what is near nothing finds, nearest %t:\n%s", r.Nearest, titles(r))
	}
}

func TestAWordThatNoHitHasIsCorrected(t *testing.T) {
	m := newCorpus(t).imported().open()
	for q, want := range map[string]string{
		"batery": "battery", "Batery  laptop": "battery laptop", "keybaord": "keyboard", "labtob": "laptop", "thermosat dial": "thermostat dial",
		"wireles keybord": "wireles keyboard",
		"battery":         "", "ebike": "", "batteries": "", "thermo": "", "ermosta": "", "zyxwvutsrq": "", "c++": "", "Sony": "", "usbc": "",
	} {
		if got := find(t, m, q).DidYouMean; got != want {
			t.Errorf("%q is taken for %q, not %q", q, got, want)
		}
	}
}

// A text of several words that begins inside of another word is found as well, after what has the words, unless there is plenty of that.
func TestWordsInsideOfOthersAreFoundWhereFewHaveThem(t *testing.T) {
	c := newEmptyCorpus(t)
	review := func(id int, title string) {
		c.review(float64(id), events.ReviewContent{ProductName: "P", ProductBrand: "B", CategoryID: 1, Title: title, AuthorName: "N", Rating: 4})
	}
	review(1, "A smartphone case")
	for id := 2; id <= 100; id++ {
		review(id, fmt.Sprint("A phone case ", id))
	}
	if r := find(t, c.open(), "phone case"); r.Total != 100 {
		t.Errorf("%d are found where 99 have the words, want 100", r.Total)
	}
	review(101, "Another phone case")
	if r := find(t, c.open(), "phone case"); r.Total != 100 {
		t.Errorf("%d are found where 100 have the words, want those alone", r.Total)
	}
}

// Another number, or another model's name, isn't a misspelled one.
func TestNumbersAreNotCorrected(t *testing.T) {
	c := newEmptyCorpus(t)
	c.review(1, events.ReviewContent{ProductName: "RX 7800", ProductBrand: "Radeon", CategoryID: 1, Title: "Card 12345 and wh1000xm5, phone",
		AuthorName: "N", Rating: 4})
	m := c.open()
	for _, q := range []string{"7900", "rx 7900", "12346", "wh1000xm6", "phone1"} {
		if r := find(t, m, q); r.DidYouMean != "" {
			t.Errorf("%q is taken for %q", q, r.DidYouMean)
		}
	}
	if r := find(t, m, "12346"); r.Total != 0 {
		t.Errorf("another number finds\n%s", titles(r))
	}
}

func TestHitsThatAreReviewsNameTheirProduct(t *testing.T) {
	m := newCorpus(t).imported().open()
	for _, hit := range find(t, m, "laptop").Hits {
		want := ""
		if strings.HasPrefix(hit.Title, "ThinkPad X1") {
			want = "Lenovo ThinkPad X1 Carbon Gen 12"
		} else if hit.Type == events.ReviewKind {
			continue
		}
		if got := strings.TrimSpace(hit.Brand + " " + hit.Product); got != want {
			t.Errorf("%s %q is of %q, want %q", hit.Type, hit.Title, got, want)
		}
	}
}

func TestReviewsThatAreFoundHaveScoresAndPrices(t *testing.T) {
	c := newEmptyCorpus(t)
	c.review(2, events.ReviewContent{Title: "Kettle", ProductName: "P", ProductBrand: "B", CategoryID: 1, AuthorName: "N", Rating: 4.5,
		ProductPrice: 1299, ImageURLs: []string{"/a.jpg", "/b.jpg"}})
	c.review(3, events.ReviewContent{Title: "Kettle", ProductName: "P", ProductBrand: "B", CategoryID: 1, AuthorName: "N", Rating: 3,
		ProductImageURL: "/c.jpg"})
	c.article(4, events.ArticleContent{Title: "Kettle", Content: "x", AuthorName: "N", ImageURL: "/d.jpg"})
	hits := find(t, c.open(), "kettle").Hits
	slices.SortFunc(hits, func(a, b search.Hit) int { return b.Published.Compare(a.Published) })
	if len(hits) != 3 {
		t.Fatalf("found are %+v", hits)
	}
	if one := hits[0]; one.Rating == nil || *one.Rating != 4.5 || one.Price == nil || *one.Price != 1299 || one.Picture != "/a.jpg" ||
		!one.Published.Equal(ago(2)) {
		t.Errorf("the first is %+v", one)
	}
	if one := hits[1]; *one.Rating != 3 || one.Price != nil || one.Picture != "/c.jpg" {
		t.Errorf("the second is %+v", one)
	}
	if one := hits[2]; one.Rating != nil || one.Price != nil || one.Picture != "/d.jpg" {
		t.Errorf("the article is %+v", one)
	}
}

// Filters narrow what was found, and each facet counts what it would leave under the others.
func TestHitsAreNarrowed(t *testing.T) {
	c := newEmptyCorpus(t)
	for id, slug := range []string{"kitchen", "garden"} {
		id := events.CategoryID(id + 1)
		c.Append(t, id.Stream(), events.CategoryCreated{CategoryID: id, CategoryContent: events.CategoryContent{Name: strings.ToUpper(slug),
			Slug: slug}, At: ago(900)})
	}
	one := func(days float64, brand string, category events.CategoryID, rating, price float64, tags ...string) {
		c.review(days, events.ReviewContent{Title: "Kettle", ProductName: "P", ProductBrand: brand, CategoryID: category, AuthorName: "N",
			Rating: rating, ProductPrice: price, Tags: tags})
	}
	one(1, "Acme", 1, 4.5, 30, "steel")
	one(2, "acme", 1, 3, 80, "Steel", "quiet")
	one(500, "Brix", 2, 4, 0, "quiet")
	c.article(3, events.ArticleContent{Title: "Kettle", Content: "x", Category: "Garden", AuthorName: "N"})
	m := c.open()
	for name, of := range map[string]struct {
		filters search.Filters
		want    []int64
	}{
		"none":          {search.Filters{}, []int64{1, 1, 2, 3}},
		"kind":          {search.Filters{Kind: events.ArticleKind}, []int64{1}},
		"category":      {search.Filters{Section: "garden"}, []int64{1, 3}},
		"brand":         {search.Filters{Brand: "ACME"}, []int64{1, 2}},
		"tag":           {search.Filters{Tag: "quiet"}, []int64{2, 3}},
		"year":          {search.Filters{Year: ago(500).Year()}, []int64{3}},
		"score":         {search.Filters{MinScore: 4}, []int64{1, 3}},
		"price":         {search.Filters{MaxPrice: 50}, []int64{1}},
		"brand and tag": {search.Filters{Brand: "Acme", Tag: "quiet"}, []int64{2}},
		"unknown":       {search.Filters{Brand: "nobody"}, []int64{}},
	} {
		for _, text := range []string{"kettle", "kettel"} {
			r := query(t, m, search.Query{Text: text, Limit: 9, Filters: of.filters})
			got := ids(r)
			slices.Sort(got)
			if !slices.Equal(got, of.want) || r.Total != len(of.want) || r.Nearest {
				t.Errorf("%s: %q finds %v of %d, want %v", name, text, got, r.Total, of.want)
			}
		}
	}
	r := query(t, m, search.Query{Text: "kettle", Limit: 9, Filters: search.Filters{Brand: "acme", MinScore: 4}})
	f := r.Facets
	if !slices.Equal(f.Brands, []search.Facet{{"acme", "Acme", 1}, {"brix", "Brix", 1}}) || len(f.Scores) != 2 ||
		!slices.Equal(f.Prices, []float64{30}) ||
		!slices.Equal(f.Categories, []search.Facet{{"kitchen", "KITCHEN", 1}}) || f.Kinds["r"] != 1 || f.Kinds["a"] != 0 ||
		f.Years[ago(1).Year()] != 1 {
		t.Errorf("facets: %+v", f)
	}
}

func TestFacetsCountTheNamesOfAllHits(t *testing.T) {
	m := newCorpus(t).imported().open()
	r := find(t, m, "sony")
	if b := r.Facets.Brands; len(b) != 1 || b[0] != (search.Facet{Value: "sony", Label: "Sony", Count: 2}) { // as the newer one spells it
		t.Errorf("brands: %v", b)
	}
	if b := r.Facets.Tags; len(b) != 3 || b[0] != (search.Facet{Value: "noise cancelling", Label: "Noise cancelling", Count: 2}) ||
		b[1].Value != "in-ear" || b[2].Value != "over-ear" {
		t.Errorf("tags: %v", b)
	}
	if b := r.Facets.Categories; len(b) != 1 || b[0] != (search.Facet{Value: "gadgets", Label: "Smart Gadgets", Count: 2}) {
		t.Errorf("categories: %v", b)
	}
	r = query(t, m, search.Query{Text: "sony", Limit: 1, Offset: 1, Filters: search.Filters{Kind: events.ReviewKind}})
	if r.Total != 2 || len(r.Hits) != 1 || r.Facets.Brands[0].Count != 2 {
		t.Errorf("a page of hits: %+v", r)
	}
	if r := query(t, m, search.Query{Text: "test", Limit: 9, Filters: search.Filters{Kind: events.PageKind}}); titles(r) != "How we test\n" ||
		r.Hits[0].URL != "/pages/how-we-test" {
		t.Errorf("pages: %+v", r)
	}
}
