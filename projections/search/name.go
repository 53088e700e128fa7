// Names: what suggestions are made of, of all documents. Bucket
//
//	name  "b=acme" 00 "r" 00…0c (type, folded name, item) → when the item was first published, the name as it is there
//
// The types' letters are those of nameTypes.

package search

import (
	"bytes"
	"strings"

	"candor/events"
	"candor/projections/projector"
)

// The letters of types of names.
const (
	productName = 'p'
	brandName   = 'b'
	articleName = 'a'
	tagName     = 't'
	authorName  = 'u'
)

// naming is one name of a document.
type naming struct {
	letter byte
	folded string
	name   string
}

// names returns the names of a document.
func (d *document) names() (all []naming) {
	if d == nil {
		return nil
	}
	add := func(letter byte, name string) {
		if folded := events.NameKey(name); folded != "" {
			all = append(all, naming{letter, folded, strings.Join(strings.Fields(name), " ")})
		}
	}
	if d.Kind == events.ReviewKind {
		add(productName, d.productLabel())
		add(brandName, d.Brand)
	}
	if d.Kind == events.ArticleKind {
		add(articleName, d.Title)
	}
	for _, tag := range d.Tags {
		add(tagName, tag)
	}
	add(authorName, d.Author)
	return all
}

// productLabel returns what a product is called with its brand, which is left out where the product's name begins with it.
func (d *document) productLabel() string {
	if strings.HasPrefix(events.NameKey(d.Product), events.NameKey(d.Brand)) {
		return d.Product
	}
	return d.Brand + " " + d.Product
}

func (n naming) key(item string) []byte {
	key := append(projector.AppendBounded([]byte{n.letter}, n.folded), 0)
	return append(key, item...)
}

// writeNames replaces the names of an item's document by those of another one. Either may be nil.
func writeNames(t *projector.Tx, item string, before, after *document) {
	rows := t.Bucket("name").Scattered()
	for _, n := range before.names() {
		rows.Delete(n.key(item))
	}
	for _, n := range after.names() {
		rows.Put(n.key(item), append(projector.Number(after.Released.UnixNano()), n.name...))
	}
}

// storedName is a row of the bucket, valid during a visit.
type storedName struct {
	folded   []byte // or its beginning, of a very long name
	item     []byte // key
	released uint64
	name     []byte
}

const itemKeySize = 1 + 8

// visitNames visits the rows of a type, by folded name.
func visitNames(t *projector.Tx, letter byte, visit func(n storedName)) {
	t.Bucket("name").Scan([]byte{letter}, nil, func(key, stored []byte) bool {
		if len(key) < 2+1+itemKeySize || len(stored) < 8 {
			panic(projector.Damage("a name is too short"))
		}
		end := len(key) - itemKeySize - 1
		visit(storedName{key[2:end], key[end+1:], projector.ParseNumber(stored), stored[8:]})
		return true
	})
}

// sameName reports whether two rows are of one name.
func (n storedName) sameName(folded []byte) bool { return bytes.Equal(n.folded, folded) }
