// Finding: the items that have all words of a query, ranked, and what is counted of them.

package search

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Result is the answer to a search.
type Result struct {
	Total      int // before limit and offset
	Hits       []Hit
	Facets     Facets // of all hits
	DidYouMean string // the query with words that are there; ""
	Nearest    bool   // no item has all words: the hits are those that have most of them
}

// Hit is a found item.
type Hit struct {
	Type      string    `json:"type"` // "review", "article" or "page"
	ID        int64     `json:"id"`
	Title     string    `json:"title"`
	URL       string    `json:"url"` // its path
	Snippet   string    `json:"snippet"`
	Category  string    `json:"category,omitempty"` // as lists are narrowed to it; and its name
	Called    string    `json:"categoryName,omitempty"`
	Brand     string    `json:"productBrand,omitempty"` // of a review
	Product   string    `json:"productName,omitempty"`  // of a review
	Rating    *float64  `json:"rating"`                 // nil of what is no review
	Price     *float64  `json:"productPrice"`           // in the site's currency, the lowest; nil: none
	PriceMax  *float64  `json:"productPriceMax"`        // likewise, the highest
	Published time.Time `json:"publishedAt"`            // first
	Picture   string    `json:"-"`                      // the address of its card's picture, as the item has it; "" without one
}

// found is a hit before it is shown.
type found struct {
	number       uint64 // its item's
	score        float32
	inside       bool  // it has the query only inside of other words
	fails        uint8 // filters that it doesn't pass
	letter       byte
	id, released int64
}

const (
	verbatimHits  = 100 // of the best, which are looked at for the text of the query as it is
	verbatimBonus = 1.5 // times the score
	enoughHits    = 100 // with all words of a query of several
)

// Find answers a search. Errors: ErrNotReady, ctx's.
func (r *Reader) Find(ctx context.Context, q Query) (result Result, err error) {
	err = r.ReadCurrent(func(m *search, t *projector.Tx) error {
		now := m.editions.of(t)
		f := &finder{ctx: ctx, t: t, edition: now, query: q, words: now.parse(q.Text), filter: now.facts.filter(q.Filters)}
		result, err = f.find()
		return err
	})
	return result, err
}

// find answers the query: with the items that have all words as they are typed or the text of the query as it is, else with those that have
// all words but for typos, else with those that have most.
func (f *finder) find() (Result, error) {
	if err := f.matchTyped(); err != nil {
		return Result{}, err
	}
	nearest := false
	hits, err := f.addSubstring(f.collect(len(f.words), f.typed))
	if err != nil {
		return Result{}, err
	}
	all := f.typed
	if len(hits) == 0 {
		if err := f.matchTypos(); err != nil {
			return Result{}, err
		}
		all = f.near
		hits = f.collect(len(f.words), all)
	}
	for most := len(f.words) - 1; len(hits) == 0 && most > 0; most-- {
		hits = f.collect(most, all)
		nearest = len(hits) > 0
	}
	return f.result(hits, nearest), nil
}

// result shows what was found.
func (f *finder) result(all []found, nearest bool) Result {
	result := Result{Hits: []Hit{}, Nearest: nearest, DidYouMean: f.didYouMean(all)}
	counts, hits := newCounts(f.facts), all[:0]
	for _, hit := range all {
		counts.add(&f.facts.documents[hit.number], hit.fails)
		if hit.fails == 0 {
			hits = append(hits, hit)
		}
	}
	result.Total, result.Facets = len(hits), counts.facets(f.sorter())
	from := min(f.query.Offset, len(hits))
	end := min(from+f.query.Limit, len(hits))
	best := ranked(hits, max(end, verbatimHits))
	f.preferVerbatim(best[:min(len(best), verbatimHits)])
	marks := f.marker()
	for _, hit := range best[from:end] {
		d := readDocument(f.t, hit.number)
		title, body := d.Title, d.body()
		if f.query.Expand != nil && d.Kind == events.PageKind {
			title, body = f.query.Expand(title), f.query.Expand(body)
		}
		one := Hit{Type: d.Kind, ID: d.ID, Title: title, URL: d.URL, Snippet: marks.snippet(body), Category: d.Section, Called: d.Category,
			Brand: d.Brand, Product: d.Product, Price: answers.Price(d.Price), PriceMax: answers.Price(d.PriceMax),
			Published: d.Released, Picture: d.Picture}
		if d.Kind == events.ReviewKind {
			one.Rating = &d.Rating
		}
		result.Hits = append(result.Hits, one)
	}
	return result
}

