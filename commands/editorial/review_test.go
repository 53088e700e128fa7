// Commands on reviews and their pictures, on a real node.

package editorial_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/events"
)

func TestReviewFromCreationToRestoration(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	in := parseReview(t, reviewJSON("Slate", 1))
	yes, no := true, false
	in.IsPublished, in.IsFeatured = &yes, &yes
	made, err := h.Editorial.CreateReview(ctx, commandstest.Bot, in)
	if err != nil {
		t.Fatal(err)
	}
	if made.ID != 1 || made.Revision != 2 || made.Position == 0 {
		t.Errorf("created: got %+v", made)
	}
	same, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1, in, nil)
	if err != nil || same.Revision != 2 || same.Position != 0 {
		t.Errorf("an update that changes nothing appends nothing: got %+v, %v", same, err)
	}
	change := editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Rating: p(3.25)}, ItemOptions: editorial.ItemOptions{IsPublished: &no}}
	if _, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1, change, p(uint64(1))); commands.KindOf(err) != commands.Conflict {
		t.Fatalf("an update of an old revision: got %v", err)
	} else if e := err.(*commands.Error); e.CurrentRevision != 2 {
		t.Errorf("the conflict says revision %d, want 2", e.CurrentRevision)
	} else if e.Changed == nil || e.Changed.By != commandstest.Bot.Actor || e.Changed.At.IsZero() {
		t.Errorf("the conflict says %+v, want the bot's change and its time", e.Changed)
	}
	if got, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1, change, p(uint64(2))); err != nil || got.Revision != 4 {
		t.Errorf("updated: got %+v, %v", got, err)
	}
	if _, err := h.Editorial.Content(events.ReviewKind).Delete(ctx, commandstest.Admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.Editorial.Content(events.ReviewKind).Delete(ctx, commandstest.Admin, 1, nil)
	commandstest.WantKind(t, err, commands.NotFound)
	_, err = h.Editorial.UpdateReview(ctx, commandstest.Admin, 1, change, nil)
	commandstest.WantKind(t, err, commands.NotFound)
	if _, err := h.Editorial.Content(events.ReviewKind).Restore(ctx, commandstest.Admin, 1); err != nil {
		t.Fatal(err)
	}
	want := []string{"ReviewCreated", "ReviewPublished", "ReviewFeatured", "ReviewUnpublished", "ReviewUpdated",
		"ReviewDeleted", "ReviewRestored"}
	all := commandstest.Recorded(t, log, "review-1")
	if diff := cmp.Diff(want, commandstest.Types(t, log, "review-1")); diff != "" {
		t.Error(diff)
	}
	for i, r := range all {
		m := r.Metadata()
		if i > 0 && m.Previous != all[i-1].Hash() {
			t.Errorf("event %d is not chained to the one before it", i)
		}
		if i == 0 && (m.Actor != commandstest.Bot.Actor || m.CorrelationID != "req-2" || m.CausationID != "req-2") {
			t.Errorf("the first event's metadata: %+v", m)
		}
	}
	for _, id := range []events.ReviewID{0, -1, 99, 1 << 60} {
		_, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, id, change, nil)
		commandstest.WantKind(t, err, commands.NotFound)
	}
}

func TestNewReviewNamesWhatItLacks(t *testing.T) {
	h, log := commandstest.Start(t)
	_, err := h.Editorial.CreateReview(t.Context(), commandstest.Bot, parseReview(t, `{"title":"x","categoryId":77}`))
	fields := commandstest.FieldsOf(t, err)
	for f, message := range map[string]string{"content": "Content is required", "authorName": "Author is required",
		"categoryId": "Category does not exist"} {
		if fields[f] != message {
			t.Errorf("%s: got %q, want %q", f, fields[f], message)
		}
	}
	if got := commandstest.Types(t, log, "ids-review"); got != nil {
		t.Errorf("a refused review used up an id: %v", got)
	}
	made, err := h.Editorial.CreateReview(t.Context(), commandstest.Bot,
		parseReview(t, `{"productName":"a","productBrand":"b","categoryId":1,"title":"c","content":"d","authorName":"e","rating":null}`))
	if err != nil {
		t.Fatal(err)
	}
	e, err := commandstest.Recorded(t, log, events.ReviewID(made.ID).Stream())[0].Decode()
	if err != nil || e.(events.ReviewCreated).Rating != 1 {
		t.Errorf("a missing rating is 1: got %+v, %v", e, err)
	}
	_, err = h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1, parseReview(t, `{"rating":null}`), nil)
	if commandstest.FieldsOf(t, err)["rating"] == "" {
		t.Error("a rating can't be taken away")
	}
}

