// Removing pictures. The removal is recorded in a stream beside the picture's bytes, which are deleted for ever; the same file is
// accepted again only once that is allowed.

package pictures

import (
	"context"
	"errors"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// pictureRemoved is the error of a field whose picture was removed.
const pictureRemoved = "This image was removed"

// refused reports whether the picture must not be uploaded.
func (s pictureLife) refused() bool { return s.removed && !s.allowed }

// removePicture takes a picture off the site. stored is one of its chunks in the log, nil if there is none.
type removePicture struct {
	sha256 string
	stored *events.MediaStored
	at     time.Time
}

// Decide records nothing for a picture that is removed. One that is allowed to come back, but has not, is removed anew.
func (c removePicture) Decide(s pictureLife) ([]events.Event, error) {
	e := events.MediaRemoved{SHA256: c.sha256, ContentType: s.contentType, Size: s.size, At: c.at}
	switch {
	case s.refused():
		return nil, nil
	case c.stored != nil:
		e.ContentType, e.Size = c.stored.ContentType, c.stored.Size
	case !s.removed:
		return nil, commands.Missing("Picture")
	}
	return []events.Event{e}, nil
}

// allowPicture lets a removed picture be uploaded again.
type allowPicture struct {
	sha256 string
	at     time.Time
}

func (c allowPicture) Decide(s pictureLife) ([]events.Event, error) {
	switch {
	case s.removals == 0:
		return nil, &commands.Error{Kind: commands.NotFound, Message: "No removed image has this address"}
	case !s.refused():
		return nil, nil
	}
	return []events.Event{events.MediaAllowed{SHA256: c.sha256, ContentType: s.contentType, At: c.at}}, nil
}

// returnPicture records that an allowed picture is stored again.
type returnPicture struct {
	sha256, contentType string
	at                  time.Time
}

func (c returnPicture) Decide(s pictureLife) ([]events.Event, error) {
	switch {
	case s.refused():
		return nil, &commands.Error{Kind: commands.NotFound, Message: pictureRemoved}
	case !s.removed:
		return nil, nil
	}
	return []events.Event{events.MediaReturned{SHA256: c.sha256, ContentType: c.contentType, At: c.at}}, nil
}

// RemovePicture records that a picture is removed, by the hash in its address, and deletes its bytes from the log. Errors: NotFound;
// Unavailable, after which it can be called again, or [Handler.Finish] does the rest.
func (h *Handler) RemovePicture(ctx context.Context, by commands.Caller, sha256 string) (commands.Result, error) {
	by.IdempotencyKey = "" // a repetition finds it removed
	life, err := h.lifeOf(ctx, sha256)
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	stored, err := h.storedMedia(ctx, events.MediaStreamAfter(sha256, life.removals))
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	result, err := commands.Execute(ctx, h.Executor, by, events.PictureStream(sha256), nil,
		removePicture{sha256: sha256, stored: stored, at: h.At(by)})
	if err != nil {
		return commands.Result{}, err
	}
	return result, commands.Typed(h.finishRemoval(ctx, sha256))
}

// AllowPicture lets a removed picture be uploaded again. Errors: NotFound for one that was never removed, Unavailable.
func (h *Handler) AllowPicture(ctx context.Context, by commands.Caller, sha256 string) (commands.Result, error) {
	by.IdempotencyKey = ""
	// The old bytes are deleted first: once the removal is lifted, nothing checks for them any more.
	if err := h.finishRemoval(ctx, sha256); err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	return commands.Execute(ctx, h.Executor, by, events.PictureStream(sha256), nil, allowPicture{sha256: sha256, at: h.At(by)})
}

// finishRemoval deletes the bytes of a picture that is removed, if they are not deleted yet.
func (h *Handler) finishRemoval(ctx context.Context, sha256 string) error {
	life, err := h.lifeOf(ctx, sha256)
	if err != nil || !life.refused() {
		return err
	}
	// For ever: a scavenge keeps the last event of a stream that may come back, and here each holds a part of the picture.
	return h.Log.TombstoneStream(ctx, events.MediaStreamAfter(sha256, life.removals-1))
}

// returnPicture records that a picture is stored again.
func (h *Handler) returnPicture(ctx context.Context, by commands.Caller, p Picture) (events.Position, error) {
	by.IdempotencyKey = ""
	done, err := commands.Execute(ctx, h.Executor, by, events.PictureStream(p.sha256), nil,
		returnPicture{sha256: p.sha256, contentType: p.contentType, at: h.At(by)})
	if commands.KindOf(err) == commands.NotFound { // it was removed in the meantime
		return 0, p.refused()
	}
	return done.Shown(), err
}

// storedMedia returns the last chunk in a stream of a picture's bytes, nil when there is none.
func (h *Handler) storedMedia(ctx context.Context, stream string) (*events.MediaStored, error) {
	last, err := h.Log.Last(ctx, stream)
	if errors.Is(err, events.ErrStreamNotFound) || errors.Is(err, events.ErrStreamDeleted) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	e, err := last.Salvage()
	if err != nil {
		return nil, err
	}
	chunk, ok := e.(events.MediaStored)
	if !ok {
		return nil, nil
	}
	return &chunk, nil
}

// uploadable returns the state of a picture that may be stored, and otherwise refuses it on its field: the file as it will be stored
// must not have been removed, nor the file as it was sent, which may have been stored before uploads were cleaned.
func (h *Handler) uploadable(ctx context.Context, p Picture) (pictureLife, error) {
	life, err := h.lifeOf(ctx, p.sha256)
	if err != nil {
		return life, err
	}
	refused := life.refused()
	if !refused && p.sent != p.sha256 {
		asSent, err := h.lifeOf(ctx, p.sent)
		if err != nil {
			return life, err
		}
		refused = asSent.refused()
	}
	if refused {
		return life, p.refused()
	}
	return life, nil
}

// refused returns the refusal of a picture that was removed.
func (p Picture) refused() error { return commands.RefuseField(p.field, pictureRemoved) }

// Accept returns uploads unless errs says what is wrong with a field, or one of the pictures was removed. Errors: Invalid, Unavailable.
func (h *Handler) Accept(ctx context.Context, uploads []Picture, errs []commands.FieldError) ([]Picture, error) {
	for _, p := range uploads {
		_, err := h.uploadable(ctx, p)
		var refused *commands.Error
		switch {
		case errors.As(err, &refused) && refused.Kind == commands.Invalid:
			errs = input.Merge(errs, refused.Fields)
		case err != nil:
			return nil, commands.Typed(err)
		}
	}
	if len(errs) > 0 {
		return nil, commands.Refuse(errs...)
	}
	return uploads, nil
}

// Finish finishes the removal of a picture that a crash interrupted. It does nothing in streams of other things.
func (h *Handler) Finish(ctx context.Context, stream string) error {
	sha256, ok := strings.CutPrefix(stream, events.PicturePrefix)
	if !ok {
		return nil
	}
	return h.finishRemoval(ctx, sha256)
}
