// The checklist of a new site: what only the owner can tell.

package operations

import (
	"context"

	"candor/commands"
	"candor/events"
)

// checklist is the state of the checklist.
type checklist struct{ pagesRead, dismissed bool }

func (s checklist) Evolve(e events.Event) checklist {
	switch e.(type) {
	case events.ChecklistPagesRead:
		s.pagesRead = true
	case events.ChecklistDismissed:
		s.dismissed = true
	}
	return s
}

// tellOnce records something that stays so.
type tellOnce struct {
	known func(checklist) bool
	event events.Event
}

func (c tellOnce) Decide(s checklist) ([]events.Event, error) {
	if c.known(s) {
		return nil, nil
	}
	return []events.Event{c.event}, nil
}

// ReadPages records that the owner has read About, Privacy and Terms. Error: Unavailable.
func (h *Handler) ReadPages(ctx context.Context, by commands.Caller) (commands.Result, error) {
	return h.tell(ctx, by, func(s checklist) bool { return s.pagesRead }, events.ChecklistPagesRead{At: h.At(by)})
}

// DismissChecklist puts the checklist away for good. Error: Unavailable.
func (h *Handler) DismissChecklist(ctx context.Context, by commands.Caller) (commands.Result, error) {
	return h.tell(ctx, by, func(s checklist) bool { return s.dismissed }, events.ChecklistDismissed{At: h.At(by)})
}

func (h *Handler) tell(ctx context.Context, by commands.Caller, known func(checklist) bool, e events.Event) (commands.Result, error) {
	return commands.Execute(ctx, h.Executor, by, events.ChecklistStream, nil, tellOnce{known, e})
}
