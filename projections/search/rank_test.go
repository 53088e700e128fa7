package search_test

import (
	"slices"
	"strconv"
	"testing"

	"candor/events"
	"candor/projections/search"
)

// said is a review that is found by what it says.
type said struct{ title, verdict, content string }

func TestWhatSaysMoreOfAnItemIsFirst(t *testing.T) {
	for name, c := range map[string]struct {
		query string
		items []said // as they should be found; each is newer than the one before it
	}{
		"the title before the verdict": {"kettle", []said{{"A kettle", "", ""}, {"Two", "A kettle.", ""}}},
		"the verdict before the text":  {"kettle", []said{{"One", "A kettle.", ""}, {"Two", "", "A kettle."}}},
		"often before once": {"kettle", []said{{"One", "", "A kettle, the kettle, that kettle and my kettle."},
			{"Two", "", "A kettle."}}},
		"as it is typed before a typo": {"quiet lapdop", []said{{"One", "", "A quiet laptop."}, {"Quite", "", "A laptop."}}},
		"words side by side before others": {"copper wire",
			[]said{{"One", "", "It is copper wire."}, {"Two", "", "The wire, it says, is copper."}}},
		"a word before a part of one":       {"ring", []said{{"One", "", "It has a ring."}, {"The spring", "Springs.", ""}}},
		"the newest of what is alike":       {"kettle", []said{{"Kettle", "", ""}, {"Kettle", "", ""}}},
		"a substring only where it is one":  {"art pho", []said{{"A smart phone", "", ""}, {"The start of a phone", "", ""}}},
		"a letter in place of another":      {"lapdop", []said{{"A laptop", "", ""}}},
		"two letters in each other's place": {"latpop", []said{{"A laptop", "", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			corpus := newEmptyCorpus(t)
			want := make([]int64, len(c.items))
			for i, item := range c.items {
				id := corpus.review(float64(100-i), events.ReviewContent{Title: item.title, Verdict: item.verdict, Content: item.content,
					ProductName: "P", ProductBrand: "B", CategoryID: 1, AuthorName: "N", Rating: 4})
				want[i] = int64(id)
			}
			switch name {
			case "the newest of what is alike":
				slices.Reverse(want)
			case "a substring only where it is one":
				want = want[:1]
			}
			if got := ids(find(t, corpus.open(), c.query)); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", c.query, got, want)
			}
		})
	}
}

func TestOfReviewsFromOneMomentTheLastIsFirst(t *testing.T) {
	c := newEmptyCorpus(t)
	for range 3 {
		c.review(5, events.ReviewContent{Title: "Kettle", ProductName: "P", ProductBrand: "B", CategoryID: 1, AuthorName: "N", Rating: 4})
	}
	if got := ids(find(t, c.open(), "kettle")); !slices.Equal(got, []int64{3, 2, 1}) {
		t.Errorf("found are %v", got)
	}
}

func TestPagesOfHitsFollowEachOther(t *testing.T) {
	const reviews = 250
	c := newEmptyCorpus(t)
	for i := range reviews {
		c.review(float64(i*7%reviews), events.ReviewContent{Title: "Kettle " + strconv.Itoa(i), ProductName: "P", ProductBrand: "B",
			CategoryID: 1, AuthorName: "N", Rating: 4})
	}
	m := c.open()
	all := ids(query(t, m, search.Query{Text: "kettle", Limit: reviews}))
	for i, id := range all {
		if daysAgo := (id - 1) * 7 % reviews; daysAgo != int64(i) {
			t.Fatalf("hit %d is review %d of %d days ago", i, id, daysAgo)
		}
	}
	for _, limit := range []int{1, 20, 90} {
		var pages []int64
		for offset := 0; offset < reviews; offset += limit {
			r := query(t, m, search.Query{Text: "kettle", Limit: limit, Offset: offset})
			if r.Total != reviews {
				t.Errorf("the total is %d", r.Total)
			}
			pages = append(pages, ids(r)...)
		}
		if !slices.Equal(pages, all) {
			t.Errorf("pages of %d are %v", limit, pages)
		}
	}
}

func ids(r search.Result) []int64 {
	all := make([]int64, len(r.Hits))
	for i, hit := range r.Hits {
		all[i] = hit.ID
	}
	return all
}

// A letter or two are found wherever in words they are, first where they are words or begin one.
func TestLettersInsideOfWords(t *testing.T) {
	c := newEmptyCorpus(t)
	for i, title := range []string{"A kettle", "Another one", "An ET", "Everything", "Dry sand"} {
		c.review(float64(i), events.ReviewContent{Title: title, Content: "Wow.", ProductName: "P", ProductBrand: "B", CategoryID: 1,
			AuthorName: "N", Rating: 4})
	}
	m := c.open()
	for query, want := range map[string][]int64{"et": {3, 1}, "e": {1, 2, 3, 4}, "ow": {1, 2, 3, 4, 5}, "zq": {}, "g": {4}} {
		got := ids(find(t, m, query))
		if len(query) == 1 || query == "ow" {
			slices.Sort(got)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}
