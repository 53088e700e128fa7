// Queries of names.

package content

import (
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// ItemName is a tag, a brand or an author of published items, as the API answers it.
type ItemName struct {
	Slug  string `json:"slug"`
	Name  string `json:"name"`
	Count int    `json:"count"` // of the published items that have it
}

// NamesAnswer returns all names of a kind, in the order of the names. The caller releases the answer. Errors: ErrNotReady, ErrListsFull.
func (c *Reader) NamesAnswer(of NameKind) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.nameLists.Answer(of, c.headOnly, func() (*answers.Answer, []int64, error) {
		if m.factless() {
			return nil, nil, projector.ErrNotReady
		}
		return answers.ReadList(c.tx, c.headOnly, func(t *projector.Tx) answers.Listing { return listNames(t, of) })
	})
}

// factless reports whether another version of the program wrote the file, which stored no facts and names.
func (c *content) factless() bool { return c.collections[0].factless }

// listNames reads the names of a kind.
func listNames(t *projector.Tx, of NameKind) (l answers.Listing) {
	var all []*storedName
	t.Bucket("name").Scan([]byte{byte(of)}, nil, func(_, stored []byte) bool {
		all = append(all, readName(stored))
		return true
	})
	slices.SortFunc(all, func(a, b *storedName) int { return strings.Compare(a.Key, b.Key) })
	for i, one := range all {
		l.IDs = append(l.IDs, int64(i))
		l.Rows = append(l.Rows, projector.Encode(one.shown()))
	}
	l.Total = len(all)
	return l
}

// NameAt returns the name of a kind that a slug, or another spelling, leads to. Errors: ErrNotFound, ErrNotReady.
func (c *Reader) NameAt(of NameKind, slug string) (name ItemName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		one, _, err := m.nameAt(t, of, slug)
		if err == nil {
			name = one.shown()
		}
		return err
	})
	return name, err
}

// Named returns the name of a kind that a spelling is of. Errors: ErrNotFound, ErrNotReady.
func (c *Reader) Named(of NameKind, spelling string) (name ItemName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		if m.factless() {
			return projector.ErrNotReady
		}
		stored := t.Bucket("name").Get(nameNumber(of, groupOf(of.key(spelling))))
		if stored == nil {
			return projector.ErrNotFound
		}
		name = readName(stored).shown()
		return nil
	})
	return name, err
}

// nameAt reads the name that a slug, or another spelling, leads to, and its key.
func (c *content) nameAt(t *projector.Tx, of NameKind, slug string) (*storedName, []byte, error) {
	if c.factless() {
		return nil, nil, projector.ErrNotReady
	}
	key := nameAt(t, of, of.key(slug))
	if key == nil {
		return nil, nil, projector.ErrNotFound
	}
	return readName(t.Bucket("name").Get(key)), key, nil
}

// shown returns the name as the API answers it.
func (s *storedName) shown() ItemName { return ItemName{s.Slug, s.Name, s.Count} }

// NameAnswer is NameAt as an answer, an author's with the profile.
func (c *Reader) NameAnswer(of NameKind, slug string) (*answers.Answer, error) {
	if of == Authors {
		return c.authorNameAnswer(slug)
	}
	name, err := c.NameAt(of, slug)
	if err != nil {
		return nil, err
	}
	return answers.NewList(projector.Encode(name), 1, time.Time{}), nil
}

// PublishedName is a name of published items.
type PublishedName struct {
	Of      NameKind
	Slug    string
	Updated time.Time // when the latest change of an item that has it was
}

// PublishedNames returns all tags, brands and authors. Its error is ErrNotReady.
func (c *Reader) PublishedNames() (all []PublishedName, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		updated := map[[nameSize]byte]int64{}
		for _, of := range m.collections {
			scanFacts(t, of.Name, func(_ int64, row factRow) bool {
				for uses := row.uses(); len(uses) >= useSize; uses = uses[useSize:] {
					key := [nameSize]byte(uses)
					updated[key] = max(updated[key], row.updated())
				}
				return true
			})
		}
		for _, of := range []NameKind{Tags, Brands, Authors} {
			t.Bucket("name").Scan([]byte{byte(of)}, nil, func(key, stored []byte) bool {
				all = append(all, PublishedName{of, readName(stored).Slug, answers.Moment(updated[[nameSize]byte(key)])})
				return true
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

// NamesOf returns the names of a published item, without the times of their changes; none for a page. Its error is ErrNotFound or ErrNotReady.
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
		row := factRow(t.Bucket(of.Name + "-facts").Get(factKey(h.created, item.ID)))
		for uses := row.uses(); len(uses) >= useSize; uses = uses[useSize:] {
			if one := readName(t.Bucket("name").Get(uses[:nameSize])); one != nil && one.Slug != "" {
				all = append(all, PublishedName{Of: NameKind(uses[0]), Slug: one.Slug})
			}
		}
		return nil
	})
	return all, err
}
