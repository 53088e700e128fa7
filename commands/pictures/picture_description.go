// Describing pictures: the name of the file, alt text, caption, credit and focal point.

package pictures

import (
	"context"
	"math"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// ParseMediaChanges reads a picture's changed fields. null empties a text, and moves the focal point to the centre. Its error is
// Invalid, with a field error for each bad field.
func ParseMediaChanges(body []byte) (events.MediaChanges, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return events.MediaChanges{}, err
	}
	c := events.MediaChanges{Name: o.Text("name"), Alt: o.Text("alt"), Caption: o.Text("caption"), Credit: o.Text("credit"),
		FocalPoint: readFocalPoint(o, "focalPoint")}
	var r input.Rules
	r.Line("name", &c.Name, maxPictureName)
	r.Line("alt", &c.Alt, maxAlt)
	r.Text("caption", &c.Caption, maxCaption)
	r.Line("credit", &c.Credit, maxCredit)
	if errs := input.Merge(o.Done(body), r.Errs); len(errs) > 0 {
		return events.MediaChanges{}, commands.Refuse(errs...)
	}
	return c, nil
}

// readFocalPoint returns the field's point, the centre for null, and nil if the field is absent or invalid.
func readFocalPoint(o *input.Object, field string) *events.FocalPoint {
	raw := o.Raw(field)
	switch {
	case raw == nil:
		return nil
	case input.IsNull(raw):
		centre := events.FocalCentre
		return &centre
	}
	inner, err := input.ReadObject(raw)
	if err == nil {
		x, _ := inner.Number("x")
		y, _ := inner.Number("y")
		if len(inner.Errs) == 0 && isFraction(x) && isFraction(y) {
			return &events.FocalPoint{X: roundFraction(*x), Y: roundFraction(*y)}
		}
	}
	o.Fail(field, `%s must be null or have an "x" and a "y" from 0 to 1`, input.Label(field))
	return nil
}

func isFraction(n *float64) bool { return n != nil && *n >= 0 && *n <= 1 }

// roundFraction rounds to what can be seen: a ten-thousandth of a picture is less than a pixel.
func roundFraction(n float64) float64 { return math.Round(n*10_000) / 10_000 }

// describePicture changes the description of a picture that is stored, or was when the command was made.
type describePicture struct {
	sha256, contentType string
	changes             events.MediaChanges
	onlyFirst           bool // only if it has no description yet
	at                  time.Time
}

// Decide records the fields that differ.
func (c describePicture) Decide(s pictureLife) ([]events.Event, error) {
	switch {
	case s.removed:
		return nil, commands.Missing("Picture")
	case c.onlyFirst && s.described:
		return nil, nil
	}
	changes := events.Differing(s.currentDescription(), c.changes)
	if changes == (events.MediaChanges{}) {
		return nil, nil
	}
	return []events.Event{events.MediaDescribed{SHA256: c.sha256, ContentType: c.contentType, Changes: changes, At: c.at}}, nil
}

// DescribePicture changes the given fields of a picture's description. expected is the revision of its stream that the caller has
// seen, nil for any. Errors: NotFound (also for one that was removed), Conflict, Unavailable.
func (h *Handler) DescribePicture(ctx context.Context, by commands.Caller, sha256 string, expected *uint64,
	c events.MediaChanges) (commands.Result, error) {
	_, stored, err := h.pictureNow(ctx, sha256)
	if err != nil {
		return commands.Result{}, commands.Typed(err)
	}
	if stored == nil {
		return commands.Result{}, commands.Missing("Picture")
	}
	return h.describe(ctx, by, sha256, expected, stored.ContentType, c)
}

// PictureDescription returns the description of a picture, whether it is stored or not. Its error is Unavailable.
func (h *Handler) PictureDescription(ctx context.Context, sha256 string) (events.MediaDescription, error) {
	life, err := h.lifeOf(ctx, sha256)
	return life.currentDescription(), commands.Typed(err)
}

// describe changes the description of a picture that is stored.
func (h *Handler) describe(ctx context.Context, by commands.Caller, sha256 string, expected *uint64, contentType string,
	c events.MediaChanges) (commands.Result, error) {
	return commands.Execute(ctx, h.Executor, by, events.PictureStream(sha256), expected, describePicture{
		sha256: sha256, contentType: contentType, changes: c, at: h.At(by),
	})
}

// pictureNow returns the state of a picture and its last chunk, nil where not all of its bytes are in the log.
func (h *Handler) pictureNow(ctx context.Context, sha256 string) (pictureLife, *events.MediaStored, error) {
	life, err := h.lifeOf(ctx, sha256)
	if err != nil {
		return life, nil, err
	}
	stored, err := h.storedMedia(ctx, events.MediaStreamAfter(sha256, life.removals))
	if stored != nil && stored.Chunk < stored.Chunks-1 {
		stored = nil
	}
	return life, stored, err
}

// Stored reports whether a picture is stored, and not removed. Its error is Unavailable.
func (h *Handler) Stored(ctx context.Context, sha256 string) (bool, error) {
	_, stored, err := h.pictureNow(ctx, sha256)
	return stored != nil, commands.Typed(err)
}
