// The history of an item, for any life that it may have had: restoring a revision gives what was then, and
// undoing an action gives what was before.

package editorial_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/editorial/categories"
	"candor/commands/history"
	"candor/commands/rooms"
	"candor/events"
)

// life is a log in memory, of which a review needs no more than its own streams.
type life struct {
	mu      sync.Mutex // commands on several items append side by side
	streams map[string][]events.Recorded
}

func newLife() *life { return &life{streams: map[string][]events.Recorded{}} }

func (l *life) held(stream string) []events.Recorded {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.streams[stream]
}

func (l *life) Append(_ context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	held := l.streams[stream]
	now := events.NoStream
	if len(held) > 0 {
		now = events.Exactly(uint64(len(held) - 1))
	}
	if want != events.Any && want != now {
		return events.Written{}, &events.ConflictError{Stream: stream, Expected: want}
	}
	for _, p := range ps {
		held = append(held, events.Recorded{ID: p.ID, Stream: stream, Revision: uint64(len(held)), Position: events.Position(len(held) + 1),
			Type: p.Type, Data: p.Data, Meta: p.Meta})
	}
	l.streams[stream] = held
	return events.Written{Revision: uint64(len(held) - 1), Position: events.Position(len(held))}, nil
}

func (l *life) Load(_ context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	held := l.held(stream)
	if len(held) == 0 {
		return events.ErrStreamNotFound
	}
	for _, r := range held[min(int(from), len(held)):] {
		if err := handle(r); err != nil {
			return err
		}
	}
	return nil
}

func (l *life) Last(_ context.Context, stream string) (events.Recorded, error) {
	held := l.held(stream)
	if len(held) == 0 {
		return events.Recorded{}, events.ErrStreamNotFound
	}
	return held[len(held)-1], nil
}

func (l *life) DeleteStream(_ context.Context, stream string, _ events.ExpectedRevision) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.streams, stream)
	return nil
}

func (l *life) TombstoneStream(ctx context.Context, stream string) error {
	return l.DeleteStream(ctx, stream, events.Any)
}

func (l *life) SetMaxAge(context.Context, string, time.Duration) (events.Position, error) {
	return 0, nil
}

func (l *life) SetMaxCount(context.Context, string, int) (events.Position, error) { return 0, nil }

func (l *life) Subscribe(_ context.Context, _ events.Position, _ events.Filter, handle func(events.Message) error) error {
	return handle(events.Message{Kind: events.CaughtUp})
}

// state is what a review was, told in words that compare.
type state struct {
	Content                      events.ReviewContent
	Published, Featured, Deleted bool
}

// articleState is the same of an article.
type articleState struct {
	Content            events.ArticleContent
	Published, Deleted bool
}

func (l *life) now(t *rapid.T, h *rooms.Handlers) (state, uint64) {
	last := uint64(len(l.streams["review-1"]) - 1)
	return l.at(t, h, last), last
}

func (l *life) at(t *rapid.T, h *rooms.Handlers, revision uint64) state {
	p, err := h.Editorial.Content(events.ReviewKind).At(context.Background(), 1, revision)
	if err != nil {
		t.Fatalf("revision %d: %v", revision, err)
	}
	return stateOf(p)
}

func stateOf(p editorial.Past) state {
	c := *p.Content.(*events.ReviewContent)
	for _, list := range []*[]string{&c.Specifications, &c.Features, &c.Pros, &c.Cons, &c.ImageURLs} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	return state{c, p.Published, p.Featured, p.Deleted}
}

var (
	words = rapid.SampledFrom([]string{"A quiet laptop", "Loud", "Costs too much", "ü 💡"})
	lists = rapid.SliceOfN(rapid.SampledFrom([]string{"Quiet", "Fast", "Dear"}), 0, 3)
	cents = rapid.SampledFrom([]float64{0, 9.5, 1299})
)

// anyInput draws some fields of a review, and what they make of it.
func anyInput(t *rapid.T, to *events.ReviewContent) editorial.ReviewInput {
	var in editorial.ReviewInput
	if rapid.Bool().Draw(t, "text") {
		title, verdict := words.Draw(t, "title"), rapid.SampledFrom([]string{"", "Buy it."}).Draw(t, "verdict")
		in.Title, in.Verdict, to.Title, to.Verdict = &title, &verdict, title, verdict
	}
	if rapid.Bool().Draw(t, "lists") {
		pros := lists.Draw(t, "pros")
		in.Pros, to.Pros = &pros, pros
		if len(pros) == 0 {
			to.Pros = nil
		}
	}
	if rapid.Bool().Draw(t, "numbers") {
		price, rating := cents.Draw(t, "price"), float64(rapid.IntRange(10, 50).Draw(t, "rating"))/10
		in.ProductPrice, in.Rating, to.ProductPrice, to.Rating = &price, &rating, price, rating
	}
	return in
}

