// Pictures in the content model: which reviews and articles name which, so that it is known who may see one, and which were removed,
// so that readers see none that is gone. Buckets
//
//	picture        "9f86d0…" (SHA-256) 'r' or 'a' 00…0c (id) → 'p' published, 'd' draft or 'x' deleted
//	picture-gone   "9f86d0…" → nothing: removed, and not back yet
//
// A picture is used by an item whose row names its address, in whatever field, and by one whose corrections do: readers see them, too.

package content

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// States of an item that uses a picture.
const (
	usedPublished = 'p'
	usedDraft     = 'd'
	usedDeleted   = 'x'
)

// PictureUse is a review or an article that uses a picture.
type PictureUse struct {
	Kind  string `json:"kind"` // "review" or "article"
	ID    int64  `json:"id"`
	Title string `json:"title"`
	State string `json:"state"` // "published", "draft" or "deleted"
}

var useStates = map[byte]string{usedPublished: "published", usedDraft: "draft", usedDeleted: "deleted"}

// PicturePublic reports whether readers may see a picture: something published uses it. Its error is ErrNotReady.
func (c *Reader) PicturePublic(sha256 string) (public bool, err error) {
	err = c.Read(func(_ *content, t *projector.Tx) error {
		t.Bucket("picture").Scan([]byte(sha256), nil, func(_, state []byte) bool {
			public = state[0] == usedPublished
			return !public
		})
		return nil
	})
	return public, err
}

// PictureUses lists what uses a picture, articles first, by their ids. Its error is ErrNotReady.
func (c *Reader) PictureUses(sha256 string) ([]PictureUse, error) {
	uses := []PictureUse{}
	err := c.Read(func(m *content, t *projector.Tx) error {
		m.usersOf(t, sha256, func(of *collection, id int64, state byte) {
			h, _ := of.row(t, id)
			if h == nil {
				panic(projector.Damage("a picture is used by a row that is not there"))
			}
			uses = append(uses, PictureUse{of.kind, id, h.title, useStates[state]})
		})
		return nil
	})
	return uses, err
}

// usersOf visits the items that use a picture.
func (c *content) usersOf(t *projector.Tx, sha256 string, visit func(of *collection, id int64, state byte)) {
	t.Bucket("picture").Scan([]byte(sha256), nil, func(key, state []byte) bool {
		of := c.reviews
		if key[len(key)-9] == c.articles.kind[0] {
			of = c.articles
		}
		visit(of, int64(projector.ParseNumber(key[len(key)-8:])), state[0])
		return true
	})
}

// usePictures stores which pictures an item uses, whose row was before and is body now; before nil: it is new.
func (c *collection) usePictures(t *projector.Tx, id int64, h *head, before, body []byte) {
	is := map[string]bool{}
	for _, text := range append([]string{string(body)}, c.storedCorrections(t, id)...) {
		for _, sha256 := range events.PicturesIn([]byte(text)) {
			is[sha256] = true
		}
	}
	rows := t.Bucket("picture")
	for _, sha256 := range events.PicturesIn(before) {
		if !is[sha256] {
			rows.Delete(c.pictureKey(sha256, id))
		}
	}
	state := []byte{usedDraft}
	switch {
	case h.deleted:
		state[0] = usedDeleted
	case h.published:
		state[0] = usedPublished
	}
	for _, sha256 := range slices.Sorted(maps.Keys(is)) {
		key := c.pictureKey(sha256, id)
		if !bytes.Equal(rows.Get(key), state) {
			rows.Put(key, state)
		}
	}
}

func (c *collection) pictureKey(sha256 string, id int64) []byte {
	return append(append([]byte(sha256), c.kind[0]), projector.Number(id)...)
}

