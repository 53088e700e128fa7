// The library: all pictures, with what is known of them.

package media

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/projector"
)

// Picture is a picture that is stored, or was removed, with all that is known of it.
type Picture struct {
	SHA256      string
	ContentType string
	Size        int // in bytes
	events.Shape
	events.MediaDescription
	StoredAt  time.Time  // zero for a removed one
	Revision  *uint64    // of its stream picture-<sha256>; nil: there are no events
	RemovedAt *time.Time // nil: it is stored
	Allowed   bool       // removed, but may be uploaded again
	Replaces  []Earlier  // what is stored and shown as this picture, the latest first
	Leading   []string   // it, and all pictures that lead to it, also removed ones
}

// Earlier is a picture in whose place another one is shown.
type Earlier struct {
	SHA256, ContentType string
	events.Shape
	ReplacedAt time.Time
}

// description is what the events of stream picture-<sha256> say of a picture.
type description struct {
	Name       string             `json:"name,omitempty"`
	Alt        string             `json:"alt,omitempty"`
	Caption    string             `json:"caption,omitempty"`
	Credit     string             `json:"credit,omitempty"`
	FocalPoint *events.FocalPoint `json:"focalPoint,omitempty"` // nil: the centre
	Revision   uint64             `json:"revision"`             // of the stream's last event
}

func (d *description) public() events.MediaDescription {
	one := events.MediaDescription{Name: d.Name, Alt: d.Alt, Caption: d.Caption, Credit: d.Credit, FocalPoint: events.FocalCentre}
	if d.FocalPoint != nil {
		one.FocalPoint = *d.FocalPoint
	}
	return one
}

// descriptionOf reads what is said of a picture, nil if there is nothing.
func descriptionOf(t *projector.Tx, sha256 string) *description {
	stored := t.Bucket("description").Get([]byte(sha256))
	if stored == nil {
		return nil
	}
	var d description
	if json.Unmarshal(stored, &d) != nil {
		panic(projector.Damage("a description is no JSON"))
	}
	return &d
}

// describe takes in an event of a picture's stream, with changes of its description if it has any.
func describe(t *projector.Tx, sha256 string, revision uint64, changes events.MediaChanges) {
	d := descriptionOf(t, sha256)
	if d == nil {
		d = &description{}
	}
	now := d.public()
	events.Apply(&now, changes)
	*d = description{Name: now.Name, Alt: now.Alt, Caption: now.Caption, Credit: now.Credit, Revision: revision}
	if now.FocalPoint != events.FocalCentre {
		d.FocalPoint = &now.FocalPoint
	}
	t.Bucket("description").Put([]byte(sha256), projector.Encode(d))
}

// Picture returns the picture that is shown for one. Its error is ErrNotFound if that is neither stored nor removed, or ErrNotReady.
func (m *Reader) Picture(sha256 string) (p Picture, err error) {
	err = m.ReadCurrent(func(_ *media, t *projector.Tx) error {
		found := pictureOf(t, shownFor(t, sha256))
		if found == nil {
			return projector.ErrNotFound
		}
		p = *found
		return nil
	})
	return p, err
}

// pictureOf reads a picture that is stored or was removed, nil for any other.
func pictureOf(t *projector.Tx, sha256 string) *Picture {
	p := &Picture{SHA256: sha256, Replaces: []Earlier{}}
	if file := fileOf(t, sha256); file != nil && file.Whole {
		p.ContentType, p.Size, p.Shape, p.StoredAt = file.ContentType, file.Size, file.shape(), file.StoredAt
	} else if gone := removedAt(t, sha256); gone != nil {
		p.ContentType, p.Size, p.RemovedAt, p.Allowed = gone.ContentType, gone.Size, &gone.At, gone.Allowed
	} else {
		return nil
	}
	p.FocalPoint = events.FocalCentre
	if d := descriptionOf(t, sha256); d != nil {
		p.MediaDescription, p.Revision = d.public(), &d.Revision
	}
	p.Leading = leadingTo(t, sha256)
	for _, earlier := range p.Leading[1:] {
		if file := fileOf(t, earlier); file != nil && file.Whole {
			p.Replaces = append(p.Replaces, Earlier{earlier, file.ContentType, file.shape(), replacementOf(t, earlier).At})
		}
	}
	slices.SortStableFunc(p.Replaces, func(a, b Earlier) int { return b.ReplacedAt.Compare(a.ReplacedAt) })
	return p
}

