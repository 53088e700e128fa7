// Touched: which reviews, articles and categories an API key has had to do with.

package audit

import (
	"math"
	"slices"
	"strconv"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// clockDrift is how far the clocks of several instances may be apart: entries of one key, in the order of the log,
// have times in order but for that.
const clockDrift = time.Hour

// Touched is a thing that an API key created or changed.
type Touched struct {
	Kind    string // "review", "article" or "category"
	ID      int64
	Created bool // by the key, since the moment
}

// TouchedBy returns what a key has touched since a moment (zero: ever), each thing once, in the order in which it
// was touched first, so that what comes later is at the end. Its error is ErrNotReady.
func (h *Reader) TouchedBy(key int64, since time.Time) ([]Touched, error) {
	var found []Touched // newest first
	place := map[string]int{}
	err := h.Read(func(_ *history, t *projector.Tx) error {
		actor, entries := t.Bucket("trail").Backwards(facet(byActor, string(events.ActorBot)+":"+strconv.FormatInt(key, 10))), t.Bucket("entry")
		for at := uint64(math.MaxUint64); ; at-- {
			position, _, ok := actor.From(at)
			if !ok || position == 0 { // at 0 stands no event
				return nil
			}
			at = position
			e := parseEntry(entries.Get(projector.Number(at)))
			switch {
			case e.At.Before(since.Add(-clockDrift)):
				return nil
			case e.At.Before(since):
			case e.Kind == "review", e.Kind == "article", e.Kind == "category":
				if i, ok := place[e.Stream]; ok {
					found[i].ID = 0 // an earlier event of the same thing counts
				}
				place[e.Stream] = len(found)
				found = append(found, Touched{e.Kind, e.ID, e.Revision == 0})
			}
		}
	})
	slices.Reverse(found)
	return slices.DeleteFunc(found, func(t Touched) bool { return t.ID == 0 }), err
}

// KeyName returns the name of an API key, whatever has become of it. Its error is ErrNotFound or ErrNotReady.
func (h *Reader) KeyName(id int64) (name string, err error) {
	err = h.Read(func(_ *history, t *projector.Tx) error {
		stored := t.Bucket("title").Get(itemKey("key", id))
		if stored == nil {
			return projector.ErrNotFound
		}
		name = string(stored)
		return nil
	})
	return name, err
}
