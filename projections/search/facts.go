// Facts: what the index keeps of a document to count, sort and name it by, in one value.

package search

import (
	"bytes"
	"strconv"
	"strings"

	bleve "github.com/blevesearch/bleve_index_api"
)

// What stands between the facts, and between tags. Neither is in a name: input refuses control characters, and others are left out here.
const (
	factEnd = "\x1f"
	tagEnd  = "\x1e"
)

var withoutEnds = strings.NewReplacer(factEnd, "", tagEnd, "")

// facts returns the document's facts: "r␟12␟1790000000000␟Acme␟Laptops␟quiet␞light", the time in milliseconds.
func (d *document) facts() string {
	tags := make([]string, len(d.Tags))
	for i, tag := range d.Tags {
		tags[i] = withoutEnds.Replace(tag)
	}
	all := []string{d.Kind[:1], strconv.FormatInt(d.ID, 10), strconv.FormatInt(d.Created.UnixMilli(), 10), withoutEnds.Replace(d.Brand), withoutEnds.Replace(d.Category), strings.Join(tags, tagEnd)}
	return strings.Join(all, factEnd)
}

// facts are the facts of one document as read from the index, valid until the next are read.
type facts struct {
	letter                byte
	id, created           int64
	brand, category, tags []byte
}

// factsReader reads facts from an index.
type factsReader struct {
	values bleve.DocValueReader
	number []byte
	latest facts
}

func newFactsReader(r bleve.IndexReader) (*factsReader, error) {
	values, err := r.DocValueReader([]string{factsField})
	return &factsReader{values: values}, err
}

// of returns the facts of a document, by its number in the index.
func (f *factsReader) of(number uint64) (*facts, error) {
	f.latest = facts{}
	id := bleve.NewIndexInternalID(f.number, number)
	f.number = id
	err := f.values.VisitDocValues(id, func(_ string, value []byte) { f.latest.parse(value) })
	return &f.latest, err
}

func (f *facts) parse(value []byte) {
	next := func() []byte {
		var one []byte
		one, value, _ = bytes.Cut(value, []byte(factEnd))
		return one
	}
	if letter := next(); len(letter) == 1 {
		f.letter = letter[0]
	}
	f.id, _ = strconv.ParseInt(string(next()), 10, 64)
	f.created, _ = strconv.ParseInt(string(next()), 10, 64)
	f.brand, f.category, f.tags = next(), next(), next()
}

// eachTag visits the tags.
func (f *facts) eachTag(visit func(tag []byte)) {
	for rest := f.tags; len(rest) > 0; {
		var one []byte
		one, rest, _ = bytes.Cut(rest, []byte(tagEnd))
		visit(one)
	}
}
