// Package authors keeps the profiles of authors for the content model. Buckets
//
//	author            00…01 (id) → JSON of Author
//	author-name       its name's NameKey 00 00…01 (id) → nothing
//	author-picture    "9f86d0…" (SHA-256) 00…01 (id) → nothing: the profile names the picture
//	author-undeleted  "author-1" (stream) → nothing: the author is deleted, but the stream isn't yet
package authors

import (
	"cmp"
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/addresses"
	"candor/projections/content/excerpts"
	"candor/projections/content/pictures"
	"candor/projections/formats"
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
	return events.AuthorContent{
		Name: a.Name, PictureURL: answers.Value(a.PictureURL), Text: answers.Value(a.Text), Links: a.Links,
		Disclosure: answers.Value(a.Disclosure),
	}
}

func (a *Author) setContent(now events.AuthorContent) {
	a.Name, a.PictureURL, a.Text = now.Name, answers.Text(now.PictureURL), answers.Text(now.Text)
	a.Disclosure = answers.Text(now.Disclosure)
	a.Links = append([]events.AuthorLink{}, now.Links...)
	a.Excerpt = markdown.Excerpt(now.Text, excerpts.Longest)
}

// Change takes in an event about an author, and reports whether it changes anything.
func Change(t *projector.Tx, about events.About, event *projector.Event) bool {
	at := about.At.UTC()
	switch about.Action {
	case events.ActionCreated:
		one := Author{ID: about.ID, CreatedAt: at, UpdatedAt: at, Revision: event.Revision}
		one.setContent(about.Content.(events.AuthorContent))
		forget(t, one.ID)
		one.put(t)
	case events.ActionUpdated:
		one, ok := At(t, about.ID)
		if !ok {
			return false
		}
		forget(t, one.ID)
		now := one.content()
		events.Take(&now, about)
		one.setContent(now)
		one.UpdatedAt, one.Revision = at, event.Revision
		one.put(t)
	case events.ActionDeleted:
		Remove(t, about.ID)
		t.Bucket("author-undeleted").Put([]byte(event.Stream), nil)
	default:
		return false
	}
	return true
}

// Erase takes in that a stream was deleted, and reports whether it is an author's.
func Erase(t *projector.Tx, stream string) bool {
	id, ok := events.Number(stream, events.AuthorPrefix)
	if ok {
		Remove(t, id)
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
		t.Bucket("author-picture").Put(pictureKey(sha256, a.ID), nil)
	}
}

// SetRevision moves the revision of an author, and reports whether the author is there.
func SetRevision(t *projector.Tx, id int64, revision uint64) bool {
	one, ok := At(t, id)
	if ok {
		one.Revision = revision
		one.put(t)
	}
	return ok
}

// forget removes an author, if there is one, and what is made of the profile.
func forget(t *projector.Tx, id int64) {
	one, ok := At(t, id)
	if !ok {
		return
	}
	for _, sha256 := range events.PicturesIn(projector.Encode(one)) {
		t.Bucket("author-picture").Delete(pictureKey(sha256, id))
	}
	t.Bucket("author-name").Delete(one.nameKey())
	t.Bucket("author").Delete(projector.Number(id))
}

// Remove forgets an author for good, with the old addresses of the author's page.
func Remove(t *projector.Tx, id int64) {
	forget(t, id)
	addresses.ForgetAuthor(t, id)
}

// nameKey returns the author's key in the bucket of names.
func (a *Author) nameKey() []byte {
	return append(addresses.Prefix(events.NameKey(a.Name)), projector.Number(a.ID)...)
}

func pictureKey(sha256 string, id int64) []byte {
	return append([]byte(sha256), projector.Number(id)...)
}

// Row returns an author as stored, nil if there is none; it is valid as long as the transaction.
func Row(t *projector.Tx, id int64) []byte { return t.Bucket("author").Get(projector.Number(id)) }

// At reads an author.
func At(t *projector.Tx, id int64) (a Author, ok bool) {
	stored := Row(t, id)
	if stored == nil {
		return Author{}, false
	}
	if err := json.Unmarshal(stored, &a); err != nil {
		panic(projector.Damage("an author is no JSON"))
	}
	return a, true
}

// WithPicture visits the authors whose profiles name a picture.
func WithPicture(t *projector.Tx, sha256 string, visit func(id int64)) {
	t.Bucket("author-picture").Scan([]byte(sha256), nil, func(key, _ []byte) bool {
		visit(int64(projector.ParseNumber(key[len(key)-8:])))
		return true
	})
}

// All returns all authors as a language sorts their names.
func All(t *projector.Tx, language string) []Author {
	all := []Author{}
	t.Bucket("author").Scan(nil, nil, func(key, _ []byte) bool {
		one, _ := At(t, int64(projector.ParseNumber(key)))
		all = append(all, one)
		return true
	})
	formats.Sort(formats.NewSorter(language), all, func(a Author) string { return a.Name },
		func(a, b Author) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Named reads the author whose name has a key.
func Named(t *projector.Tx, nameKey string) (a Author, ok bool) {
	id := int64(0)
	t.Bucket("author-name").Scan(addresses.Prefix(nameKey), nil, func(key, _ []byte) bool {
		id = int64(projector.ParseNumber(key[len(key)-8:]))
		return false
	})
	return At(t, id)
}

// Undeleted lists, in the order of their names, the streams of deleted authors that are still there.
func Undeleted(t *projector.Tx) (streams []string) {
	t.Bucket("author-undeleted").Scan(nil, nil, func(key, _ []byte) bool {
		streams = append(streams, string(key))
		return true
	})
	return streams
}

// ProfileOf returns the profile of the author whose name has an [events.NameKey], as readers see its pictures; nil if there is none.
func ProfileOf(t *projector.Tx, nameKey string) *Profile {
	one, ok := Named(t, nameKey)
	if !ok {
		return nil
	}
	html := markdown.Render(answers.Value(one.Text), markdown.Options{Picture: pictures.InTexts(t, true)}).HTML
	picture := pictures.Today(t).AddressSeen(one.PictureURL)
	return &Profile{PictureURL: picture, Text: html, Excerpt: one.Excerpt, Links: one.Links, Disclosure: one.Disclosure}
}
