// Removals and returns of pictures: the answers that show one are dropped.

package content

import (
	"candor/events"
	"candor/projections/projector"
	"maps"
	"slices"
)

// usersOf visits the items that use a picture.
func (c *content) usersOf(t *projector.Tx, sha256 string, visit func(of *collection, id int64, state byte)) {
	t.Bucket("picture").Scan([]byte(sha256), nil, func(key, state []byte) bool {
		visit(c.ofLetter(key[len(key)-9]), int64(projector.ParseNumber(key[len(key)-8:])), state[0])
		return true
	})
}

// showPicture notes that a picture is gone, or back again.
func (c *content) showPicture(t *projector.Tx, sha256 string, shown bool) bool {
	gone, key := t.Bucket("picture-gone"), []byte(sha256)
	if (gone.Get(key) == nil) == shown {
		return false
	}
	if shown {
		gone.Delete(key)
	} else {
		gone.Put(key, nil)
		c.removed = true
	}
	if c.pictures == nil {
		c.pictures = map[string]bool{}
	}
	c.pictures[sha256] = true
	return true
}

// touchPictures drops the answers, and updates the products, that show a picture which the batch removed or brought back.
func (c *content) touchPictures(t *projector.Tx) {
	for _, sha256 := range slices.Sorted(maps.Keys(c.pictures)) {
		c.usersOf(t, sha256, func(of *collection, id int64, state byte) {
			of.touch(t, id)
			if state != usedPublished || of.name != events.ReviewKind {
				return
			}
			_, body := of.row(t, id)
			r := of.decode(body).(*Review)
			c.dirtyProducts[c.productOf(t, r.ProductBrand, r.ProductName)] = true
		})
	}
	c.pictures = nil
}
