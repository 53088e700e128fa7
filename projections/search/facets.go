// Facets: the names that hits have, counted.

package search

import (
	"cmp"
	"slices"

	"candor/projections/formats"
)

// mostFacets is how many names of a sort are returned at most.
const mostFacets = 100

// counts counts the names of hits as they are found.
type counts struct {
	table                    *factsTable
	brands, categories, tags []tally // by where the name is in the table
}

// tally is how many hits have a name, and when the newest of them was published first.
type tally struct {
	count  int
	newest int64
}

func newCounts(t *factsTable) counts {
	return counts{t, make([]tally, len(t.names)), make([]tally, len(t.names)), make([]tally, len(t.names))}
}

func (c *counts) add(of *facts) {
	c.brands[of.brand].add(of.released)
	c.categories[of.category].add(of.released)
	for _, tag := range of.tags {
		c.tags[tag].add(of.released)
	}
}

func (t *tally) add(released int64) {
	t.count++
	t.newest = max(t.newest, released)
}

func (c *counts) facets(sorter *formats.Sorter) Facets {
	return Facets{c.facetsOf(c.brands, sorter), c.facetsOf(c.categories, sorter), c.facetsOf(c.tags, sorter)}
}

func (c *counts) facetsOf(tallies []tally, sorter *formats.Sorter) []Facet {
	var spellings []spelling
	for i, one := range tallies {
		if one.count > 0 && c.table.keys[i] != "" {
			spellings = append(spellings, spelling{c.table.names[i], c.table.keys[i], one.count, one.newest})
		}
	}
	return facetsOf(spellings, sorter)
}

// spelling is a name as some hits have it.
type spelling struct {
	name   string
	key    string // the same for all its spellings
	count  int
	newest int64 // when the newest of them was published first
}

func count(spellings map[string]*spelling, name []byte, released int64) {
	one := spellings[string(name)]
	if one == nil {
		one = &spelling{name: string(name)}
		spellings[one.name] = one
	}
	one.count++
	one.newest = max(one.newest, released)
}

// before reports whether a name is rather spelled so than in another way: more have it, or the newest does.
func (s *spelling) before(other *spelling) bool {
	return cmp.Or(cmp.Compare(other.count, s.count), cmp.Compare(other.newest, s.newest), cmp.Compare(s.name, other.name)) < 0
}

// facetsOf returns the counts of names, those that are one together: under their most frequent spelling, or of several the newest. The most
// frequent are first, of those as frequent the first as the site's language sorts them.
func facetsOf(spellings []spelling, sorter *formats.Sorter) []Facet {
	best, totals := make(map[string]*spelling, len(spellings)), make(map[string]int, len(spellings))
	for i := range spellings {
		one := &spellings[i]
		totals[one.key] += one.count
		if b := best[one.key]; b == nil || one.before(b) {
			best[one.key] = one
		}
	}
	all := make([]Facet, 0, len(best))
	for key, one := range best {
		all = append(all, Facet{one.name, totals[key]})
	}
	formats.Sort(sorter, all, func(f Facet) string { return f.Value }, func(a, b Facet) int { return cmp.Compare(a.Value, b.Value) })
	slices.SortStableFunc(all, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
	return all[:min(len(all), mostFacets)]
}
