// What a batch changes of the names of items and of facts.

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
	before := factRow(bytes.Clone(t.Bucket(of.Name + "-facts").Get(key)))
	var after factRow
	var names []spelled
	if h.published && !h.deleted {
		names = distinct(one.names())
		after = factRowOf(h, one, names)
	}
	if !bytes.Equal(before, after) {
		of.facts = append(of.facts, entryChange{key: key, payload: after, added: after != nil})
		c.names.change(before.uses(), names, append(key, of.Letter()))
	}
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
