// Replaced pictures: changes that readers notice without an edit of the item. They are derived here, from the streams of pictures; nothing
// of them is in the item's stream.

package versions

import (
	"slices"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// hashSize is the length of a picture's hash in keys.
const hashSize = 64

// forNow is the position at which everything that was recorded counts.
const forNow = ^events.Position(0)

// shown says what is shown in a picture's place from a position on.
type shown struct {
	By     string            `json:"by,omitempty"`     // SHA-256; "": itself
	Type   string            `json:"type,omitempty"`   // of By, as it was stored
	Old    events.OldPicture `json:"old,omitempty"`    // what readers see of it now
	Closed bool              `json:"closed,omitempty"` // by an event that can't be read: nothing is shown until it is replaced anew
}

// hides reports whether readers see nothing of the picture any more.
func (s shown) hides() bool { return s.Closed || s.By != "" && s.Old != events.OldPictureInHistory }

// facts is what is known of a picture.
type facts struct {
	Alt       string     `json:"alt,omitempty"`
	RemovedAt *time.Time `json:"removedAt,omitempty"` // nil: it isn't, or is back
}

// exchange is one picture in the place of another, in the eyes of an item's readers.
type exchange struct {
	At       time.Time `json:"at"`
	From     string    `json:"from"` // SHA-256
	FromType string    `json:"fromType"`
	To       string    `json:"to"`
	ToType   string    `json:"toType"`
}

// changePicture takes in an event of a picture's stream, and reports whether it changes anything.
func (m *versions) changePicture(t *projector.Tx, event *projector.Event) bool {
	switch e := event.Data.(type) {
	case events.MediaReplaced:
		return m.replacePicture(t, event.Position, e)
	case events.MediaDescribed:
		return e.Changes.Alt != nil && m.changeFacts(t, e.SHA256, func(f *facts) { f.Alt = *e.Changes.Alt })
	case events.MediaRemoved:
		at := e.At.UTC()
		return m.changeFacts(t, e.SHA256, func(f *facts) { f.RemovedAt = &at })
	case events.MediaReturned:
		return m.changeFacts(t, e.SHA256, func(f *facts) { f.RemovedAt = nil })
	}
	return false
}

// changeFacts changes what is known of a picture.
func (m *versions) changeFacts(t *projector.Tx, sha256 string, change func(*facts)) bool {
	if len(sha256) != hashSize {
		return false
	}
	f := factsOf(t, sha256)
	change(&f)
	t.Bucket("picture-facts").Put([]byte(sha256), projector.Encode(f))
	m.noteUsers(t, sha256)
	return true
}

func factsOf(t *projector.Tx, sha256 string) (f facts) {
	if stored := t.Bucket("picture-facts").Get([]byte(sha256)); stored != nil {
		decode(stored, &f)
	}
	return f
}

// replacePicture notes that another picture is shown in a picture's place, and what that changes for the readers of each visible item.
func (m *versions) replacePicture(t *projector.Tx, position events.Position, e events.MediaReplaced) bool {
	if len(e.SHA256) != hashSize || len(e.By) != hashSize {
		return false
	}
	m.noteUsers(t, e.SHA256, e.By)
	named := everLeadingTo(t, e.SHA256, e.By)
	types := map[string]string{e.SHA256: e.ContentType, e.By: e.ByContentType}
	before := map[string]string{}
	for _, sha256 := range named {
		was, contentType := shownAt(t, sha256, forNow)
		if before[sha256] = was; contentType != "" {
			types[was] = contentType
		}
	}
	if e.SHA256 != e.By {
		putShown(t, e.SHA256, position, shown{By: e.By, Type: e.ByContentType, Old: e.OldPicture})
		t.Bucket("picture-led").Put(append([]byte(e.By), e.SHA256...), nil)
	} else {
		putShown(t, e.SHA256, position, shown{})
	}
	if now := lastShown(t, e.By, forNow); now.By != "" || now.Closed {
		putShown(t, e.By, position, shown{}) // it shows itself from now on
	}
	if e.OldPicture != events.OldPictureInHistory && e.OldPicture != events.OldPictureHidden {
		return true // the history doesn't tell of it
	}
	at := e.At.UTC()
	for _, sha256 := range named {
		is, _ := shownAt(t, sha256, forNow)
		if was := before[sha256]; was != is {
			visitUsers(t, sha256, func(k *kind, id int64) {
				k.addExchange(t, id, position, exchange{at, was, types[was], is, types[is]})
			})
		}
	}
	return true
}

// visitUsers visits the items that readers can see, and that name a picture in their latest version.
func visitUsers(t *projector.Tx, sha256 string, visit func(k *kind, id int64)) {
	visitNamed(t, sha256, func(k *kind, id int64, revision uint64, field string) bool {
		if it := k.item(t, id); it.Visible() && k.lastChange(t, id, field) == revision {
			visit(k, id)
		}
		return true
	})
}

// visitNamed visits the fields that name a picture, with the version from which on they do, until visit returns false.
func visitNamed(t *projector.Tx, sha256 string, visit func(k *kind, id int64, revision uint64, field string) bool) {
	t.Bucket("picture").Scan([]byte(sha256), nil, func(key, _ []byte) bool {
		rest := key[len(sha256):]
		return visit(ofLetter(rest[0]), int64(projector.ParseNumber(rest[1:9])), projector.ParseNumber(rest[9:17]), string(rest[17:]))
	})
}

// lastChange returns the version from which on a field has the value that it has in the latest one.
func (k *kind) lastChange(t *projector.Tx, id int64, field string) (revision uint64) {
	prefix := fieldPrefix(id, field)
	t.Bucket(k.Name+"-field").Scan(prefix, nil, func(key, _ []byte) bool {
		revision = ^projector.ParseNumber(key[len(prefix):])
		return false
	})
	return revision
}

// addExchange adds a change of what an item's readers see, unless it is there already: an item may name a picture more than once.
func (k *kind) addExchange(t *projector.Tx, id int64, position events.Position, one exchange) {
	rows, key := t.Bucket(k.Name+"-picture"), happenedKey(id, position)
	var all []exchange
	if stored := rows.Get(key); stored != nil {
		decode(stored, &all)
	}
	if slices.Contains(all, one) {
		return
	}
	rows.Put(key, projector.Encode(append(all, one)))
	it := k.item(t, id)
	it.Replaced++
	t.Bucket(k.Name).Packed().Put(projector.Number(id), projector.Encode(it))
}

// happenedKey returns the key of what happened to an item at a position. Later ones come first.
func happenedKey(id int64, position events.Position) []byte {
	return append(projector.Number(id), projector.Number(^uint64(position))...)
}

func shownKey(sha256 string, position events.Position) []byte {
	return append([]byte(sha256), projector.Number(^uint64(position))...)
}

func putShown(t *projector.Tx, sha256 string, position events.Position, s shown) {
	t.Bucket("picture-shown").Put(shownKey(sha256, position), projector.Encode(s))
}

// lastShown returns what was decided last about a picture, up to a position.
func lastShown(t *projector.Tx, sha256 string, position events.Position) (s shown) {
	t.Bucket("picture-shown").Scan([]byte(sha256), shownKey(sha256, position), func(_, stored []byte) bool {
		decode(stored, &s)
		return false
	})
	return s
}

// shownAt returns the picture that was shown for one at a position, and its type; "" for the picture itself. There are no loops: what
// replaces another picture shows itself.
func shownAt(t *projector.Tx, sha256 string, position events.Position) (is, contentType string) {
	for s := lastShown(t, sha256, position); s.By != ""; s = lastShown(t, sha256, position) {
		sha256, contentType = s.By, s.Type
	}
	return sha256, contentType
}

// everLeadingTo returns some pictures and all those in whose place they were shown at some time, however many others lay between.
func everLeadingTo(t *projector.Tx, pictures ...string) (all []string) {
	seen := map[string]bool{}
	add := func(sha256 string) {
		if !seen[sha256] {
			seen[sha256] = true
			all = append(all, sha256)
		}
	}
	for _, sha256 := range pictures {
		add(sha256)
	}
	for i := 0; i < len(all); i++ {
		t.Bucket("picture-led").Scan([]byte(all[i]), nil, func(key, _ []byte) bool {
			add(string(key[hashSize:]))
			return true
		})
	}
	return all
}

// noteUsers notes that the lists of the items are to be made anew that some pictures, or others in whose place they were shown, are in.
func (m *versions) noteUsers(t *projector.Tx, pictures ...string) {
	for _, sha256 := range everLeadingTo(t, pictures...) {
		visitNamed(t, sha256, func(k *kind, id int64, _ uint64, _ string) bool {
			m.changed[itemKey{k.Name, id}] = true
			m.corrected = m.corrected || k.item(t, id).Corrections > 0
			return true
		})
	}
}

// withdrawPicture closes a picture that an event which can't be read replaces or removes. It returns false for other events.
func (m *versions) withdrawPicture(t *projector.Tx, event *projector.Event, eventType string) bool {
	switch e := events.Withdrawal(eventType, event.Stream, event.Created).(type) {
	case events.MediaReplaced:
		if len(e.SHA256) == hashSize {
			putShown(t, e.SHA256, event.Position, shown{Closed: true})
			m.noteUsers(t, e.SHA256)
		}
		return true
	case events.MediaRemoved:
		m.changeFacts(t, e.SHA256, func(f *facts) { f.RemovedAt = &e.At })
		return true
	}
	return false
}
