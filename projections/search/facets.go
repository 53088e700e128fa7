// Facets: the choices of each filter, counted.

package search

import (
	"cmp"
	"slices"

	"candor/projections/formats"
)

// mostFacets is how many names of a sort are returned at most.
const mostFacets = 100

// Facets holds the choices of each filter, counted with all other filters applied. Names are sorted by their counts, the highest first.
type Facets struct {
	Kinds      map[string]int // by their first letters
	Categories []Facet
	Brands     []Facet
	Tags       []Facet
	Years      map[int]int
	Scores     []float64 // of each hit, and likewise its price, if it has one
	Prices     []float64
}

// Facet is a name and how many hits have it.
type Facet struct {
	Value string // as the filter takes it: of a brand or a tag, its key
	Label string
	Count int
}

// counts counts the names of hits as they are found.
type counts struct {
	table        *factsTable
	brands, tags []tally // by where the name is in the table
	sections     []tally // by where the section is in the table
	kinds        [256]int
	years        []int
	others       Facets
}

func newCounts(t *factsTable) counts {
	n := len(t.names)
	return counts{table: t, brands: make([]tally, n), tags: make([]tally, n), sections: make([]tally, len(t.sections))}
}

// add takes in a document that fails some filters.
func (c *counts) add(of *facts, fails uint8) {
	passes := func(but uint8) bool { return fails&^but == 0 }
	if passes(failsKind) {
		c.kinds[of.letter]++
	}
	if passes(failsSection) {
		c.sections[of.category].add(of.released)
	}
	if passes(failsBrand) {
		c.brands[of.brand].add(of.released)
	}
	if passes(failsTag) {
		for _, tag := range of.tags {
			c.tags[tag].add(of.released)
		}
	}
	if passes(failsYear) {
		if n := int(of.year) + 1 - len(c.years); n > 0 {
			c.years = append(c.years, make([]int, n)...)
		}
		c.years[of.year]++
	}
	if passes(failsScore) && of.rating > 0 {
		c.others.Scores = append(c.others.Scores, of.rating)
	}
	if passes(failsPrice) && of.price > 0 {
		c.others.Prices = append(c.others.Prices, of.price)
	}
}

func (c *counts) facets(sorter *formats.Sorter) Facets {
	all := c.others
	all.Kinds, all.Years = map[string]int{}, map[int]int{}
	for letter, count := range c.kinds {
		if count > 0 {
			all.Kinds[string(rune(letter))] = count
		}
	}
	for year, count := range c.years {
		if count > 0 {
			all.Years[year] = count
		}
	}
	all.Brands, all.Tags = facetsOf(c.table.spellings(c.brands), sorter), facetsOf(c.table.spellings(c.tags), sorter)
	var sections []spelling
	for i, one := range c.sections {
		if of := c.table.sections[i]; one.count > 0 && of.value != "" {
			sections = append(sections, spelling{of.label, of.value, one.count, one.newest})
		}
	}
	all.Categories = facetsOf(sections, sorter)
	return all
}

// facetsOf returns the counts of names, those that are one together: under their most frequent spelling, or of several the newest. The most
// frequent are first, of those as frequent the first as the site's language sorts them.
func facetsOf(spellings []spelling, sorter *formats.Sorter) []Facet {
	best, totals := united(spellings)
	all := make([]Facet, 0, len(best))
	for key, one := range best {
		all = append(all, Facet{key, one.name, totals[key]})
	}
	slices.SortFunc(all, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
	if len(all) > mostFacets { // only those that may be returned are put into the language's order, which takes longer
		least := all[mostFacets-1].Count
		all = slices.DeleteFunc(all, func(f Facet) bool { return f.Count < least })
	}
	formats.Sort(sorter, all, func(f Facet) string { return f.Label }, func(a, b Facet) int { return cmp.Compare(a.Value, b.Value) })
	slices.SortStableFunc(all, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
	return all[:min(len(all), mostFacets)]
}
