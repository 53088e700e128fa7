package editorial

import (
	"testing"

	"candor/events"
)

// What another program appends to an item's stream about something of another kind says nothing of the item.
func TestEventsOfAnotherKindChangeNothing(t *testing.T) {
	name := "Boats"
	s := reviews.start().Evolve(events.ReviewCreated{ReviewID: 1, ReviewContent: events.ReviewContent{Title: "Kettle"}})
	for _, e := range []events.Event{
		events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: name}},
		events.CategoryUpdated{CategoryID: 1, Changes: events.CategoryChanges{Name: &name}},
		events.ArticleCreated{ArticleID: 1},
	} {
		if s = s.Evolve(e); s.Gone() || s.content.Title != "Kettle" {
			t.Fatalf("after %s the review is %+v", e.EventType(), s.content)
		}
	}
}
