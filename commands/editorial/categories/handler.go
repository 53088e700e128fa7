// Package categories carries out commands on the categories of reviews, with the criteria and the specifications by which their reviews are
// scored and compared.
package categories

import (
	"time"

	"candor/commands"
	"candor/events"
)

// maxKnownCategories is how many categories are remembered to exist.
const maxKnownCategories = 10_000

// ScoreIndex knows by which of a category's criteria reviews are scored, drafts included.
type ScoreIndex interface {
	ScoredBy(category int64) (criteria map[string]bool, err error)
}

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	seen   *commands.LRU[events.CategoryID, time.Time] // when each was last found to exist
	scores ScoreIndex
}

// New returns a handler. If scores is nil, reviews may be scored by every criterion.
func New(x *commands.Executor, scores ScoreIndex) *Handler {
	return &Handler{Executor: x, seen: commands.NewLRU[events.CategoryID, time.Time](maxKnownCategories), scores: scores}
}
