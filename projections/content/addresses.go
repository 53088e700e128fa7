// Queries of pages by their slugs.

package content

import (
	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// PageBySlug returns the published page that has a slug. If no page has it, published or not, but a published one had it before, the
// answer is nil and moved the present slug of that page. Its error is ErrNotFound or ErrNotReady.
func (c *Reader) PageBySlug(slug string) (a *answers.Answer, moved string, err error) {
	var id int64
	err = c.Read(func(m *content, t *projector.Tx) error {
		if id, moved = m.pageOf(t, slug); id == 0 && moved == "" {
			return projector.ErrNotFound
		}
		return nil
	})
	if err != nil || moved != "" {
		return nil, moved, err
	}
	a, err = c.Pages().One(id)
	return a, "", err
}

// PageTitle returns the title of the page that has a slug, published or not. Its error is ErrNotFound or ErrNotReady.
func (c *Reader) PageTitle(slug string) (title string, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		id, _ := m.pageOf(t, slug)
		h, _ := m.of(events.PageKind).row(t, id)
		if h == nil {
			return projector.ErrNotFound
		}
		title = h.title
		return nil
	})
	return title, err
}
