// Package settings carries out commands on the site's settings.
package settings

import (
	"candor/commands"
	"candor/commands/pictures"
)

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	pictures *pictures.Handler
}

// New returns a handler.
func New(x *commands.Executor, stored *pictures.Handler) *Handler {
	return &Handler{Executor: x, pictures: stored}
}
