package storage

import (
	"errors"
	"fmt"
)

// What can be wrong with a file. Errors of this package wrap one of these and name the path.
var (
	// ErrLocked: another process, or another node of this one, has the file open.
	ErrLocked = errors.New("the event log is in use by another process")
	// ErrForeignFile: the file is not an event log of a format that this program knows.
	ErrForeignFile = errors.New("not an event log of this program")
	// ErrOldFormat, which wraps ErrForeignFile: the file was written by a version before the first release.
	ErrOldFormat = fmt.Errorf("%w: a version of Candor from before its first release wrote it, which alone can read it", ErrForeignFile)
	// ErrDamaged: the file is, or was, an event log, but cannot be read as one.
	ErrDamaged = errors.New("the event log is damaged")
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("the event log is closed")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, args...)...)
}
