package editorial_test

import (
	"strings"
	"testing"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/editorial/authors"
	"candor/commands/history"
	"candor/events"
)

func parsedAuthor(t testing.TB, body string) authors.Input {
	t.Helper()
	in, err := authors.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestUndoOfARequestAboutAuthors(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	as := func(request string) commands.Caller { by := commandstest.Admin; by.RequestID = request; return by }
	undo := func(request string, revision uint64) editorial.UndoOutcome {
		t.Helper()
		out, err := h.Editorial.Undo(ctx, as("undo "+request), history.Undoing{Request: request},
			[]history.UndoItem{{Item: history.Item{Kind: events.AuthorKind, ID: 1}, Revision: revision}}, unused)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if _, err := h.Authors.CreateAuthor(ctx, as("create"),
		parsedAuthor(t, `{"name":"Ada","links":[{"label":"A","url":"https://a.example"}]}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Authors.UpdateAuthor(ctx, as("rename"), 1, parsedAuthor(t, `{"name":"Ida","links":[]}`), nil); err != nil {
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
