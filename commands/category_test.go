// Commands on categories, on a real node: a slug is one category's.

package commands_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
)

func TestOneSlugOneCategory(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	var group sync.WaitGroup
	var made, taken atomic.Int64
	for range 8 {
		group.Go(func() {
			_, err := h.CreateCategory(ctx, bot, parseCategory(t, `{"name":"Gadgets","slug":"gadgets"}`))
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
	_, err := h.UpdateCategory(ctx, admin, 1, parseCategory(t, `{"slug":"gadgets"}`), nil)
	if fieldsOf(t, err)["slug"] == "" {
		t.Error("a taken slug is not named")
	}
	if _, err := h.UpdateCategory(ctx, admin, 1, parseCategory(t, `{"slug":"machines"}`), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.CreateCategory(ctx, bot, parseCategory(t, `{"name":"New","slug":"computers"}`)); err != nil {
		t.Errorf("the slug that was left is not free: %v", err)
	}
	if _, err := h.UpdateCategory(ctx, admin, 1, parseCategory(t, `{"slug":"elsewhere"}`), p(uint64(0))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("an update of an old revision: %v", err)
	}
	if got := types(t, log, "slug-elsewhere"); !slices.Equal(got, []string{"SlugReserved", "SlugReleased"}) {
		t.Errorf("a slug that was not used after all: %v", got)
	}
	_, err = h.UpdateCategory(ctx, admin, 99, parseCategory(t, `{"slug":"x"}`), nil)
	wantKind(t, err, commands.NotFound)
}

func TestSlugOfARequestThatDiedIsFreeAgainAfterAWhile(t *testing.T) {
	log := openLog(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := handlerOn(t, commands.Config{Log: log, Clock: func() time.Time { return now }, Logger: zerolog.Nop()})
	in := parseCategory(t, `{"name":"Gadgets","slug":"gadgets"}`)
	log.fail(nil, func(stream string) bool { return stream == "category-1" })
	_, err := h.CreateCategory(t.Context(), bot, in)
	wantKind(t, err, commands.Unavailable)
	log.fail(nil, nil)
	_, err = h.CreateCategory(t.Context(), bot, in)
	wantKind(t, err, commands.Invalid)
	now = now.Add(6 * time.Minute)
	if _, err := h.CreateCategory(t.Context(), bot, in); err != nil {
		t.Error(err)
	}
	retried := bot
	retried.IdempotencyKey, retried.BodyHash = "k", "b"
	other := parseCategory(t, `{"name":"Cars","slug":"cars"}`)
	log.fail(nil, func(stream string) bool { return stream == "category-4" })
	_, err = h.CreateCategory(t.Context(), retried, other)
	wantKind(t, err, commands.Unavailable)
	log.fail(nil, nil)
	for range 2 {
		if made, err := h.CreateCategory(t.Context(), retried, other); err != nil || made.ID != 4 {
			t.Errorf("a retry goes on with its own reservation: got %+v, %v", made, err)
		}
	}
}