// compare orders hits: the best first, and of those that are as good as each other the newest. What has the query only inside of other
// words, as "spring" has "ring", comes after what has its words.
func compare(a, b found) int {
	if a.inside != b.inside {
		if b.inside {
			return -1
		}
		return 1
	}
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return cmp.Or(cmp.Compare(b.released, a.released), cmp.Compare(a.letter, b.letter), cmp.Compare(b.id, a.id))
}

// mostInserted is up to how many first hits are found by insertion, which is faster than sorting all.
const mostInserted = 200

// ranked returns the first n hits in order, or all if there are fewer. It may reorder hits.
func ranked(hits []found, n int) []found {
	if n > mostInserted || n >= len(hits) {
		slices.SortFunc(hits, compare)
		return hits[:min(n, len(hits))]
	}
	first := make([]found, 0, n+1)
	for _, hit := range hits {
		if len(first) == n && compare(hit, first[n-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(first, hit, compare)
		first = slices.Insert(first, at, hit)
		first = first[:min(n, len(first))]
	}
	return first
}

// preferVerbatim ranks ranked hits anew by whether they have the text of a query of several words as it is.
func (f *finder) preferVerbatim(hits []found) {
	text := characters.Bare(strings.TrimSpace(f.query.Text))
	if len(f.words) < 2 {
		return
	}
	for i := range hits {
		if hits[i].inside || f.hasText(hits[i].number, text) { // addSubstring has looked at those
			hits[i].score *= verbatimBonus
		}
	}
	slices.SortFunc(hits, compare)
}

// collect returns the documents that have at least so many of the words.
func (f *finder) collect(least int, words []scores) (hits []found) {
	if least == 0 {
		return nil
	}
	end := 0
	for _, of := range words {
		end = max(end, len(of))
	}
	rarity := make([]float32, len(words))
	for i, of := range words {
		rarity[i] = of.rarity(f.facts.count)
	}
	for number := range end {
		has, score := 0, float32(0)
		for i, of := range words {
			if number < len(of) && of[number] > 0 {
				has++
				score += of[number] * rarity[i]
			}
		}
		if has < least {
			continue
		}
		hits = f.add(hits, uint64(number), score)
	}
	return hits
}

// add adds a document.
func (f *finder) add(hits []found, number uint64, score float32) []found {
	of := &f.facts.documents[number]
	fails := uint8(0)
	if f.filter != nil {
		fails = f.filter.fails(of)
	}
	return append(hits, found{number: number, score: score, fails: fails, letter: of.letter, id: of.id, released: of.released})
}

// addSubstring adds the documents that have the text of the query as it is, wherever in their words it begins and ends, to those that have
// its words. Of several words that is seen only in the texts themselves, which takes long. As such documents come last, they are left out
// where enough have the words.
func (f *finder) addSubstring(hits []found) ([]found, error) {
	text := characters.Bare(strings.TrimSpace(f.query.Text))
	if len(f.words) > 1 && len(hits) >= enoughHits {
		return hits, nil
	}
	var has numbers
	if len(hits) > 0 {
		has = make(numbers, slices.MaxFunc(hits, func(a, b found) int { return cmp.Compare(a.number, b.number) }).number+1)
	}
	for _, hit := range hits {
		has[hit.number] = true
	}
	more, err := f.substring(text, has)
	for number, score := range more {
		if err == nil && score > 0 {
			f.verbatim = true
			hits = f.add(hits, uint64(number), score)
			hits[len(hits)-1].inside = true
		}
	}
	return hits, err
}

// didYouMean returns the query with the words that no hit has as they are typed replaced by the nearest ones that are there, "" if there
// are none. Numbers and names of models are no misspelled words: "7900" isn't meant to be "7800".
func (f *finder) didYouMean(hits []found) string {
	if f.verbatim {
		return ""
	}
	replaced := map[string]string{}
	for i, word := range f.words {
		if slices.ContainsFunc(hits, func(h found) bool { return f.typed[i].at(h.number) > 0 }) {
			continue
		}
		for _, part := range word.parts {
			if near := f.nearestWord(part); near != "" && !hasDigit(part) && !hasDigit(near) {
				replaced[part] = f.spelled(near, hits)
			}
		}
	}
	if len(replaced) == 0 {
		return ""
	}
	text := strings.Join(strings.Fields(characters.Bare(f.query.Text)), " ")
	var b strings.Builder
	end := 0
	for _, s := range spans(text) {
		b.WriteString(text[end:s.start])
		word := text[s.start:s.end]
		if near := replaced[word]; near != "" {
			word = near
		}
		b.WriteString(word)
		end = s.end
	}
	b.WriteString(text[end:])
	if b.String() == text {
		return "" // a word that is there, but not as it is typed
	}
	return b.String()
}
