// Facts: what the index keeps of a document to count, sort and name it by, in one value.

package search

import (
	"bytes"
	"strconv"
	"strings"

	bleve "github.com/blevesearch/bleve_index_api"

	"candor/events"
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

// facts holds what the index keeps of one document.
type facts struct {
	letter          byte
	id, created     int64
	brand, category int32   // in the table's names
	tags            []int32 // in the table's names
}

// factsTable has the facts of all documents of an edition of the index.
type factsTable struct {
	documents []facts // by their numbers in the index
	names     []string
	keys      []string // events.NameKey of the names
}

// readFacts reads the facts of all documents of an index.
func readFacts(r bleve.IndexReader) (*factsTable, error) {
	values, err := r.DocValueReader([]string{factsField})
	if err != nil {
		return nil, err
	}
	all, err := r.DocIDReaderAll()
	if err != nil {
		return nil, err
	}
	defer all.Close()
	table, known := &factsTable{}, map[string]int32{}
	for {
		id, err := all.Next()
		if err != nil || id == nil {
			return table, err
		}
		if n := int(id.Value()) + 1 - len(table.documents); n > 0 {
			table.documents = append(table.documents, make([]facts, n)...)
		}
		one := &table.documents[id.Value()]
		if err := values.VisitDocValues(id, func(_ string, value []byte) { table.parse(one, value, known) }); err != nil {
			return nil, err
		}
	}
}

// parse reads one document's facts. known has the names that the table has.
func (t *factsTable) parse(one *facts, value []byte, known map[string]int32) {
	next := func(end string) []byte {
		var first []byte
		first, value, _ = bytes.Cut(value, []byte(end))
		return first
	}
	name := func(name []byte) int32 {
		at, found := known[string(name)]
		if !found {
			at = int32(len(t.names))
			t.names = append(t.names, string(name))
			t.keys = append(t.keys, events.NameKey(string(name)))
			known[t.names[at]] = at
		}
		return at
	}
	if letter := next(factEnd); len(letter) == 1 {
		one.letter = letter[0]
	}
	one.id, _ = strconv.ParseInt(string(next(factEnd)), 10, 64)
	one.created, _ = strconv.ParseInt(string(next(factEnd)), 10, 64)
	one.brand, one.category = name(next(factEnd)), name(next(factEnd))
	for len(value) > 0 {
		one.tags = append(one.tags, name(next(tagEnd)))
	}
}
