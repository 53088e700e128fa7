// The state of the stream beside a picture's bytes: its description, whether it was replaced, and whether it was removed.

package pictures

import (
	"context"

	"candor/commands"
	"candor/events"
)

// pictureLife is the state of the stream beside a picture's bytes.
type pictureLife struct {
	described   bool // description holds more than zeros
	description events.MediaDescription

	removals int  // how often it was removed
	removed  bool // and has not come back
	allowed  bool // it may come back

	contentType string // of the picture, when it was removed
	size        int
}

func (s pictureLife) Evolve(e events.Event) pictureLife {
	switch e := e.(type) {
	case events.MediaDescribed:
		d := s.currentDescription()
		events.Apply(&d, e.Changes)
		s.described, s.description = true, d
	case events.MediaRemoved:
		s.removals++
		s.removed, s.allowed = true, false
		s.contentType, s.size = e.ContentType, e.Size
	case events.MediaAllowed:
		s.allowed = true
	case events.MediaReturned:
		s.removed, s.allowed = false, false
	}
	return s
}

// currentDescription returns what the picture's description is.
func (s pictureLife) currentDescription() events.MediaDescription {
	if !s.described {
		return events.MediaDescription{FocalPoint: events.FocalCentre}
	}
	return s.description
}

func (h *Handler) lifeOf(ctx context.Context, sha256 string) (pictureLife, error) {
	var l commands.Loaded[pictureLife]
	err := commands.CatchUp(ctx, h.Log, events.PictureStream(sha256), &l)
	return l.State, err
}
