// The errors of the read models.

package projector

import "errors"

// Errors of queries.
var (
	// ErrNotFound: it does not exist, or the caller may not see it.
	ErrNotFound = errors.New("not found")
	// ErrRemoved: it existed and was removed for good.
	ErrRemoved = errors.New("removed")
	// ErrNotReady: the read model is being built for the first time, or again after damage, and
	// can't answer yet. Trying again later helps.
	ErrNotReady = errors.New("the read model is not ready")
)

// Errors of running a read model.
var (
	// ErrStopped: the projector has stopped at an event that needs a newer program; Status says where.
	ErrStopped = errors.New("the projector has stopped")
	// ErrOtherLog: the log is not the one that the file was made from. The right log, or a rebuild, helps.
	ErrOtherLog = errors.New("this is not the log that the read model was made from")
	// ErrUnknownModel: there is no read model of that name.
	ErrUnknownModel = errors.New("unknown read model")
	// ErrRebuilding: the read model is being rebuilt already.
	ErrRebuilding = errors.New("already rebuilding")
	// ErrClosed: the read models have been closed.
	ErrClosed = errors.New("the read models are closed")
	// ErrDiffers: a check found that a read model differs from a replay of the log.
	ErrDiffers = errors.New("it differs from a fresh replay of the log")
)
