// Addresses of pages: a page is found by its slug, and readers who use a former one are sent to it.

package content

import (
	"candor/events"
	"candor/projections/content/addresses"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// noteAddress stores the page's slug if an event has just made it a public address.
func (p *Page) noteAddress(t *projector.Tx, position events.Position, about events.About) {
	changes, _ := about.Changes.(events.PageChanges)
	if p.IsPublished && (about.Action == events.ActionPublished || changes.Slug != nil) {
		addresses.NotePage(t, p.Slug, p.ID, position)
	}
}

// pageOf returns the page that has a slug, published or not, 0 if none has. Then moved is the present slug of the published page that had
// it last, if there is one.
func (c *content) pageOf(t *projector.Tx, slug string) (id int64, moved string) {
	pages := c.of(events.PageKind)
	for _, id := range pages.page(t, index{scope: scopeAdmin, featured: featuredAny, group: names.Hash(slug)}, 0, 0) {
		if _, body := pages.row(t, id); pages.decode(body).(*Page).Slug == slug {
			return id, ""
		}
	}
	last := uint64(0)
	addresses.VisitPages(t, slug, func(id int64, at uint64) {
		if h, body := pages.row(t, id); h != nil && h.published && !h.deleted && at > last {
			last, moved = at, pages.decode(body).(*Page).Slug
		}
	})
	return 0, moved
}