func TestAnyRevisionCanBeRestoredAndAnyActionUndone(t *testing.T) {
	ctx := context.Background()
	undoes := map[editorial.BulkAction]editorial.BulkAction{
		editorial.BulkPublish: editorial.BulkUnpublish, editorial.BulkUnpublish: editorial.BulkPublish,
		editorial.BulkFeature: editorial.BulkUnfeature, editorial.BulkUnfeature: editorial.BulkFeature,
		editorial.BulkDelete: editorial.BulkRestore, editorial.BulkRestore: editorial.BulkDelete,
	}
	rapid.Check(t, func(t *rapid.T) {
		log := newLife()
		h, err := rooms.New(rooms.Config{Log: log, Logger: zerolog.Nop()})
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(err)
		defer func() { must(h.Close(ctx)) }()
		category, err := categories.Parse([]byte(`{"name":"Computers","slug":"computers"}`))
		must(err)
		_, err = h.Categories.CreateCategory(ctx, commandstest.Admin, category)
		must(err)
		in, err := editorial.ParseReview(
			[]byte(`{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A","isPublished":true}`))
		must(err)
		_, err = h.Editorial.CreateReview(ctx, commandstest.Admin, in)
		must(err)

		// What it should be is followed apart from what the history says.
		want := state{Content: events.ReviewContent{Title: "T", Content: "C", ProductName: "P", ProductBrand: "B", CategoryID: 1, AuthorName: "A",
			Rating: 1}, Published: true}
		known := map[uint64]state{}
		check := func(what string) {
			t.Helper()
			got, last := log.now(t, h)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %s", what, diff)
			}
			known[last] = want
		}
		check("created")
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if !want.Deleted && rapid.Bool().Draw(t, "edit") {
				in := anyInput(t, &want.Content)
				_, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1, in, nil)
				must(err)
				check("edited")
				continue
			}
			action := rapid.SampledFrom(editorial.ReviewActions).Draw(t, "action")
			before, _ := log.now(t, h)
			out, err := h.Editorial.Content(events.ReviewKind).Bulk(ctx, commandstest.Admin, editorial.BulkChange{Action: action, IDs: []int64{1}})
			must(err)
			if len(out.Refused) > 0 {
				check(string(action) + " refused")
				continue
			}
			if changed := out.Done[0].Changed; changed && rapid.Bool().Draw(t, "undo") {
				_, err := h.Editorial.Content(events.ReviewKind).Bulk(ctx, commandstest.Admin,
					editorial.BulkChange{Action: undoes[action], IDs: []int64{1}})
				must(err)
				if after, _ := log.now(t, h); !cmp.Equal(before, after) {
					t.Fatalf("%s and undone: %s", action, cmp.Diff(before, after))
				}
				continue
			}
			switch action {
			case editorial.BulkPublish, editorial.BulkUnpublish:
				want.Published = action == editorial.BulkPublish
			case editorial.BulkFeature, editorial.BulkUnfeature:
				want.Featured = action == editorial.BulkFeature
			case editorial.BulkDelete, editorial.BulkRestore:
				want.Deleted = action == editorial.BulkDelete
			}
			check(string(action))
		}
		if want.Deleted {
			_, err := h.Editorial.Content(events.ReviewKind).Restore(ctx, commandstest.Admin, 1)
			must(err)
			want.Deleted = false
			check("brought back")
		}

		now, last := log.now(t, h)
		revision := rapid.Uint64Range(0, last).Draw(t, "revision")
		withState := rapid.Bool().Draw(t, "with state")
		then := log.at(t, h, revision)
		if expected, ok := known[revision]; ok && !cmp.Equal(expected, then) {
			t.Fatalf("revision %d: %s", revision, cmp.Diff(expected, then))
		}
		_, err = h.Editorial.Content(events.ReviewKind).RestoreTo(ctx, commandstest.Admin, 1, revision,
			editorial.Restoring{State: withState}, &last)
		must(err)
		if !withState {
			then.Published, then.Featured = now.Published, now.Featured
		}
		then.Deleted = false
		restored, newest := log.now(t, h)
		if diff := cmp.Diff(then, restored); diff != "" {
			t.Fatalf("restored revision %d: %s", revision, diff)
		}
		if same := cmp.Equal(now, then); same != (newest == last) {
			t.Fatalf("restoring what differs %v appended %d events", !same, newest-last)
		}
		_, err = h.Editorial.Content(events.ReviewKind).RestoreTo(ctx, commandstest.Admin, 1, last,
			editorial.Restoring{State: true, Schedule: true}, nil)
		must(err)
		if undone, _ := log.now(t, h); !cmp.Equal(now, undone) {
			t.Fatalf("the restore undone: %s", cmp.Diff(now, undone))
		}

		// The changes of all revisions, one after the other, lead from nothing to the present.
		fields := map[string]any{}
		all, err := h.Editorial.Content(events.ReviewKind).History(ctx, 1, nil, history.MaxRevisions)
		must(err)
		// Its pages are the whole list, whatever they begin before and however long they are.
		before := rapid.Uint64Range(1, newest+3).Draw(t, "before")
		limit := rapid.IntRange(1, 3).Draw(t, "limit")
		page, err := h.Editorial.Content(events.ReviewKind).History(ctx, 1, &before, limit)
		must(err)
		older := slices.DeleteFunc(slices.Clone(all), func(r history.Revision) bool { return r.Revision >= before })
		if diff := cmp.Diff(older[:min(limit, len(older))], page); diff != "" {
			t.Fatalf("%d before %d: %s", limit, before, diff)
		}
		for i, r := range all {
			if i+1 < len(all) && r.Begins() != all[i+1].Revision+1 || i+1 == len(all) && r.Begins() != 0 {
				t.Fatalf("the save of revision %d begins at %d, after that of %d", r.Revision, r.Begins(), all[min(i+1, len(all)-1)].Revision)
			}
		}
		for i := len(all) - 1; i >= 0; i-- {
			for _, c := range all[i].Changes {
				if was, ok := fields[c.Field]; ok && !cmp.Equal(was, c.Old) {
					t.Fatalf("revision %d changes %s from %v, which was %v", all[i].Revision, c.Field, c.Old, was)
				}
				fields[c.Field] = c.New
			}
		}
		if fields["title"] != now.Content.Title {
			t.Fatalf("the changes lead to %v, not to %q", fields["title"], now.Content.Title)
		}
	})
}

