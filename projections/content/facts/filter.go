// Filtered and sorted lists: they read the facts of all published items.

package facts

import (
	"bytes"

	"candor/projections/content/names"
	"candor/projections/projector"
)

// Filter is what a list's query chooses, with the numbers of its names. 0 is any.
type Filter struct {
	Featured           *bool // nil: any
	Category           uint64
	Brand, Tag, Author uint64
	Year               int
	MinScore, MaxPrice float64
	Search             []byte // nil: none
}

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

// fails returns which filters an item doesn't pass, besides the search.
func (f *Filter) fails(row Row) (bits uint8) {
	fail := func(passes bool, bit uint8) {
		if !passes {
			bits |= bit
		}
	}
	fail(f.Featured == nil || *f.Featured == row.featured(), failsOther)
	fail(f.Category == 0 || row.Category() == f.Category, failsCategory)
	fail(f.Brand == 0 || row.Has(names.Brands, f.Brand), failsBrand)
	fail(f.Tag == 0 || row.Has(names.Tags, f.Tag), failsTag)
	fail(f.Author == 0 || row.Has(names.Authors, f.Author), failsAuthor)
	fail(f.Year == 0 || row.year() == f.Year, failsYear)
	fail(row.rating() >= f.MinScore, failsScore)
	fail(f.MaxPrice == 0 || row.price() > 0 && row.price() <= f.MaxPrice, failsPrice)
	return bits
}

// visit visits the facts of the items of a kind that the search finds, newest first, with the filters that they don't pass.
func (f *Filter) visit(t *projector.Tx, kind string, visit func(id int64, row Row, fails uint8)) {
	texts := t.Bucket(kind + "-text")
	Scan(t, kind, func(id int64, row Row) bool {
		fails := f.fails(row)
		if fails&failsOther == 0 && (len(f.Search) == 0 || bytes.Contains(texts.Get(projector.Number(id)), f.Search)) {
			visit(id, row, fails)
		}
		return true
	})
}

// Chosen is an item of a list that isn't sorted yet.
type Chosen struct {
	ID            int64
	Rating, Price float64
}

// Chosen returns the items of a kind that the filter chooses, newest first.
func (f *Filter) Chosen(t *projector.Tx, kind string) (all []Chosen) {
	f.visit(t, kind, func(id int64, row Row, fails uint8) {
		if fails == 0 {
			all = append(all, Chosen{id, row.rating(), row.price()})
		}
	})
	return all
}