// Query chooses pictures of the library. The zero value chooses all that are stored and shown as themselves.
type Query struct {
	Search     string // words in name, alt, caption or credit, in any order, ignoring case
	MissingAlt bool   // only those without alt
	Removed    bool   // those that were removed instead
	// chooses by a picture and those that lead to it. It must not query this model; nil: all
	Keep   func(leading []string) (bool, error)
	Limit  int // 0: no limit
	Offset int
}

// Page is a part of the library.
type Page struct {
	Total      int       // of the pictures that the query chooses
	MissingAlt int       // of all pictures that are stored and shown as themselves, those without alt
	Pictures   []Picture // newest first
}

// Library returns the pictures that q chooses. In memory are those of the page alone. Its error is ErrNotReady, or that of Keep.
func (m *Reader) Library(q Query) (page Page, err error) {
	page.Pictures = []Picture{}
	words := strings.Fields(characters.Bare(q.Search))
	err = m.ReadCurrent(func(_ *media, t *projector.Tx) (failed error) {
		choose := func(sha256 string, d *description) bool {
			chosen := d.says(words) && (!q.MissingAlt || d.lacksAlt())
			if chosen && q.Keep != nil {
				chosen, failed = q.Keep(leadingTo(t, sha256))
			}
			if !chosen || failed != nil {
				return failed == nil
			}
			if page.Total++; page.Total > q.Offset && (q.Limit == 0 || len(page.Pictures) < q.Limit) {
				page.Pictures = append(page.Pictures, *pictureOf(t, sha256))
			}
			return true
		}
		visitShown(t, func(sha256 string) bool {
			d := descriptionOf(t, sha256)
			if d.lacksAlt() {
				page.MissingAlt++
			}
			return q.Removed || choose(sha256, d)
		})
		if q.Removed {
			visitRemoved(t, func(sha256 string) bool { return choose(sha256, descriptionOf(t, sha256)) })
		}
		return failed
	})
	return page, err
}

// visitShown visits the whole files that are shown as themselves, newest first, until visit returns false.
func visitShown(t *projector.Tx, visit func(sha256 string) bool) {
	t.Bucket("library").Scan(nil, nil, func(key, _ []byte) bool {
		sha256 := string(key[8:])
		return replacementOf(t, sha256) != nil || visit(sha256)
	})
}

// visitRemoved visits the removed pictures, the latest first, until visit returns false.
func visitRemoved(t *projector.Tx, visit func(sha256 string) bool) {
	type removal struct {
		sha256 string
		at     time.Time
	}
	var all []removal
	t.Bucket("removed").Scan(nil, nil, func(key, _ []byte) bool {
		all = append(all, removal{string(key), removedAt(t, string(key)).At})
		return true
	})
	slices.SortFunc(all, func(a, b removal) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.sha256, b.sha256)) })
	for _, one := range all {
		if !visit(one.sha256) {
			return
		}
	}
}

func (d *description) lacksAlt() bool { return d == nil || d.Alt == "" }

// says reports whether a description has all words, which are folded, in any of its texts.
func (d *description) says(words []string) bool {
	if len(words) == 0 {
		return true
	}
	if d == nil {
		return false
	}
	texts := []string{characters.Bare(d.Name), characters.Bare(d.Alt), characters.Bare(d.Caption), characters.Bare(d.Credit)}
	return !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, word) })
	})
}
