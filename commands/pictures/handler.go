// Package pictures carries out commands on stored pictures: what they are, what becomes of them, and how they are described.
package pictures

import "candor/commands"

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct{ *commands.Executor }

// New returns a handler.
func New(x *commands.Executor) *Handler { return &Handler{x} }
