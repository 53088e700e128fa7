// Facets: what the items of a list could be chosen by, and how many each choice would leave.

package content

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strconv"
	"time"

	"candor/projections/answers"
	"candor/projections/projector"
)

// Facets are the choices that a list offers. The counts of each are under all filters but its own, and what is chosen already is
// always among them. Categories, brands, tags and authors begin with the most frequent, years with the latest.
type Facets struct {
	Total      int      `json:"total"` // of the list
	Categories []Choice `json:"categories"`
	Brands     []Choice `json:"brands"`
	Tags       []Choice `json:"tags"`
	Authors    []Choice `json:"authors"`
	Years      []Choice `json:"years"`
	Scores     []Choice `json:"scores"`
	Prices     []Choice `json:"prices"`
}

// Choice is one value of a filter.
type Choice struct {
	Value string `json:"value"` // as the parameter takes it
	Label string `json:"label"`
	Count int    `json:"count"`
}

// scoreSteps are the lowest scores that readers are offered.
var scoreSteps = []float64{4.5, 4, 3.5, 3}

// Facets returns the facets of the list that q chooses. The caller releases the answer.
func (i Items) Facets(q Query) (*answers.Answer, error) {
	m, of, err := i.model()
	if err != nil {
		return nil, err
	}
	list := of.facetsQuery(q, m.categories.Load())
	return of.lists.Answer(list, false, func() (a *answers.Answer, _ []int64, err error) {
		if of.factless {
			return nil, nil, projector.ErrNotReady
		}
		defer answers.BeginSearch()()
		categories := m.categories.Load() // as they are now that the list is begun
		err = i.reader.tx(func(t *projector.Tx) error {
			facets := of.facets(t, list, categories)
			a, err = answers.NewCounted(projector.Encode(facets), facets.Total, time.Time{})
			return err
		})
		return a, nil, err
	})
}

// FacetsCached reports whether Facets has its answer ready.
func (i Items) FacetsCached(q Query) bool {
	m, of, err := i.model()
	return err == nil && of.lists.Has(of.facetsQuery(q, m.categories.Load()))
}

// facetsQuery returns the normal form of the query for the facets of a list: its order and pages are of no matter.
func (c *collection) facetsQuery(q Query, categories *categorySet) listQuery {
	q.Sort, q.Limit, q.Offset = NewestFirst, 0, 0
	list := c.query(scopePublic, q, categories)
	list.facets = true
	return list
}

// facetCounts counts what each choice would leave.
type facetCounts struct {
	total      int
	categories map[uint64]int
	years      map[int]int
	names      map[string]int // by their keys
	scores     []float64      // of each item, and likewise its price, if it has one
	prices     []float64
}

// facets counts the facets of a list.
func (c *collection) facets(t *projector.Tx, q listQuery, categories *categorySet) Facets {
	f := q.filterOf(t)
	n := facetCounts{categories: map[uint64]int{}, years: map[int]int{}, names: map[string]int{}}
	n.choose(f)
	f.visit(t, c.Name, n.count)
	facets := Facets{Total: n.total, Categories: c.categoryChoices(t, n.categories, categories), Years: []Choice{}, Scores: []Choice{}, Prices: []Choice{}}
	facets.Brands, facets.Tags, facets.Authors = nameChoices(t, n.names, Brands), nameChoices(t, n.names, Tags), nameChoices(t, n.names, Authors)
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(n.years))) {
		text := strconv.Itoa(year)
		facets.Years = append(facets.Years, Choice{text, text, n.years[year]})
	}
	if c.rated {
		facets.Scores, facets.Prices = scoreChoices(n.scores, f.minScore), priceChoices(n.prices, f.maxPrice)
	}
	return facets
}

// choose has what is chosen already counted, though it may be of no item.
func (n *facetCounts) choose(f filter) {
	if f.category != 0 {
		n.categories[f.category] = 0
	}
	if f.year != 0 {
		n.years[f.year] = 0
	}
	for of, number := range map[NameKind]uint64{Brands: f.brand, Tags: f.tag, Authors: f.author} {
		if number != 0 {
			n.names[string(nameNumber(of, number))] = 0
		}
	}
}

