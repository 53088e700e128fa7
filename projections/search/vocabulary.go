// The vocabulary: all words that documents have, in memory.

package search

import (
	"slices"
	"sort"
	"strings"

	"candor/projections/projector"
)

// vocabulary has the words of the documents.
type vocabulary struct {
	words []indexedWord      // each once, in order
	text  string             // "\x00word\x00word\x00"
	sized [][]int32          // where in words those are that have so many letters
	forms map[string][]int32 // where in words those are that have a stem
}

// indexedWord is a word of the vocabulary.
type indexedWord struct {
	text    string
	letters letterSet
	fields  uint8 // that have it, a bit each: 1<<textField
}

// readVocabulary reads all words, with their forms in a language.
func readVocabulary(t *projector.Tx, l language) *vocabulary {
	v := &vocabulary{forms: map[string][]int32{}}
	text := []byte{0}
	t.Bucket("word").Scan(nil, nil, func(key, stored []byte) bool {
		if len(stored) == 0 {
			panic(projector.Damage("a word is in no field"))
		}
		word := indexedWord{text: string(key), letters: lettersOf(string(key)), fields: stored[0]}
		root := string(stored[1:])
		if !l.english {
			root = word.text
		}
		v.forms[root] = append(v.forms[root], int32(len(v.words)))
		n := letters(word.text)
		for len(v.sized) <= n {
			v.sized = append(v.sized, nil)
		}
		v.sized[n] = append(v.sized[n], int32(len(v.words)))
		v.words = append(v.words, word)
		text = append(append(text, key...), 0)
		return true
	})
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

// nearBeginnings visits the words that begin like one, with up to so many typos.
func (v *vocabulary) nearBeginnings(word string, most int, visit func(other indexedWord)) {
	n, set := letters(word), lettersOf(word)
	for size := max(n-most, 1); size < len(v.sized); size++ {
		for _, i := range v.sized[size] {
			other := v.words[i]
			if set.missing(other.letters) > most || beginningTypos(word, other.text, most) > most {
				continue
			}
			visit(other)
		}
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
