// What happens at its time: by one of several handlers, across restarts, and with a log that dies in between.

package editorial_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/rooms"
	"candor/events"
)

// agenda is a read model that knows of a few streams, by heart.
type agenda struct {
	mu      sync.Mutex
	due     map[string]time.Time
	changed chan struct{}
}

func newAgenda() *agenda { return &agenda{due: map[string]time.Time{}, changed: make(chan struct{})} }

func (a *agenda) set(stream string, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.due[stream] = at; at.IsZero() {
		delete(a.due, stream)
	}
	close(a.changed)
	a.changed = make(chan struct{})
}

func (a *agenda) Due(now time.Time, _ int) (streams []string, next time.Time, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for stream, at := range a.due {
		switch {
		case !at.After(now):
			streams = append(streams, stream)
		case next.IsZero() || at.Before(next):
			next = at
		}
	}
	return streams, next, nil
}

func (a *agenda) ScheduleChanged() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.changed
}

// shift is a clock that tests move.
type shift struct{ by atomic.Int64 }

func (s *shift) now() time.Time          { return time.Now().Add(time.Duration(s.by.Load())) }
func (s *shift) forward(d time.Duration) { s.by.Add(int64(d)) }

const draft = `{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A"%s}`

// scheduledDraft makes review 1, to be published an hour from now.
func scheduledDraft(t testing.TB) (*commandstest.Door, time.Time) {
	t.Helper()
	h, log := commandstest.Start(t)
	due := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	in := parseReview(t, fmt.Sprintf(draft, `,"publishAt":"`+due.Format(time.RFC3339Nano)+`"`))
	if _, err := h.Editorial.CreateReview(t.Context(), commandstest.Bot, in); err != nil {
		t.Fatal(err)
	}
	return log, due
}

var carriedOut = []string{"ReviewCreated", "ReviewScheduled", "ReviewPublished", "ReviewScheduled"}

func TestManyHandlersCarryOutADueTimeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, due := scheduledDraft(t)
		time.Sleep(2 * time.Hour)
		handlers := make([]*rooms.Handlers, 8)
		for i := range handlers {
			handlers[i] = commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
		}
		var appended atomic.Int64
		var all sync.WaitGroup
		for _, h := range handlers {
			all.Go(func() {
				r, err := h.Editorial.CarryOut(t.Context(), "review-1")
				if err != nil {
					t.Error(err)
				}
				if r.Position != 0 {
					appended.Add(1)
				}
			})
		}
		all.Wait()
		if n := appended.Load(); n != 1 {
			t.Errorf("%d handlers appended", n)
		}
		if diff := cmp.Diff(carriedOut, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
		last := commandstest.Recorded(t, log, "review-1")[3]
		meta := last.Metadata()
		if meta.Actor != events.System || meta.Via != events.ViaScheduler || meta.CorrelationID == "" {
			t.Errorf("who did it: %+v", meta)
		}
		e, err := last.Decode()
		if s, ok := e.(events.ReviewScheduled); err != nil || !ok || s.PublishAt != nil || s.At.Before(due) {
			t.Errorf("what is left: %+v (%v)", e, err)
		}
		if _, err := handlers[0].Editorial.CarryOut(t.Context(), "category-1"); commands.KindOf(err) != commands.Invalid {
			t.Errorf("a category was scheduled: %v", err)
		}
	})
}

