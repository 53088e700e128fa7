// Queries: what is looked for, cut into words.

package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"candor/events/characters"
)

// Query is a search.
type Query struct {
	Text          string // has a character that isn't white space
	Filters       Filters
	Limit, Offset int
	Expand        func(text string) string // puts what placeholders stand for into a page's texts; nil: they stay
}

// queryWord is a word of a query: what stands between white space, or a number and what belongs to it. Where it has several parts ("wi-fi",
// "16 GB"), a document has it if it has all of them, or the word that they make together.
type queryWord struct {
	parts    []string
	joined   string // "" for a word of one part
	whole    bool   // its parts apart mean nothing, as of "AT&T"
	spelling string // as it is typed, with its accents; "" without any
}

// commonWords say nothing of an item, in English. They are looked for only in queries without others.
var commonWords = wordSet("a an and are as at be but by for from has have how i in is it its my of on or our that the their this to was what when where which who why will with you your")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// parse cuts a query into words: each once, and without the common words of the language unless there are no others.
func (l language) parse(text string) []queryWord {
	all := wordsOf(text)
	if !l.english {
		return all
	}
	var telling []queryWord
	for _, one := range all {
		if one.joined != "" || !commonWords[one.parts[0]] {
			telling = append(telling, one)
		}
	}
	if len(telling) > 0 {
		return telling
	}
	return all
}

// wordsOf cuts a query into all of its words, each once.
func wordsOf(text string) (all []queryWord) {
	known := map[string]bool{}
	text = strings.Join(strings.Fields(text), " ")
	bare := characters.Bare(text)
	found := spans(bare)
	for i := 0; i < len(found); {
		together, end := joined(bare, found, i)
		if end == i+1 {
			together, end = numbered(bare, found, i)
		}
		one := queryWord{parts: wordsIn(bare, found[i:end]), joined: together}
		one.whole = together != "" && strings.Contains(bare[found[i].start:found[end-1].end], "&") &&
			slices.ContainsFunc(one.parts, isLetter)
		i = end
		if name := strings.Join(one.parts, "-"); !known[name] {
			known[name] = true
			all = append(all, one)
		}
	}
	if folded := characters.Fold(text); folded != bare {
		for _, s := range spans(folded) {
			spelling := folded[s.start:s.end]
			part := characters.Bare(spelling)
			for i := range all {
				if part != spelling && len(all[i].parts) == 1 && all[i].parts[0] == part {
					all[i].spelling = spelling
				}
			}
		}
	}
	return all
}

// The least letters of a word for what may be looked for besides itself.
const (
	prefixLetters = 3 // words that begin with it; the last word of a query, which may still be typed, needs one less
	typoLetters   = 4 // words that differ by one typo
	infixLetters  = 3 // words that contain it, where it is a word with other signs; shorter ones are looked for in all texts
	twoTypos      = 8 // suggestions that differ by two typos
	farLetters    = 6 // suggested words that differ by two typos
)

func isLetter(word string) bool { return letters(word) == 1 }

func letters(word string) int { return utf8.RuneCountInString(word) }
