// A draft in the log. It is a stream of its own, so that it moves nothing of what it changes, and its last event says all of it. The stream
// is deleted with the draft.

// Package drafts carries out commands on what editors have typed and readers don't see yet, whatever it is that a draft changes.
package drafts

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/commands/pictures"
	"candor/events"
)

// MaxSize is how many bytes a stored draft may have. With its metadata it fits into an append (events.ErrTooLarge).
const MaxSize = 1_000_000

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	pictures *pictures.Handler
}

// New returns a handler.
func New(x *commands.Executor, stored *pictures.Handler) *Handler {
	return &Handler{Executor: x, pictures: stored}
}

// draft is the state of one draft, which follows from its last event.
type draft struct{ saved *events.DraftSaved }

func (s draft) Evolve(e events.Event) draft {
	switch e := e.(type) {
	case events.DraftSaved:
		s.saved = &e
	case events.DraftDiscarded:
		s.saved = nil
	}
	return s
}

// says reports whether the draft contains just what e says.
func (s draft) says(e events.DraftSaved) bool {
	if s.saved == nil {
		return false
	}
	now := *s.saved
	now.At, e.At = time.Time{}, time.Time{}
	return bytes.Equal(input.Encode(now), input.Encode(e))
}

// save sets what a draft contains.
type save struct {
	content events.DraftSaved
	when    Condition
}

// Condition says whether there should be a draft already. The zero value accepts both.
type Condition int

// The conditions. A save that doesn't meet them fails with Outdated, or with NotFound where there should be a draft.
const (
	MayExist Condition = iota
	IsNew
	Exists
)

func (c save) Decide(s draft) ([]events.Event, error) {
	switch {
	case c.when == Exists && s.saved == nil:
		return nil, commands.Missing("Draft")
	case s.says(c.content):
		return nil, nil
	case c.when == IsNew && s.saved != nil:
		return nil, &commands.Error{Kind: commands.Outdated, Message: "Someone else changed this in the meantime."}
	}
	return []events.Event{c.content}, nil
}

// discard ends a draft.
type discard struct {
	id events.DraftID
	at time.Time
}

func (c discard) Decide(s draft) ([]events.Event, error) {
	if s.saved == nil {
		return nil, commands.Missing("Draft")
	}
	return []events.Event{events.DraftDiscarded{DraftID: c.id, Kind: s.saved.Kind, ItemID: s.saved.ItemID, At: c.at}}, nil
}

// release takes fields out of a draft, which ends with the last of them.
type release struct {
	discard
	fields []string
}

func (c release) Decide(s draft) ([]events.Event, error) {
	if s.saved == nil {
		return nil, nil
	}
	rest := *s.saved
	rest.Fields, rest.Was, rest.At = maps.Clone(rest.Fields), maps.Clone(rest.Was), c.at
	for _, name := range c.fields {
		delete(rest.Fields, name)
		delete(rest.Was, name)
	}
	switch len(rest.Fields) {
	case 0:
		return c.discard.Decide(s)
	case len(s.saved.Fields):
		return nil, nil
	}
	return []events.Event{rest}, nil
}

// Save sets what a draft contains. kind and pictureFields are those of what it changes. ifMatch is the draft's revision that the caller
// has seen, nil for any. Saving what the draft contains already appends nothing. Pictures in it are stored. Errors: Invalid, NotFound,
// Outdated, TooLarge, Unavailable.
func (h *Handler) Save(ctx context.Context, by commands.Caller, id events.DraftID, kind string, pictureFields []string, in Input,
	ifMatch *uint64, when Condition) (commands.Result, error) {
	uploads, err := h.TakePictures(ctx, pictureFields, in.Fields)
	if err != nil {
		return commands.Result{}, err
	}
	content := events.DraftSaved{DraftID: id, Kind: kind, Base: in.Base, Fields: in.Fields, Was: in.Was, At: h.At(by)}
	if item, ok := id.Item(); ok {
		content.ItemID = item.ID
	}
	if len(input.Encode(content)) > MaxSize {
		return commands.Result{}, &commands.Error{Kind: commands.TooLarge, Message: "The draft is larger than 1 MB."}
	}
	if err := h.pictures.StorePictures(ctx, by, uploads); err != nil {
		return commands.Result{}, err
	}
	result, err := h.change(ctx, by, id, ifMatch, save{content, when})
	if err == nil && result.Position != 0 {
		_, err = h.Log.SetMaxCount(ctx, id.Stream(), events.DraftsKept)
	}
	return result, commands.Typed(err)
}

