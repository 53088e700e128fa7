// Commands on categories, on a real node: a slug is one category's.

package editorial_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/rooms"
)

func TestOneSlugOneCategory(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	var group sync.WaitGroup
	var made, taken atomic.Int64
	for range 8 {
		group.Go(func() {
			_, err := h.Editorial.CreateCategory(ctx, commandstest.Bot, commandstest.ParseCategory(t, `{"name":"Gadgets","slug":"gadgets"}`))
			switch {
			case err == nil:
				made.Add(1)
			case commands.KindOf(err) == commands.Invalid:
				taken.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 || taken.Load() != 7 {
		t.Fatalf("%d categories were made, %d refused", made.Load(), taken.Load())
	}
	// Moving to another slug frees the old one, and a taken one is refused.
	_, err := h.Editorial.UpdateCategory(ctx, commandstest.Admin, 1, commandstest.ParseCategory(t, `{"slug":"gadgets"}`), nil)
	if commandstest.FieldsOf(t, err)["slug"] == "" {
		t.Error("a taken slug is not named")
	}
	if _, err := h.Editorial.UpdateCategory(ctx, commandstest.Admin, 1, commandstest.ParseCategory(t, `{"slug":"machines"}`), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Editorial.CreateCategory(ctx, commandstest.Bot, commandstest.ParseCategory(t, `{"name":"New","slug":"computers"}`)); err != nil {
		t.Errorf("the slug that was left is not free: %v", err)
	}
	if _, err := h.Editorial.UpdateCategory(ctx, commandstest.Admin, 1, commandstest.ParseCategory(t, `{"slug":"elsewhere"}`), p(uint64(0))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("an update of an old revision: %v", err)
	}
	if got := commandstest.Types(t, log, "slug-elsewhere"); !slices.Equal(got, []string{"SlugReserved", "SlugReleased"}) {
		t.Errorf("a slug that was not used after all: %v", got)
	}
	_, err = h.Editorial.UpdateCategory(ctx, commandstest.Admin, 99, commandstest.ParseCategory(t, `{"slug":"x"}`), nil)
	commandstest.WantKind(t, err, commands.NotFound)
}

func TestSlugOfARequestThatDiedIsFreeAgainAfterAWhile(t *testing.T) {
	log := commandstest.OpenLog(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Clock: func() time.Time { return now }, Logger: zerolog.Nop()})
	in := commandstest.ParseCategory(t, `{"name":"Gadgets","slug":"gadgets"}`)
	log.Fail(nil, func(stream string) bool { return stream == "category-1" })
	_, err := h.Editorial.CreateCategory(t.Context(), commandstest.Bot, in)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	_, err = h.Editorial.CreateCategory(t.Context(), commandstest.Bot, in)
	commandstest.WantKind(t, err, commands.Invalid)
	now = now.Add(6 * time.Minute)
	if _, err := h.Editorial.CreateCategory(t.Context(), commandstest.Bot, in); err != nil {
		t.Error(err)
	}
	retried := commandstest.Bot
	retried.IdempotencyKey, retried.BodyHash = "k", "b"
	other := commandstest.ParseCategory(t, `{"name":"Cars","slug":"cars"}`)
	log.Fail(nil, func(stream string) bool { return stream == "category-4" })
	_, err = h.Editorial.CreateCategory(t.Context(), retried, other)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	for range 2 {
		if made, err := h.Editorial.CreateCategory(t.Context(), retried, other); err != nil || made.ID != 4 {
			t.Errorf("a retry goes on with its own reservation: got %+v, %v", made, err)
		}
	}
}
