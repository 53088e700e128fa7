// Content: reviews, articles and pages to callers that treat them alike.

package editorial

import (
	"context"
	"fmt"
	"time"

	"candor/commands"
	"candor/commands/editorial/slugs"
	"candor/commands/history"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// Content holds the commands on all items of one kind: reviews, articles or pages. [Handler.Content] returns it. An id that no item has is
// NotFound.
type Content interface {
	// Kind returns the kind's name: events.ReviewKind.
	Kind() string
	// Noun returns what errors call an item: "Review" in "Review not found".
	Noun() string
	// Actions returns the actions that Bulk knows.
	Actions() []BulkAction
	// Parse reads an item from JSON. Its error is an *Error of kind Invalid that names every bad field; malformed JSON is a bad
	// "body". What a new item lacks is left to Create.
	Parse(body []byte) (Parsed, error)

	// Delete takes an item off the site. ifMatch is the revision that the caller has seen, nil for any. Errors: NotFound, Conflict,
	// Unavailable.
	Delete(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64) (commands.Result, error)
	// Restore brings a deleted item back as it was. Errors: NotFound, Invalid on "slug" when a page's slug was taken
	// meanwhile, Unavailable.
	Restore(ctx context.Context, by commands.Caller, id int64) (commands.Result, error)
	// Bulk carries out one action on many items; what is refused for one does not hold up the others. Errors: Invalid on "action",
	// Unprocessable, Unavailable when the log is unavailable for every item.
	Bulk(ctx context.Context, by commands.Caller, in BulkChange) (BulkOutcome, error)

	// History returns up to limit (at most [MaxRevisions]) revisions of an item, deleted or not, newest first and
	// older than before (nil: from the last one). A page of them is shorter when its texts are long, but never empty
	// while there are older ones; revision 0 is the first. Errors: NotFound, Unavailable.
	History(ctx context.Context, id int64, before *uint64, limit int) ([]history.Revision, error)
	// At returns an item as it was at a revision. Errors: NotFound, Unavailable.
	At(ctx context.Context, id int64, revision uint64) (Past, error)
	// RestoreTo gives an item the content that it had at a revision, in one new event with just the fields
	// that differ, and on demand the flags and the schedule of then. When nothing differs nothing is
	// appended. Errors: Invalid (a marking of what can't be marked so, or a taken slug), NotFound (also for a
	// deleted item), Conflict, Unavailable.
	RestoreTo(ctx context.Context, by commands.Caller, id int64, revision uint64, how Restoring, ifMatch *uint64) (commands.Result, error)

	// Change returns what a change would be to readers. Errors as for [Parsed].Update, and NotFound for an unknown revision.
	Change(ctx context.Context, id int64, in ChangeInput) (Change, error)

	// Withhold withholds a version that readers could see from them, for a reason that they see instead, or changes the reason. Errors:
	// NotFound (also for a deleted item, and for a revision that is no such version), InUse (readers see it now), Conflict, Unavailable.
	Withhold(ctx context.Context, by commands.Caller, id int64, revision uint64, reason string, ifMatch *uint64) (commands.Result, error)
	// Release lets readers see a withheld version again. Errors: NotFound (also for a version that isn't withheld), Conflict, Unavailable.
	Release(ctx context.Context, by commands.Caller, id int64, revision uint64, ifMatch *uint64) (commands.Result, error)
}

// Parsed is an item as a caller sent it: what to create, or what to change of one that exists. A field that is absent stays as it is. An
// empty text or list, price 0 or rating 0 is "none": the same as absent for a new item, emptied in an update. Fields for pictures hold
// addresses, or data strings that become addresses.
type Parsed interface {
	// Check returns which rules a new item breaks, as far as the input alone shows: nil or an *Error of kind Invalid.
	Check() error
	// Create makes an item; it is a draft unless the input says otherwise. Errors: Invalid, Unprocessable (an Idempotency-Key
	// that was used for something else), Unavailable.
	Create(ctx context.Context, by commands.Caller) (commands.Result, error)
	// Update changes the given fields of an item. ifMatch is the revision that the caller has seen, nil for any. Errors:
	// Invalid, NotFound, Conflict, Unavailable.
	Update(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64) (commands.Result, error)
	// Uploads reports whether pictures are sent with the item, which will be stored.
	Uploads() bool
}

// Past is an item as it was at a revision.
type Past struct {
	history.Revision                 // the event that made it so
	Content                      any // a pointer to it, as of events.NewContent
	Published, Featured, Deleted bool
	Schedule                     events.Schedule
	DraftPublishAt               *time.Time // when its draft was scheduled to go live; nil: it had no schedule
	Times                        Times
}

// Content returns the commands on the items of a kind; nil: it is no kind of content.
func (h *Handler) Content(kind string) Content {
	if c := h.contentOf(kind); c != nil {
		return c
	}
	return nil
}

// Item returns what [Content].Parse does, for fields that are events.ReviewChanges, events.ArticleChanges or events.PageChanges (it panics
// for any other): the importer has them so. Sub-scores may have names and weights, which Parse doesn't read.
func (h *Handler) Item(changes any, options ItemOptions) Parsed {
	for _, c := range h.content() {
		if p := c.typed(changes, options); p != nil {
			return p
		}
	}
	panic(fmt.Sprintf("commands: no content has changes %T", changes))
}

// managedContent adds to Content the methods that only this package uses.
type managedContent interface {
	Content
	publishes
	creates
	streamPrefix() string
	typed(changes any, options ItemOptions) Parsed // nil: they are another kind's
	carryOut(ctx context.Context, by commands.Caller, id int64) (commands.Result, error)
	previewUndo(ctx context.Context, u history.Undoing, item history.Item) (history.Compensation, error)
	undo(ctx context.Context, by commands.Caller, u history.Undoing, item history.UndoItem) (commands.Result, error)
}

// content returns all kinds.
func (h *Handler) content() []managedContent {
	return []managedContent{reviews.of(h), articles.of(h), pages.of(h)}
}

// of returns the commands on the kind's items.
func (k *kind[C, Ch]) of(h *Handler) collection[C, Ch] { return collection[C, Ch]{h, k} }

// contentOf returns the content of a kind; nil: there is none.
func (h *Handler) contentOf(kind string) managedContent {
	for _, c := range h.content() {
		if c.Kind() == kind {
			return c
		}
	}
	return nil
}

// collection is the [Content] of one kind.
type collection[C any, Ch comparable] struct {
	h    *Handler
	kind *kind[C, Ch]
}

func (c collection[C, Ch]) Kind() string          { return c.kind.Name }
func (c collection[C, Ch]) Noun() string          { return c.kind.Noun }
func (c collection[C, Ch]) Actions() []BulkAction { return c.kind.actions }
func (c collection[C, Ch]) streamPrefix() string  { return c.kind.Prefix() }

// parsed is the [Parsed] of one kind.
type parsed[C any, Ch comparable] struct {
	collection[C, Ch]
	changes Ch
	options ItemOptions
}

func (c collection[C, Ch]) Parse(body []byte) (Parsed, error) {
	changes, options, err := c.kind.parseValid(body)
	if err != nil {
		return nil, err
	}
	return parsed[C, Ch]{c, changes, options}, nil
}

func (c collection[C, Ch]) typed(changes any, options ItemOptions) Parsed {
	if own, ok := changes.(Ch); ok {
		return parsed[C, Ch]{c, own, options}
	}
	return nil
}

func (p parsed[C, Ch]) Check() error { return p.kind.checkNew(p.changes, p.options) }

func (p parsed[C, Ch]) Create(ctx context.Context, by commands.Caller) (commands.Result, error) {
	return p.create(ctx, by, p.changes, p.options)
}

func (p parsed[C, Ch]) Update(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64) (commands.Result, error) {
	return p.update(ctx, by, id, p.changes, p.options, ifMatch)
}

func (p parsed[C, Ch]) Uploads() bool { return p.kind.uploads(p.changes) }

func (c collection[C, Ch]) create(ctx context.Context, by commands.Caller, changes Ch, options ItemOptions) (commands.Result, error) {
	uploads, err := c.checkNew(ctx, by, &changes, &options)
	if err != nil {
		return commands.Result{}, err
	}
	claimed, err := c.h.Claim(ctx, by, c.kind.Name, 1)
	if err != nil {
		return commands.Result{}, err
	}
	by.At = claimed.At
	return c.createAs(ctx, by, claimed.IDs[0], changes, options, uploads)
}

// checkNew tidies the input of a new item, checks it, and replaces data strings by the addresses that their pictures will have.
func (c collection[C, Ch]) checkNew(ctx context.Context, by commands.Caller, changes *Ch, options *ItemOptions) ([]pictures.Picture,
	error) {
	errs := c.kind.tidyInput(changes, options)
	badTimes, err := checkSchedule(c.h.Executor, ctx, by, options.scheduling(), input.IsTrue(options.IsPublished))
	if err != nil {
		return nil, err
	}
	return c.check(ctx, 0, changes, input.Merge(input.Merge(errs, c.kind.missingInput(*changes, *options)), badTimes))
}

// check checks the input against the log, and replaces data strings by the addresses that their pictures will have. id is 0 of a new item.
func (c collection[C, Ch]) check(ctx context.Context, id int64, changes *Ch, errs []commands.FieldError) ([]pictures.Picture, error) {
	if c.kind.check != nil {
		more, err := c.kind.check(ctx, c.h, func() (C, error) { return c.contentOf(ctx, id) }, changes)
		if err != nil {
			return nil, err
		}
		errs = append(errs, more...)
	}
	uploads, errs, err := c.kind.takePictures(ctx, changes, errs)
	if err != nil {
		return nil, err
	}
	return c.h.pictures.Accept(ctx, uploads, errs)
}

// contentOf returns the content of an item; an empty one of id 0.
func (c collection[C, Ch]) contentOf(ctx context.Context, id int64) (content C, err error) {
	if id == 0 {
		return content, nil
	}
	var l commands.Loaded[item[C, Ch]]
	err = c.kind.load(ctx, c.h.Log, c.kind.stream(id), &l)
	return l.State.content, commands.Typed(err)
}

// createAs stores the pictures of a checked input, and then the item.
func (c collection[C, Ch]) createAs(ctx context.Context, by commands.Caller, id int64, changes Ch, options ItemOptions,
	uploads []pictures.Picture) (commands.Result, error) {
	if err := c.h.pictures.StorePictures(ctx, by, uploads); err != nil {
		return commands.Result{}, err
	}
	var content C
	events.Apply(&content, changes)
	if c.kind.complete != nil {
		c.kind.complete(&content)
	}
	if c.kind.slug != nil {
		unlock, err := c.slugs().Lock(ctx, id)
		if err != nil {
			return commands.Result{}, err
		}
		defer unlock()
		repeated, err := c.repeatedCreation(ctx, by, id)
		if err != nil {
			return commands.Result{}, err
		}
		if repeated != nil {
			return *repeated, nil
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, slugs.ReservationUse)
		defer cancel()
		if err := c.nameNew(ctx, by, id, &content); err != nil {
			return commands.Result{}, err
		}
	}
	cmd := createItem[C, Ch]{id: id, content: content, featured: input.IsTrue(options.IsFeatured), scheduling: options.scheduling(),
		at: c.h.At(by), modified: options.ModifiedAt}
	set(&cmd.status, statusOf(options.IsPublished))
	evs, err := cmd.Decide(c.kind.start())
	if err != nil {
		return commands.Result{}, err
	}
	result, err := c.h.Create(ctx, by, c.kind.stream(id), evs...)
	result.ID = id
	return result, err
}

func (c collection[C, Ch]) update(ctx context.Context, by commands.Caller, id int64, changes Ch, options ItemOptions,
	ifMatch *uint64) (commands.Result, error) {
	cmd, uploads, err := c.updating(ctx, by, id, changes, options)
	if err != nil {
		return commands.Result{}, err
	}
	if err := c.h.pictures.StorePictures(ctx, by, uploads); err != nil {
		return commands.Result{}, err
	}
	return c.change(ctx, by, id, ifMatch, cmd)
}

// updating checks the input of an update, and returns it as a command, with the pictures that are to be stored before.
func (c collection[C, Ch]) updating(ctx context.Context, by commands.Caller, id int64, changes Ch, options ItemOptions) (updateItem[C, Ch],
	[]pictures.Picture, error) {
	if id <= 0 {
		return updateItem[C, Ch]{}, nil, c.kind.notFound()
	}
	errs := c.kind.tidyInput(&changes, &options)
	uploads, err := c.check(ctx, id, &changes, append(errs, c.kind.emptiedInput(changes)...))
	return updateItem[C, Ch]{
		id: id, changes: changes, status: statusOf(options.IsPublished), featured: options.IsFeatured, scheduling: options.scheduling(),
		marking: options.Marking, imported: by.Via == events.ViaImport, draft: options.draft, at: c.h.At(by), now: c.h.Now(),
	}, uploads, err
}

func (c collection[C, Ch]) Delete(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64) (commands.Result, error) {
	result, err := c.change(ctx, by, id, ifMatch, deleteItem[C, Ch]{id: id, at: c.h.At(by)})
	if err == nil {
		c.h.forgetDraft(ctx, by, events.Item{Kind: c.kind.Name, ID: id})
	}
	return result, err
}

func (c collection[C, Ch]) Restore(ctx context.Context, by commands.Caller, id int64) (commands.Result, error) {
	return c.change(ctx, by, id, nil, restoreItem[C, Ch]{id: id, at: c.h.At(by), now: c.h.Now()})
}

func (c collection[C, Ch]) RestoreTo(ctx context.Context, by commands.Caller, id int64, revision uint64, how Restoring,
	ifMatch *uint64) (commands.Result, error) {
	m, err := history.At(ctx, c.h.Log, c.kind.stream(id), c.kind.Noun, c.kind.start(), revision)
	if err != nil {
		return commands.Result{}, err
	}
	then := m.After
	cmd := updateItem[C, Ch]{id: id, changes: events.Whole[Ch](then.content), marking: how.Marking, at: c.h.At(by), now: c.h.Now()}
	if how.Schedule {
		cmd.schedule = &then.schedule
	}
	if how.State {
		cmd.status, cmd.featured = &then.status, &then.featured
	}
	return c.change(ctx, by, id, ifMatch, cmd)
}

// change carries out a command on an item.
func (c collection[C, Ch]) change(ctx context.Context, by commands.Caller, id int64, ifMatch *uint64,
	cmd commands.Decider[item[C, Ch]]) (commands.Result, error) {
	if id <= 0 {
		return commands.Result{}, c.kind.notFound()
	}
	run := func(ctx context.Context) (commands.Result, error) {
		result, err := commands.Step[item[C, Ch]]{Stream: c.kind.stream(id), IfMatch: ifMatch, Load: c.kind.load, Command: cmd}.Run(ctx,
			c.h.Executor, by)
		result.ID = id
		return result, err
	}
	if c.kind.slug == nil {
		return run(ctx)
	}
	unlock, err := c.slugs().Lock(ctx, id)
	if err != nil {
		return commands.Result{}, err
	}
	defer unlock()
	before := commands.Loaded[item[C, Ch]]{Mark: by.EventID(c.kind.stream(id), "", 0)}
	if err := c.kind.load(ctx, c.h.Log, c.kind.stream(id), &before); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	if before.Repeated != nil { // the slug may be another item's by now
		return commands.Result{ID: id, Revision: before.Repeated.Revision, Position: before.Repeated.Position}, nil
	}
	return c.slugs().Move(ctx, by, id, before.State.Slug(), slugAfter(cmd, before.State), run)
}

func (c collection[C, Ch]) History(ctx context.Context, id int64, before *uint64, limit int) ([]history.Revision, error) {
	return history.Revisions(ctx, c.h.Log, c.kind.stream(id), c.kind.Noun, c.kind.start(), before, limit)
}

func (c collection[C, Ch]) At(ctx context.Context, id int64, revision uint64) (Past, error) {
	m, err := history.At(ctx, c.h.Log, c.kind.stream(id), c.kind.Noun, c.kind.start(), revision)
	if err != nil {
		return Past{}, err
	}
	line, _ := m.Revision()
	s := m.After
	return Past{line, &s.content, s.published(), s.featured, s.deleted, s.schedule.event(), s.draft.publishes(), s.times}, nil
}
