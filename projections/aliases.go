// What the read models share, under the names that callers of this package know.

package projections

import (
	"candor/projections/answers"
	"candor/projections/projector"
)

type (
	// Source is what the read models need of the log.
	Source = projector.Source
	// Status says how one read model is doing.
	Status = projector.Status
	// Answer is a ready JSON answer.
	Answer = answers.Answer
)

// Errors of queries.
var (
	ErrNotFound  = projector.ErrNotFound
	ErrRemoved   = projector.ErrRemoved
	ErrNotReady  = projector.ErrNotReady
	ErrListsFull = answers.ErrListsFull
)

// Errors of running a read model.
var (
	ErrStopped      = projector.ErrStopped
	ErrOtherLog     = projector.ErrOtherLog
	ErrUnknownModel = projector.ErrUnknownModel
	ErrRebuilding   = projector.ErrRebuilding
	ErrClosed       = projector.ErrClosed
	ErrDiffers      = projector.ErrDiffers
)

// NewAnswer returns an answer of a body that nobody modifies any more; see [answers.New].
func NewAnswer(body []byte, etag string) *Answer { return answers.New(body, etag) }

// Gzip compresses body; see [answers.Gzip].
func Gzip(body []byte) []byte { return answers.Gzip(body) }
