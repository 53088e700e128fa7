// Filters: what hits are narrowed to, as the lists of items are.

package search

import "candor/events"

// Filters narrow hits. The zero value takes all.
type Filters struct {
	Kind       string  // "review", "article" or "page"; "": any
	Section    string  // a category as lists are narrowed to it: a slug, or the folded text of articles; "": any
	Brand, Tag string  // names in any spelling, see [events.NameKey]; "": any
	Year       int     // of the first publication, in UTC; 0: any
	MinScore   float64 // 0: any, also none
	MaxPrice   float64 // 0: any, also none
}

// The filters that a document doesn't pass, as bits.
const (
	failsKind = 1 << iota
	failsSection
	failsBrand
	failsTag
	failsYear
	failsScore
	failsPrice
)

// filter is Filters over a table of facts: of names, it has where they are in the table.
type filter struct {
	Filters
	section    []bool // by where a section is; nil: any
	brand, tag []bool // by where a name is; nil: any
}

func (t *factsTable) filter(by Filters) *filter {
	f := &filter{Filters: by}
	if by.Section != "" {
		f.section = make([]bool, len(t.sections))
		for i, one := range t.sections {
			f.section[i] = one.value == by.Section
		}
	}
	if by.Brand != "" {
		f.brand = t.having(events.NameKey(by.Brand))
	}
	if by.Tag != "" {
		f.tag = t.having(events.NameKey(by.Tag))
	}
	return f
}

// having returns which names of the table have a key.
func (t *factsTable) having(key string) []bool {
	all := make([]bool, len(t.keys))
	for i, one := range t.keys {
		all[i] = one == key
	}
	return all
}

// fails returns which filters a document doesn't pass.
func (f *filter) fails(of *facts) (bits uint8) {
	fail := func(passes bool, bit uint8) {
		if !passes {
			bits |= bit
		}
	}
	fail(f.Kind == "" || f.Kind[0] == of.letter, failsKind)
	fail(f.section == nil || f.section[of.category], failsSection)
	fail(f.brand == nil || f.brand[of.brand], failsBrand)
	if f.tag != nil {
		has := false
		for _, tag := range of.tags {
			has = has || f.tag[tag]
		}
		fail(has, failsTag)
	}
	fail(f.Year == 0 || f.Year == int(of.year), failsYear)
	fail(of.rating >= f.MinScore, failsScore)
	fail(f.MaxPrice == 0 || of.price > 0 && of.price <= f.MaxPrice, failsPrice)
	return bits
}