// showPicture notes that a picture is gone, or back again.
func (c *content) showPicture(t *projector.Tx, sha256 string, shown bool) bool {
	gone, key := t.Bucket("picture-gone"), []byte(sha256)
	if (gone.Get(key) == nil) == shown {
		return false
	}
	if shown {
		gone.Delete(key)
	} else {
		gone.Put(key, nil)
		c.removed = true
	}
	if c.pictures == nil {
		c.pictures = map[string]bool{}
	}
	c.pictures[sha256] = true
	return true
}

// touchPictures has everything made anew that shows a picture which the batch has removed or brought back.
func (c *content) touchPictures(t *projector.Tx) {
	for _, sha256 := range slices.Sorted(maps.Keys(c.pictures)) {
		c.usersOf(t, sha256, func(of *collection, id int64, state byte) {
			of.touch(t, id)
			if state != usedPublished || of != c.reviews {
				return
			}
			var r Review
			if _, body := of.row(t, id); json.Unmarshal(body, &r) != nil {
				panic(projector.Damage("a review's row is no JSON"))
			}
			c.dirtyProducts[c.productOf(t, r.ProductBrand, r.ProductName)] = true
		})
	}
	c.pictures = nil
}

// touch drops the cached answers that show an entity whose row stays as it is.
func (c *collection) touch(t *projector.Tx, id int64) {
	h, _ := c.row(t, id)
	text := bytes.Clone(t.Bucket(c.kind + "-text").Get(projector.Number(id)))
	c.changes = append(c.changes, change{id: id, before: h.indexes(), after: h.indexes(), textBefore: text, textAfter: text})
}

// forReaders returns the JSON of an entity without what would lead to a removed picture; the row that it came from is left as it is.
func (c *collection) forReaders(t *projector.Tx, body []byte) []byte {
	if !namesGone(t, body) {
		return body
	}
	if c.kind == "article" {
		var a Article
		if json.Unmarshal(body, &a) != nil {
			panic(projector.Damage("an article's row is no JSON"))
		}
		a.Content, a.Excerpt, a.ImageURL = withoutGone(t, a.Content), textWithoutGone(t, a.Excerpt), addressUnlessGone(t, a.ImageURL)
		return projector.Encode(a)
	}
	var r Review
	if json.Unmarshal(body, &r) != nil {
		panic(projector.Damage("a review's row is no JSON"))
	}
	r.hideGone(t)
	return projector.Encode(r)
}

// hideGone leaves out of a review what would lead to a removed picture.
func (r *Review) hideGone(t *projector.Tx) {
	r.Content, r.Verdict, r.ProductDescription = withoutGone(t, r.Content), textWithoutGone(t, r.Verdict), textWithoutGone(t, r.ProductDescription)
	r.ProductImageURL = addressUnlessGone(t, r.ProductImageURL)
	r.ImageURLs = slices.DeleteFunc(r.ImageURLs, func(address string) bool { return namesGone(t, []byte(address)) })
}

// namesGone reports whether a text names a removed picture.
func namesGone(t *projector.Tx, text []byte) bool {
	gone := t.Bucket("picture-gone")
	return gone.Any() && slices.ContainsFunc(events.PicturesIn(text), func(sha256 string) bool { return gone.Get([]byte(sha256)) != nil })
}

func addressUnlessGone(t *projector.Tx, address *string) *string {
	if address != nil && namesGone(t, []byte(*address)) {
		return nil
	}
	return address
}

func textWithoutGone(t *projector.Tx, optional *string) *string {
	if optional == nil {
		return nil
	}
	return answers.Text(withoutGone(t, *optional))
}

// markdownPicture is a picture in a text: ![its description](its address "its title").
var markdownPicture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)

// withoutGone leaves removed pictures out of a text. The text of a link to one stays, as does the link: it says that the picture is gone.
func withoutGone(t *projector.Tx, text string) string {
	if !strings.Contains(text, "![") {
		return text
	}
	return markdownPicture.ReplaceAllStringFunc(text, func(picture string) string {
		if namesGone(t, []byte(picture)) {
			return ""
		}
		return picture
	})
}
