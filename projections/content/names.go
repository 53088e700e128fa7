// Queries of names.

package content

import (
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/facts"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// NamesAnswer returns all names of a kind, in the order of the names. The caller releases the answer. Errors: ErrNotReady, ErrListsFull.
func (c *Reader) NamesAnswer(of names.Kind) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.nameLists.Answer(of, c.headOnly, func() (*answers.Answer, []int64, error) {
		if m.factless() {
			return nil, nil, projector.ErrNotReady
		}
		return answers.ReadList(c.tx, c.headOnly, func(t *projector.Tx) answers.Listing {
			return names.List(t, of,
				m.settings.State().Site.Language)
		})
	})
}

// factless reports whether another version of the program wrote the file, which stored no facts and names.
func (c *content) factless() bool { return c.collections[0].factless }

// NameAt returns the name of a kind that a slug, or another spelling, leads to. Errors: ErrNotFound, ErrNotReady.
func (c *Reader) NameAt(of names.Kind, slug string) (name names.ItemName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		one, _, err := m.nameAt(t, of, slug)
		if err == nil {
			name = one.Shown()
		}
		return err
	})
	return name, err
}

// Named returns the name of a kind that a spelling is of. Errors: ErrNotFound, ErrNotReady.
func (c *Reader) Named(of names.Kind, spelling string) (name names.ItemName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		if m.factless() {
			return projector.ErrNotReady
		}
		one := names.Get(t, names.Key(of, names.Hash(of.Key(spelling))))
		if one == nil {
			return projector.ErrNotFound
		}
		name = one.Shown()
		return nil
	})
	return name, err
}

// NamesOfKeys returns the names of a kind by their keys, without those that no published item has. Its error is ErrNotReady.
func (c *Reader) NamesOfKeys(of names.Kind, keys []string) (all map[string]names.ItemName, err error) {
	all = map[string]names.ItemName{}
	err = c.Read(func(m *content, t *projector.Tx) error {
		if m.factless() {
			return projector.ErrNotReady
		}
		for _, key := range keys {
			if one := names.Get(t, names.Key(of, names.Hash(key))); one != nil {
				all[key] = one.Shown()
			}
		}
		return nil
	})
	return all, err
}

// nameAt reads the name that a slug, or another spelling, leads to, and its key.
func (c *content) nameAt(t *projector.Tx, of names.Kind, slug string) (*names.Name, []byte, error) {
	if c.factless() {
		return nil, nil, projector.ErrNotReady
	}
	key := names.At(t, of, of.Key(slug))
	if key == nil {
		return nil, nil, projector.ErrNotFound
	}
	return names.Get(t, key), key, nil
}

// NameAnswer is NameAt as an answer, an author's with the profile.
func (c *Reader) NameAnswer(of names.Kind, slug string) (*answers.Answer, error) {
	if of == names.Authors {
		return c.authorNameAnswer(slug)
	}
	name, err := c.DescribedName(of, slug)
	if err != nil {
		return nil, err
	}
	return answers.NewList(projector.Encode(name), 1, time.Time{}), nil
}

// DescribedName returns the tag or the brand that a slug, or another spelling, leads to. Errors: ErrNotFound, ErrNotReady.
func (c *Reader) DescribedName(of names.Kind, slug string) (name names.DescribedName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		one, key, err := m.nameAt(t, of, slug)
		if err == nil {
			name = one.Described(t, key)
		}
		return err
	})
	return name, err
}

// PublishedName is a name of published items.
type PublishedName struct {
	Of      names.Kind
	Slug    string
	Updated time.Time // when an item that has it, or its description, was last changed
}

// PublishedNames returns all tags, brands and authors. Its error is ErrNotReady.
func (c *Reader) PublishedNames() (all []PublishedName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		updated := map[[names.Size]byte]int64{}
		for _, of := range m.collections {
			facts.Scan(t, of.Name, func(_ int64, row facts.Row) bool {
				for uses := row.Uses(); len(uses) >= names.UseSize; uses = uses[names.UseSize:] {
					key := [names.Size]byte(uses)
					updated[key] = max(updated[key], row.Updated())
				}
				return true
			})
		}
		for _, of := range []names.Kind{names.Tags, names.Brands, names.Authors} {
			names.Visit(t, of, func(key []byte, one *names.Name) {
				changed := answers.Moment(updated[[names.Size]byte(key)])
				if described := names.DescribedAt(t, key); described.After(changed) {
					changed = described
				}
				all = append(all, PublishedName{of, one.Slug, changed})
			})
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b PublishedName) int {
		if a.Of != b.Of {
			return 0
		}
		return strings.Compare(a.Slug, b.Slug)
	})
	return all, err
}

// NamesOf returns the names of a published item, without the times of their changes; none for a page. Its error is ErrNotFound or
// ErrNotReady.
func (c *Reader) NamesOf(item events.Item) (all []PublishedName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		of := m.of(item.Kind)
		if of == nil {
			return projector.ErrNotFound
		}
		h, _ := of.row(t, item.ID)
		if h == nil {
			return projector.ErrNotFound
		}
		row := facts.At(t, of.Name, h.listedAt(scopePublic), item.ID)
		for uses := row.Uses(); len(uses) >= names.UseSize; uses = uses[names.UseSize:] {
			if one := names.Get(t, uses[:names.Size]); one != nil && one.Slug != "" {
				all = append(all, PublishedName{Of: names.Kind(uses[0]), Slug: one.Slug})
			}
		}
		return nil
	})
	return all, err
}
