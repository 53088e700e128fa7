// Erasures that a crash interrupted.

package rooms

import (
	"context"

	"candor/commands"
)

// FinishErasures finishes what a crash interrupted: it deletes the streams of messages, authors and subscribers whose last event says that
// they are deleted, those of drafts that have ended, and the bytes of pictures that were removed, and resumes erasures of persons. Streams
// that are in use are left alone. It continues after an error and returns the first.
func (h *Handlers) FinishErasures(ctx context.Context, streams []string) error {
	var first error
	for _, stream := range streams {
		for _, finish := range []func(context.Context, string) error{h.People.Finish, h.Authors.Finish,
			h.Editorial.Finish, h.Pictures.Finish} {
			if err := finish(ctx, stream); err != nil && first == nil {
				first = commands.Typed(err)
			}
		}
	}
	return first
}
