// Replacing pictures: whatever shows the one shows the other from then on. What was written stays as it is; the read models follow.

package pictures

import (
	"context"
	"errors"
	"time"

	"candor/commands"
	"candor/events"
)

// sameFile is the error of a picture that would be replaced by itself.
const sameFile = "This is the image that is to be replaced. Choose another one."

// replacePicture replaces a picture by another one.
type replacePicture struct {
	sha256, contentType string
	by, byContentType   string
	old                 events.OldPicture
	at                  time.Time
}

// ParseOldPicture reads what readers are to see of a picture that is replaced; "" is the default. Its error is Invalid on "oldPicture".
func ParseOldPicture(text string) (events.OldPicture, error) {
	switch old := events.OldPicture(text); old {
	case "":
		return events.OldPictureInHistory, nil
	case events.OldPictureInHistory, events.OldPictureHidden:
		return old, nil
	}
	return "", commands.RefuseField("oldPicture", "oldPicture must be history or hidden.")
}

// Decide records every replacement: the one before may have been undone by one that is in the other picture's stream.
func (c replacePicture) Decide(pictureLife) ([]events.Event, error) {
	return []events.Event{events.MediaReplaced{SHA256: c.sha256, ContentType: c.contentType, By: c.by, ByContentType: c.byContentType,
		OldPicture: c.old, At: c.at}}, nil
}

// ReplacePicture stores a picture and shows it wherever another one is shown, of which readers see old from then on. Errors: NotFound,
// Invalid on the new picture's field, Unprocessable (an Idempotency-Key that was used for something else), Unavailable.
func (h *Handler) ReplacePicture(ctx context.Context, by commands.Caller, sha256 string, p NewPicture,
	old events.OldPicture) (StoredPicture, error) {
	if p.sha256 == sha256 {
		return StoredPicture{}, commands.RefuseField(p.field, sameFile)
	}
	contentType, err := h.knownPicture(ctx, sha256)
	if err != nil {
		return StoredPicture{}, err
	}
	stored, err := h.StorePicture(ctx, by, p)
	if err != nil {
		return StoredPicture{}, err
	}
	return h.replace(ctx, by, replacePicture{sha256: sha256, contentType: contentType, byContentType: p.contentType, old: old}, stored)
}

// ReplacePictureBy shows a picture that is stored wherever another one is shown, of which readers see old from then on. Errors:
// NotFound, Invalid on "by", Unavailable.
func (h *Handler) ReplacePictureBy(ctx context.Context, by commands.Caller, sha256, other string,
	old events.OldPicture) (StoredPicture, error) {
	const field = "by"
	if other == sha256 {
		return StoredPicture{}, commands.RefuseField(field, sameFile)
	}
	contentType, err := h.knownPicture(ctx, sha256)
	if err != nil {
		return StoredPicture{}, err
	}
	life, chunk, err := h.pictureNow(ctx, other)
	switch {
	case err != nil:
		return StoredPicture{}, commands.Typed(err)
	case life.removed:
		return StoredPicture{}, commands.RefuseField(field, pictureRemoved)
	case chunk == nil:
		return StoredPicture{}, commands.RefuseField(field, "No image has this id")
	}
	shape, err := h.shapeOf(ctx, events.MediaStreamAfter(other, life.removals))
	if err != nil {
		return StoredPicture{}, commands.Typed(err)
	}
	stored := StoredPicture{SHA256: other, URL: events.MediaAddress(other, chunk.ContentType), Width: shape.Width, Height: shape.Height}
	return h.replace(ctx, by, replacePicture{sha256: sha256, contentType: contentType, byContentType: chunk.ContentType, old: old}, stored)
}

// knownPicture returns the type of a picture that is stored, or was until it was removed. Errors: NotFound, Unavailable.
func (h *Handler) knownPicture(ctx context.Context, sha256 string) (contentType string, err error) {
	life, stored, err := h.pictureNow(ctx, sha256)
	switch {
	case err != nil:
		return "", commands.Typed(err)
	case stored != nil:
		return stored.ContentType, nil
	case life.removals > 0:
		return life.contentType, nil
	}
	return "", commands.Missing("Picture")
}

// replace replaces a picture by one that is stored. First the new one inherits what it lacks, so that no reader sees it without.
func (h *Handler) replace(ctx context.Context, by commands.Caller, c replacePicture, stored StoredPicture) (StoredPicture, error) {
	old, err := h.lifeOf(ctx, c.sha256)
	if err != nil {
		return StoredPicture{}, commands.Typed(err)
	}
	now, err := h.lifeOf(ctx, stored.SHA256)
	if err != nil {
		return StoredPicture{}, commands.Typed(err)
	}
	inherits := by
	if by.IdempotencyKey != "" { // naming the new picture has used the key for its stream
		inherits.IdempotencyKey += " inherits"
	}
	inherited, err := h.describe(ctx, inherits, stored.SHA256, nil, c.byContentType,
		inheritance(old.currentDescription(), now.currentDescription()))
	if err != nil {
		return StoredPicture{}, err
	}
	c.by, c.at = stored.SHA256, h.At(by)
	replaced, err := commands.Execute(ctx, h.Executor, by, events.PictureStream(c.sha256), nil, c)
	stored.Position = max(stored.Position, inherited.Position, replaced.Shown())
	return stored, err
}

// inheritance returns what a picture takes over from the one that it replaces: what it lacks of its description, but not the file's name.
func inheritance(from, to events.MediaDescription) events.MediaChanges {
	var c events.MediaChanges
	if to.Alt == "" {
		c.Alt = &from.Alt
	}
	if to.Caption == "" {
		c.Caption = &from.Caption
	}
	if to.Credit == "" {
		c.Credit = &from.Credit
	}
	if to.FocalPoint == events.FocalCentre {
		c.FocalPoint = &from.FocalPoint
	}
	return c
}

// shapeOf returns the shape of the picture in a stream of chunks.
func (h *Handler) shapeOf(ctx context.Context, stream string) (shape events.Shape, err error) {
	enough := errors.New("the first chunk is enough")
	err = h.Log.Load(ctx, stream, 0, func(r events.Recorded) error {
		e, err := r.Salvage()
		if err != nil {
			return err
		}
		if chunk, ok := e.(events.MediaStored); ok {
			shape = chunk.Shape()
		}
		return enough
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return shape, err
}
