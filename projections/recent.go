// The recent activity: the last tracked events, whatever they are.

package projections

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
)

// recentView is one of the last events.
type recentView struct {
	ID      int64     `json:"id"` // its position
	Event   string    `json:"event"`
	Page    string    `json:"page"`
	Country string    `json:"country"`
	City    string    `json:"city,omitempty"`
	Visitor uuid.UUID `json:"visitor"`
	At      time.Time `json:"at"`
}

func (a *analytics) flushRecent(t *txn) {
	if len(a.recent) == 0 {
		return
	}
	stored, err := loadRecent(t)
	if err != nil {
		panic(damage{"the recent events are no JSON"})
	}
	all := append(stored, a.recent...)
	t.bucket("recent").put(recentEvents, encode(all[max(0, len(all)-recentKept):]))
	a.recent = a.recent[:0]
}

func loadRecent(t *txn) ([]recentView, error) {
	var recent []recentView
	stored := t.bucket("recent").get(recentEvents)
	if stored == nil {
		return nil, nil
	}
	err := json.Unmarshal(stored, &recent)
	return recent, err
}

// forgetRecent forgets the recent activity of a day and of those before it.
func (a *analytics) forgetRecent(t *txn, day uint32) {
	stored, err := loadRecent(t)
	if err != nil {
		panic(damage{"the recent events are no JSON"})
	}
	young := slices.DeleteFunc(slices.Clone(stored), func(r recentView) bool { return hourOf(r.At.UnixNano())/hoursInDay <= day })
	if len(young) < len(stored) {
		t.bucket("recent").put(recentEvents, encode(young))
	}
}
