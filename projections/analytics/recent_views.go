// The recent activity: the last tracked events of any kind.

package analytics

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/projections/projector"
)

// maxRecent is how many events are in the summary (spec.md section 9).
const maxRecent = 30

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

func (a *analytics) flushRecent(t *projector.Tx) {
	if len(a.recent) == 0 {
		return
	}
	stored, err := loadRecent(t)
	if err != nil {
		panic(projector.Damage("the recent events are no JSON"))
	}
	all := append(stored, a.recent...)
	t.Bucket("recent").Put(recentEvents, projector.Encode(all[max(0, len(all)-maxRecent):]))
	a.recent = a.recent[:0]
}

func loadRecent(t *projector.Tx) ([]recentView, error) {
	var recent []recentView
	stored := t.Bucket("recent").Get(recentEvents)
	if stored == nil {
		return nil, nil
	}
	err := json.Unmarshal(stored, &recent)
	return recent, err
}

// forgetRecent removes the recent activity of a day and of those before it.
func (a *analytics) forgetRecent(t *projector.Tx, day uint32) {
	stored, err := loadRecent(t)
	if err != nil {
		panic(projector.Damage("the recent events are no JSON"))
	}
	young := slices.DeleteFunc(slices.Clone(stored), func(r recentView) bool { return hourOf(r.At.UnixNano())/hoursInDay <= day })
	if len(young) < len(stored) {
		t.Bucket("recent").Put(recentEvents, projector.Encode(young))
	}
}
