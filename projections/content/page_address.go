// Addresses of pages: a page is found by its slug, and readers who use a former one are sent to it. Bucket
//
//	page-slug   slug 00 00…02 (id) → 00…2a: the position of the event that made it the page's public address, the latest one

package content

import (
	"bytes"

	"candor/events"
	"candor/projections/projector"
)

// maxSlug is how many bytes of a slug are in its key. Longer ones come only from other programs; they are hashed.
const maxSlug = 200

func slugPrefix(slug string) []byte {
	if len(slug) > maxSlug {
		slug = slug[:maxSlug] + projector.ShortHash([]byte(slug))
	}
	return append([]byte(slug), 0)
}

// noteAddress stores the page's slug if an event has just made it a public address.
func (p *Page) noteAddress(t *projector.Tx, position events.Position, about events.About) {
	changes, _ := about.Changes.(events.PageChanges)
	if p.IsPublished && (about.Action == events.ActionPublished || changes.Slug != nil) {
		t.Bucket("page-slug").Put(append(slugPrefix(p.Slug), projector.Number(p.ID)...), projector.Number(position))
	}
}

// pageOf returns the page that has a slug, published or not, 0 if none has. Then moved is the present slug of the published page that had
// it last, if there is one.
func (c *content) pageOf(t *projector.Tx, slug string) (id int64, moved string) {
	pages := c.of(events.PageKind)
	for _, id := range pages.page(t, index{scope: scopeAdmin, featured: featuredAny, group: groupOf(slug)}, 0, 0) {
		if _, body := pages.row(t, id); pages.decode(body).(*Page).Slug == slug {
			return id, ""
		}
	}
	last, prefix := uint64(0), slugPrefix(slug)
	t.Bucket("page-slug").Scan(prefix, nil, func(key, position []byte) bool {
		if len(key) != len(prefix)+8 {
			return true
		}
		h, body := pages.row(t, int64(projector.ParseNumber(bytes.TrimPrefix(key, prefix))))
		if at := projector.ParseNumber(position); h != nil && h.published && !h.deleted && at > last {
			last, moved = at, pages.decode(body).(*Page).Slug
		}
		return true
	})
	return 0, moved
}
