// Authors in the content model. Buckets
//
//	author            00…01 (id) → JSON of Author
//	author-name       its name's NameKey 00 00…01 (id) → nothing
//	author-picture    "9f86d0…" (SHA-256) 00…01 (id) → nothing: the profile names the picture
//	author-undeleted  "author-1" (stream) → nothing: the author is deleted, but the stream isn't yet

package content

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// Author is an author as the API answers it to the admin. Text is Markdown.
type Author struct {
	ID         int64               `json:"id"`
	Name       string              `json:"name"`
	PictureURL *string             `json:"pictureUrl"`
	Text       *string             `json:"text"`
	Links      []events.AuthorLink `json:"links"` // never nil
	Disclosure *string             `json:"disclosure"`
	Excerpt    string              `json:"excerpt"` // of the text, without markup
	CreatedAt  time.Time           `json:"createdAt"`
	UpdatedAt  time.Time           `json:"updatedAt"`
	Revision   uint64              `json:"revision"`
}

// Profile is what readers see of an author, beside the name.
type Profile struct {
	PictureURL *string             `json:"pictureUrl"` // nil without one, and where it is gone
	Text       string              `json:"text"`       // HTML
	Excerpt    string              `json:"excerpt"`    // of the text, without markup
	Links      []events.AuthorLink `json:"links"`      // never nil
	Disclosure *string             `json:"disclosure"`
}

func (a *Author) content() events.AuthorContent {
	return events.AuthorContent{Name: a.Name, PictureURL: answers.Value(a.PictureURL), Text: answers.Value(a.Text), Links: a.Links, Disclosure: answers.Value(a.Disclosure)}
}

func (a *Author) setContent(now events.AuthorContent) {
	a.Name, a.PictureURL, a.Text, a.Disclosure = now.Name, answers.Text(now.PictureURL), answers.Text(now.Text), answers.Text(now.Disclosure)
	a.Links = append([]events.AuthorLink{}, now.Links...)
	a.Excerpt = markdown.Excerpt(now.Text, longestExcerpt)
}

// changeAuthor takes in an event about an author, and reports whether it changes anything.
func changeAuthor(t *projector.Tx, about events.About, event *projector.Event) bool {
	at := about.At.UTC()
	switch about.Action {
	case events.ActionCreated:
		one := Author{ID: about.ID, CreatedAt: at, UpdatedAt: at, Revision: event.Revision}
		one.setContent(about.Content.(events.AuthorContent))
		forgetAuthor(t, one.ID)
		one.put(t)
	case events.ActionUpdated:
		one, ok := authorAt(t, about.ID)
		if !ok {
			return false
		}
		forgetAuthor(t, one.ID)
		now := one.content()
		events.Take(&now, about)
		one.setContent(now)
		one.UpdatedAt, one.Revision = at, event.Revision
		one.put(t)
	case events.ActionDeleted:
		removeAuthor(t, about.ID)
		t.Bucket("author-undeleted").Put([]byte(event.Stream), nil)
	default:
		return false
	}
	return true
}

// eraseAuthor takes in that a stream was deleted, and reports whether it is an author's.
func eraseAuthor(t *projector.Tx, stream string) bool {
	id, ok := events.Number(stream, events.AuthorPrefix)
	if ok {
		removeAuthor(t, id)
		t.Bucket("author-undeleted").Delete([]byte(stream))
	}
	return ok
}

// put stores the author and what leads to it.
func (a *Author) put(t *projector.Tx) {
	row := projector.Encode(a)
	t.Bucket("author").Put(projector.Number(a.ID), row)
	t.Bucket("author-name").Put(a.nameKey(), nil)
	for _, sha256 := range events.PicturesIn(row) {
		t.Bucket("author-picture").Put(authorPictureKey(sha256, a.ID), nil)
	}
}

// changesAuthor moves the revision of an author for an event in the author's stream that is about something else; false if there is no author.
func changesAuthor(t *projector.Tx, id int64, event *projector.Event) bool {
	one, ok := authorAt(t, id)
	if ok {
		one.Revision = event.Revision
		one.put(t)
	}
	return ok
}

// forgetAuthor removes an author, if there is one, and what is made of the profile.
func forgetAuthor(t *projector.Tx, id int64) {
	one, ok := authorAt(t, id)
	if !ok {
		return
	}
	for _, sha256 := range events.PicturesIn(projector.Encode(one)) {
		t.Bucket("author-picture").Delete(authorPictureKey(sha256, id))
	}
	t.Bucket("author-name").Delete(one.nameKey())
	t.Bucket("author").Delete(projector.Number(id))
}

