// The way of an item or category from one state to another.

package editorial

import "candor/events"

// transitionBetween is the way of an item from one state to another, in the order in which its events may come: it has to
// exist to be edited.
type transitionBetween struct {
	gone, goneThen    bool // in the one state, and in the other
	hadContent        bool // in the other state it had been created: there is a content to return to
	restored, deleted events.Event
	updated           func() ([]events.Event, error)
}

func (t transitionBetween) events() []events.Event {
	if t.gone && t.goneThen {
		return nil
	}
	var evs []events.Event
	if t.gone {
		evs = append(evs, t.restored)
	}
	if t.hadContent {
		updates, err := t.updated()
		if err != nil {
			panic(err) // an update is refused only when the item is gone, and this one is not
		}
		evs = append(evs, updates...)
	}
	if t.goneThen {
		evs = append(evs, t.deleted)
	}
	return evs
}