func TestRetriedCreateHappensOnce(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	by := commandstest.Bot
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	in := parseReview(t, reviewJSON("Slate", 1))
	yes := true
	in.IsPublished = &yes

	// The first try gets as far as the review, whose answer is lost; the second is cut off earlier.
	log.Fail(func(stream string) bool { return stream == "review-1" }, nil)
	_, err := h.Editorial.CreateReview(ctx, by, in)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, func(stream string) bool { return stream == "review-1" })
	_, err = h.Editorial.CreateReview(ctx, by, in)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	for range 3 {
		made, err := h.Editorial.CreateReview(ctx, by, in)
		if err != nil || made.ID != 1 || made.Revision != 1 {
			t.Fatalf("the retry: got %+v, %v", made, err)
		}
	}
	if got := commandstest.Types(t, log, "review-1"); len(got) != 2 {
		t.Errorf("the review's stream: %v", got)
	}
	if got := commandstest.Types(t, log, "ids-review"); len(got) != 1 {
		t.Errorf("%d ids were used", len(got))
	}
	other := by
	other.BodyHash = "b2"
	_, err = h.Editorial.CreateReview(ctx, other, in)
	commandstest.WantKind(t, err, commands.Unprocessable)
	second := by
	second.Actor.ID = "3"
	if made, err := h.Editorial.CreateReview(ctx, second, in); err != nil || made.ID != 2 {
		t.Errorf("another bot may use the same key: got %+v, %v", made, err)
	}
	// Long after, and changed: the retry still finds its own.
	if _, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
		editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("New")}}, nil); err != nil {
		t.Fatal(err)
	}
	if made, err := h.Editorial.CreateReview(ctx, by, in); err != nil || made.ID != 1 {
		t.Errorf("a late retry: got %+v, %v", made, err)
	}
	if got := commandstest.Types(t, log, "review-1"); len(got) != 3 {
		t.Errorf("the review's stream after the late retry: %v", got)
	}
}

func TestConcurrentRetriesHappenOnce(t *testing.T) {
	h, log := commandstest.Start(t)
	by := commandstest.Bot
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	in := parseReview(t, reviewJSON("Slate", 1))
	var group sync.WaitGroup
	ids := make([]int64, 12)
	for i := range ids {
		group.Go(func() {
			made, err := h.Editorial.CreateReview(t.Context(), by, in)
			if err != nil {
				t.Error(err)
			}
			ids[i] = made.ID
		})
	}
	group.Wait()
	if slices.Min(ids) != slices.Max(ids) {
		t.Errorf("one request has the ids %v", ids)
	}
	found := 0
	for id := range 13 {
		found += len(commandstest.Types(t, log, events.ReviewID(id).Stream()))
	}
	if found != 1 {
		t.Errorf("%d events of reviews, want 1", found)
	}
}

func TestRetriedUpdateHappensOnce(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	if _, err := h.Editorial.CreateReview(ctx, commandstest.Bot, parseReview(t, reviewJSON("Slate", 1))); err != nil {
		t.Fatal(err)
	}
	by := commandstest.Admin
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	first, err := h.Editorial.UpdateReview(ctx, by, 1, editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("Mine")}},
		p(uint64(0)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
		editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("Another's")}}, nil); err != nil {
		t.Fatal(err)
	}
	again, err := h.Editorial.UpdateReview(ctx, by, 1, editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("Mine")}},
		p(uint64(0)))
	if err != nil || again.Revision != first.Revision || again.Position != first.Position {
		t.Errorf("the retry: got %+v, %v, want %+v", again, err, first)
	}
	if got := commandstest.Types(t, log, "review-1"); len(got) != 3 {
		t.Errorf("the stream: %v", got)
	}
	deletion := by
	deletion.BodyHash = "b2"
	for range 2 {
		if _, err := h.Editorial.Content(events.ReviewKind).Delete(ctx, deletion, 1, nil); err != nil {
			t.Errorf("a retried deletion: %v", err)
		}
	}
}

func TestConcurrentUpdatesAllCount(t *testing.T) {
	h, log := commandstest.Start(t)
	if _, err := h.Editorial.CreateReview(t.Context(), commandstest.Bot, parseReview(t, reviewJSON("Slate", 1))); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	var conflicts atomic.Int64
	for i := range 5 {
		group.Go(func() {
			if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1,
				editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p(fmt.Sprint("T", i))}}, nil); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			_, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, 1,
				editorial.ReviewInput{ReviewChanges: events.ReviewChanges{Verdict: p(fmt.Sprint("V", i))}}, p(uint64(0)))
			if commands.KindOf(err) == commands.Conflict {
				conflicts.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := len(commandstest.Types(t, log, "review-1")); got != 1+5+5-int(conflicts.Load()) || conflicts.Load() < 4 {
		t.Errorf("%d events, %d conflicts", got, conflicts.Load())
	}
}

