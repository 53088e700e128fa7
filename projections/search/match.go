// Matching: which documents have a word, and how much that says of them.

package search

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"

	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/projector"
)

// How much a word says of an item by where it is: a word in the title outweighs any number of it in the text.
const (
	titleWeight = 12
	leadWeight  = 5
	namesWeight = 4
	textWeight  = 1

	forRepeats = 0.25 // how much mostRepeats of them add to the weight of a word in the text
	forShort   = 0.25 // how much a title adds that is nothing but the word
)

// And by how it is there. A typo anywhere says less than the word itself in the text.
const (
	spellingWeight = 1.2 // with the accents of the query
	exactWeight    = 1
	stemWeight     = 0.9
	prefixWeight   = 0.6
	infixWeight    = 0.4
	typoWeight     = 0.05
	apartWeight    = 0.8 // of the parts of a word, which may be far apart
)

var fieldWeights = [...]float32{titleField: titleWeight, leadField: leadWeight, namesField: namesWeight,
	aboutField: namesWeight, textField: textWeight}

// scores are by a document's number; 0: it doesn't match.
type scores []float32

// raise makes a document's score at least score.
func (s *scores) raise(number uint64, score float32) {
	if n := int(number) + 1 - len(*s); n > 0 {
		*s = append(*s, make(scores, n)...)
	}
	(*s)[number] = max((*s)[number], score)
}

// lower makes each score at most the other one of the same document.
func (s scores) lower(other scores) {
	for number := range s {
		s[number] = min(s[number], other.at(uint64(number)))
	}
}

func (s scores) at(number uint64) float32 {
	if number < uint64(len(s)) {
		return s[number]
	}
	return 0
}

// numbers is a set of documents by their numbers.
type numbers []bool

func (n numbers) has(number uint64) bool { return number < uint64(len(n)) && n[number] }

// count returns how many documents match.
func (s scores) count() (n int) {
	for _, score := range s {
		if score > 0 {
			n++
		}
	}
	return n
}

// rarity returns how much a word counts among others: more if few of so many documents have it.
func (s scores) rarity(documents int) float32 {
	return float32(math.Log1p(float64(documents) / float64(s.count()+1)))
}

// finder answers one query.
type finder struct {
	ctx context.Context // of the caller
	t   *projector.Tx
	*edition
	query  Query
	filter *filter // nil: none
	words  []queryWord

	typed    []scores // by word: where it is as it is typed, as another form of it, or as the beginning of a word
	near     []scores // by word: the same, and where it is with a typo
	verbatim bool     // a hit has the text of the query without having its words
}

