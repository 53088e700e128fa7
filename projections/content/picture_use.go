// Which items use a picture, for readers and the admin.

package content

import (
	"cmp"

	"candor/events"
	"candor/projections/content/authors"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// PictureUse is an item that uses a picture, an author, or the site's settings.
type PictureUse struct {
	Kind  string `json:"kind"`  // "review", "article", "page", "author" or "settings"
	ID    int64  `json:"id"`    // 0 of settings
	Title string `json:"title"` // an author's name; of settings the section
	State string `json:"state"` // "published", "draft" or "deleted"
}

// Compare orders uses by kind and id.
func (u PictureUse) Compare(other PictureUse) int {
	return cmp.Or(cmp.Compare(u.Kind, other.Kind), cmp.Compare(u.ID, other.ID))
}

var useStates = map[byte]string{usedPublished: "published", usedDraft: "draft", usedDeleted: "deleted"}

// PicturePublic reports whether readers may see a picture: a published item, an author's profile or the settings use it, or one in whose
// place it is shown. Its error is ErrNotReady.
func (c *Reader) PicturePublic(sha256 string) (public bool, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		if pictures.IsClosed(t, sha256) {
			return nil
		}
		for _, leading := range pictures.LeadingTo(t, sha256) {
			t.Bucket("picture").Scan([]byte(leading), nil, func(_, state []byte) bool {
				public = public || state[0] == usedPublished
				return !public
			})
			authors.WithPicture(t, leading, func(int64) { public = true })
			public = public || m.settings.State().Show(leading)
		}
		return nil
	})
	return public, err
}

// PictureUses lists the items, authors and settings that use a picture, by kind and id. Its error is ErrNotReady.
func (c *Reader) PictureUses(sha256 string) ([]PictureUse, error) {
	uses := []PictureUse{}
	err := c.Read(func(m *content, t *projector.Tx) error {
		m.usersOf(t, sha256, func(of *collection, id int64, state byte) {
			h, _ := of.row(t, id)
			if h == nil {
				panic(projector.Damage("a picture is used by a row that is not there"))
			}
			uses = append(uses, PictureUse{of.Name, id, h.title, useStates[state]})
		})
		authors.WithPicture(t, sha256, func(id int64) {
			one, ok := authors.At(t, id)
			if !ok {
				panic(projector.Damage("a picture is used by an author who is not there"))
			}
			uses = append(uses, PictureUse{events.AuthorKind, id, one.Name, useStates[usedPublished]})
		})
		if m.settings.State().Show(sha256) {
			uses = append(uses, PictureUse{events.SettingsKind, 0, events.SiteSection, useStates[usedPublished]})
		}
		return nil
	})
	return uses, err
}
