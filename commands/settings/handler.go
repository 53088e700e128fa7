// Package settings carries out commands on the site's settings.
package settings

import (
	"candor/commands"
	"candor/commands/drafts"
	"candor/commands/pictures"
)

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	pictures *pictures.Handler
	drafts   *drafts.Handler
}

// New returns a handler.
func New(x *commands.Executor, stored *pictures.Handler, unsaved *drafts.Handler) *Handler {
	return &Handler{Executor: x, pictures: stored, drafts: unsaved}
}
