// Upcoming: what the schedule does next, as the dashboard shows it.

package content

import (
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Upcoming is the next change that the schedule makes.
type Upcoming struct {
	Kind   string    `json:"kind"` // "review", "article" or "page"
	ID     int64     `json:"id"`
	Title  string    `json:"title"`
	Action string    `json:"action"` // "publish", "unpublish" or "publishDraft"
	At     time.Time `json:"at"`
}

// Upcoming returns how many items have a schedule, and the next change that it makes; nil: none. Its error is ErrNotReady.
func (c *Reader) Upcoming() (items int, next *Upcoming, err error) {
	err = c.Read(func(m *content, t *projector.Tx) error {
		scheduled := map[events.Item]bool{}
		t.Bucket("due").Scan(nil, nil, func(key, _ []byte) bool {
			at, of, id := int64(projector.ParseNumber(key[:8])), m.ofLetter(key[8]), int64(projector.ParseNumber(key[9:]))
			scheduled[events.Item{Kind: of.Name, ID: id}] = true
			if next != nil {
				return true
			}
			h, _ := of.row(t, id)
			if h == nil {
				panic(projector.Damage("the schedule names an item that is not there"))
			}
			next = &Upcoming{Kind: of.Name, ID: id, Title: h.title, Action: "unpublish", At: answers.Moment(at)}
			switch at {
			case h.publishAt:
				next.Action = "publish"
			case h.draftAt:
				next.Action = "publishDraft"
			}
			return true
		})
		items = len(scheduled)
		return nil
	})
	return items, next, err
}
