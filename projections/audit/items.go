// What the entries are about, as it is now.

package audit

import (
	"encoding/json"

	"candor/events"
	"candor/projections/projector"
)

// Item is the thing that an entry was about, as it is now.
type Item struct {
	Kind  string `json:"kind"`            // as in Entry
	ID    int64  `json:"id"`              // of its kind
	Title string `json:"title,omitempty"` // its present title; a message has none
	State string `json:"state"`           // "present", "published" or "deleted"
}

// itemState holds what is stored of an item. A restored one is as published as it was.
type itemState struct {
	Published bool `json:"published,omitempty"`
	Deleted   bool `json:"deleted,omitempty"`
}

func itemKey(kind string, id int64) []byte { return append([]byte(kind+"/"), projector.Number(id)...) }

func stateOf(t *projector.Tx, kind string, id int64) (s itemState) {
	if stored := t.Bucket("state").Get(itemKey(kind, id)); stored != nil {
		if err := json.Unmarshal(stored, &s); err != nil {
			panic(projector.Damage("an item's state is no JSON"))
		}
	}
	return s
}

// transition stores the state of the entry's item after an action, and reports whether it is another one.
func (e *Entry) transition(t *projector.Tx, action events.Action) bool {
	if e.ID == 0 {
		return false
	}
	before := stateOf(t, e.Kind, e.ID)
	s := before
	switch action {
	case events.ActionPublished:
		s.Published = true
	case events.ActionUnpublished:
		s.Published = false
	case events.ActionDeleted:
		s.Deleted = true
	case events.ActionRestored:
		s.Deleted = false
	}
	if s == before {
		return false
	}
	if s == (itemState{}) {
		t.Bucket("state").Delete(itemKey(e.Kind, e.ID))
	} else {
		t.Bucket("state").Put(itemKey(e.Kind, e.ID), projector.Encode(s))
	}
	return true
}

// itemNow returns a thing as it is now, nil for id 0.
func itemNow(t *projector.Tx, kind string, id int64) *Item {
	if id == 0 {
		return nil
	}
	i := &Item{Kind: kind, ID: id, State: "present", Title: string(t.Bucket("title").Get(itemKey(kind, id)))}
	switch s := stateOf(t, kind, id); {
	case s.Deleted:
		i.State = "deleted"
	case s.Published:
		i.State = "published"
	}
	return i
}
