// The commands on settings.

package settings

import (
	"context"
	"reflect"

	"candor/commands"
	"candor/commands/history"
	"candor/events"
)

// Check is asked before a section is changed, with what it and the defaults make of the settings before and after. Its error refuses the
// change.
type Check func(before, after events.Settings) error

// Change sets the given fields of a section, and takes them out of its draft. ifMatch is the number of changes that the caller has seen,
// nil for any. Errors: Invalid, Conflict, Unavailable, check's.
func (h *Handler) Change(ctx context.Context, by commands.Caller, in Input, ifMatch *uint64, check Check) (commands.Result, error) {
	uploads, err := h.checkPictures(ctx, &in)
	if err != nil {
		return commands.Result{}, err
	}
	if err := h.pictures.StorePictures(ctx, by, uploads); err != nil {
		return commands.Result{}, err
	}
	result, err := h.set(ctx, by, in.section, ifMatch, check, func(s section) any { return s.changed(in) })
	if err == nil {
		h.releaseDraft(ctx, by, in, &result)
	}
	return result, err
}

// RestoreTo sets a section back to what it was after a number of changes; 0: to the defaults. Errors: NotFound for a revision that the
// section has not, Conflict, Unavailable, check's.
func (h *Handler) RestoreTo(
	ctx context.Context, by commands.Caller, name string, revision uint64, ifMatch *uint64, check Check,
) (commands.Result, error) {
	then := untouched(name)
	if revision > 0 {
		m, err := history.At(ctx, h.Log, events.SettingsStream(name), noun, then, revision-1)
		if err != nil {
			return commands.Result{}, err
		}
		then = m.After
	}
	return h.set(ctx, by, name, ifMatch, check, func(section) any { return then.values })
}

// noun names a section's history in errors.
const noun = "Revision"

// set appends what decide makes of a section, if that is something else. The revisions of its result, and of a Conflict, count the
// section's events.
func (h *Handler) set(
	ctx context.Context, by commands.Caller, name string, ifMatch *uint64, check Check, decide func(section) any,
) (commands.Result, error) {
	stream := events.SettingsStream(name)
	for range commands.MaxAttempts {
		l := commands.Loaded[section]{State: untouched(name), Mark: by.EventID(stream, "", 0)}
		if err := commands.CatchUp(ctx, h.Log, stream, &l); err != nil {
			return commands.Result{}, commands.Typed(err)
		}
		if l.Repeated != nil {
			return counted(*l.Repeated), nil
		}
		if ifMatch != nil && *ifMatch != l.Next() {
			return commands.Result{}, h.conflict(ctx, &l, stream)
		}
		values := decide(l.State)
		if reflect.DeepEqual(values, l.State.values) {
			return commands.Result{Revision: l.Next(), Seen: l.Position}, nil
		}
		if err := check(l.State.settings(), section{name, values}.settings()); err != nil {
			return commands.Result{}, err
		}
		w, err := h.Append(ctx, by, stream, l.Expected(), l.Hash, "", events.SettingsChanged(name, values, h.At(by)))
		if !events.IsConflict(err) {
			return counted(commands.Result{Revision: w.Revision, Position: w.Position}), commands.Typed(err)
		}
		h.Metrics.Conflicts.Inc()
	}
	return commands.Result{}, commands.TooBusy()
}

// conflict returns the refusal for a caller who has seen another number of changes.
func (h *Handler) conflict(ctx context.Context, l *commands.Loaded[section], stream string) error {
	e := h.Conflict(ctx, stream, l.Revision, l.Position)
	e.CurrentRevision = l.Next()
	return e
}

// counted returns a result whose revision counts the section's events.
func counted(r commands.Result) commands.Result {
	r.Revision++
	return r
}

// History returns a page of a section's history, newest first, of revisions below before; nil: from the last one. Its error is Unavailable.
func (h *Handler) History(ctx context.Context, name string, before *uint64, limit int) ([]history.Revision, error) {
	return history.CountedRevisions(ctx, h.Log, events.SettingsStream(name), noun, untouched(name), before, limit)
}

// Adopt sets a section to what the owner of another site has set there, a struct such as an events.SiteValues, without pictures that this
// site lacks. Errors: Conflict if this site's owner has set anything in the section, Unavailable, check's.
func (h *Handler) Adopt(ctx context.Context, by commands.Caller, name string, values any, check Check) (commands.Result, error) {
	own := reflect.New(reflect.TypeOf(values))
	own.Elem().Set(reflect.ValueOf(values))
	for _, field := range sections[name].PicturesOf(own.Interface()) {
		for _, address := range field.Values {
			stored, err := h.pictures.Stored(ctx, events.PictureIn(*address))
			if err != nil {
				return commands.Result{}, err
			}
			if !stored {
				*address = ""
			}
		}
	}
	return h.set(ctx, by, name, new(uint64), check, func(section) any { return own.Elem().Interface() })
}