// A handler that starts after the time has passed catches up, and one that lost the answer of its append, as in a
// crash right after it, does not do it twice.
func TestDueTimesSurviveRestartsAndLostAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, due := scheduledDraft(t)
		index := newAgenda()
		index.set("review-1", due)
		begin := func() *rooms.Handlers {
			h, err := rooms.New(rooms.Config{Log: log, Logger: zerolog.Nop(), Schedules: index})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait() // until the scheduler has done what it can, and sleeps
			return h
		}
		end := func(h *rooms.Handlers) {
			if err := h.Close(context.Background()); err != nil {
				t.Error(err)
			}
		}
		ofReview := func(stream string) bool { return stream == "review-1" }
		end(begin()) // long before the time
		if n := len(commandstest.Types(t, log, "review-1")); n != 2 {
			t.Fatalf("%d events before the time", n)
		}
		time.Sleep(2 * time.Hour)

		log.Fail(nil, ofReview) // the log is away
		end(begin())
		if n := len(commandstest.Types(t, log, "review-1")); n != 2 {
			t.Fatalf("%d events while the log was away", n)
		}
		log.Fail(ofReview, nil) // it is carried out, and the handler doesn't know
		end(begin())
		log.Fail(nil, nil)
		h := begin() // the read model still says that it is due
		index.set("review-1", time.Time{})
		synctest.Wait()
		end(h)
		if diff := cmp.Diff(carriedOut, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheSchedulerWakesForTimesAndForChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, due := scheduledDraft(t)
		index := newAgenda()
		time.Sleep(7 * time.Second) // so that a nap's end is not the due time
		commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Schedules: index})
		time.Sleep(time.Until(due) - 10*time.Second) // nothing is due; it sleeps
		index.set("review-1", due)                   // which wakes it, to sleep until the time
		time.Sleep(time.Until(due) - time.Millisecond)
		synctest.Wait()
		if got := commandstest.Types(t, log, "review-1"); len(got) != 2 {
			t.Errorf("just before the time: %v", got)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if diff := cmp.Diff(carriedOut, commandstest.Types(t, log, "review-1")); diff != "" {
			t.Error(diff)
		}
	})
}

// A clock that goes back over a time that has come does not carry it out again, not even where the read model
// still says so; and one that goes back and forth does nothing before its time.
func TestAClockThatGoesBackCarriesNothingOutTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, due := scheduledDraft(t)
		clock, index := &shift{}, newAgenda()
		index.set("review-1", due)
		clock.forward(2 * time.Hour)
		commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: clock.now, Schedules: index})
		for _, jump := range []time.Duration{0, -3 * time.Hour, 3 * time.Hour, -3 * time.Hour} {
			clock.forward(jump)
			index.set("review-1", due)
			synctest.Wait()
			if diff := cmp.Diff(carriedOut, commandstest.Types(t, log, "review-1")); diff != "" {
				t.Errorf("after a jump of %v:\n%s", jump, diff)
			}
		}
	})
}

// A bot that repeats its request late gets the draft that it made, though the time has passed.
func TestARepeatedRequestMayNameATimeThatHasPassed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := commandstest.Start(t)
		soon := time.Now().Add(time.Hour).UTC()
		body := fmt.Sprintf(draft, `,"publishAt":"`+soon.Format(time.RFC3339)+`"`)
		by := commandstest.Bot
		by.IdempotencyKey, by.BodyHash = uuid.NewString(), "h"
		first, err := h.Editorial.CreateReview(t.Context(), by, parseReview(t, body))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Hour)
		again, err := h.Editorial.CreateReview(t.Context(), by, parseReview(t, body))
		if err != nil || again.ID != first.ID {
			t.Errorf("again: %+v (%v), want %+v", again, err, first)
		}
		by.IdempotencyKey = uuid.NewString()
		_, err = h.Editorial.CreateReview(t.Context(), by, parseReview(t, body))
		wantField(t, err, "publishAt")
		items, err := editorial.ParseReviewBulk([]byte(`{"reviews":[` + fmt.Sprintf(draft, "") + "," + body + "]}"))
		if err != nil {
			t.Fatal(err)
		}
		out, err := h.Editorial.CreateReviews(t.Context(), commandstest.Bot, items)
		if err != nil || len(out.Created) != 1 || len(out.Errors) != 1 || out.Errors[0].Errors[0].Field != "publishAt" {
			t.Errorf("bulk: %+v (%v)", out, err)
		}
	})
}

func wantField(t testing.TB, err error, field string) {
	t.Helper()
	var e *commands.Error
	if !errors.As(err, &e) || e.Kind != commands.Invalid ||
		!slices.ContainsFunc(e.Fields, func(f commands.FieldError) bool { return f.Field == field }) {
		t.Errorf("got %v, want an error of %s", err, field)
	}
}

