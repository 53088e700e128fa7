// Changes of pictures: they are stored, described, replaced, removed and brought back, and the items that show them are shown anew.

package content

import (
	"maps"
	"slices"
	"strings"
	"time"

	"candor/events"
	"candor/projections/content/authors"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// changePicture takes in an event about a picture, and reports whether it changes anything.
func (c *content) changePicture(t *projector.Tx, event *projector.Event) bool {
	switch e := event.Data.(type) {
	case pictures.Stored:
		return c.changeFacts(t, e.SHA256, func(f *pictures.Facts) bool { return f.Store(t, e) })
	case events.MediaDescribed:
		return c.changeFacts(t, e.SHA256, func(f *pictures.Facts) bool { f.Describe(e.Changes); return true })
	case events.MediaReplaced:
		if !pictures.Replace(t, e) {
			return false
		}
		c.notePicture(e.SHA256)
		c.notePicture(e.By)
		return true
	case events.MediaRemoved:
		c.removePicture(t, e.SHA256, e.At)
		return true
	case events.MediaAllowed:
		return pictures.Allow(t, e.SHA256)
	case events.MediaReturned:
		pictures.Return(t, e.SHA256)
		c.notePicture(e.SHA256)
		return true
	case projector.Erased:
		sha256, ok := strings.CutPrefix(e.Stream, events.MediaPrefix)
		if sha256, _, _ = strings.Cut(sha256, "-"); !ok {
			return false
		}
		return c.changeFacts(t, sha256, func(f *pictures.Facts) bool { f.Forget(); return true })
	}
	return false
}

// changeFacts changes what is known of a picture, unless change returns false.
func (c *content) changeFacts(t *projector.Tx, sha256 string, change func(f *pictures.Facts) bool) bool {
	f := pictures.FactsOf(t, sha256)
	if !change(&f) {
		return false
	}
	pictures.Put(t, sha256, f)
	c.notePicture(sha256)
	return true
}

// removePicture takes in that a picture is removed.
func (c *content) removePicture(t *projector.Tx, sha256 string, at time.Time) {
	pictures.Remove(t, sha256, at)
	c.notePicture(sha256)
	c.changed, c.removed = true, true
}

// notePicture notes that the batch changed what readers see of a picture.
func (c *content) notePicture(sha256 string) {
	if c.pictures == nil {
		c.pictures = map[string]bool{}
	}
	c.pictures[sha256] = true
}

// showPictures makes what the items that show a picture which the batch changed answer with anew, and updates their products.
func (c *content) showPictures(t *projector.Tx) {
	changed := map[string]bool{}
	for sha256 := range c.pictures {
		for _, leading := range pictures.LeadingTo(t, sha256) {
			changed[leading] = true
		}
	}
	c.pictures = nil
	published := map[*collection]map[int64]bool{} // by the items that show them
	for _, of := range c.collections {
		published[of] = map[int64]bool{}
	}
	for sha256 := range changed {
		authors.WithPicture(t, sha256, func(int64) { c.changed = true })
		c.usersOf(t, sha256, func(of *collection, id int64, state byte) { published[of][id] = state == usedPublished })
	}
	for _, of := range c.collections {
		for _, id := range slices.Sorted(maps.Keys(published[of])) {
			c.changed = true
			if r, ok := of.showAgain(t, id).(*Review); ok && published[of][id] {
				c.dirtyProducts[c.productOf(t, r.ProductBrand, r.ProductName)] = true
			}
		}
	}
}

// usersOf visits the items that use a picture.
func (c *content) usersOf(t *projector.Tx, sha256 string, visit func(of *collection, id int64, state byte)) {
	t.Bucket("picture").Scan([]byte(sha256), nil, func(key, state []byte) bool {
		visit(c.ofLetter(key[len(key)-9]), int64(projector.ParseNumber(key[len(key)-8:])), state[0])
		return true
	})
}
