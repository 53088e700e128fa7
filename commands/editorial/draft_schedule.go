// Scheduled drafts: the draft of something published goes live at a time.
//
// The schedule is in the item's own stream and names the draft's revision, so that a draft that was edited since isn't published. When it is
// due, the draft is published as it would be by hand, at the item's expected revision: of several instances one succeeds, and the others
// find no schedule any more. What prevents that is recorded for the editor, and the draft stays.

package editorial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/editorial/history"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// draftSchedule says when an item's draft goes live. Its zero value is never.
type draftSchedule struct {
	events.DraftScheduled
	refused bool // it was due and could not be published
}

func (s draftSchedule) exists() bool { return !s.PublishAt.IsZero() }

// says reports whether the draft is scheduled just as e says.
func (s draftSchedule) says(e events.DraftScheduled) bool {
	was := s.DraftScheduled
	was.At, was.Base, e.At, e.Base = time.Time{}, 0, time.Time{}, 0
	return !s.refused && bytes.Equal(asJSON(was), asJSON(e))
}

// publishes returns when the draft goes live; nil: not by itself.
func (s draftSchedule) publishes() *time.Time {
	if !s.exists() || s.refused {
		return nil
	}
	return &s.PublishAt
}

// mark returns the same as a history shows it.
func (s draftSchedule) mark() history.Mark {
	m := history.Mark{Name: "draftPublishAt"}
	if at := s.publishes(); at != nil {
		m.Is = shownTime(*at)
	}
	return m
}

// draftDue reports whether the item's draft is to be published by now. An item that is to be unpublished before is unpublished first.
func (s item[C, Ch]) draftDue(now time.Time) bool {
	d := s.draft
	if s.Gone() || !d.exists() || d.refused || d.PublishAt.After(now) {
		return false
	}
	return !s.published() || s.schedule.unpublish.IsZero() || !s.schedule.unpublish.Before(d.PublishAt)
}

// afterDraft returns the state after an event about its draft's schedule.
func (s item[C, Ch]) afterDraft(e events.Event) item[C, Ch] {
	switch e := e.(type) {
	case events.DraftScheduled:
		s.draft = draftSchedule{DraftScheduled: e}
	case events.DraftUnscheduled:
		s.draft = draftSchedule{}
	case events.DraftPublished:
		s.draft, s.publishedDraft = draftSchedule{}, &e.DraftRevision
	case events.DraftNotPublished:
		s.draft.refused = true
	}
	return s
}

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
	return []events.Event{events.DraftUnscheduled{Kind: c.item.Kind, ItemID: c.item.ID, DraftRevision: s.draft.DraftRevision, At: c.at}}, nil
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

// draftEvents returns the events that give a draft the schedule that it had in another state, unless that time has passed.
func (s item[C, Ch]) draftEvents(id int64, to item[C, Ch], at time.Time) []events.Event {
	of := s.kind.item(id)
	switch wanted := to.draft; {
	case wanted.exists() && !wanted.refused && wanted.PublishAt.After(at) && !to.Gone():
		if s.draft.says(wanted.DraftScheduled) {
			return nil
		}
		wanted.At = at
		return []events.Event{wanted.DraftScheduled}
	case s.draft.exists() && !wanted.exists():
		return []events.Event{events.DraftUnscheduled{Kind: of.Kind, ItemID: id, DraftRevision: s.draft.DraftRevision, At: at}}
	}
	return nil
}

// draftUpdate is the update that publishing a draft makes of its item.
type draftUpdate interface {
	Parsed
	// publishAt returns when it is to be made of something published; zero: now, as where it unpublishes the item until then.
	publishAt() time.Time
	// schedule schedules the update instead of making it. ifMatch is the item's revision that the decision is based on. Errors as for
	// [Parsed].Update.
	schedule(ctx context.Context, by commands.Caller, e events.DraftScheduled, uploads []pictures.Picture, ifMatch uint64) (commands.Result, error)
}

// parseDraft reads the fields of a draft at a revision, and those of the request that publishes it.
func (c collection[C, Ch]) parseDraft(fields []byte, revision uint64) (draftUpdate, error) {
	changes, options, err := c.kind.parseValid(fields)
	if err != nil {
		return nil, err
	}
	options.draft = &revision
	return parsed[C, Ch]{c, changes, options}, nil
}

func (p parsed[C, Ch]) publishAt() (at time.Time) {
	if published := p.options.IsPublished; published == nil || *published {
		set(&at, p.options.PublishAt)
	}
	return at
}

func (p parsed[C, Ch]) schedule(ctx context.Context, by commands.Caller, e events.DraftScheduled, uploads []pictures.Picture,
	ifMatch uint64) (commands.Result, error) {
	p.options.PublishAt = nil
	cmd, more, err := p.updating(ctx, by, e.ItemID, p.changes, p.options)
	if err != nil {
		return commands.Result{}, err
	}
	if err := p.h.pictures.StorePictures(ctx, by, append(uploads, more...)); err != nil {
		return commands.Result{}, err
	}
	now := p.h.Now()
	e.Base, e.At, cmd.now = ifMatch, p.h.At(by), e.PublishAt
	return p.changeSchedule(ctx, by, e.ItemID, &ifMatch, scheduleDraft[C, Ch]{e, cmd, now})
}

