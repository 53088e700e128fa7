// What readers see of pictures in the history.

package versions

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"sort"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Picture is the type of an entry that tells of a replaced picture. No version has it.
const Picture events.VersionType = "picture"

// pictureLabel is what such an entry is called.
const pictureLabel = "Picture replaced"

// Replacement is what an entry of type [Picture] tells.
type Replacement struct {
	From          *string    `json:"from"` // the old picture's address; nil: it is hidden, removed or withheld
	To            *string    `json:"to"`   // the new one's
	FromAlt       string     `json:"fromAlt"`
	ToAlt         string     `json:"toAlt"`
	FromRemovedAt *time.Time `json:"fromRemovedAt"` // nil: it isn't removed
	ToRemovedAt   *time.Time `json:"toRemovedAt"`
}

// PictureThen is what readers see now in the place of a picture that a version names. At most one of Address and RemovedAt is set; neither
// is where nothing may be shown.
type PictureThen struct {
	SHA256, ContentType string     // of what is seen; no type: the one that the version names
	RemovedAt           *time.Time // it was shown then, and removed since
	Hidden              bool       // nothing may be shown
}

// seenAt returns what readers see now of the picture that was shown for one at a position. One that is hidden is not seen again: then it is
// what is shown in its place now.
func seenAt(t *projector.Tx, sha256 string, position events.Position) PictureThen {
	is, contentType := shownAt(t, sha256, position)
	if lastShown(t, is, forNow).hides() {
		if by, itsType := shownAt(t, is, forNow); itsType != "" {
			is, contentType = by, itsType
		}
	}
	one := PictureThen{SHA256: is, ContentType: contentType, RemovedAt: factsOf(t, is).RemovedAt}
	one.Hidden = one.RemovedAt == nil && lastShown(t, is, forNow).hides()
	return one
}

// visible reports whether there is something to see.
func (p PictureThen) visible() bool { return p.RemovedAt == nil && !p.Hidden }

// picturesThen returns what readers see of the pictures that JSON names, as they were shown at a position, by their hashes.
func picturesThen(t *projector.Tx, named []byte, position events.Position) map[string]PictureThen {
	all := map[string]PictureThen{}
	for _, sha256 := range events.PicturesIn(named) {
		if _, known := all[sha256]; !known {
			all[sha256] = seenAt(t, sha256, position)
		}
	}
	return all
}

// pictureAddress is the address of a stored picture, or of a smaller copy, without an origin.
var pictureAddress = regexp.MustCompile(`/media/[0-9a-f]{64}(?:\.[a-z]{3,4}|/[0-9]{3,4})`)

// seeIn returns a field's value with the addresses of the pictures that readers see in the place of those that it names, as at a position.
// The dates on which others were removed are added to removed, by their addresses.
func seeIn(t *projector.Tx, value json.RawMessage, position events.Position, removed map[string]time.Time) json.RawMessage {
	return pictureAddress.ReplaceAllFunc(value, func(address []byte) []byte {
		sha256 := events.PictureIn(string(address))
		switch is := seenAt(t, sha256, position); {
		case is.RemovedAt != nil:
			removed[string(address)] = *is.RemovedAt
		case is.SHA256 != sha256 && is.visible():
			return []byte(events.MediaAddress(is.SHA256, is.ContentType))
		}
		return address
	})
}

// exchanged is what a replacement changed for the readers of an item.
type exchanged struct {
	position events.Position
	all      []exchange
}

// exchanges returns up to n replacements that changed what readers saw of an item, before a position (0: all), newest first.
func (k *kind) exchanges(t *projector.Tx, id int64, before events.Position, n int) (all []exchanged) {
	from := projector.Number(id)
	if before > 0 {
		from = happenedKey(id, before-1)
	}
	t.Bucket(k.Name+"-picture").Scan(projector.Number(id), from, func(key, stored []byte) bool {
		one := exchanged{position: events.Position(^projector.ParseNumber(key[8:]))}
		decode(stored, &one.all)
		all = append(all, one)
		return len(all) < n
	})
	return all
}

// replacements returns a replacement as a list shows it. revision is that of the version that readers saw then; if it is withheld, so are
// the pictures.
func (k *kind) replacements(t *projector.Tx, id int64, revision uint64, of exchanged) []Listed {
	all := make([]Listed, len(of.all))
	for i, x := range of.all {
		one := Listed{Revision: revision, At: x.At, Type: Picture, Label: pictureLabel, Changes: []FieldChange{}, Position: of.position,
			Withheld: k.withheld(t, id, revision), Replacement: &Replacement{}}
		if one.Withheld == nil {
			decode(k.value(t, id, "title", revision), &one.Title)
			one.From, one.FromAlt, one.FromRemovedAt = sideOf(t, x.From, x.FromType)
			one.To, one.ToAlt, one.ToRemovedAt = sideOf(t, x.To, x.ToType)
		}
		all[i] = one
	}
	return all
}