func TestSchedulesAndNotesThatMakeNoSense(t *testing.T) {
	for body, field := range map[string]string{
		`{"publishAt":"tomorrow"}`:                           "publishAt",
		`{"publishAt":5}`:                                    "publishAt",
		`{"unpublishAt":"2027-02-30T00:00:00Z"}`:             "unpublishAt",
		`{"unpublishAt":"2027-02-03"}`:                       "unpublishAt",
		`{"publishAt":"2300-01-01T00:00:00Z"}`:               "publishAt",
		`{"publishAt":"0000-01-01T00:00:00Z"}`:               "publishAt",
		`{"correction":""}`:                                  "correction",
		`{"correction":"  "}`:                                "correction",
		`{"correction":true}`:                                "correction",
		`{"correction":"` + strings.Repeat("x", 1001) + `"}`: "correction",
		`{"update":7}`:                                       "update",
		`{"update":"` + strings.Repeat("x", 1001) + `"}`:     "update",
		`{"typo":"yes"}`:                                     "typo",
		`{"correction":"x","typo":true}`:                     "typo",
		`{"typo":true,"correction":"x"}`:                     "correction",
		`{"update":"","typo":true}`:                          "update",
		`{"update":"","correction":"x"}`:                     "correction",
	} {
		_, err := editorial.ParseReview([]byte(body))
		wantField(t, err, field)
		_, err = editorial.ParseArticle([]byte(body))
		wantField(t, err, field)
	}
	in, err := editorial.ParseReview([]byte(`{"publishAt":null,"unpublishAt":"","correction":null}`))
	if err != nil || in.PublishAt == nil || !in.PublishAt.IsZero() || in.UnpublishAt == nil || !in.UnpublishAt.IsZero() ||
		in.Correction != nil {
		t.Errorf("nothing: %+v (%v)", in, err)
	}
	in, err = editorial.ParseReview([]byte(`{"publishAt":"2027-01-31T09:30:00.1239+02:00","correction":" wrong "}`))
	if err != nil || in.PublishAt.Format(time.RFC3339Nano) != "2027-01-31T07:30:00.123Z" || *in.Correction != "wrong" {
		t.Errorf("a time and a note: %v %v (%v)", in.PublishAt, in.Correction, err)
	}
	in, err = editorial.ParseReview([]byte(`{"correction":null,"update":null,"typo":false}`))
	if err != nil || in.Marking != (editorial.Marking{}) {
		t.Errorf("no marking: %+v (%v)", in.Marking, err)
	}
	in, err = editorial.ParseReview([]byte(`{"correction":null,"update":" ","typo":null}`))
	if err != nil || in.Update == nil || *in.Update != "" || in.Correction != nil || in.Typo {
		t.Errorf("an update without a note: %+v (%v)", in.Marking, err)
	}
	if how, err := editorial.ParseRestore([]byte(`{"state":true,"typo":true}`)); err != nil || !how.Typo || !how.State {
		t.Errorf("a restore: %+v (%v)", how, err)
	}
	_, err = editorial.ParseRestore([]byte(`{"update":"","typo":true}`))
	wantField(t, err, "typo")
	h, _ := commandstest.Start(t)
	for field, given := range map[string]string{"correction": `"x"`, "update": `""`, "typo": `true`} {
		_, err = h.Editorial.CreateReview(t.Context(), commandstest.Admin, parseReview(t, fmt.Sprintf(draft, `,"`+field+`":`+given)))
		wantField(t, err, field)
	}
}

