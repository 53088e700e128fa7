// Scheduled drafts: each goes live exactly once, also after a crash, or the dashboard says why it didn't.

package editorial_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/history"
	"candor/commands/rooms"
	"candor/events"
)

// plannedDraft schedules a draft of review 1 an hour from now, as a correction.
func plannedDraft(t testing.TB, h *rooms.Handlers, fields string) time.Time {
	t.Helper()
	saveDraft(t, h, `{"base":1,"fields":`+fields+`}`)
	due := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	body := fmt.Sprintf(`{"correction":"It is quieter.","publishAt":%q}`, due.Format(time.RFC3339Nano))
	if _, err := publishDraft(t, h, commandstest.Admin, body, nil); err != nil {
		t.Fatal(err)
	}
	return due
}

func carryOut(t testing.TB, h *rooms.Handlers) {
	t.Helper()
	if _, err := h.Editorial.CarryOut(t.Context(), "review-1"); err != nil {
		t.Fatal(err)
	}
}

func titleOf(t testing.TB, h *rooms.Handlers, log *commandstest.Door) string {
	t.Helper()
	recorded := commandstest.Recorded(t, log, "review-1")
	past, err := h.Editorial.Content(events.ReviewKind).At(t.Context(), 1, uint64(len(recorded)-1))
	if err != nil {
		t.Fatal(err)
	}
	return past.Content.(*events.ReviewContent).Title
}

var (
	waiting  = []string{"ReviewCreated", "ReviewPublished", "DraftScheduled"}
	wentLive = append(append([]string{}, waiting...), "ReviewUpdated", "ReviewCorrected", "DraftPublished")
)

func TestAScheduledDraftGoesLiveAtItsTimeWithWhatTheRequestSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		due := plannedDraft(t, h, `{"title":"Quieter"}`)
		time.Sleep(time.Hour - time.Millisecond)
		carryOut(t, h)
		if diff := cmp.Diff(waiting, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error("before its time", diff)
		}
		time.Sleep(time.Millisecond)
		carryOut(t, h)
		carryOut(t, h)
		if diff := cmp.Diff(wentLive, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
		last := commandstest.Recorded(t, log, "review-1")[4]
		e, err := last.Decode()
		if corrected, ok := e.(events.ReviewCorrected); err != nil || !ok || corrected.Note != "It is quieter." || !corrected.At.Equal(due) {
			t.Errorf("%+v, %v", e, err)
		}
		if meta := last.Metadata(); meta.Actor != events.System || meta.Via != events.ViaScheduler {
			t.Errorf("who did it: %+v", meta)
		}
		if left := commandstest.Recorded(t, log, draftOne.Stream()); left != nil {
			t.Errorf("the draft's stream still holds %d events", len(left))
		}
		if got := titleOf(t, h, log); got != "Quieter" {
			t.Errorf("the title is %q", got)
		}
	})
}

func TestManyHandlersPublishAScheduledDraftOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		plannedDraft(t, h, `{"title":"Quieter"}`)
		time.Sleep(2 * time.Hour)
		var all sync.WaitGroup
		for range 8 {
			one := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
			all.Go(func() {
				if _, err := one.Editorial.CarryOut(t.Context(), "review-1"); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if diff := cmp.Diff(wentLive, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
	})
}

// A handler dies before its append, after it without having learnt of it, or before it deletes the draft.
func TestAScheduledDraftIsPublishedOnceWhateverDiesInBetween(t *testing.T) {
	ofReview := func(stream string) bool { return stream == "review-1" }
	ofDraft := func(stream string) bool { return stream == draftOne.Stream() }
	none := func(string) bool { return false }
	for name, fail := range map[string]struct{ lose, refuse func(stream string) bool }{
		"before the append": {none, ofReview},
		"after the append":  {ofReview, none},
		"before the draft":  {none, ofDraft},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, log := startWithReview(t)
				due := plannedDraft(t, h, `{"title":"Quieter"}`)
				index := newAgenda()
				index.set("review-1", due)
				time.Sleep(2 * time.Hour)
				begin := func() *rooms.Handlers {
					one, err := rooms.New(rooms.Config{Log: log, Logger: zerolog.Nop(), Schedules: index})
					if err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					return one
				}
				log.Fail(fail.lose, fail.refuse)
				if err := begin().Close(context.Background()); err != nil {
					t.Error(err)
				}
				log.Fail(nil, nil)
				survivor := begin()
				index.set("review-1", time.Time{})
				synctest.Wait()
				if err := survivor.Close(context.Background()); err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(wentLive, commandstest.Types(t, log, "review-1")); diff != "" {
					t.Error(diff)
				}
				if err := h.Editorial.Finish(t.Context(), draftOne.Stream()); err != nil { // as the next start does
					t.Error(err)
				}
				if left := commandstest.Recorded(t, log, draftOne.Stream()); left != nil {
					t.Errorf("the draft's stream still holds %d events", len(left))
				}
			})
		})
	}
}

