// How names are sorted.

package formats

import (
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Sorter sorts names as a language does. It is not safe for concurrent use.
type Sorter struct{ collator *collate.Collator }

// NewSorter returns the sorter of a language tag.
func NewSorter(tag string) *Sorter { return &Sorter{collate.New(language.Make(tag))} }

// partEnd separates the parts of a name, which are sorted one after the other.
const partEnd = "\x00"

// Key returns a text that is less than another name's key if the name comes first.
func (s *Sorter) Key(name string) string {
	var key strings.Builder
	var buffer collate.Buffer
	for part := range strings.SplitSeq(name, partEnd) {
		key.Write(s.collator.KeyFromString(&buffer, part))
		key.WriteString(partEnd)
	}
	return key.String()
}

// Sort sorts by names, and where the language doesn't distinguish those, with next.
func Sort[T any](s *Sorter, all []T, name func(T) string, next func(a, b T) int) {
	type keyed struct {
		key string
		one T
	}
	rows := make([]keyed, len(all))
	for i, one := range all {
		rows[i] = keyed{s.Key(name(one)), one}
	}
	slices.SortFunc(rows, func(a, b keyed) int {
		if order := strings.Compare(a.key, b.key); order != 0 {
			return order
		}
		return next(a.one, b.one)
	})
	for i, row := range rows {
		all[i] = row.one
	}
}
