package content_test

import (
	"errors"
	"fmt"
	"testing"

	"candor/events"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestAKeyFindsTheItemsThatItCreated(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	as := func(kind events.ActorKind, id string) events.Metadata {
		return events.Metadata{Actor: events.Actor{Kind: kind, ID: id}}
	}
	log.AppendAs(t, "review-1", as(events.ActorBot, "7"), modeltest.Review(1, "A bot's"))
	log.AppendAs(t, "review-1", as(events.ActorAdmin, "admin"), events.ReviewPublished{ReviewID: 1, At: modeltest.Day(1)})
	log.AppendAs(t, "review-1", as(events.ActorBot, "8"), modeltest.Review(1, "Created twice"),
		events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(1)})
	log.AppendAs(t, "review-2", as(events.ActorAdmin, "7"), modeltest.Review(2, "The admin's"))
	log.AppendAs(t, "review-3", as(events.ActorBot, "no number"), modeltest.Review(3, "Another program's"))
	log.AppendAs(t, "review-4", as(events.ActorBot, "7"), modeltest.Review(4, "Deleted"),
		events.ReviewDeleted{ReviewID: 4, At: modeltest.Day(1)})
	modeltest.Seen(t, log.AppendAs(t, "article-1", as(events.ActorBot, "8"), events.ArticleCreated{ArticleID: 1, At: modeltest.Day(1)}),
		m.Content)
	for key := int64(0); key < 10; key++ {
		for id := int64(0); id < 6; id++ {
			a, err := m.Content.Reviews().CreatedBy(key, id)
			if own := key == 7 && id == 1; own != (err == nil) || !own && !errors.Is(err, projector.ErrNotFound) {
				t.Errorf("review %d as key %d: %v", id, key, err)
			} else if own && a.Revision != 3 {
				t.Errorf("its revision is %d", a.Revision)
			}
		}
		if _, err := m.Content.Articles().CreatedBy(key, 1); (key == 8) != (err == nil) {
			t.Errorf("article 1 as key %d: %v", key, err)
		}
	}
	if _, err := m.Content.Of("stranger").CreatedBy(7, 1); !errors.Is(err, projector.ErrNotFound) {
		t.Error(fmt.Errorf("an unknown kind: %w", err))
	}
}
