// What the answers say of pictures besides their addresses, and which are shown in the places of others. Buckets
//
//	picture-facts         "9f86d0…" (SHA-256) → JSON of pictureFacts; none where it would say nothing
//	picture-replacement   "9f86d0…" → "60303a…image/webp": what is shown in its place, and the type that was stored with
//	picture-replaced      "60303a…" "9f86d0…" → nothing: the replacements, by the other end
//	picture-gone          "9f86d0…" → nothing, or "allowed" once it may be uploaded again: removed, and not back yet; "closed": replaced by
//	                      an event that can't be read

package content

import (
	"encoding/json"
	"slices"

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

// pictureFacts is what is known of a picture. The type and the shape are zero unless it is stored.
type pictureFacts struct {
	ContentType string             `json:"contentType,omitempty"`
	Width       int                `json:"width,omitempty"`
	Height      int                `json:"height,omitempty"`
	Animated    bool               `json:"animated,omitempty"`
	Alt         string             `json:"alt,omitempty"`
	Caption     string             `json:"caption,omitempty"`
	Credit      string             `json:"credit,omitempty"`
	FocalPoint  *events.FocalPoint `json:"focalPoint,omitempty"` // nil: the centre
}

// stored is a chunk of a picture without its bytes.
type stored struct {
	sha256, contentType string
	shape               events.Shape
}

// storedOf returns what the model needs of a chunk: the first one says all there is to know.
func storedOf(e events.MediaStored) any {
	if e.Chunk != 0 || len(e.SHA256) != hashSize {
		return nil
	}
	return stored{e.SHA256, e.ContentType, e.Shape()}
}

// factsOf reads what is known of a picture.
func factsOf(t *projector.Tx, sha256 string) (f pictureFacts) {
	if row := t.Bucket("picture-facts").Get([]byte(sha256)); row != nil && json.Unmarshal(row, &f) != nil {
		panic(projector.Damage("a picture's facts are no JSON"))
	}
	return f
}

// putFacts stores what is known of a picture.
func putFacts(t *projector.Tx, sha256 string, f pictureFacts) {
	if f == (pictureFacts{}) {
		t.Bucket("picture-facts").Delete([]byte(sha256))
		return
	}
	t.Bucket("picture-facts").Put([]byte(sha256), projector.Encode(f))
}

// store takes in that a picture is stored, unless it was removed: then its bytes are about to be deleted.
func (f *pictureFacts) store(t *projector.Tx, e stored) bool {
	if gone := t.Bucket("picture-gone").Get([]byte(e.sha256)); f.ContentType != "" || gone != nil && string(gone) != allowed {
		return false
	}
	f.ContentType, f.Width, f.Height, f.Animated = e.contentType, e.shape.Width, e.shape.Height, e.shape.Animated
	return true
}

// forget takes in that a picture is no longer stored.
func (f *pictureFacts) forget() { f.ContentType, f.Width, f.Height, f.Animated = "", 0, 0, false }

// describe changes the description.
func (f *pictureFacts) describe(changes events.MediaChanges) {
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
	return string(row[:hashSize]), string(row[hashSize:])
}

// replacePicture notes that another picture is shown in a picture's place. The other one shows itself from then on, so that no loop arises. It
// returns false for what is no picture.
func replacePicture(t *projector.Tx, e events.MediaReplaced) bool {
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
		t.Bucket("picture-replacement").Put([]byte(e.SHA256), []byte(e.By+e.ByContentType))
		t.Bucket("picture-replaced").Put(slices.Concat([]byte(e.By), []byte(e.SHA256)), nil)
	}
	return true
}

// leadingTo returns a picture and all those in whose place it is shown in the end, the nearest first.
func leadingTo(t *projector.Tx, sha256 string) []string {
	all := []string{sha256}
	for i := 0; i < len(all); i++ {
		t.Bucket("picture-replaced").Scan([]byte(all[i]), nil, func(key, _ []byte) bool {
			all = append(all, string(key[hashSize:]))
			return true
		})
	}
	return all
}

// isClosed reports whether readers may not see a picture because it is not known what is shown in its place.
func isClosed(t *projector.Tx, sha256 string) bool {
	return string(t.Bucket("picture-gone").Get([]byte(sha256))) == closed
}

// reopen lets a picture be shown again that was closed.
func reopen(t *projector.Tx, sha256 string) {
	if isClosed(t, sha256) {
		t.Bucket("picture-gone").Delete([]byte(sha256))
	}
}
