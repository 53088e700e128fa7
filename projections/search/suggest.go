// Suggestions: items and names that have the words of a query, while it is typed.

package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"candor/events"
	"candor/events/characters"
	"candor/projections/projector"
)

// Suggestion is an item or a name and the path of its page, as the API answers it.
type Suggestion struct {
	Type  string `json:"type"` // "product", "brand", "category", "review", "article", "page", "tag" or "author"
	Label string `json:"label"`
	URL   string `json:"url"` // "" of a brand, tag or author: the content model knows the slug
}

const (
	mostSuggestions = 8
	mostOfType      = 3 // while others match, too
)

// suggestionTypes are the types in the order in which they are suggested. A review is suggested as its product where that has the words.
var suggestionTypes = []string{
	productType, brandType, "category", events.ReviewKind, events.ArticleKind, events.PageKind, tagType, authorType,
}

// rank is how a text matches a query: by its worst word.
type rank int

const (
	sameText  rank = iota // it is the query
	exactWord             // it has the words, or other forms of them
	prefixWord
	typoWord
	noMatch
)

// candidate is a name or an item that may be suggested.
type candidate struct {
	Suggestion
	rank     rank
	count    int    // of items that have the name; 0 of an item
	released int64  // of an item: when it was first published
	folded   string // the label, as names are compared
}

// suggester answers one query.
type suggester struct {
	*finder
	sought string   // the query, bare
	fields []string // of sought, between its spaces
	typos  bool     // words match with typos
}

// Suggest returns up to 8 items and names that have the words of text, which has a character that isn't white space: as they are typed, or
// as the beginnings of words; and only where nothing has, with a typo or, of long words, two. Errors: ErrNotReady, ctx's.
func (r *Reader) Suggest(ctx context.Context, text string) ([]Suggestion, error) {
	var all []candidate
	err := r.ReadCurrent(func(m *search, t *projector.Tx) error {
		now := m.editions.of(t)
		text = strings.Join(strings.Fields(text), " ")
		s := &suggester{finder: &finder{ctx: ctx, t: t, edition: now, words: wordsOf(text)}, sought: characters.Bare(text)}
		s.fields = strings.Fields(s.sought)
		if all = s.find(); len(all) == 0 {
			s.words = now.parse(text) // without common words
			all = s.find()
		}
		if len(all) == 0 {
			s.typos = true
			all = s.find()
		}
		return ctx.Err()
	})
	suggestions := make([]Suggestion, len(all))
	for i, one := range all {
		suggestions[i] = one.Suggestion
	}
	return suggestions, err
}

func (s *suggester) find() []candidate { return choose(append(s.names(), s.items()...)) }

// choose returns the best: few of each type first, and then what there is.
func choose(all []candidate) []candidate {
	kind := func(c candidate) int { return slices.Index(suggestionTypes, c.Type) }
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(kind(a), kind(b)), cmp.Compare(b.released, a.released),
			cmp.Compare(b.count, a.count), cmp.Compare(a.folded, b.folded))
	})
	var chosen, others []candidate
	of := map[string]int{}
	for _, one := range all {
		if of[one.Type]++; of[one.Type] <= mostOfType {
			chosen = append(chosen, one)
		} else {
			others = append(others, one)
		}
	}
	chosen = append(chosen, others...)
	return chosen[:min(len(chosen), mostSuggestions)]
}

// names returns the names that match.
func (s *suggester) names() (all []candidate) {
	add := func(of, url string, name *knownName) {
		if found := s.rankOf(name); found < noMatch {
			all = append(all, candidate{Suggestion: Suggestion{of, name.label, url}, rank: found, count: name.count, folded: name.key})
		}
	}
	for of, names := range s.known() {
		for i := range names {
			if i%1024 == 0 && s.ctx.Err() != nil {
				return nil
			}
			add(of, "", &names[i])
		}
	}
	visitCategories(s.t, func(c category) {
		name := newKnownName(events.NameKey(c.Name), c.Name, 0)
		add("category", "/category/"+c.Slug, &name)
	})
	return all
}

// rankOf returns how a name matches: what stands between the query's spaces must begin at a word of the name, or be near one.
func (s *suggester) rankOf(name *knownName) rank {
	worst := exactWord
	switch rest, begins := strings.CutPrefix(name.bare, s.sought); {
	case rest == "" && begins:
		return sameText
	case begins && rest[0] == ' ':
		return exactWord
	case begins:
		return prefixWord
	}
	for _, field := range s.fields {
		best := noMatch
		for _, n := range name.spans {
			best = min(best, s.wordRank(field, name.bare[n.start:], name.bare[n.start:n.end]))
		}
		worst = max(worst, best)
	}
	return worst
}

// wordRank returns how a word matches what a text begins with, whose first word is first.
func (s *suggester) wordRank(word, text, first string) rank {
	rest, begins := strings.CutPrefix(text, word)
	switch {
	case begins && (rest == "" || rest[0] == ' ' || word == first):
		return exactWord
	case begins:
		return prefixWord
	}
	if most := typosIn(word); s.typos && most > 0 && beginningTypos(word, first, most) <= most {
		return typoWord
	}
	return noMatch
}

// typosIn returns how many typos a typed word may have. A number, or the name of a model, has none: it is another one.
func typosIn(word string) int {
	switch n := letters(word); {
	case n < typoLetters || hasDigit(word):
		return 0
	case n < twoTypos:
		return 1
	}
	return 2
}
