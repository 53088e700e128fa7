// Which reviews, articles, pages and categories an API key has created or changed.

package audit

import (
	"math"
	"slices"
	"strconv"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// clockDrift is how far the clocks of several instances may be apart, and so how far the times of a key's entries may be out of the
// log's order.
const clockDrift = time.Hour

// Changed is an item that an API key created or changed.
type Changed struct {
	Kind    string // as in Entry
	ID      int64
	Created bool // by the key, since the moment
}

// ChangedBy returns the content that a key has created or changed since a moment (zero: ever), each item once, in the order of the
// key's first change to each, so that later ones are appended. Its error is ErrNotReady.
func (r *Reader) ChangedBy(key int64, since time.Time) ([]Changed, error) {
	var found []Changed // newest first
	place := map[string]int{}
	err := r.Read(func(_ *auditLog, t *projector.Tx) error {
		actor, entries := t.Bucket("trail").Backwards(facet(byActor,
			string(events.ActorBot)+":"+strconv.FormatInt(key, 10))), t.Bucket("entry")
		for at := uint64(math.MaxUint64); ; at-- {
			position, _, ok := actor.From(at)
			if !ok || position == 0 { // no event is at 0
				return nil
			}
			at = position
			e := parseEntry(entries.Get(projector.Number(at)))
			switch {
			case e.At.Before(since.Add(-clockDrift)):
				return nil
			case e.At.Before(since):
			case events.Item{Kind: e.Kind, ID: e.ID}.IsContent():
				if i, ok := place[e.Stream]; ok {
					found[i].ID = 0 // an earlier change of the same thing counts
				}
				place[e.Stream] = len(found)
				found = append(found, Changed{e.Kind, e.ID, e.Revision+1 == uint64(len(e.Types))})
			}
		}
	})
	slices.Reverse(found)
	return slices.DeleteFunc(found, func(c Changed) bool { return c.ID == 0 }), err
}

// KeyName returns the name of an API key, deleted or not. Its error is ErrNotFound or ErrNotReady.
func (r *Reader) KeyName(id int64) (name string, err error) {
	err = r.Read(func(_ *auditLog, t *projector.Tx) error {
		stored := t.Bucket("title").Get(itemKey("key", id))
		if stored == nil {
			return projector.ErrNotFound
		}
		name = string(stored)
		return nil
	})
	return name, err
}
