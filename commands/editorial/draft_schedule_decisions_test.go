package editorial

import (
	"encoding/json"
	"testing"
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestDecisionsAboutScheduledDrafts(t *testing.T) {
	due := at.Add(time.Hour)
	of := events.Item{Kind: events.ReviewKind, ID: 12}
	title, correction := "Quieter", "It is quieter."
	planned := events.DraftScheduled{Kind: of.Kind, ItemID: of.ID, DraftRevision: 3, Base: 1, PublishAt: due, At: at,
		Request: map[string]json.RawMessage{"correction": json.RawMessage(`"It is quieter."`)}}
	later, again := planned, planned
	later.PublishAt, again.At, again.Base = due.Add(time.Hour), at.Add(time.Minute), 2
	canceled := events.DraftUnscheduled{Kind: of.Kind, ItemID: of.ID, DraftRevision: 3, At: at}
	refused := events.DraftNotPublished{Kind: of.Kind, ItemID: of.ID, DraftRevision: 3, PublishAt: due, Reason: "R", At: due}
	released := events.DraftPublished{Kind: of.Kind, ItemID: of.ID, DraftRevision: 3, At: at}
	created := events.ReviewCreated{ReviewID: 12, ReviewContent: events.ReviewContent{Title: "Quiet", Content: "It is quiet."}, At: at}
	published := events.ReviewPublished{ReviewID: 12, At: at}
	deleted := events.ReviewDeleted{ReviewID: 12, At: at}
	unpublished := events.ReviewUnpublished{ReviewID: 12, At: at}
	changed := events.ReviewUpdated{ReviewID: 12, Changes: events.ReviewChanges{Title: &title}, At: at}

	update := updateReview{id: 12, changes: events.ReviewChanges{Title: &title}, at: at, now: due}
	none, wrong := update, update
	none.changes = events.ReviewChanges{}
	wrong.marking, wrong.changes = Marking{Correction: &correction}, events.ReviewChanges{Tags: &[]string{"Quiet"}}
	schedule := func(e events.DraftScheduled, update updateReview, now time.Time) commands.Decider[review] {
		return scheduleDraft[events.ReviewContent, events.ReviewChanges]{e, update, now}
	}
	refuse := func(now time.Time) commands.Decider[review] {
		return refuseDraft[events.ReviewContent, events.ReviewChanges]{of, "R", now}
	}
	cancel := unscheduleDraft[events.ReviewContent, events.ReviewChanges]{of, at}
	publishing, revision := update, uint64(3)
	publishing.draft = &revision

	live := []events.Event{created, published}
	with := func(more ...events.Event) []events.Event { return append(append([]events.Event{}, live...), more...) }
	decisiontest.PlayFrom(t, reviews.start(), []scenario[review]{
		{Name: "a draft of something published is scheduled", Given: live, When: schedule(planned, update, at), Then: happened(planned)},
		{Name: "the same again records nothing", Given: with(planned), When: schedule(again, update, at)},
		{Name: "another time replaces it", Given: with(planned), When: schedule(later, update, at), Then: happened(later)},
		{Name: "what was not published is scheduled again", Given: with(planned, refused), When: schedule(again, update, at),
			Then: happened(again)},
		{Name: "its time is still to come", Given: live, When: schedule(planned, update, due), Err: commands.Invalid, Field: "publishAt"},
		{Name: "a draft that readers have not seen has another schedule", Given: happened(created), When: schedule(planned, update, at),
			Err: commands.Invalid, Field: "publishAt"},
		{Name: "what is deleted has no draft", Given: with(deleted), When: schedule(planned, update, at), Err: commands.NotFound},
		{Name: "a draft that changes nothing is refused at once", Given: live, When: schedule(planned, none, at), Err: commands.Invalid,
			Field: "publishAt"},
		{Name: "so is one that would be refused then", Given: live, When: schedule(planned, wrong, at), Err: commands.Invalid,
			Field: "correction"},

		{Name: "a schedule is canceled", Given: with(planned), When: cancel, Then: happened(canceled)},
		{Name: "once", Given: with(planned, canceled), When: cancel, Err: commands.NotFound},
		{Name: "a notice is ended", Given: with(planned, refused), When: cancel, Then: happened(canceled)},
		{Name: "no schedule can't be canceled", Given: live, When: cancel, Err: commands.NotFound},
		{Name: "an item's schedule is not its draft's", Given: with(planned, deleted, events.ReviewRestored{ReviewID: 12, At: at}), When: cancel,
			Err: commands.NotFound},

		{Name: "publishing it ends the schedule", Given: with(planned), When: publishing, Then: happened(changed, released)},
		{Name: "without a schedule there is none to end", Given: live, When: publishing, Then: happened(changed)},
		{Name: "another change leaves it alone", Given: with(planned), When: update, Then: happened(changed)},

		{Name: "a refusal is recorded when it is due", Given: with(planned), When: refuse(due), Then: happened(refused)},
		{Name: "once, too", Given: with(planned, refused), When: refuse(due)},
		{Name: "not before", Given: with(planned), When: refuse(at)},
		{Name: "nor when it was published meanwhile", Given: with(planned, changed, released), When: refuse(due)},
		{Name: "also of what readers don't see any more", Given: with(planned, unpublished), When: refuse(due), Then: happened(refused)},
	})
}