// changeSchedule carries out a command on the schedule of an item's draft.
func (c collection[C, Ch]) changeSchedule(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64,
	cmd commands.Decider[item[C, Ch]]) (commands.Result, error) {
	result, err := commands.Step[item[C, Ch]]{Stream: c.kind.stream(id), IfMatch: ifMatch, Load: c.kind.load, Command: cmd}.Run(ctx,
		c.h.Executor, by)
	result.ID = id
	return result, err
}

func (c collection[C, Ch]) unscheduleDraft(ctx context.Context, by commands.Caller, id int64) (commands.Result, error) {
	return c.changeSchedule(ctx, by, id, nil, unscheduleDraft[C, Ch]{c.kind.item(id), c.h.At(by)})
}

// UnscheduleDraft cancels the schedule of an item's draft, or ends the notice that the draft was not published. Errors: NotFound,
// Unavailable.
func (h *Handler) UnscheduleDraft(ctx context.Context, by commands.Caller, item events.Item) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds it canceled
	return h.contentOf(item.Kind).unscheduleDraft(ctx, by, item.ID)
}

// live reports whether readers see an item. Its error is Unavailable.
func (c collection[C, Ch]) live(ctx context.Context, id int64) (bool, error) {
	var l commands.Loaded[item[C, Ch]]
	err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l)
	return !l.State.Gone() && l.State.published(), commands.Typed(err)
}

// carryOutDraft publishes the draft of an item if it is due, or records why it can't be. Its error is Unavailable.
func (c collection[C, Ch]) carryOutDraft(ctx context.Context, by commands.Caller, id int64) (commands.Result, error) {
	for range commands.MaxAttempts {
		var l commands.Loaded[item[C, Ch]]
		if err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		if !l.State.draftDue(c.h.Now()) {
			return commands.Result{ID: id, Revision: l.Revision, Seen: l.Position}, nil
		}
		result, err := c.carryOutDue(ctx, by, id, l)
		if kind := commands.KindOf(err); err == nil || kind != commands.Conflict {
			return result, err
		}
	}
	return commands.Result{}, commands.TooBusy()
}

// carryOutDue is carryOutDraft for an item of which the draft is due. Its event ids are derived from the schedule, so that a repetition whose
// answer was lost counts once. Its errors are Unavailable, and Conflict where the item has changed since it was loaded.
func (c collection[C, Ch]) carryOutDue(ctx context.Context, by commands.Caller, id int64, l commands.Loaded[item[C, Ch]]) (commands.Result,
	error) {
	due, of := l.State.draft, c.kind.item(id)
	by.IdempotencyKey = fmt.Sprintf("draft %d of %s, scheduled at %d", due.DraftRevision, of.Stream(), due.Base)
	refuse := func(reason string) (commands.Result, error) {
		return c.changeSchedule(ctx, by, id, &l.Revision, refuseDraft[C, Ch]{of, reason, c.h.Now()})
	}
	d, revision, err := c.h.savedDraft(ctx, of.Draft())
	switch {
	case commands.KindOf(err) == commands.NotFound && err != nil: // it was discarded
		return c.changeSchedule(ctx, by, id, &l.Revision, unscheduleDraft[C, Ch]{of, c.h.Now()})
	case err != nil:
		return commands.Result{}, err
	case revision != due.DraftRevision:
		return refuse("The draft was edited after it was scheduled.")
	case !l.State.published():
		return refuse("The " + c.kind.Name + " isn't published any more.")
	}
	d.Base = &due.Base
	now, clash, err := c.clashes(ctx, id, d)
	switch {
	case err != nil:
		return refused(err, refuse)
	case now != l.Revision:
		return commands.Result{}, &commands.Error{Kind: commands.Conflict, CurrentRevision: now}
	case clash:
		return refuse("The same fields of the " + c.kind.Name + " were changed in the meantime.")
	}
	fields := mergedFields(d.Fields, due.Request)
	delete(fields, "publishAt")
	update, err := c.parseDraft(asJSON(fields), revision)
	if err != nil {
		return refused(err, refuse)
	}
	result, err := update.Update(ctx, by, id, &l.Revision)
	if err != nil {
		return refused(err, refuse)
	}
	c.h.endPublishedDraft(ctx, by, of, revision, &result)
	return result, nil
}

// refused has what keeps a draft from being published recorded, unless it is only that the log is away or the item has just changed.
func refused(err error, refuse func(reason string) (commands.Result, error)) (commands.Result, error) {
	var e *commands.Error
	if !errors.As(err, &e) || e.Kind == commands.Unavailable || e.Kind == commands.Conflict {
		return commands.Result{}, err
	}
	reasons := []string{strings.TrimSuffix(e.Message, ".")}
	if len(e.Fields) > 0 {
		reasons = nil
		for _, f := range e.Fields {
			reasons = append(reasons, strings.TrimSuffix(f.Message, "."))
		}
	}
	return refuse(strings.Join(reasons, ". ") + ".")
}

// mergedFields returns the fields of a draft, replaced and joined by those of a request.
func mergedFields(draft, request map[string]json.RawMessage) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	maps.Copy(all, draft)
	maps.Copy(all, request)
	return all
}
