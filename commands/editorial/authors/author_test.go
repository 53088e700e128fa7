// Commands on authors, on a real node: names are unique, input is refused by its field, and a deleted author is gone.

package authors_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial/authors"
	"candor/commands/rooms"
	"candor/events"
)

func parseAuthor(t testing.TB, body string) authors.Input {
	t.Helper()
	in, err := authors.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestAuthorInputIsRefusedByField(t *testing.T) {
	for body, want := range map[string]map[string]string{
		`{"name":" "}`:           {"name": "Name is required"},
		`{"name":null,"text":7}`: {"name": "Name is required", "text": "Text must be text"},
		`{"name":"` + strings.Repeat("ü", 101) + `"}`:        {"name": "Name must be at most 100 characters"},
		`{"pictureUrl":"javascript:alert(1)"}`:               {"pictureUrl": "Picture must be a URL that starts with http://, https:// or /"},
		`{"text":"` + strings.Repeat("x", 200_001) + `"}`:    {"text": "Text must be at most 200000 characters"},
		`{"disclosure":"` + strings.Repeat("x", 1001) + `"}`: {"disclosure": "Disclosure must be at most 1000 characters"},
		`{"links":"https://example.com"}`:                    {"links": "Links must be an array"},
		`{"links":["https://example.com"]}`: {
			"links": `Links must be objects such as {"label": "Website", "url": "https://example.com/"}`,
		},
		`{"links":[{"label":"A","url":"https://a.example"},{}]}`: {"links[1].label": "Label is required", "links[1].url": "URL is required"},
		`{"links":[{"label":7,"url":"/about"}]}`: {"links[0].label": "Label must be text",
			"links[0].url": "URL must start with http:// or https://"},
		`{"links":[{"label":"` + strings.Repeat("x", 61) + `","url":"mailto:a@example.com"}]}`: {
			"links[0].label": "Label must be at most 60 characters", "links[0].url": "URL must be a URL that starts with http://, https:// or /"},
		`{"links":[` + strings.Repeat(`{"label":"A","url":"https://a.example"},`, 10) + `{"label":"A","url":"https://a.example"}]}`: {
			"links": "Links can have at most 10 items",
		},
	} {
		_, err := authors.Parse([]byte(body))
		if diff := cmp.Diff(want, commandstest.FieldsOf(t, err)); diff != "" {
			t.Errorf("%.80s: %s", body, diff)
		}
	}
	h, _ := commandstest.Start(t)
	_, err := h.Authors.CreateAuthor(t.Context(), commandstest.Admin, parseAuthor(t, `{"pictureUrl":"data:image/png;base64,AAAA"}`))
	if diff := cmp.Diff(map[string]string{"name": "Name is required", "pictureUrl": "Picture is not a valid PNG image"},
		commandstest.FieldsOf(t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestOneNameOneAuthor(t *testing.T) {
	h, log := commandstest.Start(t)
	other := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	ctx := t.Context()
	var group sync.WaitGroup
	var made, refused atomic.Int64
	for i := range 8 {
		group.Go(func() {
			name := []string{`{"name":"Ada Holt"}`, `{"name":" ADA   holt"}`}[i%2]
			_, err := []*rooms.Handlers{h, other}[i%2].Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, name))
			switch commands.KindOf(err) {
			case commands.Invalid, commands.Unavailable: // another instance is naming one
				refused.Add(1)
			default:
				if err != nil {
					t.Error(err)
				}
				made.Add(1)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 || refused.Load() != 7 {
		t.Fatalf("%d authors were made, %d refused", made.Load(), refused.Load())
	}
	_, err := h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"ada holt"}`))
	if got := commandstest.FieldsOf(t, err)["name"]; got != "Another author has this name" {
		t.Errorf("a taken name: %q", got)
	}
	bo, err := h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Bo"}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Authors.UpdateAuthor(ctx, commandstest.Admin, events.AuthorID(bo.ID), parseAuthor(t, `{"name":"Ada Holt"}`), nil)
	if commandstest.FieldsOf(t, err)["name"] == "" {
		t.Error("a taken name is not refused in an update")
	}
	if _, err := h.Authors.UpdateAuthor(ctx, commandstest.Admin, events.AuthorID(bo.ID), parseAuthor(t, `{"name":"BO"}`), nil); err != nil {
		t.Errorf("an author's own name, spelled anew: %v", err)
	}
	if _, err := h.Authors.UpdateAuthor(ctx, commandstest.Admin, events.AuthorID(bo.ID), parseAuthor(t, `{"name":"Bo Berg"}`),
		new(uint64(0))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("an update of an old revision: %v", err)
	}
	if _, err := h.Authors.UpdateAuthor(ctx, commandstest.Admin, 99, parseAuthor(t, `{"name":"X"}`),
		nil); commands.KindOf(err) != commands.NotFound {
		t.Errorf("an unknown author: %v", err)
	}
	for _, r := range commandstest.Recorded(t, log, events.AuthorNamesStream) {
		if strings.Contains(strings.ToLower(string(r.Data)), "holt") {
			t.Errorf("a name is in %s: %s", r.Type, r.Data)
		}
	}
}

func TestAnAuthorIsChangedOnlyWhereSomethingDiffers(t *testing.T) {
	h, log := commandstest.Start(t)
	const ada = `{"name":"Ada","text":"Tests *laptops*.","links":[{"label":"Notes","url":"https://example.com/ada"}]}`
	made, err := h.Authors.CreateAuthor(t.Context(), commandstest.Admin, parseAuthor(t, ada))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{ada, `{}`, `{"disclosure":""}`, `{"links":[],"pictureUrl":"/media/a.webp"}`} {
		if _, err := h.Authors.UpdateAuthor(t.Context(), commandstest.Admin, events.AuthorID(made.ID), parseAuthor(t, body), nil); err != nil {
			t.Fatal(err)
		}
	}
	all := commandstest.Recorded(t, log, "author-1")
	if len(all) != 2 || all[1].Type != "AuthorUpdated" ||
		!strings.Contains(string(all[1].Data), `"changes":{"pictureUrl":"/media/a.webp","links":[]}`) {
		t.Errorf("recorded: %v", all)
	}
}

func TestADeletedAuthorIsGoneAndTheNameIsFree(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	ctx := t.Context()
	once := commandstest.Admin
	once.IdempotencyKey, once.BodyHash = "k", "b"
	ada := parseAuthor(t, `{"name":"Ada"}`)
	for range 2 {
		if made, err := h.Authors.CreateAuthor(ctx, once, ada); err != nil || made.ID != 1 {
			t.Fatalf("a retry makes no second author: got %+v, %v", made, err)
		}
	}
	if _, err := h.Authors.DeleteAuthor(ctx, commandstest.Admin, 1, new(uint64(7))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("deleting an old revision: %v", err)
	}
	if _, err := h.Authors.DeleteAuthor(ctx, commandstest.Admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := commandstest.Recorded(t, log, "author-1"); len(got) != 0 {
		t.Errorf("left of the author: %v", got)
	}
	for _, change := range []func() error{
		func() error { _, err := h.Authors.DeleteAuthor(ctx, commandstest.Admin, 1, nil); return err },
		func() error { _, err := h.Authors.UpdateAuthor(ctx, commandstest.Admin, 1, ada, nil); return err },
		func() error {
			_, err := h.Authors.UpdateAuthor(ctx, commandstest.Admin, 1, parseAuthor(t, `{"text":"x"}`), nil)
			return err
		},
		func() error { _, err := h.Authors.CreateAuthor(ctx, once, ada); return err }, // a late retry brings nobody back
	} {
		commandstest.WantKind(t, change(), commands.NotFound)
	}
	if made, err := h.Authors.CreateAuthor(ctx, commandstest.Admin, ada); err != nil || made.ID != 2 {
		t.Errorf("the name is not free: %+v, %v", made, err)
	}
}

func TestAnInterruptedDeletionOfAnAuthorIsFinished(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	if _, err := h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Ada"}`)); err != nil {
		t.Fatal(err)
	}
	if err := h.FinishErasures(ctx, []string{"author-1"}); err != nil || len(commandstest.Recorded(t, log, "author-1")) != 1 {
		t.Fatalf("an author who isn't deleted: %v", err)
	}
	dying := commandstest.HandlerOn(t, rooms.Config{Log: &commandstest.Brittle{Door: log, Left: 1}, Logger: zerolog.Nop()})
	if _, err := dying.Authors.DeleteAuthor(ctx, commandstest.Admin, 1, nil); err == nil {
		t.Fatal("it was not interrupted")
	}
	if err := h.FinishErasures(ctx, []string{"author-1"}); err != nil {
		t.Fatal(err)
	}
	if got := commandstest.Recorded(t, log, "author-1"); len(got) != 0 {
		t.Errorf("left of the author: %v", got)
	}
}

func TestANamingThatDiedBlocksOnlyForAWhile(t *testing.T) {
	log := commandstest.OpenLog(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Clock: func() time.Time { return now }, Logger: zerolog.Nop()})
	ctx := t.Context()
	log.Fail(func(stream string) bool { return stream == "author-1" }, nil) // its answer is lost
	_, err := h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Ada"}`))
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	_, err = h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Bo"}`))
	commandstest.WantKind(t, err, commands.Unavailable)
	now = now.Add(6 * time.Minute)
	_, err = h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Ada"}`))
	commandstest.WantKind(t, err, commands.Invalid) // she is there after all
	if _, err := h.Authors.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Bo"}`)); err != nil {
		t.Error(err)
	}
}
