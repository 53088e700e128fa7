// Queries of authors.

package content

import (
	"bytes"
	"time"

	"candor/projections/answers"
	"candor/projections/content/authors"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// AuthorsAnswer returns all authors in the order of their names. Its error is ErrNotReady.
func (c *Reader) AuthorsAnswer() (*answers.Answer, error) {
	var all []authors.Author
	err := c.Read(func(m *content, t *projector.Tx) error {
		all = authors.All(t, m.settings.State().Site.Language)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var newest time.Time
	for _, one := range all {
		if one.UpdatedAt.After(newest) {
			newest = one.UpdatedAt
		}
	}
	return answers.NewList(projector.Encode(all), len(all), newest), nil
}

// AuthorAnswer returns one author. Its error is ErrNotFound or ErrNotReady.
func (c *Reader) AuthorAnswer(id int64) (*answers.Answer, error) {
	var a *answers.Answer
	err := c.tx(func(t *projector.Tx) error {
		one, ok := authors.At(t, id)
		if !ok {
			return projector.ErrNotFound
		}
		a = answers.NewEntity(bytes.Clone(authors.Row(t, id)), one.Revision, one.UpdatedAt)
		return nil
	})
	return a, err
}

// ProfileOf returns the profile of the author whose name has an [events.NameKey], as readers see its pictures; nil if there is none. Its
// error is ErrNotReady.
func (c *Reader) ProfileOf(nameKey string) (p *authors.Profile, err error) {
	err = c.tx(func(t *projector.Tx) error {
		p = authors.ProfileOf(t, nameKey)
		return nil
	})
	return p, err
}

// ExcerptOf returns the beginning of the profile's text of the author whose name has an [events.NameKey], without markup; "" where there
// is none. Its error is ErrNotReady.
func (c *Reader) ExcerptOf(nameKey string) (excerpt string, err error) {
	err = c.tx(func(t *projector.Tx) error {
		if one, ok := authors.Named(t, nameKey); ok {
			excerpt = one.Excerpt
		}
		return nil
	})
	return excerpt, err
}

// authorName is an author of published items, as the API answers it.
type authorName struct {
	names.ItemName
	Profile *authors.Profile `json:"profile"` // nil without one
}

// authorNameAnswer is NameAnswer for an author. It is cached, as a profile's text may be long, until content changes.
func (c *Reader) authorNameAnswer(slug string) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	var number int64
	err = c.Read(func(m *content, t *projector.Tx) error {
		_, key, err := m.nameAt(t, names.Authors, slug)
		if err == nil {
			number = int64(projector.ParseNumber(key[1:]))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if k := m.authorNames.Get(number); k != nil {
		return k.Answer, nil
	}
	epoch := m.authorNames.Begin()
	var a *answers.Answer
	err = c.tx(func(t *projector.Tx) error {
		one := names.Get(t, names.Key(names.Authors, uint64(number)))
		if one == nil {
			return projector.ErrNotFound
		}
		a = answers.NewList(projector.Encode(authorName{one.Shown(), authors.ProfileOf(t, one.Key)}), 1, time.Time{})
		return nil
	})
	if err == nil {
		m.authorNames.Add(epoch, number, a)
	}
	return a, err
}

// UndeletedAuthors lists, in the order of their names, the streams of deleted authors that are still there, as after a crash between the
// two deletions. Its error is ErrNotReady.
func (c *Reader) UndeletedAuthors() (streams []string, err error) {
	err = c.tx(func(t *projector.Tx) error {
		streams = authors.Undeleted(t)
		return nil
	})
	return streams, err
}
