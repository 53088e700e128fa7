// One action on many things: what is read, and what an outage in the middle leaves behind.

package editorial_test

import (
	"context"
	"slices"
	"testing"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
)

func TestBulkChangeGoesOnWhereOneItemFails(t *testing.T) {
	h, log := commandstest.Start(t)
	for range 3 {
		in, err := editorial.ParseReview(
			[]byte(`{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A"}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Editorial.CreateReview(t.Context(), commandstest.Admin, in); err != nil {
			t.Fatal(err)
		}
	}
	publish := editorial.BulkChange{Action: editorial.BulkPublish, IDs: []int64{3, 2, 1, 9}}
	log.Fail(nil, func(stream string) bool { return stream == "review-2" })
	out, err := h.Editorial.Content(events.ReviewKind).Bulk(t.Context(), commandstest.Admin, publish)
	if err != nil || len(out.Done) != 2 || len(out.Refused) != 2 || out.Position == 0 {
		t.Fatalf("with one stream away: %+v, %v", out, err)
	}
	if out.Done[0].ID != 3 || out.Refused[0].ID != 2 || commands.KindOf(out.Refused[0].Err) != commands.Unavailable ||
		commands.KindOf(out.Refused[1].Err) != commands.NotFound {
		t.Errorf("with one stream away: %+v", out)
	}
	log.Fail(nil, func(string) bool { return true })
	if _, err := h.Editorial.Content(events.ReviewKind).Bulk(t.Context(), commandstest.Admin,
		editorial.BulkChange{Action: editorial.BulkDelete, IDs: []int64{1, 2}}); commands.KindOf(err) != commands.Unavailable {
		t.Errorf("with the log away: %v", err)
	}
	log.Fail(nil, nil)
	before := log.Appends.Load()
	out, err = h.Editorial.Content(events.ReviewKind).Bulk(t.Context(), commandstest.Admin, publish)
	if err != nil || len(out.Done) != 3 || log.Appends.Load() != before+1 {
		t.Errorf("again: %+v with %d appends, %v", out, log.Appends.Load()-before, err)
	}
	for _, d := range out.Done {
		if d.Changed != (d.ID == 2) {
			t.Errorf("again: %+v", d)
		}
	}
}

// Whatever is sent, what is taken can be carried out.
// breaking is a log that panics when one stream is read.
type breaking struct {
	*commandstest.Door
	stream string
}

func (b *breaking) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	if stream == b.stream {
		panic("a bug that one item meets")
	}
	return b.Door.Load(ctx, stream, from, handle)
}

func TestAPanicInOneItemOfABulkEndsNoProgram(t *testing.T) {
	log := &breaking{Door: commandstest.OpenLog(t)}
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	for range 2 {
		if _, err := h.Editorial.CreatePage(t.Context(), commandstest.Admin, parsePage(t, `{"title":"A page","content":"Text"}`)); err != nil {
			t.Fatal(err)
		}
	}
	publish := editorial.BulkChange{Action: editorial.BulkPublish, IDs: []int64{1, 2}}
	log.stream = "page-2"
	_, err := h.Editorial.Content(events.PageKind).Bulk(t.Context(), commandstest.Admin, publish)
	commandstest.WantKind(t, err, commands.Internal)
	log.stream = ""
	if out, err := h.Editorial.Content(events.PageKind).Bulk(t.Context(), commandstest.Admin, publish); err != nil || len(out.Done) != 2 {
		t.Errorf("again: %+v, %v", out, err)
	}
}

func FuzzParseBulkChange(f *testing.F) {
	for _, seed := range []string{`{"action":"publish","ids":[1,2,2]}`, `{"ids":[1e3],"action":"delete"}`,
		`{"action":"restore","ids":[-1,0,01,"1",null,{}]}`, `[1]`, `{`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := editorial.ParseBulkChange(body, editorial.ArticleActions)
		if err != nil {
			if commands.KindOf(err) != commands.Invalid {
				t.Errorf("%s: %v", body, err)
			}
			return
		}
		ids := slices.Clone(in.IDs)
		slices.Sort(ids)
		if !slices.Contains(editorial.ArticleActions, in.Action) || len(ids) == 0 || len(ids) > 1000 || ids[0] < 1 ||
			len(slices.Compact(ids)) != len(in.IDs) {
			t.Errorf("%s is taken as %+v", body, in)
		}
	})
}
