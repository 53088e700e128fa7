// Queries by the addresses that things had on the site that they were imported from.

package content

import (
	"errors"

	"candor/events"
	"candor/projections/content/addresses"
	"candor/projections/content/authors"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// Destination is where an old address leads to now.
type Destination struct {
	Kind    string // events.ReviewKind, …
	ID      int64  // of a review or an article
	Slug    string // of a page, a category, a tag or an author
	Name    string // of a topic
	Address string // of a picture
}

// OldAddress returns where a path, decoded, of another site leads to, as far as something there is published. Its error is ErrNotFound or
// ErrNotReady.
func (c *Reader) OldAddress(path string) (to Destination, err error) {
	var found addresses.Place
	err = c.tx(func(t *projector.Tx) error {
		for _, form := range events.OldPaths(path) {
			if one, ok := addresses.At(t, []byte(form)); ok {
				found = one
				return nil
			}
		}
		return projector.ErrNotFound
	})
	if err != nil {
		return Destination{}, err
	}
	to = Destination{Kind: found.Kind, ID: found.ID}
	switch found.Kind {
	case events.PageKind:
		var page Page
		page, err = c.Page(found.ID)
		to.Slug = page.Slug
	case events.CategoryKind:
		to.Slug, err = c.categoryWithReviews(found.ID)
	case events.TagKind:
		return firstOf(found.Name, c.tag, c.topic)
	case events.TopicKind:
		return firstOf(found.Name, c.topic, c.tag)
	case events.AuthorKind:
		to.Slug, err = c.authorSlug(found.ID)
	case events.PictureKind:
		to.Address, err = c.pictureAddress(found.SHA256)
	default:
		_, err = c.Of(found.Kind).One(found.ID)
	}
	return to, err
}

// categoryWithReviews returns the slug of a category that has published reviews.
func (c *Reader) categoryWithReviews(id int64) (slug string, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		known, ok := m.categories.Set().ByID[id]
		if !ok || m.of(events.ReviewKind).count(t, index{scope: scopePublic, featured: featuredAny, group: uint64(id)}) == 0 {
			return projector.ErrNotFound
		}
		slug = known.Slug
		return nil
	})
	return slug, err
}

// slugOf returns the slug of a name that published items have.
func (c *Reader) slugOf(of names.Kind, name string) (string, error) {
	known, err := c.Named(of, name)
	return known.Slug, err
}

// firstOf returns the first destination that is there: of what another site had as tags or as categories, an article here has one as its
// category and the others as tags.
func firstOf(name string, all ...func(name string) (Destination, error)) (to Destination, err error) {
	for _, one := range all {
		if to, err = one(name); !errors.Is(err, projector.ErrNotFound) {
			return to, err
		}
	}
	return to, err
}

// tag returns the page of a tag that published items have.
func (c *Reader) tag(name string) (Destination, error) {
	slug, err := c.slugOf(names.Tags, name)
	return Destination{Kind: events.TagKind, Slug: slug}, err
}

// topic returns the published articles of a category.
func (c *Reader) topic(name string) (to Destination, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		if m.of(events.ArticleKind).count(t, index{scope: scopePublic, featured: featuredAny, group: foldedGroup(name)}) == 0 {
			return projector.ErrNotFound
		}
		return nil
	})
	return Destination{Kind: events.TopicKind, Name: name}, err
}

// authorSlug returns the slug of an author's name, if published items have it.
func (c *Reader) authorSlug(id int64) (slug string, err error) {
	name := ""
	err = c.tx(func(t *projector.Tx) error {
		one, ok := authors.At(t, id)
		if !ok {
			return projector.ErrNotFound
		}
		name = one.Name
		return nil
	})
	if err != nil {
		return "", err
	}
	return c.slugOf(names.Authors, name)
}

// pictureAddress returns the address of a stored picture that readers may see.
func (c *Reader) pictureAddress(sha256 string) (address string, err error) {
	public, err := c.PicturePublic(sha256)
	if err != nil {
		return "", err
	}
	err = c.tx(func(t *projector.Tx) error {
		facts := pictures.FactsOf(t, sha256)
		if p := pictures.At(t, events.MediaAddress(sha256, facts.ContentType)); !public || facts.ContentType == "" || p == nil || p.Gone {
			return projector.ErrNotFound
		}
		address = events.MediaAddress(sha256, facts.ContentType)
		return nil
	})
	return address, err
}
