// Commands on categories, on a real node: a slug is one category's.

package categories_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial/categories"
	"candor/commands/rooms"
)

func TestOneSlugOneCategory(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	var group sync.WaitGroup
	var made, taken atomic.Int64
	for range 8 {
		group.Go(func() {
			_, err := h.Categories.CreateCategory(ctx, commandstest.Bot, commandstest.ParseCategory(t, `{"name":"Gadgets","slug":"gadgets"}`))
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
	_, err := h.Categories.UpdateCategory(ctx, commandstest.Admin, 1, commandstest.ParseCategory(t, `{"slug":"gadgets"}`), nil)
	if commandstest.FieldsOf(t, err)["slug"] == "" {
		t.Error("a taken slug is not named")
	}
	if _, err := h.Categories.UpdateCategory(ctx, commandstest.Admin, 1, commandstest.ParseCategory(t, `{"slug":"machines"}`),
		nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Categories.CreateCategory(ctx, commandstest.Bot,
		commandstest.ParseCategory(t, `{"name":"New","slug":"computers"}`)); err != nil {
		t.Errorf("the slug that was left is not free: %v", err)
	}
	if _, err := h.Categories.UpdateCategory(ctx, commandstest.Admin, 1, commandstest.ParseCategory(t, `{"slug":"elsewhere"}`),
		new(uint64(0))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("an update of an old revision: %v", err)
	}
	if got := commandstest.Types(t, log, "slug-elsewhere"); !slices.Equal(got, []string{"SlugReserved", "SlugReleased"}) {
		t.Errorf("a slug that was not used after all: %v", got)
	}
	_, err = h.Categories.UpdateCategory(ctx, commandstest.Admin, 99, commandstest.ParseCategory(t, `{"slug":"x"}`), nil)
	commandstest.WantKind(t, err, commands.NotFound)
}

func TestSlugOfARequestThatDiedIsFreeAgainAfterAWhile(t *testing.T) {
	log := commandstest.OpenLog(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Clock: func() time.Time { return now }, Logger: zerolog.Nop()})
	in := commandstest.ParseCategory(t, `{"name":"Gadgets","slug":"gadgets"}`)
	log.Fail(nil, func(stream string) bool { return stream == "category-1" })
	_, err := h.Categories.CreateCategory(t.Context(), commandstest.Bot, in)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	_, err = h.Categories.CreateCategory(t.Context(), commandstest.Bot, in)
	commandstest.WantKind(t, err, commands.Invalid)
	now = now.Add(6 * time.Minute)
	if _, err := h.Categories.CreateCategory(t.Context(), commandstest.Bot, in); err != nil {
		t.Error(err)
	}
	retried := commandstest.Bot
	retried.IdempotencyKey, retried.BodyHash = "k", "b"
	other := commandstest.ParseCategory(t, `{"name":"Cars","slug":"cars"}`)
	log.Fail(nil, func(stream string) bool { return stream == "category-4" })
	_, err = h.Categories.CreateCategory(t.Context(), retried, other)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	for range 2 {
		if made, err := h.Categories.CreateCategory(t.Context(), retried, other); err != nil || made.ID != 4 {
			t.Errorf("a retry goes on with its own reservation: got %+v, %v", made, err)
		}
	}
}

func TestTheOrderOfCategories(t *testing.T) {
	h, log := commandstest.Start(t)
	for body, want := range map[string]string{
		`{"order":1.5}`: "Order must be a whole number from 0 to 1000000", `{"order":-1}`: "Order must be a whole number from 0 to 1000000",
		`{"order":1000001}`: "Order must be a whole number from 0 to 1000000", `{"order":"second"}`: "Order must be a number",
	} {
		if _, err := categories.Parse([]byte(body)); commandstest.FieldsOf(t, err)["order"] != want {
			t.Errorf("%s: %v", body, err)
		}
	}
	for _, body := range []string{`{"order":3}`, `{"order":"3"}`, `{"order":null}`} {
		if _, err := h.Categories.UpdateCategory(t.Context(), commandstest.Admin, 1, commandstest.ParseCategory(t, body), nil); err != nil {
			t.Fatal(err)
		}
	}
	all := commandstest.Recorded(t, log, "category-1")
	if len(all) != 3 || !strings.Contains(string(all[1].Data), `"changes":{"order":3}`) ||
		!strings.Contains(string(all[2].Data), `"changes":{"order":0}`) {
		t.Errorf("recorded: %v", all)
	}
}

func TestBadCriteriaAreNamed(t *testing.T) {
	for sent, field := range map[string]string{
		`"Battery"`:                          "criteria",
		`[{"name":""}]`:                      "criteria[0].name",
		`[{"name":"A"},{"name":" a "}]`:      "criteria[1].name",
		`[{"name":"A","weight":-1}]`:         "criteria[0].weight",
		`[{"name":"A","weight":"heavy"}]`:    "criteria[0].weight",
		`[{"name":"A","id":"No Slug"}]`:      "criteria[0].id",
		`[{"name":"A","retired":"perhaps"}]`: "criteria[0].retired",
	} {
		_, err := categories.Parse([]byte(`{"name":"N","slug":"n","criteria":` + sent + `}`))
		if commandstest.FieldsOf(t, err)[field] == "" {
			t.Errorf("%s: %v", sent, err)
		}
	}
}
