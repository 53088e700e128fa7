// The decisions about the schedule of a draft.

package editorial

import (
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// scheduleDraft schedules the draft of something published.
type scheduleDraft[C any, Ch comparable] struct {
	event  events.DraftScheduled
	update updateItem[C, Ch] // what happens then
	now    time.Time
}

// Decide refuses what would be refused if the draft were published now, so that the editor learns of it at once.
func (c scheduleDraft[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	switch {
	case s.Gone():
		return nil, s.kind.notFound()
	case !s.published():
		return nil, commands.RefuseField("publishAt", "The draft can only be scheduled while the "+s.kind.Name+" is published")
	case !c.event.PublishAt.After(c.now):
		return nil, commands.RefuseField("publishAt", input.Label("publishAt")+" must be in the future")
	case s.draft.says(c.event):
		return nil, nil
	}
	s.draft = draftSchedule{}
	evs, err := c.update.Decide(s)
	if err == nil && len(evs) == 0 {
		err = commands.RefuseField("publishAt", "The draft changes nothing")
	}
	if err != nil {
		return nil, err
	}
	return []events.Event{c.event}, nil
}

// unscheduleDraft cancels the schedule of a draft, or ends the notice that it was not published.
type unscheduleDraft[C any, Ch comparable] struct {
	item events.Item
	at   time.Time
}

func (c unscheduleDraft[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	if s.Gone() || !s.draft.exists() {
		return nil, commands.Missing("Schedule")
	}
	return []events.Event{events.DraftUnscheduled{Kind: c.item.Kind, ItemID: c.item.ID,
		DraftRevision: s.draft.DraftRevision, At: c.at}}, nil
}

// refuseDraft records why a draft that is due is not published.
type refuseDraft[C any, Ch comparable] struct {
	item   events.Item
	reason string
	at     time.Time
}

func (c refuseDraft[C, Ch]) Decide(s item[C, Ch]) ([]events.Event, error) {
	if !s.draftDue(c.at) {
		return nil, nil
	}
	return []events.Event{events.DraftNotPublished{Kind: c.item.Kind, ItemID: c.item.ID, DraftRevision: s.draft.DraftRevision,
		PublishAt: s.draft.PublishAt, Reason: c.reason, At: c.at}}, nil
}
