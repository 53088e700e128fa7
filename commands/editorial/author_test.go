// Commands on authors, on a real node: names are unique, input is refused by its field, and a deleted author is gone.

package editorial_test

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
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
)

func parseAuthor(t testing.TB, body string) editorial.AuthorInput {
	t.Helper()
	in, err := editorial.ParseAuthor([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestAuthorInputIsRefusedByField(t *testing.T) {
	for body, want := range map[string]map[string]string{
		`{"name":" "}`:           {"name": "Name is required"},
		`{"name":null,"text":7}`: {"name": "Name is required", "text": "Text must be text"},
		`{"name":"` + strings.Repeat("ü", 101) + `"}`:            {"name": "Name must be at most 100 characters"},
		`{"pictureUrl":"javascript:alert(1)"}`:                   {"pictureUrl": "Picture must be a URL that starts with http://, https:// or /"},
		`{"text":"` + strings.Repeat("x", 200_001) + `"}`:        {"text": "Text must be at most 200000 characters"},
		`{"disclosure":"` + strings.Repeat("x", 1001) + `"}`:     {"disclosure": "Disclosure must be at most 1000 characters"},
		`{"links":"https://example.com"}`:                        {"links": "Links must be an array"},
		`{"links":["https://example.com"]}`:                      {"links": `Links must be objects such as {"label": "Website", "url": "https://example.com/"}`},
		`{"links":[{"label":"A","url":"https://a.example"},{}]}`: {"links[1].label": "Label is required", "links[1].url": "URL is required"},
		`{"links":[{"label":7,"url":"/about"}]}`:                 {"links[0].label": "Label must be text", "links[0].url": "URL must start with http:// or https://"},
		`{"links":[{"label":"` + strings.Repeat("x", 61) + `","url":"mailto:a@example.com"}]}`: {
			"links[0].label": "Label must be at most 60 characters", "links[0].url": "URL must be a URL that starts with http://, https:// or /"},
		`{"links":[` + strings.Repeat(`{"label":"A","url":"https://a.example"},`, 10) + `{"label":"A","url":"https://a.example"}]}`: {"links": "Links can have at most 10 items"},
	} {
		_, err := editorial.ParseAuthor([]byte(body))
		if diff := cmp.Diff(want, commandstest.FieldsOf(t, err)); diff != "" {
			t.Errorf("%.80s: %s", body, diff)
		}
	}
	h, _ := commandstest.Start(t)
	_, err := h.Editorial.CreateAuthor(t.Context(), commandstest.Admin, parseAuthor(t, `{"pictureUrl":"data:image/png;base64,AAAA"}`))
	if diff := cmp.Diff(map[string]string{"name": "Name is required", "pictureUrl": "Picture is not a valid PNG image"}, commandstest.FieldsOf(t, err)); diff != "" {
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
			_, err := []*rooms.Handlers{h, other}[i%2].Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, name))
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
	_, err := h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"ada holt"}`))
	if got := commandstest.FieldsOf(t, err)["name"]; got != "Another author has this name" {
		t.Errorf("a taken name: %q", got)
	}
	bo, err := h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Bo"}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Editorial.UpdateAuthor(ctx, commandstest.Admin, events.AuthorID(bo.ID), parseAuthor(t, `{"name":"Ada Holt"}`), nil)
	if commandstest.FieldsOf(t, err)["name"] == "" {
		t.Error("a taken name is not refused in an update")
	}
	if _, err := h.Editorial.UpdateAuthor(ctx, commandstest.Admin, events.AuthorID(bo.ID), parseAuthor(t, `{"name":"BO"}`), nil); err != nil {
		t.Errorf("an author's own name, spelled anew: %v", err)
	}
	if _, err := h.Editorial.UpdateAuthor(ctx, commandstest.Admin, events.AuthorID(bo.ID), parseAuthor(t, `{"name":"Bo Berg"}`), p(uint64(0))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("an update of an old revision: %v", err)
	}
	if _, err := h.Editorial.UpdateAuthor(ctx, commandstest.Admin, 99, parseAuthor(t, `{"name":"X"}`), nil); commands.KindOf(err) != commands.NotFound {
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
	made, err := h.Editorial.CreateAuthor(t.Context(), commandstest.Admin, parseAuthor(t, ada))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{ada, `{}`, `{"disclosure":""}`, `{"links":[],"pictureUrl":"/media/a.webp"}`} {
		if _, err := h.Editorial.UpdateAuthor(t.Context(), commandstest.Admin, events.AuthorID(made.ID), parseAuthor(t, body), nil); err != nil {
			t.Fatal(err)
		}
	}
	all := commandstest.Recorded(t, log, "author-1")
	if len(all) != 2 || all[1].Type != "AuthorUpdated" || !strings.Contains(string(all[1].Data), `"changes":{"pictureUrl":"/media/a.webp","links":[]}`) {
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
		if made, err := h.Editorial.CreateAuthor(ctx, once, ada); err != nil || made.ID != 1 {
			t.Fatalf("a retry makes no second author: got %+v, %v", made, err)
		}
	}
	if _, err := h.Editorial.DeleteAuthor(ctx, commandstest.Admin, 1, p(uint64(7))); commands.KindOf(err) != commands.Conflict {
		t.Errorf("deleting an old revision: %v", err)
	}
	if _, err := h.Editorial.DeleteAuthor(ctx, commandstest.Admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := commandstest.Recorded(t, log, "author-1"); len(got) != 0 {
		t.Errorf("left of the author: %v", got)
	}
	for _, change := range []func() error{
		func() error { _, err := h.Editorial.DeleteAuthor(ctx, commandstest.Admin, 1, nil); return err },
		func() error { _, err := h.Editorial.UpdateAuthor(ctx, commandstest.Admin, 1, ada, nil); return err },
		func() error {
			_, err := h.Editorial.UpdateAuthor(ctx, commandstest.Admin, 1, parseAuthor(t, `{"text":"x"}`), nil)
			return err
		},
		func() error { _, err := h.Editorial.CreateAuthor(ctx, once, ada); return err }, // a late retry brings nobody back
	} {
		commandstest.WantKind(t, change(), commands.NotFound)
	}
	if made, err := h.Editorial.CreateAuthor(ctx, commandstest.Admin, ada); err != nil || made.ID != 2 {
		t.Errorf("the name is not free: %+v, %v", made, err)
	}
}

func TestAnInterruptedDeletionOfAnAuthorIsFinished(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	if _, err := h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Ada"}`)); err != nil {
		t.Fatal(err)
	}
	if err := h.FinishErasures(ctx, []string{"author-1"}); err != nil || len(commandstest.Recorded(t, log, "author-1")) != 1 {
		t.Fatalf("an author who isn't deleted: %v", err)
	}
	dying := commandstest.HandlerOn(t, rooms.Config{Log: &commandstest.Brittle{Door: log, Left: 1}, Logger: zerolog.Nop()})
	if _, err := dying.Editorial.DeleteAuthor(ctx, commandstest.Admin, 1, nil); err == nil {
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
	_, err := h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Ada"}`))
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	_, err = h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Bo"}`))
	commandstest.WantKind(t, err, commands.Unavailable)
	now = now.Add(6 * time.Minute)
	_, err = h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Ada"}`))
	commandstest.WantKind(t, err, commands.Invalid) // she is there after all
	if _, err := h.Editorial.CreateAuthor(ctx, commandstest.Admin, parseAuthor(t, `{"name":"Bo"}`)); err != nil {
		t.Error(err)
	}
}

