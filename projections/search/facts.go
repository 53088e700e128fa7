// Facts: what is kept of a document to narrow, count, sort and name it by. Bucket
//
//	facts  00…0c (number) → "r␟12␟1790000000000␟16␟9␟4.5␟1299␟Acme␟computers␟Laptops␟Ada␟quiet␞light": kind, id, time of the first
//	       publication in milliseconds, the title's length and how many beginnings of words it has, score, price, brand, category as lists
//	       are narrowed to it and as it is called, author, tags

package search

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// What stands between the facts, and between tags. Neither is in a name: input refuses control characters, and others are left out here.
const (
	factEnd = "\x1f"
	tagEnd  = "\x1e"
)

var withoutEnds = strings.NewReplacer(factEnd, "", tagEnd, "")

// facts returns the row of a document with an analysis.
func (d *document) facts(a analysis) []byte {
	tags := make([]string, len(d.Tags))
	for i, tag := range d.Tags {
		tags[i] = withoutEnds.Replace(tag)
	}
	price := d.Price
	if price == 0 {
		price = d.PriceMax
	}
	all := []string{d.Kind[:1], strconv.FormatInt(d.ID, 10), strconv.FormatInt(d.Released.UnixMilli(), 10),
		strconv.Itoa(a.titleLength), strconv.Itoa(a.titleBeginnings), strconv.FormatFloat(d.Rating, 'f', -1, 64),
		strconv.FormatFloat(price, 'f', -1, 64)}
	for _, name := range []string{d.Brand, d.Section, d.Category, d.Author} {
		all = append(all, withoutEnds.Replace(name))
	}
	return []byte(strings.Join(append(all, strings.Join(tags, tagEnd)), factEnd))
}

// facts holds what is kept of one document.
type facts struct {
	letter           byte
	id, released     int64
	words, beginning float32 // how short the title is: less for more words, or more beginnings of them
	rating, price    float64 // 0: none
	year             int16   // of the first publication, in UTC
	category         int32   // in the table's sections
	brand, author    int32   // in the table's names
	tags             []int32 // in the table's names
}

// factsTable has the facts of all documents of an edition.
type factsTable struct {
	documents []facts // by their items' numbers; those of items without a document are zero
	count     int     // of documents
	sections  []section
	names     []string
	keys      []string // events.NameKey of the names
}

// section is a category, as lists are narrowed to it, with a name that items in it have.
type section struct{ value, label string }

// readFacts reads the facts of all documents.
func readFacts(t *projector.Tx) *factsTable {
	table, known, sections := &factsTable{}, map[string]int32{}, map[section]int32{}
	t.Bucket("facts").Scan(nil, nil, func(key, value []byte) bool {
		number := int(projector.ParseNumber(key))
		if n := number + 1 - len(table.documents); n > 0 {
			table.documents = append(table.documents, make([]facts, n)...)
		}
		table.parse(&table.documents[number], value, known, sections)
		table.count++
		return true
	})
	return table
}

// parse reads one document's facts. known has the names that the table has, and sections its sections.
func (t *factsTable) parse(one *facts, value []byte, known map[string]int32, sections map[section]int32) {
	next := func(end string) []byte {
		var first []byte
		first, value, _ = bytes.Cut(value, []byte(end))
		return first
	}
	number := func() int64 {
		n, err := strconv.ParseInt(string(next(factEnd)), 10, 64)
		if err != nil {
			panic(projector.Damage("a fact is no number"))
		}
		return n
	}
	decimal := func() float64 {
		n, err := strconv.ParseFloat(string(next(factEnd)), 64)
		if err != nil {
			panic(projector.Damage("a fact is no number"))
		}
		return n
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
	one.id, one.released = number(), number()
	one.year = int16(time.UnixMilli(one.released).UTC().Year())
	one.words, one.beginning = shortness(number()), shortness(number())
	one.rating, one.price = decimal(), decimal()
	one.brand = name(next(factEnd))
	category, found := section{value: string(next(factEnd)), label: string(next(factEnd))}, false
	if one.category, found = sections[category]; !found {
		one.category = int32(len(t.sections))
		sections[category] = one.category
		t.sections = append(t.sections, category)
	}
	one.author = name(next(factEnd))
	for len(value) > 0 {
		one.tags = append(one.tags, name(next(tagEnd)))
	}
}

func shortness(terms int64) float32 { return float32(1 / math.Sqrt(float64(max(1, terms)))) }
