// Due: the items that the scheduler publishes and unpublishes next.

package content

import (
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Due returns the streams of up to limit items whose schedule has a time up to now, the longest due first, and the next time after it,
// zero if there is none. Its error is ErrNotReady.
func (c *Reader) Due(now time.Time, limit int) (streams []string, next time.Time, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		t.Bucket("due").Scan(nil, nil, func(key, _ []byte) bool {
			at := answers.Moment(int64(projector.ParseNumber(key[:8])))
			if at.After(now) {
				next = at
				return false
			}
			stream := events.Item{Kind: m.ofLetter(key[8]).Name, ID: int64(projector.ParseNumber(key[9:]))}.Stream()
			if !slices.Contains(streams, stream) {
				streams = append(streams, stream)
			}
			return len(streams) < limit
		})
		return nil
	})
	return streams, next, err
}

// ScheduleChanged returns a channel that is closed at the next change of what Due returns.
func (c *Reader) ScheduleChanged() <-chan struct{} { return c.scheduled.Wait() }