// removeAuthor forgets an author for good, with the old addresses of the author's page.
func removeAuthor(t *projector.Tx, id int64) {
	forgetAuthor(t, id)
	forgetAuthorAddresses(t, id)
}

// nameKey returns the author's key in the bucket of names.
func (a *Author) nameKey() []byte {
	return append(slugPrefix(events.NameKey(a.Name)), projector.Number(a.ID)...)
}

func authorPictureKey(sha256 string, id int64) []byte {
	return append([]byte(sha256), projector.Number(id)...)
}

// authorAt reads an author.
func authorAt(t *projector.Tx, id int64) (a Author, ok bool) {
	stored := t.Bucket("author").Get(projector.Number(id))
	if stored == nil {
		return Author{}, false
	}
	if err := json.Unmarshal(stored, &a); err != nil {
		panic(projector.Damage("an author is no JSON"))
	}
	return a, true
}

// authorsWith visits the authors whose profiles name a picture.
func authorsWith(t *projector.Tx, sha256 string, visit func(id int64)) {
	t.Bucket("author-picture").Scan([]byte(sha256), nil, func(key, _ []byte) bool {
		visit(int64(projector.ParseNumber(key[len(key)-8:])))
		return true
	})
}

// AuthorsAnswer returns all authors in the order of their names. Its error is ErrNotReady.
func (c *Reader) AuthorsAnswer() (*answers.Answer, error) {
	all := []Author{}
	err := c.tx(func(t *projector.Tx) error {
		t.Bucket("author").Scan(nil, nil, func(key, _ []byte) bool {
			one, _ := authorAt(t, int64(projector.ParseNumber(key)))
			all = append(all, one)
			return true
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b Author) int {
		return cmp.Or(cmp.Compare(answers.Fold(a.Name), answers.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
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
		one, ok := authorAt(t, id)
		if !ok {
			return projector.ErrNotFound
		}
		a = answers.NewEntity(bytes.Clone(t.Bucket("author").Get(projector.Number(id))), one.Revision, one.UpdatedAt)
		return nil
	})
	return a, err
}

// ProfileOf returns the profile of the author whose name has an [events.NameKey], as readers see its pictures; nil if there is none. Its
// error is ErrNotReady.
func (c *Reader) ProfileOf(nameKey string) (p *Profile, err error) {
	err = c.tx(func(t *projector.Tx) error {
		p = profileOf(t, nameKey)
		return nil
	})
	return p, err
}

func profileOf(t *projector.Tx, nameKey string) *Profile {
	one, ok := authorNamed(t, nameKey)
	if !ok {
		return nil
	}
	html := markdown.Render(answers.Value(one.Text), markdown.Options{Picture: lookUp(t, true)}).HTML
	return &Profile{PictureURL: addressSeen(t, one.PictureURL), Text: html, Excerpt: one.Excerpt, Links: one.Links, Disclosure: one.Disclosure}
}

// authorNamed reads the author whose name has a key.
func authorNamed(t *projector.Tx, nameKey string) (a Author, ok bool) {
	id := int64(0)
	t.Bucket("author-name").Scan(slugPrefix(nameKey), nil, func(key, _ []byte) bool {
		id = int64(projector.ParseNumber(key[len(key)-8:]))
		return false
	})
	return authorAt(t, id)
}

// ExcerptOf returns the beginning of the profile's text of the author whose name has an [events.NameKey], without markup; "" where there
// is none. Its error is ErrNotReady.
func (c *Reader) ExcerptOf(nameKey string) (excerpt string, err error) {
	err = c.tx(func(t *projector.Tx) error {
		if one, ok := authorNamed(t, nameKey); ok {
			excerpt = one.Excerpt
		}
		return nil
	})
	return excerpt, err
}

// authorName is an author of published items, as the API answers it.
type authorName struct {
	ItemName
	Profile *Profile `json:"profile"` // nil without one
}

// authorNameAnswer is NameAnswer for an author. It is cached, as a profile's text may be long, until content changes.
func (c *Reader) authorNameAnswer(slug string) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	var number int64
	err = c.Read(func(m *content, t *projector.Tx) error {
		_, key, err := m.nameAt(t, Authors, slug)
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
		one := readName(t.Bucket("name").Get(nameNumber(Authors, uint64(number))))
		if one == nil {
			return projector.ErrNotFound
		}
		a = answers.NewList(projector.Encode(authorName{one.shown(), profileOf(t, one.Key)}), 1, time.Time{})
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
		t.Bucket("author-undeleted").Scan(nil, nil, func(key, _ []byte) bool {
			streams = append(streams, string(key))
			return true
		})
		return nil
	})
	return streams, err
}
