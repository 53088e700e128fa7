// Package editorial carries out commands on what the site consists of: reviews, articles and pages, their drafts, schedules and versions,
// categories and authors, and the undoing of changes.
//
// Reviews, articles and pages share one lifecycle: a kind (kind.go) describes each of them, and [Content] offers all of them alike.
package editorial

import (
	"time"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/pictures"
	"candor/events"
)

// maxKnownCategories is how many categories are remembered to exist.
const maxKnownCategories = 10_000

// ScoreIndex knows by which of a category's criteria reviews are scored, drafts included.
type ScoreIndex interface {
	ScoredBy(category int64) (criteria map[string]bool, err error)
}

// Config says what a Handler works with.
type Config struct {
	Schedules ScheduleIndex // nil: nothing is carried out at its time
	Scores    ScoreIndex    // nil: reviews may be scored by every criterion
}

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	access     *access.Handler
	pictures   *pictures.Handler
	categories *commands.LRU[events.CategoryID, time.Time] // when each was last found to exist
	scheduler  *scheduler                                  // nil: none
	scores     ScoreIndex                                  // nil: none
}
