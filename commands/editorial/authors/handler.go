// Package authors carries out commands on the profiles of authors.
package authors

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