func TestBulkIsFinishedByARetry(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	items, err := editorial.ParseReviewBulk([]byte(`[` + reviewJSON("a", 1) + `,{"title":"bad"},` + reviewJSON("no category", 9) + `,` +
		reviewJSON("b", 1) + `,` + reviewJSON("c", 1) + `]`))
	if err != nil {
		t.Fatal(err)
	}
	by := commandstest.Bot
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	log.Fail(nil, func(stream string) bool { return stream == "review-3" })
	_, err = h.Editorial.CreateReviews(ctx, by, items)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	var done editorial.BulkResult
	for range 2 {
		if done, err = h.Editorial.CreateReviews(ctx, by, items); err != nil {
			t.Fatal(err)
		}
	}
	want := []editorial.BulkCreated{{Index: 0, ID: 1}, {Index: 3, ID: 3}, {Index: 4, ID: 4}}
	if diff := cmp.Diff(want, done.Created); diff != "" {
		t.Error(diff)
	}
	if len(done.Errors) != 2 || done.Errors[0].Index != 1 || done.Errors[1].Errors[0].Field != "categoryId" || done.Position == 0 {
		t.Errorf("errors %+v at %d", done.Errors, done.Position)
	}
	for id, n := range map[events.ReviewID]int{1: 1, 2: 0, 3: 1, 4: 1, 5: 0} {
		if got := len(commandstest.Types(t, log, id.Stream())); got != n {
			t.Errorf("review %d has %d events, want %d", id, got, n)
		}
	}
	none, err := h.Editorial.CreateReviews(ctx, commandstest.Bot, items[1:2])
	if err != nil || len(none.Created) != 0 || len(none.Errors) != 1 {
		t.Errorf("no valid item: got %+v, %v", none, err)
	}
}

func TestPicturesAreStoredOnceAndCompleted(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	large, small := pngOf(t, 700, 500), pngOf(t, 4, 4) // the large one takes two chunks
	in := parseReview(t, reviewJSON("Slate", 1))
	in.ProductImageURL, in.ImageURLs = &large, &[]string{"https://x.example/1.png", small, large}
	log.Fail(nil, nil)
	made, err := h.Editorial.CreateReview(ctx, commandstest.Bot, in)
	if err != nil {
		t.Fatal(err)
	}
	e, err := commandstest.Recorded(t, log, "review-1")[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	content := e.(events.ReviewCreated).ReviewContent
	if len(content.ImageURLs) != 3 || content.ImageURLs[0] != "https://x.example/1.png" || content.ImageURLs[2] != content.ProductImageURL {
		t.Fatalf("images: %q and %q", content.ProductImageURL, content.ImageURLs)
	}
	hash := content.ProductImageURL[len("/media/") : len("/media/")+64]
	chunks := commandstest.Recorded(t, log, events.MediaStream(hash))
	if len(chunks) != 2 || chunks[1].Position >= made.Position {
		t.Fatalf("%d chunks, the review at %d", len(chunks), made.Position)
	}
	before := log.Appends.Load()
	if _, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
		editorial.ReviewInput{ReviewChanges: events.ReviewChanges{ProductImageURL: &large}}, nil); err != nil {
		t.Fatal(err)
	}
	if got := log.Appends.Load() - before; got != 0 {
		t.Errorf("sending the same picture again took %d appends", got)
	}

	// A picture that was cut off after its first chunk.
	other, n := pngOf(t, 701, 500), 0
	log.Fail(nil, func(stream string) bool { n++; return n == 2 })
	_, err = h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
		editorial.ReviewInput{ReviewChanges: events.ReviewChanges{ProductImageURL: &other}}, nil)
	commandstest.WantKind(t, err, commands.Unavailable)
	log.Fail(nil, nil)
	if _, err := h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
		editorial.ReviewInput{ReviewChanges: events.ReviewChanges{ProductImageURL: &other}}, nil); err != nil {
		t.Fatal(err)
	}
	all := commandstest.Recorded(t, log, "review-1")
	e, err = all[len(all)-1].Decode()
	if err != nil {
		t.Fatal(err)
	}
	url := *e.(events.ReviewUpdated).Changes.ProductImageURL
	size := 0
	for i, r := range commandstest.Recorded(t, log, events.MediaStream(url[len("/media/"):len("/media/")+64])) {
		chunk, err := r.Decode()
		if err != nil || chunk.(events.MediaStored).Chunk != i {
			t.Errorf("chunk %d: %+v, %v", i, chunk, err)
		}
		size += len(chunk.(events.MediaStored).Bytes)
		if size > chunk.(events.MediaStored).Size {
			t.Error("more bytes than the file has")
		}
	}
	bad := "data:image/png;base64,AAAA"
	_, err = h.Editorial.UpdateReview(ctx, commandstest.Admin, 1,
		editorial.ReviewInput{ReviewChanges: events.ReviewChanges{ImageURLs: &[]string{bad}}}, nil)
	if commandstest.FieldsOf(t, err)["imageUrls"] == "" {
		t.Error("a picture that is none is taken")
	}
}

func p[T any](v T) *T { return &v }

func parseReview(t testing.TB, body string) editorial.ReviewInput {
	t.Helper()
	in, err := editorial.ParseReview([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}