func TestUndoOfARequestAboutAuthors(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	as := func(request string) commands.Caller { by := commandstest.Admin; by.RequestID = request; return by }
	undo := func(request string, revision uint64) editorial.UndoOutcome {
		t.Helper()
		out, err := h.Editorial.Undo(ctx, as("undo "+request), editorial.Undoing{Request: request}, []editorial.UndoItem{{Item: editorial.Item{Kind: events.AuthorKind, ID: 1}, Revision: revision}}, unused)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if _, err := h.Editorial.CreateAuthor(ctx, as("create"), parseAuthor(t, `{"name":"Ada","links":[{"label":"A","url":"https://a.example"}]}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Editorial.UpdateAuthor(ctx, as("rename"), 1, parseAuthor(t, `{"name":"Ida","links":[]}`), nil); err != nil {
		t.Fatal(err)
	}
	if out := undo("rename", 1); len(out.Done) != 1 || !out.Done[0].Changed {
		t.Fatalf("undo of the new name: %+v", out)
	}
	last, err := log.Last(ctx, "author-1")
	if err != nil || !strings.Contains(string(last.Data), `"changes":{"name":"Ada","links":[{"label":"A","url":"https://a.example"}]}`) {
		t.Errorf("undone: %s, %v", last.Data, err)
	}
	if out := undo("create", 2); len(out.Done) != 1 || len(commandstest.Recorded(t, log, "author-1")) != 0 {
		t.Errorf("undo of the creation: %+v", out)
	}
	if out := undo("create", 2); len(out.Refused) != 1 || commands.KindOf(out.Refused[0].Err) != commands.NotFound {
		t.Errorf("undo of what is erased: %+v", out)
	}
}

func TestTheOrderOfCategories(t *testing.T) {
	h, log := commandstest.Start(t)
	for body, want := range map[string]string{
		`{"order":1.5}`: "Order must be a whole number from 0 to 1000000", `{"order":-1}`: "Order must be a whole number from 0 to 1000000",
		`{"order":1000001}`: "Order must be a whole number from 0 to 1000000", `{"order":"second"}`: "Order must be a number",
	} {
		if _, err := editorial.ParseCategory([]byte(body)); commandstest.FieldsOf(t, err)["order"] != want {
			t.Errorf("%s: %v", body, err)
		}
	}
	for _, body := range []string{`{"order":3}`, `{"order":"3"}`, `{"order":null}`} {
		if _, err := h.Editorial.UpdateCategory(t.Context(), commandstest.Admin, 1, commandstest.ParseCategory(t, body), nil); err != nil {
			t.Fatal(err)
		}
	}
	all := commandstest.Recorded(t, log, "category-1")
	if len(all) != 3 || !strings.Contains(string(all[1].Data), `"changes":{"order":3}`) || !strings.Contains(string(all[2].Data), `"changes":{"order":0}`) {
		t.Errorf("recorded: %v", all)
	}
}
