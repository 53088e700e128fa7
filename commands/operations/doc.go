// Package operations records backups, and the steps of the first-run checklist that the owner ticks or puts away.
package operations

import "candor/commands"

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct{ *commands.Executor }

// New returns a handler.
func New(x *commands.Executor) *Handler { return &Handler{x} }
