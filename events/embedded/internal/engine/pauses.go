package engine

// The pauses of a live subscription.
//
// Under load there are a thousand commits a second, of a few events each, and every one of them would wake each subscription,
// to read the log and send a message. So a subscription that has followed a few commits at once pauses before the next page;
// after an idle moment it follows at once again.

import "time"

const (
	// pause is the average time between two pages of a busy subscription.
	pause = 2 * time.Millisecond
	// pausesSaved is how many pages a subscription may read without a pause after it was idle: one request of an editor takes a few
	// commits, and the editor waits for the result.
	pausesSaved = 8
)

// Pauses tells when the next page may be read. The zero value is for a new subscription.
type Pauses struct{ due time.Time }

// Next returns how long the page that could be read now has to wait.
func (p *Pauses) Next(now time.Time) time.Duration {
	if earliest := now.Add(-pausesSaved * pause); p.due.Before(earliest) {
		p.due = earliest
	}
	p.due = p.due.Add(pause)
	return p.due.Sub(now)
}
