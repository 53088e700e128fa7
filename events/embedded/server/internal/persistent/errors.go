package persistent

// Errors, in the terms of the protocol.

import "errors"

var (
	// ErrExists: there is such a group already.
	ErrExists = errors.New("the group exists")
	// ErrNotFound: there is no such group.
	ErrNotFound = errors.New("the group does not exist")
	// ErrFull: the group has as many consumers as it may.
	ErrFull = errors.New("the group has as many consumers as its settings allow")
	// ErrDropped: the group was updated, deleted or restarted, or the consumer asked for it; it may
	// connect again.
	ErrDropped = errors.New("the subscription was dropped")
)

// Failed is the reason why a request about a group can't be carried out.
type Failed string

func (f Failed) Error() string { return string(f) }
