// Replacements: which picture is shown in another's place.

package media

import (
	"encoding/json"
	"slices"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// replacement says what is shown in a picture's place, and since when.
type replacement struct {
	By string    `json:"by"` // its SHA-256
	At time.Time `json:"at"`
}

// Shown returns the picture that is shown for one: itself, or what has replaced it in the end. It needn't be stored. Its error is
// ErrNotReady.
func (m *Reader) Shown(sha256 string) (shown string, err error) {
	err = m.Read(func(_ *media, t *projector.Tx) error {
		shown = shownFor(t, sha256)
		return nil
	})
	return shown, err
}

// Leading returns a picture and all those in whose place it is shown in the end, itself first. A picture that another one is shown for
// leads nowhere: nothing shows it, and the list is of those that lead to it. Its error is ErrNotReady.
func (m *Reader) Leading(sha256 string) (all []string, err error) {
	err = m.Read(func(_ *media, t *projector.Tx) error {
		all = leadingTo(t, sha256)
		return nil
	})
	return all, err
}

// replacementOf reads what is shown in a picture's place, nil for itself.
func replacementOf(t *projector.Tx, sha256 string) *replacement {
	stored := t.Bucket("replacement").Get([]byte(sha256))
	if stored == nil {
		return nil
	}
	var by replacement
	if json.Unmarshal(stored, &by) != nil {
		panic(projector.Damage("a replacement is no JSON"))
	}
	return &by
}

// shownFor follows the replacements of a picture. They have no loops, as replace keeps them.
func shownFor(t *projector.Tx, sha256 string) string {
	for by := replacementOf(t, sha256); by != nil; by = replacementOf(t, sha256) {
		sha256 = by.By
	}
	return sha256
}

// leadingTo returns a picture and all those that lead to it, the nearest first.
func leadingTo(t *projector.Tx, sha256 string) []string {
	all := []string{sha256}
	for i := 0; i < len(all); i++ {
		t.Bucket("replaced").Scan([]byte(all[i]), nil, func(key, _ []byte) bool {
			all = append(all, string(key[hashSize:]))
			return true
		})
	}
	return all
}

// hashSize is the length of a picture's hash in keys.
const hashSize = 64

// replace notes that another picture is shown in a picture's place. The other one shows itself from then on, so that no loop arises. What
// is no picture, as another program may write it, replaces nothing.
func replace(t *projector.Tx, e events.MediaReplaced) {
	if len(e.SHA256) != hashSize || len(e.By) != hashSize {
		return
	}
	unreplace(t, e.SHA256)
	unreplace(t, e.By)
	if e.SHA256 == e.By {
		return
	}
	t.Bucket("replacement").Put([]byte(e.SHA256), projector.Encode(replacement{e.By, e.At.UTC()}))
	t.Bucket("replaced").Put(replacedKey(e.By, e.SHA256), nil)
}

// unreplace lets a picture show itself.
func unreplace(t *projector.Tx, sha256 string) {
	if by := replacementOf(t, sha256); by != nil {
		t.Bucket("replacement").Delete([]byte(sha256))
		t.Bucket("replaced").Delete(replacedKey(by.By, sha256))
	}
}

func replacedKey(by, sha256 string) []byte { return slices.Concat([]byte(by), []byte(sha256)) }
