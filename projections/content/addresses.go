// Queries of pages by their slugs.

package content

import (
	"errors"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// PageBySlug returns the published page that has a slug; of those that every site has, the first version where the log has none. If no page
// has it, published or not, but a published one had it before, the
// answer is nil and moved the present slug of that page. Its error is ErrNotFound or ErrNotReady.
func (c *Reader) PageBySlug(slug string) (a *answers.Answer, moved string, err error) {
	var id int64
	err = c.Read(func(m *content, t *projector.Tx) error {
		if id, moved = m.pageOf(t, slug); id == 0 && moved == "" {
			return projector.ErrNotFound
		}
		return nil
	})
	if err == nil && moved != "" {
		return nil, moved, nil
	}
	if err == nil {
		a, err = c.Pages().One(id)
	}
	if first, ok := events.FixedPageAt(slug); ok && errors.Is(err, projector.ErrNotFound) {
		m, err := c.Model()
		if err != nil {
			return nil, "", err
		}
		return answers.NewEntity(m.of(events.PageKind).fixedPage(first), 0, events.FixedPagesAt), "", nil
	}
	return a, "", err
}

// PageTitle returns the title of the page that has a slug, published or not. Its error is ErrNotFound or ErrNotReady.
func (c *Reader) PageTitle(slug string) (title string, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		id, _ := m.pageOf(t, slug)
		h, _ := m.of(events.PageKind).row(t, id)
		if h == nil {
			first, ok := events.FixedPageAt(slug)
			if !ok {
				return projector.ErrNotFound
			}
			title = m.readPlaceholders().Text(first.Title)
			return nil
		}
		title = m.readPlaceholders().Text(h.title)
		return nil
	})
	return title, err
}
