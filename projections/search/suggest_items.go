// The items that are suggested: those that have each word of a query in their title, product, brand or tags.

package search

import (
	"strings"

	"candor/events"
	"candor/events/characters"
)

// mostLooked is how many of the best items are looked at for suggestions: several may be of one product.
const mostLooked = 24

// Scores of an item for a word, by rank.
var rankScores = [...]float32{exactWord: 3, prefixWord: 2, typoWord: 1}

// items returns the best items that match.
func (s *suggester) items() (all []candidate) {
	var best scores
	for i, word := range s.words {
		of := s.having(word)
		if i > 0 {
			best.lower(of)
		} else {
			best = of
		}
	}
	var hits []found
	for number, score := range best {
		if score > 0 {
			hits = s.add(hits, uint64(number), score)
		}
	}
	known := map[string]bool{}
	for _, hit := range ranked(hits, mostLooked) {
		one := s.itemCandidate(readDocument(s.t, hit.number))
		for one.rank = exactWord; rankScores[one.rank] > hit.score; {
			one.rank++
		}
		if one.sameLabel(s.sought) {
			one.rank = sameText
		}
		if name := one.Type + one.folded; one.Type != productType || !known[name] { // a product is suggested with its newest review
			known[name] = true
			all = append(all, one)
		}
	}
	return all
}

func (c *candidate) sameLabel(sought string) bool { return characters.Bare(c.folded) == sought }

// itemCandidate returns what an item is suggested as: a review as its product, if that has all words, else by its title.
func (s *suggester) itemCandidate(d *document) candidate {
	of, label := d.Kind, d.Title
	if d.Kind == events.ReviewKind {
		name := newKnownName("", d.productLabel(), 0)
		if s.rankOf(&name) < noMatch || strings.Contains(together(name.bare), together(s.sought)) && len(s.words) > 0 {
			of, label = productType, name.label
		}
	}
	return candidate{Suggestion: Suggestion{of, label, d.URL}, released: d.Released.UnixNano(), folded: events.NameKey(label)}
}

// together returns the words of a text written together, as some write "RX 7800" and "wi-fi".
func together(text string) string { return strings.Join(wordsIn(text, spans(text)), "") }

// productLabel returns what a product is called with its brand, which is left out where the product's name begins with it.
func (d *document) productLabel() string {
	if strings.HasPrefix(events.NameKey(d.Product), events.NameKey(d.Brand)) {
		return d.Product
	}
	return d.Brand + " " + d.Product
}

// having returns the items that have a word of the query: all its parts, or what they make together.
func (s *suggester) having(word queryWord) (all scores) {
	if word.joined == "" {
		s.match(&all, word.parts[0])
		return all
	}
	for i, part := range word.parts {
		if word.whole {
			break
		}
		var of scores
		s.match(&of, part)
		if i > 0 {
			all.lower(of)
		} else {
			all = of
		}
	}
	s.match(&all, word.joined)
	return all
}

// match finds a word in titles and names: itself and its other forms, what begins with it, and what is near it.
func (s *suggester) match(to *scores, word string) {
	root := s.root(word)
	s.posted(to, word, exactWord)
	s.posted(to, s.mark+root, exactWord)
	for _, i := range s.vocabulary.forms[root] {
		s.inVocabulary(to, s.vocabulary.words[i], exactWord)
	}
	switch n := letters(word); {
	case hasUnspaced(word):
		for _, other := range s.vocabulary.matching(word, false, false) {
			s.inVocabulary(to, other, prefixWord)
		}
	case n <= mostBeginning:
		for in := range wordFields {
			if in.suggested() {
				s.visit(in.beginnings(), word, func(p posting) { to.raise(p.number, rankScores[prefixWord]) })
			}
		}
	default:
		for _, longer := range s.vocabulary.beginning(word) {
			s.inVocabulary(to, longer, prefixWord)
		}
	}
	if most := typosIn(word); s.typos && most > 0 {
		s.vocabulary.nearBeginnings(word, most, func(other indexedWord) {
			for _, i := range s.vocabulary.forms[s.root(other.text)] { // itself, too: "batery" finds "batteries"
				s.inVocabulary(to, s.vocabulary.words[i], typoWord)
			}
		})
	}
}

// inVocabulary finds a word of the vocabulary in titles and names.
func (s *suggester) inVocabulary(to *scores, word indexedWord, as rank) {
	for in := range wordFields {
		if in.suggested() && word.fields&(1<<in) != 0 && s.ctx.Err() == nil {
			s.visit(in, word.text, func(p posting) { to.raise(p.number, rankScores[as]) })
		}
	}
}

// posted finds a term in titles and names.
func (s *suggester) posted(to *scores, term string, as rank) {
	for in := range wordFields {
		if in.suggested() {
			s.visit(in, term, func(p posting) { to.raise(p.number, rankScores[as]) })
		}
	}
}
