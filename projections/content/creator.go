// Creators: which API key has created an item, so that it may change it. Bucket
//
//	<kind>-creator   00…0c (id) → 00…07 (key); nothing for an item that the admin created

package content

import (
	"strconv"

	"candor/events"
	"candor/projections/projector"
)

// createdByKey is an event with which an API key created an item.
type createdByKey struct {
	events.About
	key uint64
}

// withCreator returns the decoded event with the API key that created an item, if one did.
func withCreator(r *events.Recorded, e events.Event) (any, error) {
	about, _ := events.AboutOf(e)
	if about.Action != events.ActionCreated {
		return e, nil
	}
	actor := r.Metadata().Actor
	if actor.Kind != events.ActorBot {
		return e, nil
	}
	key, err := strconv.ParseUint(actor.ID, 10, 63)
	if err != nil {
		return e, nil // another program's
	}
	return createdByKey{about, key}, nil
}

// createdBy stores which API key created an item.
func (c *collection) createdBy(t *projector.Tx, id int64, key uint64) {
	t.Bucket(c.Name+"-creator").Put(projector.Number(id), projector.Number(key))
}