func TestADraftThatCannotGoLiveStaysAndSaysWhy(t *testing.T) {
	change := func(body string) func(testing.TB, *rooms.Handlers) {
		return func(t testing.TB, h *rooms.Handlers) {
			if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1, parseReview(t, body), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, tt := range map[string]struct {
		fields string
		before func(testing.TB, *rooms.Handlers)
		types  []string // after waiting, in the item's stream
		reason string
	}{
		"the same field was changed": {`{"title":"Quieter"}`, change(`{"title":"Loud"}`), []string{"ReviewUpdated", "DraftNotPublished"},
			"The same fields of the review were changed in the meantime."},
		"the draft was edited": {`{"title":"Quieter"}`,
			func(t testing.TB, h *rooms.Handlers) { saveDraft(t, h, `{"base":1,"fields":{"title":"Quietest"}}`) },
			[]string{"DraftNotPublished"}, "The draft was edited after it was scheduled."},
		"the review is no longer published": {`{"title":"Quieter"}`, change(`{"isPublished":false}`),
			[]string{"ReviewUnpublished", "DraftNotPublished"},
			"The review isn't published any more."},
		"a rule is broken": {`{"title":"Quieter","content":"Hush."}`, change(`{"title":"Quieter","content":"Hush."}`),
			[]string{"ReviewUpdated", "DraftNotPublished"},
			"Correction requires a change to"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, log := startWithReview(t)
				plannedDraft(t, h, tt.fields)
				tt.before(t, h)
				title := titleOf(t, h, log)
				time.Sleep(2 * time.Hour)
				carryOut(t, h)
				carryOut(t, h)
				got := commandstest.Types(t, log, "review-1")
				if diff := cmp.Diff(append(append([]string{}, waiting...), tt.types...), got); diff != "" {
					t.Fatal(diff)
				}
				e, err := commandstest.Recorded(t, log, "review-1")[len(got)-1].Decode()
				if refused, ok := e.(events.DraftNotPublished); err != nil || !ok || !strings.HasPrefix(refused.Reason, tt.reason) {
					t.Errorf("%+v, %v", e, err)
				}
				if now := titleOf(t, h, log); now != title {
					t.Errorf("the title is %q, was %q", now, title)
				}
				if commandstest.Recorded(t, log, draftOne.Stream()) == nil {
					t.Error("the draft is gone")
				}
			})
		})
	}
}

func TestAChangeOfOtherFieldsDoesNotKeepADraftFromGoingLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		plannedDraft(t, h, `{"title":"Quieter"}`)
		if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1, parseReview(t, `{"verdict":"Buy."}`), nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Hour)
		carryOut(t, h)
		if got := titleOf(t, h, log); got != "Quieter" {
			t.Errorf("the title is %q", got)
		}
	})
}

