// Pictures in the content model: which items use which, to know who may see one, and what changes with it. Bucket
//
//	picture   "9f86d0…" (SHA-256), the kind's letter, 00…0c (id) → 'p' published, 'd' draft or 'x' deleted
//
// An item uses a picture if any field of its row names the picture's address, or if one of its corrections does: readers see them, too.

package content

import (
	"bytes"
	"maps"
	"slices"

	"candor/events"
	"candor/projections/content/pictures"
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
	return append(append([]byte(sha256), c.Letter()), projector.Number(id)...)
}

// showAgain renders an item's texts anew and drops the cached answers that show it. Its row, which it returns decoded, stays the same.
func (c *collection) showAgain(t *projector.Tx, id int64) item {
	h, body := c.row(t, id)
	body = bytes.Clone(body)
	one, key, rows := c.decode(body), projector.Number(id), t.Bucket(c.Name+"-rendered")
	text := bytes.Clone(t.Bucket(c.Name + "-text").Get(key))
	if before := rows.GetLike(key, text); bytes.Contains(before, []byte("<img ")) {
		html, _ := one.texts(pictures.InTexts(t, false))
		if fields := renderedFields(html); !bytes.Equal(before, fields) {
			rows.PutLike(key, fields, text)
		}
	}
	c.putPictures(t, id, body)
	c.changes = append(c.changes, change{id: id, before: h.indexes(), after: h.indexes(), textBefore: text, textAfter: text})
	return one
}

// forReaders returns the JSON of an item as readers see its pictures. The row itself stays as it is.
func (c *collection) forReaders(t *projector.Tx, id int64, body []byte) []byte {
	if c.foreign && !pictures.SeesOthers(t, body) || !c.foreign && t.Bucket(c.Name+"-pictures").Get(picturesKey(id, others)) == nil {
		return body
	}
	one := c.decode(body)
	one.seePictures(pictures.Today(t))
	return projector.Encode(one)
}
