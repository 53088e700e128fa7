// Suggestions: names that begin as a query does, while it is typed.

package search

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"candor/events"
	"candor/internal/characters"
	"candor/projections/projector"
)

// Suggestion is a name and the path of its page, as the API answers it.
type Suggestion struct {
	Type  string `json:"type"` // "product", "brand", "category", "article", "tag" or "author"
	Label string `json:"label"`
	URL   string `json:"url"` // "" of a brand, tag or author: the content model knows the slug
}

const (
	mostSuggestions = 8
	mostOfType      = 3 // while others match, too
)

// suggestionTypes are the types in the order in which they are suggested.
var suggestionTypes = []struct {
	name   string
	letter byte // of the names; 0: categories
	page   bool // the names are those of items, whose pages are suggested
}{
	{"product", productName, true}, {"brand", brandName, false}, {"category", 0, false}, {"article", articleName, true}, {"tag", tagName,
		false}, {"author", authorName, false},
}

// candidate is a name that matches.
type candidate struct {
	Suggestion
	kind   int    // index of its type
	folded string // events.NameKey of the label, or its beginning
	rank   int    // 0: it is the query, 1: it begins with it, 2: its words do
	count  int    // of items that have it
}

// Suggest returns up to 8 names whose words begin with those of text, which has a character that isn't white space. Its error is
// ErrNotReady.
func (r *Reader) Suggest(text string) ([]Suggestion, error) {
	sought := characters.Bare(strings.Join(strings.Fields(text), " "))
	all := []candidate{}
	err := r.ReadCurrent(func(_ *search, t *projector.Tx) error {
		for kind, of := range suggestionTypes {
			if of.letter == 0 {
				all = append(all, categoryCandidates(t, kind, sought)...)
				continue
			}
			all = append(all, nameCandidates(t, kind, sought)...)
		}
		return nil
	})
	all = choose(all)
	suggestions := make([]Suggestion, len(all))
	for i, one := range all {
		suggestions[i] = one.Suggestion
	}
	return suggestions, err
}

// choose returns the best: few of each type first, and then what there is.
func choose(all []candidate) []candidate {
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.kind, b.kind), cmp.Compare(b.count, a.count), cmp.Compare(a.folded, b.folded))
	})
	var chosen, others []candidate
	of := map[int]int{}
	for _, one := range all {
		if of[one.kind]++; of[one.kind] <= mostOfType {
			chosen = append(chosen, one)
		} else {
			others = append(others, one)
		}
	}
	chosen = append(chosen, others...)
	return chosen[:min(len(chosen), mostSuggestions)]
}

// rankOf returns how a folded name matches a folded query, 3 if it doesn't: what stands between its spaces must begin at a word of the
// name.
func rankOf(name, sought string) int {
	switch {
	case name == sought:
		return 0
	case strings.HasPrefix(name, sought):
		return 1
	}
	names := spans(name)
	for word := range strings.FieldsSeq(sought) {
		if !slices.ContainsFunc(names, func(n span) bool { return strings.HasPrefix(name[n.start:], word) }) {
			return 3
		}
	}
	return 2
}

func categoryCandidates(t *projector.Tx, kind int, sought string) (all []candidate) {
	visitCategories(t, func(c category) {
		folded := events.NameKey(c.Name)
		if rank := rankOf(characters.Bare(folded), sought); rank < 3 {
			all = append(all, candidate{Suggestion: Suggestion{suggestionTypes[kind].name, c.Name, "/category/" + c.Slug}, kind: kind,
				folded: folded, rank: rank})
		}
	})
	return all
}

// nameCandidates returns the names of a type that match. The label is the most frequent spelling, or of several the newest item's; the path
// of a product or an article is the newest item's.
func nameCandidates(t *projector.Tx, kind int, sought string) (all []candidate) {
	var now *candidate
	var last []byte // the folded name of the row before
	var newest uint64
	spellings := map[string]*spelling{}
	end := func() {
		if now == nil {
			return
		}
		now.Label = mostFrequent(spellings)
		all = append(all, *now)
		now = nil
	}
	visitNames(t, suggestionTypes[kind].letter, func(n storedName) {
		if !n.sameName(last) {
			end()
			last = bytes.Clone(n.folded)
			if rank := rankOf(characters.Bare(string(last)), sought); rank < 3 {
				now = &candidate{Suggestion: Suggestion{Type: suggestionTypes[kind].name}, kind: kind, folded: string(last), rank: rank}
				newest = 0
				clear(spellings)
			}
		}
		if now == nil {
			return
		}
		now.count++
		count(spellings, n.name, int64(n.released))
		if suggestionTypes[kind].page && n.released >= newest {
			newest = n.released
			now.URL = pathOf(n.item)
		}
	})
	end()
	return all
}

func mostFrequent(spellings map[string]*spelling) string {
	var best *spelling
	for _, one := range spellings {
		if best == nil || one.before(best) {
			best = one
		}
	}
	return best.name
}

// pathOf returns the path of the page of an item that has a number in it.
func pathOf(item []byte) string {
	i := slices.IndexFunc(events.Kinds, func(k events.Kind) bool { return k.Letter() == item[0] })
	return events.Kinds[i].Address(int64(binary.BigEndian.Uint64(item[1:])), "")
}
