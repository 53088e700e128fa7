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
	h := &open.after
	at := h.listedAt(scopePublic)
	key := facts.Key(at, id)
	before := facts.Row(bytes.Clone(facts.At(t, of.Name, at, id)))
	var after facts.Row
	var named []names.Spelled
	if h.published && !h.deleted {
		named = names.Distinct(one.names())
		rating, price := one.scored()
		after = facts.Item{
			Featured: h.featured, Category: h.group, Released: at, Updated: h.updated, Rating: rating, Price: price, Names: named,
		}.Row()
	}
	if !bytes.Equal(before, after) {
		of.facts = append(of.facts, projector.EntryChange{Key: key, Payload: after, Added: after != nil})
		c.names.Change(before.Uses(), named, append(key, of.Letter()))
	}
}

// reserveNames gives the names of an item their slugs if readers see it after an event.
func (c *content) reserveNames(t *projector.Tx, open *openItem) {
	if one, ok := open.item.(listed); ok && *open.item.shared().published && !open.after.deleted {
		names.Reserve(t, names.Distinct(one.names()))
	}
}

// dropNamed drops the cached answers that show names, or were chosen by them.
func (c *content) dropNamed() {
	c.nameLists.Clear()
	for _, of := range c.collections {
		of.lists.Drop(func(q listQuery, _ []int64) bool { return q.fromFacts() })
	}
	c.names.Changed = false
}