// change carries out a command on a draft.
func (h *Handler) change(ctx context.Context, by commands.Caller, id events.DraftID, ifMatch *uint64,
	c commands.Decider[draft]) (commands.Result, error) {
	for range commands.MaxAttempts {
		var l commands.Loaded[draft]
		if err := commands.Latest(ctx, h.Log, id.Stream(), &l); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		evs, err := c.Decide(l.State)
		switch {
		case commands.KindOf(err) == commands.Outdated || len(evs) > 0 && ifMatch != nil &&
			(l.State.saved == nil || *ifMatch != l.Revision):
			refused := h.Conflict(ctx, id.Stream(), l.Revision, l.Position)
			refused.Kind = commands.Outdated
			return commands.Result{}, refused
		case err != nil:
			return commands.Result{}, err
		case len(evs) == 0:
			return commands.Result{Revision: l.Revision, Seen: l.Position}, nil
		}
		w, err := h.Append(ctx, by, id.Stream(), l.Expected(), "", "", evs...)
		if events.IsConflict(err) {
			h.Metrics.Conflicts.Inc()
			continue
		}
		if _, ends := evs[0].(events.DraftDiscarded); ends && err == nil {
			err = h.delete(ctx, id, w.Revision)
		}
		return commands.Result{Revision: w.Revision, Position: w.Position}, commands.Typed(err)
	}
	return commands.Result{}, commands.TooBusy()
}

// Discard ends a draft and deletes its stream. ifMatch is the draft's revision that the caller has seen, nil for any. Errors: NotFound,
// Outdated, Unavailable; after the latter it can be called again, or Finish does the rest.
func (h *Handler) Discard(ctx context.Context, by commands.Caller, id events.DraftID, ifMatch *uint64) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds it discarded
	return h.change(ctx, by, id, ifMatch, discard{id, h.At(by)})
}

// Release takes fields that were saved for readers out of a draft, if there is one. A draft that has no other fields ends. Its error is
// Unavailable.
func (h *Handler) Release(ctx context.Context, by commands.Caller, id events.DraftID, fields []string) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds them released
	return h.change(ctx, by, id, nil, release{discard{id, h.At(by)}, fields})
}

// delete deletes the stream of a draft that ended at a revision, unless it was written again since.
func (h *Handler) delete(ctx context.Context, id events.DraftID, ended uint64) error {
	err := h.Log.DeleteStream(ctx, id.Stream(), events.Exactly(ended))
	if events.IsConflict(err) {
		return nil
	}
	return err
}

// Finish deletes the stream of a draft that has ended. Of any other it returns the revision; exists is false without one.
func (h *Handler) Finish(ctx context.Context, id events.DraftID) (revision uint64, exists bool, _ error) {
	var l commands.Loaded[draft]
	if err := commands.Latest(ctx, h.Log, id.Stream(), &l); err != nil || !l.Exists {
		return 0, false, err
	}
	if l.State.saved == nil {
		return 0, false, h.delete(ctx, id, l.Revision)
	}
	return l.Revision, true, nil
}

// Saved loads a draft. Errors: NotFound, Unavailable.
func (h *Handler) Saved(ctx context.Context, id events.DraftID) (d events.DraftSaved, revision uint64, err error) {
	var l commands.Loaded[draft]
	if err := commands.Latest(ctx, h.Log, id.Stream(), &l); err != nil {
		return d, 0, commands.Typed(err)
	}
	if l.State.saved == nil {
		return d, 0, commands.Missing("Draft")
	}
	return *l.State.saved, l.Revision, nil
}

// TakePictures replaces the data strings in the picture fields of a draft by the addresses that their pictures will have. It returns those
// pictures, which are not stored yet. Errors: Invalid, Unavailable.
func (h *Handler) TakePictures(ctx context.Context, pictureFields []string, fields map[string]json.RawMessage) ([]pictures.Picture, error) {
	uploads, errs, err := takePictures(ctx, pictureFields, fields)
	if err != nil {
		return nil, err
	}
	return h.pictures.Accept(ctx, uploads, errs)
}
