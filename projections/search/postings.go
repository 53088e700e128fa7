// Postings: which documents have a term. Documents are known by their items' numbers, and a row has those of one block of numbers, so that
// a build adds to the last block's rows only. Buckets
//
//	posting  00000001 (block) 03 (field) "acme" (term) → the documents, each a varint: how far its number is from the one before, or
//	         from the block's first number; in the text's field times 8, plus how often the document has the term, less one
//	word     "acmes" → the fields that have the word, a bit each: 1<<3, and its stem

package search

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"candor/events/characters"
	"candor/projections/projector"
)

const (
	blockDocuments = 4096
	repeatBits     = 3 // of a posting in the text's field
	mostRepeats    = 1 << repeatBits
)

// field is a part of a document, by how much a word in it says of the item.
type field byte

const (
	titleField field = iota // and the product's name
	leadField               // verdict or excerpt
	namesField              // brand and tags
	aboutField              // category and author
	textField               // everything else
	wordFields
)

// beginnings returns the field with the beginnings of a field's words: so many words have one of two or three letters that they aren't
// looked for one by one.
func (f field) beginnings() field { return f + wordFields }

// suggested reports whether a word of the field has an item suggested.
func (f field) suggested() bool { return f == titleField || f == namesField }

// bits returns how many bits of a posting are not its document's.
func (f field) bits() int {
	if f == textField {
		return repeatBits
	}
	return 0
}

// fieldTerm is a term in a field.
type fieldTerm struct {
	field field
	term  string
}

// analysis is what a document is found by.
type analysis struct {
	repeats                      map[fieldTerm]uint64 // how often it has each term, mostRepeats for more
	titleLength, titleBeginnings int                  // each word counts twice, and what words make together once
}

// analyze returns the terms of a document, none of nil.
func (d *document) analyze() (a analysis) {
	if d == nil {
		return a
	}
	a.repeats = make(map[fieldTerm]uint64, len(d.Text)/4)
	add := func(f field, texts ...string) (length, starts int) {
		folded := characters.Fold(strings.Join(texts, "\n"))
		bare := characters.BareOf(folded)
		for _, term := range terms(folded, bare) {
			switch term[:1] {
			case stemMark:
				length++
			case joinedMark, spellingMark:
			default:
				length += 2
			}
			key := fieldTerm{f, term}
			if n := a.repeats[key]; n == 0 || n < mostRepeats && f == textField {
				a.repeats[key] = n + 1
			}
		}
		for _, term := range beginnings(bare, f.suggested()) {
			a.repeats[fieldTerm{f.beginnings(), term}] = 1
			if letters(term) >= leastBeginning {
				starts++
			}
		}
		return length, starts
	}
	a.titleLength, a.titleBeginnings = add(titleField, d.Title, d.Product)
	add(leadField, d.Lead)
	add(namesField, append([]string{d.Brand}, d.Tags...)...)
	add(aboutField, d.Category, d.Author)
	add(textField, append([]string{d.Text}, d.Points...)...)
	return a
}

func postingKey(block uint32, f field, term string) []byte {
	key := make([]byte, 0, 5+len(term))
	return append(append(binary.BigEndian.AppendUint32(key, block), byte(f)), term...)
}

// posting is one document's in a row.
type posting struct{ number, repeats uint64 }

// visitRow visits the postings of a row.
func visitRow(row []byte, block uint32, bits int, visit func(posting)) {
	number := uint64(block) * blockDocuments
	for len(row) > 0 {
		next, n := binary.Uvarint(row)
		if n <= 0 {
			panic(projector.Damage("a posting is no number"))
		}
		row = row[n:]
		number += next >> bits
		visit(posting{number, next&(1<<bits-1) + 1})
	}
}

// visitPostings visits the documents that have a term in a field, of those whose numbers are below end.
func visitPostings(t *projector.Tx, end uint64, f field, term string, visit func(posting)) {
	rows := t.Bucket("posting")
	key := postingKey(0, f, term)
	for block := uint32(0); uint64(block)*blockDocuments < end; block++ {
		binary.BigEndian.PutUint32(key, block)
		visitRow(rows.Get(key), block, f.bits(), visit)
	}
}

// postingChanges are the postings that a batch adds, changes and removes, by their rows' keys: those with 0 repeats are removed.
type postingChanges map[string][]posting

// note notes how a document's terms differ from what they were. Documents come in the order of their numbers.
func (c postingChanges) note(number uint64, before, after analysis) {
	block := uint32(number / blockDocuments)
	change := func(of fieldTerm, repeats uint64) {
		key := postingKey(block, of.field, of.term)
		c[string(key)] = append(c[string(key)], posting{number, repeats})
	}
	for of, repeats := range after.repeats {
		if before.repeats[of] != repeats {
			change(of, repeats)
		}
	}
	for of := range before.repeats {
		if after.repeats[of] == 0 {
			change(of, 0)
		}
	}
}

// write writes the rows, in the order of their keys: bbolt moves all that lies behind a new key in its page.
func (c postingChanges) write(t *projector.Tx, end uint64) {
	rows, words := t.Bucket("posting"), map[string]wordChange{}
	for _, key := range slices.Sorted(maps.Keys(c)) {
		block, f, term := binary.BigEndian.Uint32([]byte(key)), field(key[4]), key[5:]
		before := rows.Get([]byte(key))
		isNew := len(before) == 0
		after := changed(before, block, f.bits(), c[key])
		if len(after) == 0 {
			rows.Delete([]byte(key))
		} else {
			rows.Put([]byte(key), after)
		}
		if f < wordFields && !isMarked(term) {
			one := words[term]
			switch {
			case len(after) == 0:
				one.gone |= 1 << f
			case isNew:
				one.came |= 1 << f
			}
			words[term] = one
		}
	}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		words[word].write(t, word, end)
	}
}

// changed returns a row with changed postings, which are in order.
func changed(row []byte, block uint32, bits int, changes []posting) []byte {
	merged := make([]byte, 0, len(row)+3*len(changes))
	last := uint64(block) * blockDocuments
	add := func(p posting) {
		if p.repeats > 0 {
			merged = binary.AppendUvarint(merged, (p.number-last)<<bits|(p.repeats-1)&(1<<bits-1))
			last = p.number
		}
	}
	visitRow(row, block, bits, func(p posting) {
		for len(changes) > 0 && changes[0].number < p.number {
			add(changes[0])
			changes = changes[1:]
		}
		if len(changes) > 0 && changes[0].number == p.number {
			p, changes = changes[0], changes[1:]
		}
		add(p)
	})
	for _, p := range changes {
		add(p)
	}
	return merged
}

// wordChange says in which fields a block of documents has begun to have a word, or has it no longer.
type wordChange struct{ came, gone uint8 }

// write writes which fields have the word. The postings are written.
func (c wordChange) write(t *projector.Tx, word string, end uint64) {
	words, rows := t.Bucket("word"), t.Bucket("posting")
	var before uint8
	if stored := words.Get([]byte(word)); len(stored) > 0 {
		before = stored[0]
	}
	after := before | c.came
	for f := range wordFields {
		if c.gone&(1<<f) == 0 {
			continue
		}
		after &^= 1 << f
		for block := uint32(0); uint64(block)*blockDocuments < end; block++ {
			if rows.Get(postingKey(block, f, word)) != nil {
				after |= 1 << f
				break
			}
		}
	}
	switch {
	case after == before:
	case after == 0:
		words.Delete([]byte(word))
	default:
		words.Put([]byte(word), append([]byte{after}, stem(word)...))
	}
}
