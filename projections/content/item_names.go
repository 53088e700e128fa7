// What a batch changes of the names of items and of facts.

package content

import (
	"bytes"

	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// noteFacts takes in what the batch changes of an item's facts and names. The item is written already.
func (c *content) noteFacts(t *projector.Tx, of *collection, id int64, open *openItem) {
	one, ok := open.item.(listed)
	if !ok {
		return
	}
	h, key := &open.after, facts.Key(open.after.created, id)
	before := facts.Row(bytes.Clone(facts.At(t, of.Name, open.after.created, id)))
	var after facts.Row
	var named []names.Spelled
	if h.published && !h.deleted {
		named = names.Distinct(one.names())
		rating, price := one.scored()
		after = facts.Item{
			Featured: h.featured, Category: h.group, Created: h.created, Updated: h.updated, Rating: rating, Price: price, Names: named,
		}.Row()
	}
	if !bytes.Equal(before, after) {
		of.facts = append(of.facts, projector.EntryChange{Key: key, Payload: after, Added: after != nil})
		c.names.Change(before.Uses(), named, append(key, of.Letter()))
	}
}

// dropNamed drops the cached answers that show names, or were chosen by them, and where names that were there have other slugs now, all
// single items, as any may have them.
func (c *content) dropNamed() {
	c.nameLists.Clear()
	for _, of := range c.collections {
		of.lists.Drop(func(q listQuery, _ []int64) bool { return q.fromFacts() })
		if c.names.Moved {
			of.public.Clear()
		}
	}
	c.names.Changed, c.names.Moved = false, false
}
