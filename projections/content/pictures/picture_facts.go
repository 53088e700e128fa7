// Package pictures keeps for the content model what answers say of pictures besides their addresses, and which are shown in the places of
// others. Buckets
//
//	picture-facts         "9f86d0…" (SHA-256) → JSON of Facts; none where it would say nothing
//	picture-replacement   "9f86d0…" → "60303a…image/webp history": what is shown in its place, its stored type, and what readers see of the
//	                      old one
//	picture-replaced      "60303a…" "9f86d0…" → nothing: the replacements, by the other end
//	picture-gone          "9f86d0…" → nothing, or "allowed" once it may be uploaded again: removed, and not back yet; "closed": replaced by
//	                      an event that can't be read
package pictures

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// hashSize is the length of a picture's hash in keys and values.
const hashSize = 64

// Values of pictures that are gone.
const (
	allowed = "allowed" // it may be uploaded again
	closed  = "closed"  // until it is known what is shown in its place
)

// Facts is what is known of a picture. The type and the shape are zero unless it is stored.
type Facts struct {
	ContentType string             `json:"contentType,omitempty"`
	Width       int                `json:"width,omitempty"`
	Height      int                `json:"height,omitempty"`
	Animated    bool               `json:"animated,omitempty"`
	Alt         string             `json:"alt,omitempty"`
	Caption     string             `json:"caption,omitempty"`
	Credit      string             `json:"credit,omitempty"`
	FocalPoint  *events.FocalPoint `json:"focalPoint,omitempty"` // nil: the centre
	RemovedAt   *time.Time         `json:"removedAt,omitempty"`  // nil: it isn't removed, or is back
}

// Stored is a chunk of a picture without its bytes.
type Stored struct {
	SHA256, contentType string
	shape               events.Shape
}

// StoredOf returns what the model needs of a chunk: the first one says all there is to know.
func StoredOf(e events.MediaStored) any {
	if e.Chunk != 0 || len(e.SHA256) != hashSize {
		return nil
	}
	return Stored{e.SHA256, e.ContentType, e.Shape()}
}

// FactsOf reads what is known of a picture.
func FactsOf(t *projector.Tx, sha256 string) (f Facts) {
	if row := t.Bucket("picture-facts").Get([]byte(sha256)); row != nil && json.Unmarshal(row, &f) != nil {
		panic(projector.Damage("a picture's facts are no JSON"))
	}
	return f
}

// Put stores what is known of a picture.
func Put(t *projector.Tx, sha256 string, f Facts) {
	if f == (Facts{}) {
		t.Bucket("picture-facts").Delete([]byte(sha256))
		return
	}
	t.Bucket("picture-facts").Put([]byte(sha256), projector.Encode(f))
}

// Store takes in that a picture is stored, unless it was removed: then its bytes are about to be deleted.
func (f *Facts) Store(t *projector.Tx, e Stored) bool {
	if gone := t.Bucket("picture-gone").Get([]byte(e.SHA256)); f.ContentType != "" || gone != nil && string(gone) != allowed {
		return false
	}
	f.ContentType, f.Width, f.Height, f.Animated = e.contentType, e.shape.Width, e.shape.Height, e.shape.Animated
	return true
}

// Forget takes in that a picture is no longer stored.
func (f *Facts) Forget() { f.ContentType, f.Width, f.Height, f.Animated = "", 0, 0, false }

// Describe changes the description.
func (f *Facts) Describe(changes events.MediaChanges) {
	d := events.MediaDescription{Alt: f.Alt, Caption: f.Caption, Credit: f.Credit, FocalPoint: events.FocalCentre}
	if f.FocalPoint != nil {
		d.FocalPoint = *f.FocalPoint
	}
	events.Apply(&d, changes)
	f.Alt, f.Caption, f.Credit, f.FocalPoint = d.Alt, d.Caption, d.Credit, nil
	if d.FocalPoint != events.FocalCentre {
		f.FocalPoint = &d.FocalPoint
	}
}

