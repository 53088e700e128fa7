// Filtered and sorted lists: they read the facts of all published items.

package content

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"candor/events"
	"candor/projections/projector"
)

// filter is what a list's query chooses, with the numbers of its names. 0 is any.
type filter struct {
	featured           byte
	category           uint64
	brand, tag, author uint64
	year               int
	minScore, maxPrice float64
	search             []byte // nil: none
}

// unknown is the number of a category or a name that no item has: numbers of names are odd, and those of categories smaller.
const unknown = math.MaxUint64 - 1

// The filters that an item doesn't pass, as bits.
const (
	failsCategory = 1 << iota
	failsBrand
	failsTag
	failsAuthor
	failsYear
	failsScore
	failsPrice
	failsOther // what is no choice beside others
)

// numberOf returns the number of the name that a text in normal form leads to, 0 for no text.
func numberOf(t *projector.Tx, of NameKind, text string) uint64 {
	if text == "" {
		return 0
	}
	if key := nameAt(t, of, text); key != nil {
		return binary.BigEndian.Uint64(key[1:])
	}
	return unknown
}

// nameAt returns the key of the name that a text in normal form leads to: its slug, the name itself, or what has the same NameSlug; nil where
// there is none.
func nameAt(t *projector.Tx, of NameKind, text string) []byte {
	slugs := t.Bucket("name-slug")
	if number := slugs.Get(slugKey(of, text)); number != nil {
		return append([]byte{byte(of)}, number...)
	}
	if key := nameNumber(of, groupOf(text)); t.Bucket("name").Get(key) != nil {
		return key
	}
	if number := slugs.Get(slugKey(of, events.NameSlug(text))); number != nil {
		return append([]byte{byte(of)}, number...)
	}
	return nil
}

// fails returns which filters an item doesn't pass, besides the search.
func (f *filter) fails(row factRow) (bits uint8) {
	fail := func(passes bool, bit uint8) {
		if !passes {
			bits |= bit
		}
	}
	fail(f.featured == featuredAny || (f.featured == featuredYes) == row.featured(), failsOther)
	fail(f.category == 0 || row.category() == f.category, failsCategory)
	fail(f.brand == 0 || row.has(Brands, f.brand), failsBrand)
	fail(f.tag == 0 || row.has(Tags, f.tag), failsTag)
	fail(f.author == 0 || row.has(Authors, f.author), failsAuthor)
	fail(f.year == 0 || row.year() == f.year, failsYear)
	fail(row.rating() >= f.minScore, failsScore)
	fail(f.maxPrice == 0 || row.price() > 0 && row.price() <= f.maxPrice, failsPrice)
	return bits
}

// visit visits the facts of the items of a kind that the search finds, newest first, with the filters that they don't pass.
func (f *filter) visit(t *projector.Tx, kind string, visit func(id int64, row factRow, fails uint8)) {
	texts := t.Bucket(kind + "-text")
	scanFacts(t, kind, func(id int64, row factRow) bool {
		if fails := f.fails(row); fails&failsOther == 0 && (len(f.search) == 0 || bytes.Contains(texts.Get(projector.Number(id)), f.search)) {
			visit(id, row, fails)
		}
		return true
	})
}

// chosenItem is an item of a list that isn't sorted yet.
type chosenItem struct {
	id            int64
	rating, price float64
}

// chosen returns the items that the filter chooses, sorted.
func (f *filter) chosen(t *projector.Tx, kind string, order Sort) (all []chosenItem) {
	f.visit(t, kind, func(id int64, row factRow, fails uint8) {
		if fails == 0 {
			all = append(all, chosenItem{id, row.rating(), row.price()})
		}
	})
	switch order {
	case HighestScore:
		slices.SortStableFunc(all, func(a, b chosenItem) int { return cmp.Compare(b.rating, a.rating) })
	case LowestPrice:
		slices.SortStableFunc(all, func(a, b chosenItem) int {
			return cmp.Or(compareBool(a.price == 0, b.price == 0), cmp.Compare(a.price, b.price))
		})
	}
	return all
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
