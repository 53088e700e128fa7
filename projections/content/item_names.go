// Names of items: what a batch changes of them and of facts, and where single answers say that they lead to.

package content

import (
	"bytes"

	"candor/projections/projector"
)

// noteFacts takes in what the batch changes of an item's facts and names. The item is written already.
func (c *content) noteFacts(t *projector.Tx, of *collection, id int64, open *openItem) {
	one, ok := open.item.(listed)
	if !ok {
		return
	}
	h, key := &open.after, factKey(open.after.created, id)
	before := factRow(bytes.Clone(t.Bucket(of.name + "-facts").Get(key)))
	var after factRow
	var names []spelled
	if h.published && !h.deleted {
		names = distinct(one.names())
		after = factRowOf(h, one, names)
	}
	if !bytes.Equal(before, after) {
		of.facts = append(of.facts, entryChange{key: key, payload: after, added: after != nil})
		c.names.change(before.uses(), names, append(key, of.letter()))
	}
}

// namesShown are the names of a published item, as it spells them, with the slugs of their pages.
type namesShown struct {
	Author *nameShown  `json:"author"`
	Brand  *nameShown  `json:"brand"` // nil for kinds without one
	Tags   []nameShown `json:"tags"`  // never nil
}

type nameShown struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// nameFields returns the names of a published item as a field of its answer; "" for a kind that has none, and where they aren't known.
func (c *collection) nameFields(t *projector.Tx, row []byte) string {
	if !c.listed || c.factless {
		return ""
	}
	all := namesShown{Tags: []nameShown{}}
	rows := t.Bucket("name")
	for _, one := range distinct(c.decode(row).(listed).names()) {
		name := readName(rows.Get(one.use()[:nameSize]))
		if name == nil {
			panic(projector.Damage("an item has a name that is not there"))
		}
		shown := nameShown{one.text, name.Slug}
		switch one.of {
		case Authors:
			all.Author = &shown
		case Brands:
			all.Brand = &shown
		case Tags:
			all.Tags = append(all.Tags, shown)
		}
	}
	return `"names":` + string(projector.Encode(all))
}

// dropNamed drops the cached answers that show names, or were chosen by them, and where names that were there have other slugs now, all single
// items, as any may have them.
func (c *content) dropNamed() {
	c.nameLists.Clear()
	for _, of := range c.collections {
		of.lists.Drop(func(q listQuery, _ []int64) bool { return q.fromFacts() })
		if c.names.moved {
			of.public.Clear()
		}
	}
	c.names.changed, c.names.moved = false, false
}
