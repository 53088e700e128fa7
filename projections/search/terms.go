// Terms: what is in the index, read from it.

package search

import (
	"context"
	"maps"
	"slices"
	"sort"
	"strings"

	bleve "github.com/blevesearch/bleve_index_api"
)

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// visitTerms visits the terms of a field that are at or after from, in order.
func visitTerms(r bleve.IndexReader, field, from string, visit func(term string) error) error {
	all, err := r.FieldDictRange(field, []byte(from), nil)
	if err != nil {
		return err
	}
	defer all.Close()
	for {
		entry, err := all.Next()
		if err != nil || entry == nil {
			return err
		}
		if err := visit(entry.Term); err != nil {
			return err
		}
	}
}

// visitPostings visits the documents that have a term in a field by their numbers. With counted it says how often they have it, and how short the
// field is.
func visitPostings(r bleve.IndexReader, field, term string, counted bool, visit func(number, freq uint64, norm float64)) error {
	found, err := r.TermFieldReader(context.Background(), []byte(term), field, counted, counted, false)
	if err != nil {
		return err
	}
	defer found.Close()
	var one bleve.TermFieldDoc
	for {
		next, err := found.Next(one.Reset())
		if err != nil || next == nil {
			return err
		}
		visit(next.ID.Value(), next.Freq, next.Norm)
	}
}

// countPostings returns how many documents have a term in a field.
func countPostings(r bleve.IndexReader, field, term string) (uint64, error) {
	found, err := r.TermFieldReader(context.Background(), []byte(term), field, false, false, false)
	if err != nil {
		return 0, err
	}
	defer found.Close()
	return found.Count(), nil
}

// vocabulary has the words of an index, without stems.
type vocabulary struct {
	words []indexedWord // each once, in order
	text  string        // "\x00word\x00word\x00"
	sized [][]int32     // where in words those are that have so many letters
}

// indexedWord is a word of the index.
type indexedWord struct {
	text    string
	letters letterSet
	fields  uint8 // that have it: the bit 1<<i stands for wordFields[i]
}

// readVocabulary reads the words of an index.
func readVocabulary(r bleve.IndexReader) (*vocabulary, error) {
	var fields [len(wordFields)][]string // in order
	for i, field := range wordFields {
		err := visitTerms(r, field, "\x02", func(term string) error {
			fields[i] = append(fields[i], term)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return newVocabulary(fields), nil
}

// newVocabulary merges the words of fields, which are in order.
func newVocabulary(fields [len(wordFields)][]string) *vocabulary {
	v := &vocabulary{}
	text := []byte{0}
	for {
		next := ""
		for _, words := range fields {
			if len(words) > 0 && (next == "" || words[0] < next) {
				next = words[0]
			}
		}
		if next == "" {
			break
		}
		word := indexedWord{text: next, letters: lettersOf(next)}
		for i, words := range fields {
			if len(words) > 0 && words[0] == next {
				word.fields |= 1 << i
				fields[i] = words[1:]
			}
		}
		n := letters(next)
		for len(v.sized) <= n {
			v.sized = append(v.sized, nil)
		}
		v.sized[n] = append(v.sized[n], int32(len(v.words)))
		v.words = append(v.words, word)
		text = append(append(text, next...), 0)
	}
	v.text = string(text)
	return v
}

// search returns where a text is, or would be, among the words.
func (v *vocabulary) search(text string) int {
	at, _ := slices.BinarySearchFunc(v.words, text, func(word indexedWord, text string) int { return strings.Compare(word.text, text) })
	return at
}

// beginning returns the words that begin with a text.
func (v *vocabulary) beginning(text string) []indexedWord {
	from := v.search(text)
	n := sort.Search(len(v.words)-from, func(i int) bool { return !strings.HasPrefix(v.words[from+i].text, text) })
	return v.words[from : from+n]
}

// matching returns the words that begin with, end with or contain a text, as begins and ends say.
func (v *vocabulary) matching(text string, begins, ends bool) (found []indexedWord) {
	if begins && !ends {
		return v.beginning(text)
	}
	sought := text
	if begins {
		sought = "\x00" + sought
	}
	if ends {
		sought += "\x00"
	}
	for at := 0; ; {
		i := strings.Index(v.text[at:], sought)
		if i < 0 {
			return found
		}
		i += at
		if begins {
			i++
		}
		start := strings.LastIndexByte(v.text[:i], 0) + 1
		end := i + strings.IndexByte(v.text[i:], 0)
		found = append(found, v.words[v.search(v.text[start:end])])
		at = end
	}
}

// near visits the words that differ from one by up to so many typos, by none, too.
func (v *vocabulary) near(word string, most int, visit func(other indexedWord, typos int)) {
	n, set := letters(word), lettersOf(word)
	for size := max(n-most, 0); size <= n+most && size < len(v.sized); size++ {
		for _, i := range v.sized[size] {
			other := v.words[i]
			if set.differences(other.letters) > 2*most { // one typo takes at most one letter out and puts one in
				continue
			}
			if n := typos(word, other.text, most); n <= most {
				visit(other, n)
			}
		}
	}
}