// replacementOf returns what is shown in a picture's place, "" for itself, and its type.
func replacementOf(t *projector.Tx, sha256 string) (by, contentType string) {
	row := t.Bucket("picture-replacement").Get([]byte(sha256))
	if len(row) < hashSize {
		return "", ""
	}
	contentType, _, _ = strings.Cut(string(row[hashSize:]), " ")
	return string(row[:hashSize]), contentType
}

// hides reports whether a picture was replaced by one that hides it, in the history too.
func hides(t *projector.Tx, sha256 string) bool {
	row := t.Bucket("picture-replacement").Get([]byte(sha256))
	return row != nil && !strings.HasSuffix(string(row), " "+string(events.OldPictureInHistory))
}

// Replace notes that another picture is shown in a picture's place. The other one shows itself from then on, so that no loop arises. It
// returns false for what is no picture.
func Replace(t *projector.Tx, e events.MediaReplaced) bool {
	if len(e.SHA256) != hashSize || len(e.By) != hashSize {
		return false
	}
	for _, sha256 := range []string{e.SHA256, e.By} {
		reopen(t, sha256)
		if by, _ := replacementOf(t, sha256); by != "" {
			t.Bucket("picture-replacement").Delete([]byte(sha256))
			t.Bucket("picture-replaced").Delete(slices.Concat([]byte(by), []byte(sha256)))
		}
	}
	if e.By != e.SHA256 {
		t.Bucket("picture-replacement").Put([]byte(e.SHA256), []byte(e.By+e.ByContentType+" "+string(e.OldPicture)))
		t.Bucket("picture-replaced").Put(slices.Concat([]byte(e.By), []byte(e.SHA256)), nil)
	}
	return true
}

// LeadingTo returns a picture and all those in whose place it is shown in the end, the nearest first.
func LeadingTo(t *projector.Tx, sha256 string) []string {
	all := []string{sha256}
	for i := 0; i < len(all); i++ {
		t.Bucket("picture-replaced").Scan([]byte(all[i]), nil, func(key, _ []byte) bool {
			all = append(all, string(key[hashSize:]))
			return true
		})
	}
	return all
}

// Remove notes that a picture is gone.
func Remove(t *projector.Tx, sha256 string, at time.Time) {
	f := FactsOf(t, sha256)
	f.Forget()
	f.RemovedAt = new(at.UTC())
	Put(t, sha256, f)
	t.Bucket("picture-gone").Put([]byte(sha256), nil)
}

// Allow lets a picture that is gone be uploaded again, and reports whether it is gone.
func Allow(t *projector.Tx, sha256 string) bool {
	gone, key := t.Bucket("picture-gone"), []byte(sha256)
	if gone.Get(key) == nil {
		return false
	}
	gone.Put(key, []byte(allowed))
	return true
}

// Return notes that a picture is back.
func Return(t *projector.Tx, sha256 string) {
	f := FactsOf(t, sha256)
	f.RemovedAt = nil
	Put(t, sha256, f)
	t.Bucket("picture-gone").Delete([]byte(sha256))
}

// Close makes a picture be gone until it is known what is shown in its place, and reports whether it wasn't gone.
func Close(t *projector.Tx, sha256 string) bool {
	gone, key := t.Bucket("picture-gone"), []byte(sha256)
	if gone.Get(key) != nil {
		return false
	}
	gone.Put(key, []byte(closed))
	return true
}

// IsClosed reports whether readers may not see a picture because it is not known what is shown in its place.
func IsClosed(t *projector.Tx, sha256 string) bool {
	return string(t.Bucket("picture-gone").Get([]byte(sha256))) == closed
}

// reopen lets a picture be shown again that was closed.
func reopen(t *projector.Tx, sha256 string) {
	if IsClosed(t, sha256) {
		t.Bucket("picture-gone").Delete([]byte(sha256))
	}
}
