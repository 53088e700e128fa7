// Facets: what the items of a list could be chosen by, and how many each choice would leave.

package facts

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strconv"

	"candor/events"
	"candor/projections/content/categories"
	"candor/projections/content/names"
	"candor/projections/formats"
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

// facetCounts counts what each choice would leave.
type facetCounts struct {
	total      int
	categories map[uint64]int
	years      map[int]int
	names      map[string]int // by their keys
	scores     []float64      // of each item, and likewise its price, if it has one
	prices     []float64
}

// Kind is a kind of items whose lists have facets.
type Kind struct {
	Name            string
	NamesCategories bool // whether its items' categories are those of reviews
	Rated           bool // whether its items have scores and prices
}

// Facets counts the facets of the list that the filter chooses. Labels are written and sorted as the site does.
func (f *Filter) Facets(t *projector.Tx, of Kind, known *categories.Set, site events.SiteSettings) Facets {
	n := facetCounts{categories: map[uint64]int{}, years: map[int]int{}, names: map[string]int{}}
	n.choose(f)
	f.visit(t, of.Name, n.count)
	format, sorter := formats.Of(site), formats.NewSorter(site.Language)
	facets := Facets{Total: n.total, Categories: MostFirst(sorter, of.categoryChoices(t, n.categories, known))}
	facets.Years, facets.Scores, facets.Prices = YearChoices(n.years), []Choice{}, []Choice{}
	for of, choices := range map[names.Kind]*[]Choice{names.Brands: &facets.Brands, names.Tags: &facets.Tags,
		names.Authors: &facets.Authors} {
		*choices = MostFirst(sorter, nameChoices(t, n.names, of))
	}
	if of.Rated {
		facets.Scores, facets.Prices = ScoreChoices(format, n.scores, f.MinScore), PriceChoices(format, n.prices, f.MaxPrice)
	}
	return facets
}

// choose has what is chosen already counted, though it may be of no item.
func (n *facetCounts) choose(f *Filter) {
	if f.Category != 0 {
		n.categories[f.Category] = 0
	}
	if f.Year != 0 {
		n.years[f.Year] = 0
	}
	for of, number := range map[names.Kind]uint64{names.Brands: f.Brand, names.Tags: f.Tag, names.Authors: f.Author} {
		if number != 0 {
			n.names[string(names.Key(of, number))] = 0
		}
	}
}

// count takes in an item that fails some filters.
func (n *facetCounts) count(_ int64, row Row, fails uint8) {
	passes := func(but uint8) bool { return fails&^but == 0 }
	if passes(0) {
		n.total++
	}
	if passes(failsCategory) && row.Category() != 0 {
		n.categories[row.Category()]++
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
	ownFilter := map[names.Kind]uint8{names.Brands: failsBrand, names.Tags: failsTag, names.Authors: failsAuthor}
	for all := row.Uses(); len(all) >= names.UseSize; all = all[names.UseSize:] {
		if own := ownFilter[names.Kind(all[0])]; own != 0 && passes(own) {
			n.names[string(all[:names.Size])]++
		}
	}
}

// categoryChoices returns the categories: those of reviews, or what articles say as theirs, which may be one of those.
func (k Kind) categoryChoices(t *projector.Tx, counts map[uint64]int, known *categories.Set) []Choice {
	all := []Choice{}
	for number, count := range counts {
		if k.NamesCategories {
			if one, ok := known.ByID[int64(number)]; ok {
				all = append(all, Choice{one.Slug, one.Name, count})
			}
			continue
		}
		name := names.Get(t, names.Key(names.ArticleCategories, number))
		if name == nil { // chosen, and of no article
			continue
		}
		label := name.Name
		if one, ok := known.BySlug[name.Key]; ok {
			label = one.Name
		}
		all = append(all, Choice{name.Key, label, count})
	}
	return all
}

// nameChoices returns the names of a kind.
func nameChoices(t *projector.Tx, counts map[string]int, of names.Kind) []Choice {
	all := []Choice{}
	for key, count := range counts {
		if names.Kind(key[0]) != of || binary.BigEndian.Uint64([]byte(key[1:])) == names.Unknown {
			continue
		}
		name := names.Get(t, []byte(key))
		if name == nil {
			panic(projector.Damage("an item has a name that is not there"))
		}
		all = append(all, Choice{name.Slug, name.Name, count})
	}
	return all
}

// MostFirst sorts choices: the most frequent first, equals by name. It returns them.
func MostFirst(sorter *formats.Sorter, all []Choice) []Choice {
	formats.Sort(sorter, all, func(c Choice) string { return c.Label }, func(a, b Choice) int { return cmp.Compare(a.Value, b.Value) })
	slices.SortStableFunc(all, func(a, b Choice) int { return cmp.Compare(b.Count, a.Count) })
	return all
}

// YearChoices returns years, the latest first.
func YearChoices(counts map[int]int) []Choice {
	all := []Choice{}
	for _, year := range slices.Backward(slices.Sorted(maps.Keys(counts))) {
		text := strconv.Itoa(year)
		all = append(all, Choice{text, text, counts[year]})
	}
	return all
}

// ScoreChoices returns the lowest scores, the highest first.
func ScoreChoices(format *formats.Format, scores []float64, chosen float64) []Choice {
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
		all = append(all, Choice{text, format.Decimal(step, -1) + " and up", count})
	}
	return all
}

// maxPriceStep is beyond all prices.
const maxPriceStep = 1e15

// PriceChoices returns the highest prices: of the round ones those that leave more items than the one before.
func PriceChoices(format *formats.Format, prices []float64, chosen float64) []Choice {
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
		all = append(all, Choice{text, "Up to " + format.Amount(step), upTo(step)})
	}
	return all
}
