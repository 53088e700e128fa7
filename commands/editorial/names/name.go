// Package names carries out commands on the descriptions of tags and brands. The tags and brands themselves come with the items that have
// them.
package names

import (
	"context"
	"time"

	"candor/commands"
	"candor/commands/history"
	"candor/commands/input"
	"candor/events"
)

// maxDescription is how many characters a description may have.
const maxDescription = 500

var fields = input.Fields{input.Text("description", maxDescription)}

// Input holds the fields that the caller gave; nil for those that are absent.
type Input struct{ events.NameChanges }

// Parse reads a description from JSON. Its error is of kind Invalid and names every bad field.
func Parse(body []byte) (Input, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return Input{}, err
	}
	var in Input
	fields.Read(o, &in.NameChanges)
	var r input.Rules
	fields.Tidy(&r, &in.NameChanges)
	if errs := input.Merge(o.Done(body), r.Errs); len(errs) > 0 {
		return Input{}, commands.Refuse(errs...)
	}
	return in, nil
}

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct{ *commands.Executor }

// New returns a handler.
func New(x *commands.Executor) *Handler { return &Handler{Executor: x} }

// description is the state of a tag or a brand: what readers are told of it.
type description struct{ text string }

// Known reports whether there is such a description, which is so before its first event: it is empty then.
func (s description) Known() bool { return true }

// Value returns what one description differs from another by.
func (s description) Value() (any, []history.Mark) {
	return struct {
		Description string `json:"description"`
	}{s.text}, nil
}

func (s description) Evolve(e events.Event) description {
	if e, ok := e.(events.NameDescribed); ok && e.Changes.Description != nil {
		s.text = *e.Changes.Description
	}
	return s
}

// describe changes the description of a tag or a brand.
type describe struct {
	kind, name string
	changes    events.NameChanges
	at         time.Time
}

// Decide returns an event only for what is really different.
func (c describe) Decide(s description) ([]events.Event, error) {
	if c.changes.Description == nil || *c.changes.Description == s.text {
		return nil, nil
	}
	return []events.Event{events.NameDescribed{Kind: c.kind, Name: c.name, Changes: c.changes, At: c.at}}, nil
}

// Describe changes the description of a tag or a brand (events.TagKind, events.BrandKind). ifMatch is the number of changes that the caller
// has seen, nil for any. The revisions of its result, and of a Conflict, are such numbers. Errors: Conflict, Unavailable.
func (h *Handler) Describe(
	ctx context.Context, by commands.Caller, kind, name string, in Input, ifMatch *uint64,
) (commands.Result, error) {
	stream := events.NameStream(kind, name)
	c := describe{kind: kind, name: name, changes: in.NameChanges, at: h.At(by)}
	for range commands.MaxAttempts {
		l := commands.Loaded[description]{Mark: by.EventID(stream, "", 0)}
		if err := commands.CatchUp(ctx, h.Log, stream, &l); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		if l.Repeated != nil {
			return counted(*l.Repeated), nil
		}
		if ifMatch != nil && *ifMatch != l.Next() {
			e := h.Conflict(ctx, stream, l.Revision, l.Position)
			e.CurrentRevision = l.Next()
			return commands.Result{}, e
		}
		evs, err := c.Decide(l.State)
		if err != nil || len(evs) == 0 {
			return commands.Result{Revision: l.Next(), Seen: l.Position}, err
		}
		w, err := h.Append(ctx, by, stream, l.Expected(), l.Hash, "", evs...)
		if !events.IsConflict(err) {
			return counted(commands.Result{Revision: w.Revision, Position: w.Position}), commands.Typed(err)
		}
		h.Metrics.Conflicts.Inc()
	}
	return commands.Result{}, commands.TooBusy()
}

// History returns a page of the former descriptions of a tag or a brand, newest first, of revisions below before; nil: from the last one.
// Its error is Unavailable.
func (h *Handler) History(ctx context.Context, kind, name string, before *uint64, limit int) ([]history.Revision, error) {
	return history.CountedRevisions(ctx, h.Log, events.NameStream(kind, name), "Revision", description{}, before, limit)
}

// Described reports whether a tag or a brand has ever had a description. Its error is Unavailable.
func (h *Handler) Described(ctx context.Context, kind, name string) (bool, error) {
	_, err := h.Log.Last(ctx, events.NameStream(kind, name))
	if err == nil {
		return true, nil
	}
	return false, commands.Typed(commands.IgnoreAbsent(err))
}

// counted returns a result whose revision counts the changes.
func counted(r commands.Result) commands.Result {
	r.Revision++
	return r
}