// matchTyped finds the words as they are typed.
func (f *finder) matchTyped() error {
	f.typed = make([]scores, len(f.words))
	for i, word := range f.words {
		last := i == len(f.words)-1
		err := f.each(&f.typed[i], word, func(to *scores, part string) error {
			return f.likeTyped(to, part, last && (word.joined == "" || part == word.joined))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// matchTypos finds the words with a typo, besides those that are found.
func (f *finder) matchTypos() error {
	f.near = make([]scores, len(f.words))
	for i, word := range f.words {
		f.near[i] = slices.Clone(f.typed[i])
		if err := f.each(&f.near[i], word, f.likeTypo); err != nil {
			return err
		}
	}
	return nil
}

// each finds a word with find, which finds one of its parts: where all parts are, or what they make together is.
func (f *finder) each(to *scores, word queryWord, find func(to *scores, part string) error) error {
	if word.joined == "" {
		if word.spelling != "" {
			for in := range wordFields {
				f.term(to, in, spellingMark+word.spelling, spellingWeight)
			}
		}
		return find(to, word.parts[0])
	}
	if err := find(to, word.joined); err != nil || word.whole {
		return err
	}
	var all scores
	for i, part := range word.parts {
		var of scores
		if err := find(&of, part); err != nil {
			return err
		}
		if i == 0 {
			all = of
			continue
		}
		all.lower(of)
	}
	for number, score := range all {
		if score > 0 {
			to.raise(uint64(number), score*apartWeight)
		}
	}
	return nil
}

// likeTyped finds a word, its other forms, and words that begin with it.
func (f *finder) likeTyped(to *scores, word string, last bool) error {
	root := f.root(word)
	for in := range wordFields {
		f.term(to, in, word, exactWeight)
		f.term(to, in, f.mark+root, stemWeight)
	}
	for _, i := range f.vocabulary.forms[root] {
		if other := f.vocabulary.words[i]; other.text != word {
			if err := f.inFields(to, other, stemWeight); err != nil {
				return err
			}
		}
	}
	if hasUnspaced(word) { // what is written without spaces has the word anywhere
		for _, other := range f.vocabulary.matching(word, false, false) {
			if err := f.inFields(to, other, prefixWeight); err != nil {
				return err
			}
		}
		return nil
	}
	least := prefixLetters
	if last {
		least--
	}
	n := letters(word)
	switch {
	case n < least:
		return nil
	case n <= mostBeginning:
		f.beginning(to, word, prefixWeight)
		return nil
	}
	for _, longer := range f.vocabulary.beginning(word) {
		if longer.text == word {
			continue
		}
		if err := f.inFields(to, longer, prefixWeight); err != nil {
			return err
		}
	}
	return nil
}

// hasUnspaced reports whether a word has a character of a script that is written without spaces.
func hasUnspaced(word string) bool { return strings.ContainsFunc(word, characters.IsUnspaced) }

// beginning finds the words that begin with a short text and go on.
func (f *finder) beginning(to *scores, text string, weight float32) {
	for in := range wordFields {
		weight := weight * fieldWeights[in]
		f.visit(in.beginnings(), text, func(p posting) {
			score := weight
			if in == titleField {
				score *= 1 + forShort*f.facts.documents[p.number].beginning
			}
			to.raise(p.number, score)
		})
	}
}

// likeTypo finds words that differ from a word by one typo. Another number is no typo.
func (f *finder) likeTypo(to *scores, word string) (err error) {
	if letters(word) < typoLetters || isNumber(word) {
		return nil
	}
	f.vocabulary.near(word, 1, func(other indexedWord, typos int) {
		if err == nil && typos == 1 {
			err = f.inFields(to, other, typoWeight)
		}
	})
	return err
}

// inFields finds a word of the vocabulary in the fields that have it.
func (f *finder) inFields(to *scores, word indexedWord, weight float32) error {
	for in := range wordFields {
		if word.fields&(1<<in) != 0 {
			f.term(to, in, word.text, weight)
		}
	}
	return f.ctx.Err()
}

// term finds a term in a field.
func (f *finder) term(to *scores, in field, term string, weight float32) {
	weight *= fieldWeights[in]
	f.visit(in, term, func(p posting) {
		score := weight
		switch in {
		case titleField:
			score *= 1 + forShort*f.facts.documents[p.number].words
		case textField:
			score *= 1 + forRepeats*float32(p.repeats-1)/(mostRepeats-1)
		}
		to.raise(p.number, score)
	})
}

// visit visits the documents that have a term in a field.
func (f *finder) visit(in field, term string, visit func(posting)) {
	visitPostings(f.t, uint64(len(f.facts.documents)), in, term, visit)
}

// count returns how many documents have a term in a field.
func (f *finder) count(in field, term string) (n int) {
	f.visit(in, term, func(posting) { n++ })
	return n
}

const wordsAtOnce = 128 // that are looked for before it is asked whether to go on

// substring finds the documents besides known ones that have a folded text in their title, text or author, wherever in their words it
// begins and ends.
func (f *finder) substring(text string, known numbers) (scores, error) {
	words := spans(text)
	if len(words) == 0 || letters(text) < infixLetters && words[0] != (span{0, len(text)}) {
		return f.scan(text, known)
	}
	// Who has the first word as it is and the last one, or a longer one that begins with it, is found by words.
	last := words[len(words)-1]
	inside := len(words) > 1 && letters(text[last.start:last.end]) >= prefixLetters
	if inside && words[0].start > 0 {
		return nil, nil
	}
	var all scores
	for i, s := range words {
		begins, ends := i > 0 || s.start > 0, i < len(words)-1 || s.end < len(text)
		var of scores
		part := text[s.start:s.end]
		matching := f.vocabulary.matching(part, begins, ends)
		if n := letters(part); begins && !ends && leastBeginning <= n && n <= mostBeginning {
			f.beginning(&of, part, infixWeight)
			matching = f.vocabulary.matching(part, begins, true)
		}
		matching = slices.DeleteFunc(slices.Clone(matching), func(word indexedWord) bool { // what is found as it is typed
			if inside && i == 0 {
				return word.text == part
			}
			return len(words) == 1 && !begins && !ends && !isLetter(text) && strings.HasPrefix(word.text, text)
		})
		if err := f.havingAny(&of, matching); err != nil {
			return nil, err
		}
		if i == 0 {
			if all = of; all == nil {
				return nil, nil
			}
			continue
		}
		all.lower(of)
	}
	for number := range all {
		if all[number] == 0 {
			continue
		}
		if known.has(uint64(number)) || len(words) > 1 && !f.hasText(uint64(number), text) { // one word says it all
			all[number] = 0
		}
	}
	return all, nil
}

// havingAny finds the documents that have any of the words, field by field. Once all documents are found the text, which weighs least,
// needn't be looked through any further: it takes long for words that have a letter or two.
func (f *finder) havingAny(to *scores, words []indexedWord) error {
	for in := range wordFields {
		for i, word := range words {
			if word.fields&(1<<in) != 0 {
				f.term(to, in, word.text, infixWeight)
			}
			if i%wordsAtOnce == wordsAtOnce-1 && (f.ctx.Err() != nil || in == textField && to.count() == f.facts.count) {
				break
			}
		}
	}
	return f.ctx.Err()
}

// hasText reports whether a document has a folded text.
func (f *finder) hasText(number uint64, text string) bool {
	return f.t.Bucket("text").Contains(projector.Number(number), []byte(text))
}

// scan looks for a text in all documents besides known ones.
func (f *finder) scan(text string, known numbers) (all scores, err error) {
	defer answers.BeginSearch()()
	f.t.Bucket("text").Scan(nil, nil, func(key, stored []byte) bool {
		if number := projector.ParseNumber(key); !known.has(number) && bytes.Contains(stored, []byte(text)) {
			all.raise(number, textWeight*infixWeight)
		}
		err = f.ctx.Err()
		return err == nil
	})
	return all, err
}

// nearestWord returns the word that differs least from one, among those the one that most documents have; "" if none is near.
func (f *finder) nearestWord(word string) string {
	n := letters(word)
	if n < typoLetters {
		return ""
	}
	nearest := f.nearestWithin(word, 1)
	if nearest == "" && n >= farLetters {
		return f.nearestWithin(word, 2) // looks at far more words
	}
	return nearest
}

// nearestWithin is nearestWord for up to most typos.
func (f *finder) nearestWithin(word string, most int) (nearest string) {
	best, count := most+1, 0
	f.vocabulary.near(word, most, func(other indexedWord, typos int) {
		if letters(other.text) < prefixLetters || typos > best {
			return
		}
		has := 0
		for in := range wordFields {
			has += f.count(in, other.text)
		}
		if typos < best || has > count || has == count && other.text < nearest {
			best, count, nearest = typos, has, other.text
		}
	})
	return nearest
}
