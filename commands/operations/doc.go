// Package operations records what an operator and the owner of a new site have done: backups, and what the checklist can't see by itself.
package operations

import "candor/commands"

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct{ *commands.Executor }

// New returns a handler.
func New(x *commands.Executor) *Handler { return &Handler{x} }
