// Terms: what is in the index, read from it.

package search

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

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

// vocabulary has the words of an edition of the index, without stems.
type vocabulary struct {
	edition uint64
	words   map[string]string // by field: "\x00word\x00word\x00"
}

// vocabularyCache holds the latest vocabulary.
type vocabularyCache struct {
	mu     sync.Mutex
	latest *vocabulary
}

// of returns the words of an index, whose edition is at least the given one.
func (c *vocabularyCache) of(r bleve.IndexReader, edition uint64) (*vocabulary, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.latest != nil && c.latest.edition == edition {
		return c.latest, nil
	}
	v := &vocabulary{edition: edition, words: map[string]string{}}
	for _, field := range wordFields {
		words := []byte{0}
		err := visitTerms(r, field, "\x02", func(term string) error {
			words = append(append(words, term...), 0)
			return nil
		})
		if err != nil {
			return nil, err
		}
		v.words[field] = string(words)
	}
	c.latest = v
	return v, nil
}

// matching returns the words of a field that begin with, end with or contain a text, as begins and ends say.
func (v *vocabulary) matching(field, text string, begins, ends bool) (found []string) {
	words, sought := v.words[field], text
	if begins {
		sought = "\x00" + sought
	}
	if ends {
		sought += "\x00"
	}
	for at := 0; ; {
		i := strings.Index(words[at:], sought)
		if i < 0 {
			return found
		}
		i += at
		if begins {
			i++
		}
		start := strings.LastIndexByte(words[:i], 0) + 1
		end := i + strings.IndexByte(words[i:], 0)
		found = append(found, words[start:end])
		at = end
	}
}

// visit visits the words of a field.
func (v *vocabulary) visit(field string, visit func(word string)) {
	for rest := v.words[field][1:]; rest != ""; {
		var word string
		word, rest, _ = strings.Cut(rest, "\x00")
		visit(word)
	}
}