// sideOf returns the address and the description of a picture, nil for one that readers see no more.
func sideOf(t *projector.Tx, sha256, contentType string) (address *string, alt string, removedAt *time.Time) {
	f := factsOf(t, sha256)
	hidden := lastShown(t, sha256, forNow).hides()
	switch {
	case hidden:
		return nil, "", nil
	case f.RemovedAt != nil:
		return nil, "", f.RemovedAt
	}
	return answers.Text(events.MediaAddress(sha256, contentType)), f.Alt, nil
}

// firstBefore returns the revision from which on, downwards, an item's versions are older than a position.
func (k *kind) firstBefore(t *projector.Tx, id int64, it *item, before events.Position) uint64 {
	latest := *it.Latest
	skipped := sort.Search(int(latest)+1, func(n int) bool {
		v, _ := k.versionFrom(t, id, latest-uint64(n))
		return v == nil || v.Position < before
	})
	if uint64(skipped) > latest {
		return 0
	}
	return latest - uint64(skipped)
}

// versionFrom returns the newest version of an item up to a revision, nil if there is none.
func (k *kind) versionFrom(t *projector.Tx, id int64, revision uint64) (v *version, is uint64) {
	t.Bucket(k.Name+"-version").Scan(projector.Number(id), versionKey(id, revision), func(key, stored []byte) bool {
		v, is = &version{}, ^projector.ParseNumber(key[8:])
		decode(stored, v)
		return false
	})
	return v, is
}

// PicturePublic reports whether readers may see a picture in the history: a version that they may read shows it, a change between two does,
// or an entry about a replacement. Its error is ErrNotReady.
func (r *Reader) PicturePublic(mode Mode, sha256 string) (public bool, err error) {
	err = r.Read(func(_ *versions, t *projector.Tx) error {
		if mode == Off || factsOf(t, sha256).RemovedAt != nil || lastShown(t, sha256, forNow).hides() {
			return nil
		}
		told := map[itemKey]bool{}
		for _, named := range everLeadingTo(t, sha256) {
			visitNamed(t, named, func(k *kind, id int64, revision uint64, field string) bool {
				it := k.item(t, id)
				if !it.Visible() {
					return true
				}
				if key := (itemKey{k.Name, id}); !told[key] {
					told[key] = true
					public = k.tells(t, id, &it, mode, sha256)
				}
				public = public || k.shows(t, id, &it, mode, revision, field, named, sha256)
				return !public
			})
			if public {
				break
			}
		}
		return nil
	})
	return public, err
}

// tells reports whether an entry about a replacement shows a picture.
func (k *kind) tells(t *projector.Tx, id int64, it *item, mode Mode, sha256 string) bool {
	return mode == Full && slices.ContainsFunc(k.exchanges(t, id, 0, math.MaxInt), func(one exchanged) bool {
		if !slices.ContainsFunc(one.all, func(x exchange) bool { return x.From == sha256 || x.To == sha256 }) {
			return false
		}
		v, revision := k.versionFrom(t, id, k.firstBefore(t, id, it, one.position))
		return v != nil && v.Position < one.position && k.withheld(t, id, revision) == nil
	})
}

// shows reports whether readers see a picture in the value that a field has from a version on, which names another one or itself: in a
// version that they may read, or in the change to the one that has another value.
func (k *kind) shows(t *projector.Tx, id int64, it *item, mode Mode, revision uint64, field, named, sha256 string) bool {
	sees := func(position events.Position) bool {
		is := seenAt(t, named, position)
		return is.visible() && is.SHA256 == sha256
	}
	type numbered struct {
		version
		revision uint64
	}
	var later []numbered // newest first
	t.Bucket(k.Name+"-version").Scan(projector.Number(id), nil, func(key, stored []byte) bool {
		one := numbered{revision: ^projector.ParseNumber(key[8:])}
		decode(stored, &one.version)
		later = append(later, one)
		return one.revision > revision
	})
	changed := t.Bucket(k.Name + "-field")
	for _, one := range slices.Backward(later) {
		reads := mode.lists(&one.version) && k.withheld(t, id, one.revision) == nil
		if one.revision != revision && changed.Get(fieldKey(id, field, one.revision)) != nil {
			return reads && k.withheld(t, id, *one.Before) == nil && sees(one.Position)
		}
		if reads && (sees(one.Position) || one.revision == *it.Latest && sees(forNow)) {
			return true
		}
	}
	return false
}
