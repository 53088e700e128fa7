// The way of an item or category from one state to another.

package history

import "candor/events"

// Transition is the way of an item from one state to another, in the order in which its events may come: it has to
// exist to be edited.
type Transition struct {
	Gone, GoneThen    bool // in the one state, and in the other
	HadContent        bool // in the other state it had been created: there is a content to return to
	Restored, Deleted events.Event
	Updated           func() ([]events.Event, error)
}

// Events returns the events that take the item there. Its error is Updated's.
func (t Transition) Events() ([]events.Event, error) {
	if t.Gone && t.GoneThen {
		return nil, nil
	}
	var evs []events.Event
	if t.Gone {
		evs = append(evs, t.Restored)
	}
	if t.HadContent {
		updates, err := t.Updated()
		if err != nil {
			return nil, err
		}
		evs = append(evs, updates...)
	}
	if t.GoneThen {
		evs = append(evs, t.Deleted)
	}
	return evs, nil
}
