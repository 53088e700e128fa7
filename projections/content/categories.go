// Queries of categories.

package content

import (
	"encoding/json"
	"fmt"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/categories"
	"candor/projections/projector"
)

// CategoriesAnswer returns all categories in their order.
func (c *Reader) CategoriesAnswer() (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.categories.Set().Answer, nil
}

// CategoryAnswer returns one category.
func (c *Reader) CategoryAnswer(id int64) (*answers.Answer, error) {
	known, err := c.CategoryByID(id)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(known)
	if err != nil {
		return nil, fmt.Errorf("category %d: %w", id, err)
	}
	return answers.NewEntity(body, known.Revision, known.UpdatedAt), nil
}

// Category returns the category that a slug, a former one or another spelling leads to.
func (c *Reader) Category(slug string) (categories.Category, error) {
	m, err := c.Model()
	if err != nil {
		return categories.Category{}, err
	}
	known, ok := m.categories.Set().At(slug)
	if !ok {
		return categories.Category{}, projector.ErrNotFound
	}
	return known, nil
}

// CategoryByID returns a category.
func (c *Reader) CategoryByID(id int64) (categories.Category, error) {
	m, err := c.Model()
	if err != nil {
		return categories.Category{}, err
	}
	known, ok := m.categories.Set().ByID[id]
	if !ok {
		return categories.Category{}, projector.ErrNotFound
	}
	return known, nil
}

// Categories returns all categories in their order.
func (c *Reader) Categories() ([]categories.Category, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return append([]categories.Category{}, m.categories.Set().All...), nil
}

// ScoredBy returns the criteria by which the reviews of a category are scored, drafts included. Its error is ErrNotReady.
func (c *Reader) ScoredBy(category int64) (criteria map[string]bool, err error) {
	criteria = map[string]bool{}
	err = c.Read(func(m *content, t *projector.Tx) error {
		of := m.of(events.ReviewKind)
		all := index{scope: scopeAdmin, featured: featuredAny, group: uint64(category)}
		t.Bucket(of.Name+"-index").Scan(all.key(), nil, func(key, _ []byte) bool {
			_, body := of.row(t, idOf(key))
			for _, score := range of.decode(body).(*Review).SubScores {
				criteria[score.CriterionID] = true
			}
			return true
		})
		return nil
	})
	return criteria, err
}

// InCategory visits the reviews of a category (kind "review") and the articles that name its slug ("article"), drafts included. visit
// must not query. Its error is ErrNotFound for an unknown category, or ErrNotReady.
func (c *Reader) InCategory(id int64, visit func(kind string, id int64)) error {
	return c.Read(func(m *content, t *projector.Tx) error {
		known, ok := m.categories.Set().ByID[id]
		if !ok {
			return projector.ErrNotFound
		}
		each := func(kind string, group uint64) {
			of := m.of(kind)
			all := index{scope: scopeAdmin, featured: featuredAny, group: group}
			t.Bucket(of.Name+"-index").Scan(all.key(), nil, func(key, _ []byte) bool {
				visit(kind, idOf(key))
				return true
			})
		}
		each(events.ReviewKind, uint64(id))
		each(events.ArticleKind, foldedGroup(known.Slug))
		return nil
	})
}