// What an editor saw of the item when the draft was scheduled is no clash, even if the draft began before it.
func TestADraftThatWasScheduledOverAnotherChangeGoesLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		changed, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1, parseReview(t, `{"title":"Loud"}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		saveDraft(t, h, `{"base":1,"fields":{"title":"Quieter"}}`)
		body := fmt.Sprintf(`{"publishAt":%q}`, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
		if _, err := publishDraft(t, h, commandstest.Admin, body, nil); commands.KindOf(err) != commands.Outdated {
			t.Errorf("without having seen it: %v", err)
		}
		if _, err := publishDraft(t, h, commandstest.Admin, body, &changed.Revision); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Hour)
		carryOut(t, h)
		if got := titleOf(t, h, log); got != "Quieter" {
			t.Errorf("the title is %q", got)
		}
	})
}

func TestAScheduleOfADraftEndsWithIt(t *testing.T) {
	end := map[string]struct {
		do    func(ctx context.Context, h *rooms.Handlers) error
		types []string
	}{
		"canceled": {func(ctx context.Context, h *rooms.Handlers) error {
			_, err := h.Editorial.UnscheduleDraft(ctx, commandstest.Admin, reviewOne)
			return err
		}, []string{"DraftUnscheduled"}},
		"discarded": {func(ctx context.Context, h *rooms.Handlers) error {
			_, err := h.Editorial.DiscardDraft(ctx, commandstest.Admin, draftOne, nil)
			return err
		}, []string{"DraftUnscheduled"}},
		"deleted with the review": {func(ctx context.Context, h *rooms.Handlers) error {
			_, err := h.Editorial.Content(events.ReviewKind).Delete(ctx, commandstest.Admin, 1, nil)
			if err == nil {
				_, err = h.Editorial.Content(events.ReviewKind).Restore(ctx, commandstest.Admin, 1)
			}
			return err
		}, []string{"ReviewDeleted", "ReviewRestored"}},
		"published earlier": {func(ctx context.Context, h *rooms.Handlers) error {
			p, err := h.Editorial.PublishDraft(ctx, commandstest.Admin, reviewOne, []byte(`{}`))
			if err == nil {
				_, err = p.Do(ctx, commandstest.Admin, nil)
			}
			return err
		}, []string{"ReviewUpdated", "DraftPublished"}},
	}
	for name, tt := range end {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, log := startWithReview(t)
				plannedDraft(t, h, `{"title":"Quieter"}`)
				if err := tt.do(t.Context(), h); err != nil {
					t.Fatal(err)
				}
				time.Sleep(2 * time.Hour)
				carryOut(t, h)
				if diff := cmp.Diff(append(append([]string{}, waiting...), tt.types...), commandstest.Types(t, log, "review-1")); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

func TestTheDraftOfSomethingUnpublishedIsScheduledAsTheItemIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1, parseReview(t, `{"isPublished":false}`), nil); err != nil {
			t.Fatal(err)
		}
		saveDraft(t, h, `{"base":2,"fields":{"title":"Quieter"}}`)
		body := fmt.Sprintf(`{"publishAt":%q}`, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
		if _, err := publishDraft(t, h, commandstest.Admin, body, nil); err != nil {
			t.Fatal(err)
		}
		want := []string{"ReviewCreated", "ReviewPublished", "ReviewUnpublished", "ReviewUpdated", "ReviewScheduled"}
		if diff := cmp.Diff(want, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
	})
}

// An item that is to be unpublished before its draft goes live is unpublished first, however late both are carried out.
func TestWhatWasUnpublishedBeforeKeepsItsDraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		leaves := time.Now().Add(30 * time.Minute).UTC().Format(time.RFC3339)
		if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1, parseReview(t, `{"unpublishAt":"`+leaves+`"}`),
			nil); err != nil {
			t.Fatal(err)
		}
		plannedDraft(t, h, `{"title":"Quieter"}`)
		time.Sleep(2 * time.Hour)
		carryOut(t, h)
		carryOut(t, h)
		want := []string{"ReviewCreated", "ReviewPublished", "ReviewScheduled", "DraftScheduled", "ReviewUnpublished", "ReviewScheduled",
			"DraftNotPublished"}
		if diff := cmp.Diff(want, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
	})
}

// Undoing a request that canceled a schedule gives it back, and undoing one that scheduled cancels.
func TestSchedulesOfDraftsAreUndone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := startWithReview(t)
		saveDraft(t, h, `{"base":1,"fields":{"title":"Quieter"}}`)
		planner, canceler := commandstest.Admin, commandstest.Admin
		planner.RequestID, canceler.RequestID = "plans", "cancels"
		body := fmt.Sprintf(`{"publishAt":%q}`, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
		if _, err := publishDraft(t, h, planner, body, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Editorial.UnscheduleDraft(t.Context(), canceler, reviewOne); err != nil {
			t.Fatal(err)
		}
		undoRequest(t, h, "cancels")
		undoRequest(t, h, "plans")
		want := append(append([]string{}, waiting...), "DraftUnscheduled", "DraftScheduled", "DraftUnscheduled")
		if diff := cmp.Diff(want, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
	})
}

// undoRequest undoes what a request did to review 1.
func undoRequest(t testing.TB, h *rooms.Handlers, request string) {
	t.Helper()
	u := history.Undoing{Request: request}
	found, err := h.Editorial.PreviewUndo(t.Context(), u, []history.Item{{Kind: events.ReviewKind, ID: 1}}, unused)
	if err != nil || len(found) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	item := history.UndoItem{Item: found[0].Item, Revision: found[0].Revision}
	if _, err := h.Editorial.Undo(t.Context(), commandstest.Admin, u, []history.UndoItem{item}, unused); err != nil {
		t.Fatal(err)
	}
}