// Whatever is scheduled, published, deleted and restored by hand while time goes by, and however many schedulers look at
// it: what was to happen has happened, once, and in the right order.
func TestAnyLifeWithASchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := &life{streams: map[string][]events.Recorded{}}
		now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
		clock := func() time.Time { return now }
		var handlers [2]*rooms.Handlers
		for i := range handlers {
			h, err := rooms.New(rooms.Config{Log: log, Logger: zerolog.Nop(), Clock: clock})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close(context.Background())
			handlers[i] = h
		}
		h, ctx := handlers[0], context.Background()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		category, err := categories.Parse([]byte(`{"name":"Computers","slug":"computers"}`))
		must(err)
		_, err = h.Categories.CreateCategory(ctx, commandstest.Admin, category)
		must(err)
		in, err := editorial.ParseReview(fmt.Appendf(nil, draft, ""))
		must(err)
		_, err = h.Editorial.CreateReview(ctx, commandstest.Admin, in)
		must(err)

		// What should be is followed minute by minute, apart from what the log says.
		var published, deleted bool
		var publishAt, unpublishAt time.Time
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0: // time goes by, and every scheduler looks, in the end at least once
				now = now.Add(time.Duration(rapid.IntRange(1, 5).Draw(t, "minutes")) * time.Minute)
				before := len(log.streams["review-1"])
				for range rapid.IntRange(1, 3).Draw(t, "looks") {
					for _, h := range handlers {
						_, err := h.Editorial.CarryOut(ctx, "review-1")
						must(err)
					}
				}
				if deleted {
					if len(log.streams["review-1"]) != before {
						t.Fatal("something happened to a deleted review")
					}
					continue
				}
				comes, leaves := !publishAt.IsZero() && !publishAt.After(now), !unpublishAt.IsZero() && !unpublishAt.After(now)
				events := 0
				if comes {
					if !published {
						events++
					}
					published, publishAt = true, time.Time{}
				}
				if leaves {
					if published {
						events++
					}
					published, unpublishAt = false, time.Time{}
				}
				if comes || leaves {
					events++
				}
				if got := len(log.streams["review-1"]) - before; got != events {
					t.Fatalf("%d events, want %d", got, events)
				}
			case 1: // by hand
				wish := rapid.Bool().Draw(t, "published")
				_, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
					editorial.ReviewInput{ItemOptions: editorial.ItemOptions{IsPublished: &wish}}, nil)
				if deleted {
					wantError(t, err, commands.NotFound)
					continue
				}
				must(err)
				if wish {
					publishAt = time.Time{}
				} else if published {
					unpublishAt = time.Time{}
				}
				published = wish
			case 2: // a new schedule
				from, to := now.Add(time.Duration(rapid.IntRange(1, 6).Draw(t, "from"))*time.Minute), time.Time{}
				if published {
					from = time.Time{}
				}
				if rapid.Bool().Draw(t, "ends") {
					to = now.Add(time.Duration(rapid.IntRange(7, 9).Draw(t, "to")) * time.Minute)
				}
				_, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
					editorial.ReviewInput{ItemOptions: editorial.ItemOptions{PublishAt: &from, UnpublishAt: &to}}, nil)
				if deleted {
					wantError(t, err, commands.NotFound)
					continue
				}
				must(err)
				publishAt, unpublishAt = from, to
			case 3:
				if _, err := h.Editorial.Content(events.ReviewKind).Delete(ctx, commandstest.Admin, 1, nil); deleted {
					wantError(t, err, commands.NotFound)
				} else {
					must(err)
				}
				deleted = true
			case 4:
				_, err := h.Editorial.Content(events.ReviewKind).Restore(ctx, commandstest.Admin, 1)
				must(err)
				for _, at := range []*time.Time{&publishAt, &unpublishAt} {
					if deleted && !at.After(now) {
						*at = time.Time{}
					}
				}
				deleted = false
			}
			last := uint64(len(log.streams["review-1"]) - 1)
			is, err := h.Editorial.Content(events.ReviewKind).At(ctx, 1, last)
			must(err)
			if is.Published != published || is.Deleted != deleted || !sameTime(is.Schedule.PublishAt, publishAt) ||
				!sameTime(is.Schedule.UnpublishAt, unpublishAt) {
				t.Fatalf("it is %+v, want published %v, deleted %v, from %v to %v", is, published, deleted, publishAt, unpublishAt)
			}
		}
	})
}

func wantError(t *rapid.T, err error, want commands.Kind) {
	t.Helper()
	if err == nil || commands.KindOf(err) != want {
		t.Fatalf("got %v, want kind %v", err, want)
	}
}

func sameTime(got *time.Time, want time.Time) bool {
	if got == nil {
		return want.IsZero()
	}
	return got.Equal(want)
}
