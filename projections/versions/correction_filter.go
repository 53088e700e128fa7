// Filters of the list of corrections, and its facets: what it could be filtered by.

package versions

import (
	"strconv"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// correctionFilter is what a query chooses, in the form of what rows have.
type correctionFilter struct {
	edits       bool            // whether changes without a word of the editor are listed
	code        byte            // of the type; 0: any
	letter      byte            // of the kind; 0: any
	categories  map[byte]string // by the letters of the kinds that have some; nil: any
	author      string          // "": any
	from, until int64           // the year, in Unix milliseconds; both 0: any
	year        int
	place       *time.Location // of the years
}

// The filters that a correction doesn't pass, as bits.
const (
	failsType = 1 << iota
	failsKind
	failsCategory
	failsAuthor
	failsYear
	failsMode
)

// filterOf returns the filter of a query. A zone that this machine doesn't know is UTC, as for readers.
func filterOf(q CorrectionQuery) *correctionFilter {
	f := &correctionFilter{edits: q.Mode == Full, code: correctionTypes[q.Type], year: q.Year,
		author: events.NameKey(q.Author), place: time.UTC}
	if place, err := time.LoadLocation(q.Zone); err == nil {
		f.place = place
	}
	if k := kindOf(q.Kind); k != nil {
		f.letter = k.Letter()
	}
	if q.Category != (CategoryFilter{}) {
		f.categories = map[byte]string{}
		if q.Category.Review != 0 {
			f.categories[events.ReviewKind[0]] = reviewCategory(q.Category.Review)
		}
		if q.Category.Article != "" {
			f.categories[events.ArticleKind[0]] = articleCategoryKey(q.Category.Article)
		}
	}
	if q.Year != 0 {
		f.from = time.Date(q.Year, 1, 1, 0, 0, 0, 0, f.place).UnixMilli()
		f.until = time.Date(q.Year+1, 1, 1, 0, 0, 0, 0, f.place).UnixMilli()
	}
	return f
}

// fails returns which filters a correction doesn't pass.
func (f *correctionFilter) fails(row correctionRow) (bits uint8) {
	fail := func(passes bool, bit uint8) {
		if !passes {
			bits |= bit
		}
	}
	category, author := row.texts()
	fail(f.edits || row[1] != correctionTypes[events.VersionEdited], failsMode)
	fail(f.code == 0 || row[1] == f.code, failsType)
	fail(f.letter == 0 || row[0] == f.letter, failsKind)
	fail(f.categories == nil || len(category) > 0 && string(category) == f.categories[row[0]], failsCategory)
	fail(f.author == "" || string(author) == f.author, failsAuthor)
	fail(f.from == f.until || f.from <= row.millis() && row.millis() < f.until, failsYear)
	return bits
}

// count returns how many corrections pass, and whether that is known without reading them: where they are narrowed by the type alone.
func (f *correctionFilter) count(t *projector.Tx) (n int, known bool) {
	if f.letter != 0 || f.categories != nil || f.author != "" || f.from != f.until {
		return 0, false
	}
	for is, code := range correctionTypes {
		if (f.code == 0 || f.code == code) && (f.edits || is != events.VersionEdited) {
			n += int(t.Bucket(correctionCounts).Counted([]byte{code}))
		}
	}
	return n, true
}

// CorrectionFacets counts what each choice of a filter would leave in the list, with the other filters as they are. Its keys are what
// the model knows: numbers of reviews' categories, and names in the form in which they are compared.
type CorrectionFacets struct {
	Total             int                        `json:"total"`
	Types             map[events.VersionType]int `json:"types"`
	Kinds             map[string]int             `json:"kinds"`
	ReviewCategories  map[int64]int              `json:"reviewCategories"`
	ArticleCategories map[string]int             `json:"articleCategories"`
	Authors           map[string]int             `json:"authors"`
	Years             map[int]int                `json:"years"`
}

// CorrectionFacets returns the facets of the list that q chooses, as the JSON of CorrectionFacets. The caller releases the answer. Errors:
// ErrNotReady, ErrListsFull.
func (r *Reader) CorrectionFacets(q CorrectionQuery) (*answers.Answer, error) {
	m, err := r.Model()
	if err != nil {
		return nil, err
	}
	q.Limit, q.Offset = 0, 0
	return m.corrections.Answer(correctionQuery{CorrectionQuery: q, facets: true}, false, func() (a *answers.Answer, _ []int64, err error) {
		err = r.read(func(t *projector.Tx) error {
			facets := correctionFacets(t, filterOf(q))
			a, err = answers.NewCounted(projector.Encode(facets), facets.Total, time.Time{})
			return err
		})
		return a, nil, err
	})
}

// CorrectionFacetsCached reports whether CorrectionFacets has its answer ready.
func (r *Reader) CorrectionFacetsCached(q CorrectionQuery) bool {
	q.Limit, q.Offset = 0, 0
	m, err := r.Model()
	return err == nil && m.corrections.Has(correctionQuery{CorrectionQuery: q, facets: true})
}

func correctionFacets(t *projector.Tx, f *correctionFilter) *CorrectionFacets {
	n := &CorrectionFacets{Types: map[events.VersionType]int{}, Kinds: map[string]int{}, ReviewCategories: map[int64]int{},
		ArticleCategories: map[string]int{}, Authors: map[string]int{}, Years: map[int]int{}}
	n.choose(f)
	t.Bucket(correctionBucket).ScanBack(nil, func(_, stored []byte) bool {
		row := correctionRow(stored)
		fails := f.fails(row)
		passes := func(but uint8) bool { return fails&^but == 0 }
		if passes(0) {
			n.Total++
		}
		if passes(failsType) {
			n.Types[typeOf(row[1])]++
		}
		if passes(failsKind) {
			n.Kinds[row.kind().Name]++
		}
		if passes(failsYear) {
			n.Years[yearOf(row.millis(), f.place)]++
		}
		category, author := row.texts()
		if passes(failsCategory) && len(category) > 0 {
			n.countCategory(row.kind(), string(category), 1)
		}
		if passes(failsAuthor) && len(author) > 0 {
			n.Authors[string(author)]++
		}
		return true
	})
	return n
}

// choose counts what is chosen as a choice, though no correction may have it.
func (n *CorrectionFacets) choose(f *correctionFilter) {
	for letter, category := range f.categories {
		n.countCategory(ofLetter(letter), category, 0)
	}
	if f.author != "" {
		n.Authors[f.author] = 0
	}
	if f.year != 0 {
		n.Years[f.year] = 0
	}
}

// countCategory counts corrections of items in a category.
func (n *CorrectionFacets) countCategory(k *kind, category string, more int) {
	if k.Name != events.ReviewKind {
		n.ArticleCategories[category] += more
		return
	}
	id, err := strconv.ParseInt(category, 10, 64)
	if err != nil {
		panic(projector.Damage("a correction's category is no number"))
	}
	n.ReviewCategories[id] += more
}
