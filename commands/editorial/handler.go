// Package editorial carries out commands on what the site consists of: reviews, articles and pages, their drafts, schedules and versions,
// and the undoing of changes.
//
// Reviews, articles and pages share one lifecycle: a kind (kind.go) describes each of them, and [Content] offers all of them alike.
package editorial

import (
	"candor/commands"
	"candor/commands/access"
	"candor/commands/drafts"
	"candor/commands/editorial/authors"
	"candor/commands/editorial/categories"
	"candor/commands/pictures"
)

// Config says what a Handler works with. Schedules may be nil: then nothing is carried out at its time.
type Config struct {
	Access     *access.Handler
	Pictures   *pictures.Handler
	Drafts     *drafts.Handler
	Categories *categories.Handler
	Authors    *authors.Handler
	Schedules  ScheduleIndex
}

// Handler carries out the commands. It is safe for concurrent use.
type Handler struct {
	*commands.Executor
	access     *access.Handler
	pictures   *pictures.Handler
	drafts     *drafts.Handler
	categories *categories.Handler
	authors    *authors.Handler
	scheduler  *scheduler // nil: none
}
