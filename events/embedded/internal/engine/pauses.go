package engine

// The pauses of a live subscription.
//
// While page views pour in there are a thousand commits a second, of a few events each, and for every one of them each
// subscription would be woken, read the log, and send a message: a tenth of what a page view costs. So a subscription that has
// followed a few commits at once waits a moment for what comes next; after a moment without any it follows at once again.

import "time"

const (
	// pause is what lies between two pages of a subscription in a rush, on average.
	pause = 2 * time.Millisecond
	// pausesSaved is for how many pages a subscription need not pause after it had nothing to do: a write of a person is a few
	// commits, and whoever made it waits to see it.
	pausesSaved = 8
)

// Pauses says when the next page may be read. Its zero value is for a subscription that has read none.
type Pauses struct{ due time.Time }

// Next returns how long the page that could be read now has to wait.
func (p *Pauses) Next(now time.Time) time.Duration {
	if earliest := now.Add(-pausesSaved * pause); p.due.Before(earliest) {
		p.due = earliest
	}
	p.due = p.due.Add(pause)
	return p.due.Sub(now)
}