// count takes in an item that fails some filters.
func (n *facetCounts) count(_ int64, row factRow, fails uint8) {
	passes := func(but uint8) bool { return fails&^but == 0 }
	if passes(0) {
		n.total++
	}
	if passes(failsCategory) && row.category() != 0 {
		n.categories[row.category()]++
	}
	if passes(failsYear) {
		n.years[row.year()]++
	}
	if passes(failsScore) {
		n.scores = append(n.scores, row.rating())
	}
	if passes(failsPrice) && row.price() > 0 {
		n.prices = append(n.prices, row.price())
	}
	ownFilter := map[NameKind]uint8{Brands: failsBrand, Tags: failsTag, Authors: failsAuthor}
	for all := row.uses(); len(all) >= useSize; all = all[useSize:] {
		if own := ownFilter[NameKind(all[0])]; own != 0 && passes(own) {
			n.names[string(all[:nameSize])]++
		}
	}
}

// categoryChoices returns the categories: those of reviews, or what articles say as theirs, which may be one of those.
func (c *collection) categoryChoices(t *projector.Tx, counts map[uint64]int, known *categorySet) []Choice {
	all := []Choice{}
	for number, count := range counts {
		if c.namesCategories {
			if one, ok := known.byID[int64(number)]; ok {
				all = append(all, Choice{one.Slug, one.Name, count})
			}
			continue
		}
		name := readName(t.Bucket("name").Get(nameNumber(articleCategories, number)))
		if name == nil { // chosen, and of no article
			continue
		}
		label := name.Name
		if one, ok := known.bySlug[name.Key]; ok {
			label = one.Name
		}
		all = append(all, Choice{name.Key, label, count})
	}
	return mostFirst(all)
}

// nameChoices returns the names of a kind.
func nameChoices(t *projector.Tx, counts map[string]int, of NameKind) []Choice {
	all, rows := []Choice{}, t.Bucket("name")
	for key, count := range counts {
		if NameKind(key[0]) != of || binary.BigEndian.Uint64([]byte(key[1:])) == unknown {
			continue
		}
		name := readName(rows.Get([]byte(key)))
		if name == nil {
			panic(projector.Damage("an item has a name that is not there"))
		}
		all = append(all, Choice{name.Slug, name.Name, count})
	}
	return mostFirst(all)
}

// mostFirst sorts choices: the most frequent first, equals by name.
func mostFirst(all []Choice) []Choice {
	slices.SortFunc(all, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(answers.Fold(a.Label), answers.Fold(b.Label)), cmp.Compare(a.Value, b.Value))
	})
	return all
}

// scoreChoices returns the lowest scores, the highest first.
func scoreChoices(scores []float64, chosen float64) []Choice {
	steps := slices.Clone(scoreSteps)
	if chosen != 0 {
		steps = append(steps, chosen)
	}
	slices.Sort(steps)
	all := []Choice{}
	for _, step := range slices.Backward(slices.Compact(steps)) {
		text, count := strconv.FormatFloat(step, 'f', -1, 64), 0
		for _, score := range scores {
			if score >= step {
				count++
			}
		}
		all = append(all, Choice{text, text + " and up", count})
	}
	return all
}

// maxPriceStep is beyond all prices.
const maxPriceStep = 1e15

// priceChoices returns the highest prices: of the round ones those that leave more items than the one before.
func priceChoices(prices []float64, chosen float64) []Choice {
	slices.Sort(prices)
	upTo := func(price float64) int {
		n, _ := slices.BinarySearchFunc(prices, price, func(one, price float64) int {
			if one <= price {
				return -1
			}
			return 1
		})
		return n
	}
	var steps []float64
	for decade, last := 1.0, 0; decade < maxPriceStep && last < len(prices); decade *= 10 {
		for _, step := range []float64{decade, 2 * decade, 5 * decade} {
			if count := upTo(step); count > last {
				steps, last = append(steps, step), count
			}
		}
	}
	if chosen != 0 {
		steps = append(steps, chosen)
	}
	slices.Sort(steps)
	all := []Choice{}
	for _, step := range slices.Compact(steps) {
		text := strconv.FormatFloat(step, 'f', -1, 64)
		all = append(all, Choice{text, "Up to $" + thousands(text), upTo(step)})
	}
	return all
}

// thousands returns a number with commas between its thousands.
func thousands(text string) string {
	whole := text
	for i, c := range text {
		if c == '.' {
			whole = text[:i]
			break
		}
	}
	rest := text[len(whole):]
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	return whole + rest
}
