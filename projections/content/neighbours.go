// Neighbours: the items before and after one in the list of all that readers see.

package content

import (
	"bytes"
	"time"

	"candor/projections/answers"
	"candor/projections/projector"
)

// Neighbours are the items beside one in the list that is newest first, nil at its ends.
type Neighbours struct {
	Previous *Neighbour `json:"previous"` // the newer one
	Next     *Neighbour `json:"next"`     // the older one
}

// Neighbour is an item beside another.
type Neighbour struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"` // of its page
}

// Neighbours returns the neighbours of a published item. address returns the address of an item's page.
func (i Items) Neighbours(id int64, address func(id int64) string) (*answers.Answer, error) {
	var found Neighbours
	err := i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		if err := of.visible(t, id); err != nil {
			return err
		}
		previous, next := of.neighbours(t, id)
		found = Neighbours{of.neighbour(t, previous, address), of.neighbour(t, next, address)}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return answers.NewList(projector.Encode(found), 1, time.Time{}), nil
}

// beside returns the ids before and after an item's in the index of all that readers see, 0 at its ends.
func (c *collection) neighbours(t *projector.Tx, id int64) (previous, next int64) {
	h := c.head(t, id)
	all := index{scope: scopePublic, featured: featuredAny}
	entry, entries := all.entry(h, id), t.Bucket(c.Name+"-index")
	entries.ScanBack(entry, func(key, _ []byte) bool {
		if bytes.HasPrefix(key, all.key()) {
			previous = idOf(key)
		}
		return false
	})
	entries.Scan(all.key(), entry, func(key, _ []byte) bool {
		if bytes.Equal(key, entry) {
			return true
		}
		next = idOf(key)
		return false
	})
	return previous, next
}

// neighbour returns the neighbour with an id, nil for 0.
func (c *collection) neighbour(t *projector.Tx, id int64, address func(id int64) string) *Neighbour {
	if id == 0 {
		return nil
	}
	h := c.head(t, id)
	if h == nil {
		panic(projector.Damage("an index names a row that is not there"))
	}
	return &Neighbour{id, h.title, address(id)}
}
