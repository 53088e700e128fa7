// One action on many things: what is read, and what an outage in the middle leaves behind.

package commands_test

import (
	"context"
	"slices"
	"testing"

	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

func TestBulkChangeGoesOnWhereOneItemFails(t *testing.T) {
	h, log := start(t)
	for range 3 {
		in, err := commands.ParseReview([]byte(`{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A"}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.CreateReview(t.Context(), admin, in); err != nil {
			t.Fatal(err)
		}
	}
	publish := commands.BulkChange{Action: commands.BulkPublish, IDs: []int64{3, 2, 1, 9}}
	log.fail(nil, func(stream string) bool { return stream == "review-2" })
	out, err := h.Content(events.ReviewKind).Bulk(t.Context(), admin, publish)
	if err != nil || len(out.Done) != 2 || len(out.Refused) != 2 || out.Position == 0 {
		t.Fatalf("with one stream away: %+v, %v", out, err)
	}
	if out.Done[0].ID != 3 || out.Refused[0].ID != 2 || commands.KindOf(out.Refused[0].Err) != commands.Unavailable || commands.KindOf(out.Refused[1].Err) != commands.NotFound {
		t.Errorf("with one stream away: %+v", out)
	}
	log.fail(nil, func(string) bool { return true })
	if _, err := h.Content(events.ReviewKind).Bulk(t.Context(), admin, commands.BulkChange{Action: commands.BulkDelete, IDs: []int64{1, 2}}); commands.KindOf(err) != commands.Unavailable {
		t.Errorf("with the log away: %v", err)
	}
	log.fail(nil, nil)
	before := log.appends.Load()
	out, err = h.Content(events.ReviewKind).Bulk(t.Context(), admin, publish)
	if err != nil || len(out.Done) != 3 || log.appends.Load() != before+1 {
		t.Errorf("again: %+v with %d appends, %v", out, log.appends.Load()-before, err)
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
	*door
	stream string
}

func (b *breaking) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	if stream == b.stream {
		panic("a bug that one item meets")
	}
	return b.door.Load(ctx, stream, from, handle)
}

func TestAPanicInOneItemOfABulkEndsNoProgram(t *testing.T) {
	log := &breaking{door: openLog(t)}
	h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
	for range 2 {
		if _, err := h.CreatePage(t.Context(), admin, parsePage(t, `{"title":"A page","content":"Text"}`)); err != nil {
			t.Fatal(err)
		}
	}
	publish := commands.BulkChange{Action: commands.BulkPublish, IDs: []int64{1, 2}}
	log.stream = "page-2"
	_, err := h.Content(events.PageKind).Bulk(t.Context(), admin, publish)
	wantKind(t, err, commands.Internal)
	log.stream = ""
	if out, err := h.Content(events.PageKind).Bulk(t.Context(), admin, publish); err != nil || len(out.Done) != 2 {
		t.Errorf("again: %+v, %v", out, err)
	}
}

func FuzzParseBulkChange(f *testing.F) {
	for _, seed := range []string{`{"action":"publish","ids":[1,2,2]}`, `{"ids":[1e3],"action":"delete"}`, `{"action":"restore","ids":[-1,0,01,"1",null,{}]}`, `[1]`, `{`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		in, err := commands.ParseBulkChange(body, commands.ArticleActions)
		if err != nil {
			if commands.KindOf(err) != commands.Invalid {
				t.Errorf("%s: %v", body, err)
			}
			return
		}
		ids := slices.Clone(in.IDs)
		slices.Sort(ids)
		if !slices.Contains(commands.ArticleActions, in.Action) || len(ids) == 0 || len(ids) > 1000 || ids[0] < 1 || len(slices.Compact(ids)) != len(in.IDs) {
			t.Errorf("%s is taken as %+v", body, in)
		}
	})
}
