// Slugs that pages have had. Bucket
//
//	page-slug   slug 00 00…02 (id) → 00…2a: the position of the event that made it the page's public address, the latest one

package addresses

import (
	"bytes"

	"candor/events"
	"candor/projections/projector"
)

// maxSlug is how many bytes of a slug are in its key. Longer ones come only from other programs; they are hashed.
const maxSlug = 200

// Prefix returns the start of keys that begin with a slug, or with another text that is short except for those of other programs.
func Prefix(slug string) []byte {
	if len(slug) > maxSlug {
		slug = slug[:maxSlug] + projector.ShortHash([]byte(slug))
	}
	return append([]byte(slug), 0)
}

// NotePage stores that a slug has become a page's public address.
func NotePage(t *projector.Tx, slug string, id int64, position events.Position) {
	t.Bucket("page-slug").Put(append(Prefix(slug), projector.Number(id)...), projector.Number(position))
}

// VisitPages visits the pages that have or had a slug, with the position of the latest event that made it their public address.
func VisitPages(t *projector.Tx, slug string, visit func(id int64, position uint64)) {
	prefix := Prefix(slug)
	t.Bucket("page-slug").Scan(prefix, nil, func(key, position []byte) bool {
		if len(key) == len(prefix)+8 {
			visit(int64(projector.ParseNumber(bytes.TrimPrefix(key, prefix))), projector.ParseNumber(position))
		}
		return true
	})
}
