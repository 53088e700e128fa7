// Carrying out the schedules of content, and scheduling the drafts of what is published.
//
// A draft that is due is published as it would be by hand, at the item's expected revision: of several instances one succeeds, and the
// others find no schedule any more. What prevents that is recorded for the editor, and the draft stays.

package editorial

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

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

// CarryOut does what the schedules of the item with this stream and of its draft say for now, each in one append: publishing
// the draft, or recording why it can't be; publishing or unpublishing, if that changes anything, and the schedule without the time that has
// come. It appends nothing when no time has come. Errors: Invalid for a stream of no content, Unavailable.
func (h *Handler) CarryOut(ctx context.Context, stream string) (commands.Result, error) {
	by := commands.Caller{Actor: events.System, Via: events.ViaScheduler, RequestID: uuid.NewString()}
	for _, c := range h.content() {
		if id, ok := events.Number(stream, c.streamPrefix()); ok {
			return c.carryOut(ctx, by, id)
		}
	}
	return commands.Result{}, commands.RefuseField("stream", "Only content has a schedule")
}

// carryOut publishes the draft that is due, and then the item, or unpublishes it.
func (c collection[C, Ch]) carryOut(ctx context.Context, by commands.Caller, id int64) (commands.Result, error) {
	published, err := c.carryOutDraft(ctx, by, id)
	if err != nil {
		return published, err
	}
	result, err := c.change(ctx, by, id, nil, carryOut[C, Ch]{id: id, now: c.h.Now()})
	result.Position = max(result.Position, published.Position)
	return result, err
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

// carryOutDue is carryOutDraft for an item of which the draft is due. Its event ids are derived from the schedule, so that a repetition
// whose answer was lost counts once. Its errors are Unavailable, and Conflict where the item has changed since it was loaded.
func (c collection[C, Ch]) carryOutDue(ctx context.Context, by commands.Caller, id int64, l commands.Loaded[item[C, Ch]]) (commands.Result,
	error) {
	due, of := l.State.draft, c.kind.item(id)
	by.IdempotencyKey = fmt.Sprintf("draft %d of %s, scheduled at %d", due.DraftRevision, of.Stream(), due.Base)
	refuse := func(reason string) (commands.Result, error) {
		return c.changeSchedule(ctx, by, id, &l.Revision, refuseDraft[C, Ch]{of, reason, c.h.Now()})
	}
	d, revision, err := c.h.drafts.Saved(ctx, of.Draft())
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
	update, err := c.parseDraft(input.Encode(fields), revision)
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
