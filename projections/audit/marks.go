// Marks: what was published and corrected in a range of time, for the charts of visits and for time travel.

package audit

import (
	"cmp"
	"math"
	"slices"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Mark is a publication, a correction or a noted update.
type Mark struct {
	Type       events.VersionType `json:"type"` // VersionPublished, VersionCorrected or VersionUpdated
	Kind       string             `json:"kind"` // "review", "article" or "page"
	ID         int64              `json:"id"`
	Title      string             `json:"title"` // the present one
	At         time.Time          `json:"at"`
	RecordedAt time.Time          `json:"recordedAt"` // from when on views of the past show it; see Entry
	Revision   uint64             `json:"-"`          // of its event, in the item's stream
}

// Item names what the mark is about.
func (m Mark) Item() events.Item { return events.Item{Kind: m.Kind, ID: m.ID} }

// markTypes are the types of marks by their events' types.
var markTypes = map[string]events.VersionType{
	events.ReviewPublished{}.EventType():    events.VersionPublished,
	events.ArticlePublished{}.EventType():   events.VersionPublished,
	events.PagePublished{}.EventType():      events.VersionPublished,
	events.ReviewCorrected{}.EventType():    events.VersionCorrected,
	events.ArticleCorrected{}.EventType():   events.VersionCorrected,
	events.ReviewUpdateNoted{}.EventType():  events.VersionUpdated,
	events.ArticleUpdateNoted{}.EventType(): events.VersionUpdated,
}

// Marks returns the marks in [from, to), oldest first: of each type of event the newest limit. Those of deleted items are left out, and
// those of the pages with which every site begins. Its error is ErrNotReady.
func (r *Reader) Marks(from, to time.Time, limit int) ([]Mark, error) {
	marks := []Mark{}
	err := r.Read(func(_ *auditLog, t *projector.Tx) error {
		for event, of := range markTypes {
			for _, e := range (Query{Type: event, From: from, To: to}).page(t, math.MaxUint64, limit).Entries {
				if e.Present != nil && e.Present.State != "deleted" && !e.isFirstPage() {
					marks = append(marks, Mark{Type: of, Kind: e.Kind, ID: e.ID, Title: e.Present.Title, At: e.At, RecordedAt: e.RecordedAt,
						Revision: e.revisionOf(event)})
				}
			}
		}
		return nil
	})
	slices.SortFunc(marks, byDate)
	return marks, err
}

// revisionOf returns the revision of the entry's event of a type, the last if there are several.
func (e *Entry) revisionOf(eventType string) uint64 {
	for back, one := range slices.Backward(e.Types) {
		if one == eventType {
			return e.Revision - uint64(len(e.Types)-1-back)
		}
	}
	return e.Revision
}

// isFirstPage reports whether the entry tells that a page was published which Candor itself has made.
func (e *ListedEntry) isFirstPage() bool {
	return e.Kind == events.PageKind && e.Actor.Kind == events.ActorSystem && e.Revision == 1
}

func byDate(a, b Mark) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}

// NewestMarks returns the n marks that were recorded last, oldest first.
func NewestMarks(marks []Mark, n int) []Mark {
	if len(marks) <= n {
		return marks
	}
	newest := slices.SortedStableFunc(slices.Values(marks), func(a, b Mark) int { return a.RecordedAt.Compare(b.RecordedAt) })
	newest = newest[len(newest)-n:]
	slices.SortFunc(newest, byDate)
	return newest
}
