// The errors of the log, typed once: nothing outside this package looks at the client's.

package events

import (
	"errors"
	"fmt"
)

var (
	// ErrStreamNotFound: the stream was never written, or is soft-deleted.
	ErrStreamNotFound = errors.New("stream not found")
	// ErrStreamDeleted: the stream is tombstoned and can never be written again.
	ErrStreamDeleted = errors.New("stream deleted")
	// ErrUnavailable: the log can't be reached now, or doesn't carry out writes. Repeating a write with the same event ids and expected
	// revision is safe.
	ErrUnavailable = errors.New("the log is unavailable")
	// ErrUnknownOutcome: a write was sent, and no answer to it came. It comes with ErrUnavailable, or with the error of a context that has
	// ended. If one of those comes without it, and without ErrUnwritable, nothing was written.
	ErrUnknownOutcome = errors.New("the write may have been carried out")
	// ErrUnwritable: the log answers readers, and takes nothing until somebody has seen to its storage: a disk that is full or has
	// failed. It comes with ErrUnavailable. The write during which the storage failed may have happened.
	ErrUnwritable = errors.New("the log takes no writes: its storage has failed")
	// ErrReserved: the log's disk is nearly full, and the space that is left is reserved for the admin. Nothing was written.
	ErrReserved = errors.New("the log's disk is nearly full: only the admin can write")
	// ErrTooLarge: the append is over the server's limit (1 MiB by default).
	ErrTooLarge = errors.New("append too large")
	// ErrAccessDenied: the log refused the credentials, or they may not do this.
	ErrAccessDenied = errors.New("the log refused the credentials")

	// ErrUnknownType: the event's type is not one this program knows.
	ErrUnknownType = errors.New("unknown event type")
	// ErrMisplaced: the event is about an item, and stands in the stream of another one. It comes with ErrUnknownType.
	ErrMisplaced = fmt.Errorf("%w of this stream", ErrUnknownType)
	// ErrUndecodable: the type is known but the stored bytes are not what it should be.
	ErrUndecodable = errors.New("event can't be decoded")
	// ErrNewerSchema: a newer version of the program wrote the event. It comes with ErrUndecodable.
	ErrNewerSchema = errors.New("the event's schema is newer than this program")
)

// ServerVersionError says that the log's server can't be used because the official client can't read its version.
type ServerVersionError struct {
	Version string // as the server gives it
}

func (e *ServerVersionError) Error() string {
	return fmt.Sprintf("the server's version, %q, can't be read: it must be three numbers, as in 26.0.3", e.Version)
}

// ConflictError says that a stream was not at the expected revision; nothing was written.
type ConflictError struct {
	Stream   string
	Expected ExpectedRevision
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("stream %s is not at the expected revision %v", e.Stream, e.Expected)
}

// IsConflict reports whether err is a [*ConflictError].
func IsConflict(err error) bool {
	var c *ConflictError
	return errors.As(err, &c)
}
