// Pictures in the content model: which items use which, to know who may see one, and which are gone, so that readers see none of these.
// Buckets
//
//	picture        "9f86d0…" (SHA-256), the kind's letter, 00…0c (id) → 'p' published, 'd' draft or 'x' deleted
//	picture-gone   "9f86d0…" → nothing: removed, and not back yet
//
// An item uses a picture if any field of its row names the picture's address, or if one of its corrections does: readers see them, too.

package content

import (
	"bytes"
	"maps"
	"slices"

	"candor/events"
	"candor/projections/projector"
)

// States of an item that uses a picture.
const (
	usedPublished = 'p'
	usedDraft     = 'd'
	usedDeleted   = 'x'
)

// usePictures stores which pictures an item uses. before is its JSON as stored, nil for a new one; body is the new JSON, corrections
// are those of its corrections, and shown is what readers see of these.
func (c *collection) usePictures(t *projector.Tx, id int64, h *head, before, body []byte, corrections []string, shown []byte) {
	is := map[string]bool{}
	for _, text := range [][]byte{body, shown} {
		for _, sha256 := range events.PicturesIn(text) {
			is[sha256] = true
		}
	}
	rows := t.Bucket("picture")
	for _, text := range append([]string{string(before)}, corrections...) {
		for _, sha256 := range events.PicturesIn([]byte(text)) {
			if !is[sha256] {
				rows.Delete(c.pictureKey(sha256, id))
			}
		}
	}
	state := []byte{usedDraft}
	switch {
	case h.deleted:
		state[0] = usedDeleted
	case h.published:
		state[0] = usedPublished
	}
	for _, sha256 := range slices.Sorted(maps.Keys(is)) {
		key := c.pictureKey(sha256, id)
		if !bytes.Equal(rows.Get(key), state) {
			rows.Put(key, state)
		}
	}
}

func (c *collection) pictureKey(sha256 string, id int64) []byte {
	return append(append([]byte(sha256), c.letter()), projector.Number(id)...)
}

// touch drops the cached answers that show an item whose row stays the same.
func (c *collection) touch(t *projector.Tx, id int64) {
	h, _ := c.row(t, id)
	text := bytes.Clone(t.Bucket(c.name + "-text").Get(projector.Number(id)))
	c.changes = append(c.changes, change{id: id, before: h.indexes(), after: h.indexes(), textBefore: text, textAfter: text})
}

// forReaders returns the JSON of an item without what leads to pictures that are gone. The row itself stays as it is.
func (c *collection) forReaders(t *projector.Tx, body []byte) []byte {
	if !namesGone(t, body) {
		return body
	}
	one := c.decode(body)
	one.hideGone(t)
	return projector.Encode(one)
}
