// What a server has opened, and the order in which it is closed.

package server

import (
	"errors"
	"slices"
)

// closers holds how to close what was opened, in the order of opening.
type closers []func() error

// add has closeAll call f, before everything that was added earlier.
func (c *closers) add(f func() error) { *c = append(*c, f) }

// closeAll closes everything, the last opened first, and joins the errors with err.
func (c closers) closeAll(err error) error {
	for _, f := range slices.Backward(c) {
		err = errors.Join(err, f())
	}
	return err
}