func TestALongHistoryComesInPages(t *testing.T) {
	h := lived(t, 30, strings.Repeat("word ", 39_000))
	seen := uint64(31)
	var before *uint64
	for pages := 0; seen > 0; pages++ {
		page, err := h.Editorial.Content(events.ReviewKind).History(t.Context(), 1, before, 1000)
		if err != nil || len(page) == 0 || len(page) > 12 {
			t.Fatalf("page %d has %d revisions: %v", pages, len(page), err)
		}
		for _, r := range page {
			if seen--; r.Revision != seen {
				t.Fatalf("revision %d where %d is due", r.Revision, seen)
			}
		}
		before = &seen
	}
}

// lived is a site with a review that was edited a number of times, each time with a text that begins with another number.
func lived(tb testing.TB, edits int, text string) *rooms.Handlers {
	tb.Helper()
	h, log := commandstest.Start(tb)
	in := parseReview(tb, `{"title":"T","content":"C","productName":"P","productBrand":"B","categoryId":1,"authorName":"A"}`)
	if _, err := h.Editorial.CreateReview(tb.Context(), commandstest.Admin, in); err != nil {
		tb.Fatal(err)
	}
	// The edits are appended past the handler, which would read the whole stream again for each.
	previous := commandstest.Recorded(tb, log, "review-1")[0].Hash()
	for i := range edits {
		content := fmt.Sprintf("%d %s", i, text)
		update := events.ReviewUpdated{ReviewID: 1, Changes: events.ReviewChanges{Content: &content}, At: time.Unix(1_800_000_000+int64(i), 0)}
		ps, err := events.Chain(previous, events.Envelope{Event: update, Metadata: events.Metadata{Actor: commandstest.Admin.Actor}})
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := log.Append(tb.Context(), "review-1", events.Exactly(uint64(i)), ps...); err != nil {
			tb.Fatal(err)
		}
		previous = ps[0].Hash()
	}
	return h
}

// BenchmarkReviewHistory is a review of 1,000 revisions, each with a text of 1,000 words: the first page, all at
// once without the texts' limit being met, and the review as it was in the middle.
func BenchmarkReviewHistory(b *testing.B) {
	h := lived(b, 999, strings.Repeat("lorem ", 1000))
	b.Run("page of 50", func(b *testing.B) {
		for b.Loop() {
			if page, err := h.Editorial.Content(events.ReviewKind).History(b.Context(), 1, nil, 50); err != nil || len(page) != 50 {
				b.Fatal(len(page), err)
			}
		}
	})
	b.Run("page of 1000", func(b *testing.B) {
		for b.Loop() {
			if _, err := h.Editorial.Content(events.ReviewKind).History(b.Context(), 1, nil, 1000); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("at revision 500", func(b *testing.B) {
		for b.Loop() {
			if _, err := h.Editorial.Content(events.ReviewKind).At(b.Context(), 1, 500); err != nil {
				b.Fatal(err)
			}
		}
	})
}
