// Commands on reviews and their pictures, on a real node.

package commands_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/events"
)

func TestReviewFromCreationToRestoration(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	in := parseReview(t, reviewJSON("Slate", 1))
	yes, no := true, false
	in.IsPublished, in.IsFeatured = &yes, &yes
	made, err := h.CreateReview(ctx, bot, in)
	if err != nil {
		t.Fatal(err)
	}
	if made.ID != 1 || made.Revision != 2 || made.Position == 0 {
		t.Errorf("created: got %+v", made)
	}
	same, err := h.UpdateReview(ctx, admin, 1, in, nil)
	if err != nil || same.Revision != 2 || same.Position != 0 {
		t.Errorf("an update that changes nothing appends nothing: got %+v, %v", same, err)
	}
	change := commands.ReviewInput{ReviewChanges: events.ReviewChanges{Rating: p(3.25)}, ItemOptions: commands.ItemOptions{IsPublished: &no}}
	if _, err := h.UpdateReview(ctx, admin, 1, change, p(uint64(1))); commands.KindOf(err) != commands.Conflict {
		t.Fatalf("an update of an old revision: got %v", err)
	} else if e := err.(*commands.Error); e.CurrentRevision != 2 {
		t.Errorf("the conflict says revision %d, want 2", e.CurrentRevision)
	} else if e.Changed == nil || e.Changed.By != bot.Actor || e.Changed.At.IsZero() {
		t.Errorf("the conflict says %+v, want the bot's change and its time", e.Changed)
	}
	if got, err := h.UpdateReview(ctx, admin, 1, change, p(uint64(2))); err != nil || got.Revision != 5 {
		t.Errorf("updated: got %+v, %v", got, err)
	}
	if _, err := h.Content(events.ReviewKind).Delete(ctx, admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.Content(events.ReviewKind).Delete(ctx, admin, 1, nil)
	wantKind(t, err, commands.NotFound)
	_, err = h.UpdateReview(ctx, admin, 1, change, nil)
	wantKind(t, err, commands.NotFound)
	if _, err := h.Content(events.ReviewKind).Restore(ctx, admin, 1); err != nil {
		t.Fatal(err)
	}
	want := []string{"ReviewCreated", "ReviewPublished", "ReviewFeatured", "ReviewUpdated", "ReviewUpdateNoted", "ReviewUnpublished", "ReviewDeleted", "ReviewRestored"}
	all := recorded(t, log, "review-1")
	if diff := cmp.Diff(want, types(t, log, "review-1")); diff != "" {
		t.Error(diff)
	}
	for i, r := range all {
		m := r.Metadata()
		if i > 0 && m.Previous != all[i-1].Hash() {
			t.Errorf("event %d is not chained to the one before it", i)
		}
		if i == 0 && (m.Actor != bot.Actor || m.CorrelationID != "req-2" || m.CausationID != "req-2") {
			t.Errorf("the first event's metadata: %+v", m)
		}
	}
	for _, id := range []events.ReviewID{0, -1, 99, 1 << 60} {
		_, err := h.UpdateReview(ctx, admin, id, change, nil)
		wantKind(t, err, commands.NotFound)
	}
}

func TestNewReviewNamesWhatItLacks(t *testing.T) {
	h, log := start(t)
	_, err := h.CreateReview(t.Context(), bot, parseReview(t, `{"title":"x","categoryId":77}`))
	fields := fieldsOf(t, err)
	for f, message := range map[string]string{"content": "Content is required", "authorName": "Author is required", "categoryId": "Category does not exist"} {
		if fields[f] != message {
			t.Errorf("%s: got %q, want %q", f, fields[f], message)
		}
	}
	if got := types(t, log, "ids-review"); got != nil {
		t.Errorf("a refused review used up an id: %v", got)
	}
	made, err := h.CreateReview(t.Context(), bot, parseReview(t, `{"productName":"a","productBrand":"b","categoryId":1,"title":"c","content":"d","authorName":"e","rating":null}`))
	if err != nil {
		t.Fatal(err)
	}
	e, err := recorded(t, log, events.ReviewID(made.ID).Stream())[0].Decode()
	if err != nil || e.(events.ReviewCreated).Rating != 1 {
		t.Errorf("a missing rating is 1: got %+v, %v", e, err)
	}
	_, err = h.UpdateReview(t.Context(), admin, 1, parseReview(t, `{"rating":null}`), nil)
	if fieldsOf(t, err)["rating"] == "" {
		t.Error("a rating can't be taken away")
	}
}

func TestRetriedCreateHappensOnce(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	by := bot
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	in := parseReview(t, reviewJSON("Slate", 1))
	yes := true
	in.IsPublished = &yes

	// The first try gets as far as the review, whose answer is lost; the second is cut off earlier.
	log.fail(func(stream string) bool { return stream == "review-1" }, nil)
	_, err := h.CreateReview(ctx, by, in)
	wantKind(t, err, commands.Unavailable)
	log.fail(nil, func(stream string) bool { return stream == "review-1" })
	_, err = h.CreateReview(ctx, by, in)
	wantKind(t, err, commands.Unavailable)
	log.fail(nil, nil)
	for range 3 {
		made, err := h.CreateReview(ctx, by, in)
		if err != nil || made.ID != 1 || made.Revision != 1 {
			t.Fatalf("the retry: got %+v, %v", made, err)
		}
	}
	if got := types(t, log, "review-1"); len(got) != 2 {
		t.Errorf("the review's stream: %v", got)
	}
	if got := types(t, log, "ids-review"); len(got) != 1 {
		t.Errorf("%d ids were used", len(got))
	}
	other := by
	other.BodyHash = "b2"
	_, err = h.CreateReview(ctx, other, in)
	wantKind(t, err, commands.Unprocessable)
	second := by
	second.Actor.ID = "3"
	if made, err := h.CreateReview(ctx, second, in); err != nil || made.ID != 2 {
		t.Errorf("another bot may use the same key: got %+v, %v", made, err)
	}
	// Long after, and changed: the retry still finds its own.
	if _, err := h.UpdateReview(ctx, admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("New")}}, nil); err != nil {
		t.Fatal(err)
	}
	if made, err := h.CreateReview(ctx, by, in); err != nil || made.ID != 1 {
		t.Errorf("a late retry: got %+v, %v", made, err)
	}
	if got := types(t, log, "review-1"); len(got) != 3 {
		t.Errorf("the review's stream after the late retry: %v", got)
	}
}

func TestConcurrentRetriesHappenOnce(t *testing.T) {
	h, log := start(t)
	by := bot
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	in := parseReview(t, reviewJSON("Slate", 1))
	var group sync.WaitGroup
	ids := make([]int64, 12)
	for i := range ids {
		group.Go(func() {
			made, err := h.CreateReview(t.Context(), by, in)
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
		found += len(types(t, log, events.ReviewID(id).Stream()))
	}
	if found != 1 {
		t.Errorf("%d events of reviews, want 1", found)
	}
}

func TestRetriedUpdateHappensOnce(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	if _, err := h.CreateReview(ctx, bot, parseReview(t, reviewJSON("Slate", 1))); err != nil {
		t.Fatal(err)
	}
	by := admin
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	first, err := h.UpdateReview(ctx, by, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("Mine")}}, p(uint64(0)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.UpdateReview(ctx, admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("Another's")}}, nil); err != nil {
		t.Fatal(err)
	}
	again, err := h.UpdateReview(ctx, by, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p("Mine")}}, p(uint64(0)))
	if err != nil || again.Revision != first.Revision || again.Position != first.Position {
		t.Errorf("the retry: got %+v, %v, want %+v", again, err, first)
	}
	if got := types(t, log, "review-1"); len(got) != 3 {
		t.Errorf("the stream: %v", got)
	}
	deletion := by
	deletion.BodyHash = "b2"
	for range 2 {
		if _, err := h.Content(events.ReviewKind).Delete(ctx, deletion, 1, nil); err != nil {
			t.Errorf("a retried deletion: %v", err)
		}
	}
}

func TestConcurrentUpdatesAllCount(t *testing.T) {
	h, log := start(t)
	if _, err := h.CreateReview(t.Context(), bot, parseReview(t, reviewJSON("Slate", 1))); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	var conflicts atomic.Int64
	for i := range 5 {
		group.Go(func() {
			if _, err := h.UpdateReview(t.Context(), admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{Title: p(fmt.Sprint("T", i))}}, nil); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			_, err := h.UpdateReview(t.Context(), admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{Verdict: p(fmt.Sprint("V", i))}}, p(uint64(0)))
			if commands.KindOf(err) == commands.Conflict {
				conflicts.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := len(types(t, log, "review-1")); got != 1+5+5-int(conflicts.Load()) || conflicts.Load() < 4 {
		t.Errorf("%d events, %d conflicts", got, conflicts.Load())
	}
}

func TestBulkIsFinishedByARetry(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	items, err := commands.ParseReviewBulk([]byte(`[` + reviewJSON("a", 1) + `,{"title":"bad"},` + reviewJSON("no category", 9) + `,` + reviewJSON("b", 1) + `,` + reviewJSON("c", 1) + `]`))
	if err != nil {
		t.Fatal(err)
	}
	by := bot
	by.IdempotencyKey, by.BodyHash = "k1", "b1"
	log.fail(nil, func(stream string) bool { return stream == "review-3" })
	_, err = h.CreateReviews(ctx, by, items)
	wantKind(t, err, commands.Unavailable)
	log.fail(nil, nil)
	var done commands.BulkResult
	for range 2 {
		if done, err = h.CreateReviews(ctx, by, items); err != nil {
			t.Fatal(err)
		}
	}
	want := []commands.BulkCreated{{Index: 0, ID: 1}, {Index: 3, ID: 3}, {Index: 4, ID: 4}}
	if diff := cmp.Diff(want, done.Created); diff != "" {
		t.Error(diff)
	}
	if len(done.Errors) != 2 || done.Errors[0].Index != 1 || done.Errors[1].Errors[0].Field != "categoryId" || done.Position == 0 {
		t.Errorf("errors %+v at %d", done.Errors, done.Position)
	}
	for id, n := range map[events.ReviewID]int{1: 1, 2: 0, 3: 1, 4: 1, 5: 0} {
		if got := len(types(t, log, id.Stream())); got != n {
			t.Errorf("review %d has %d events, want %d", id, got, n)
		}
	}
	none, err := h.CreateReviews(ctx, bot, items[1:2])
	if err != nil || len(none.Created) != 0 || len(none.Errors) != 1 {
		t.Errorf("no valid item: got %+v, %v", none, err)
	}
}

func TestPicturesAreStoredOnceAndCompleted(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	large, small := pngOf(t, 700, 500), pngOf(t, 4, 4) // the large one takes two chunks
	in := parseReview(t, reviewJSON("Slate", 1))
	in.ProductImageURL, in.ImageURLs = &large, &[]string{"https://x.example/1.png", small, large}
	log.fail(nil, nil)
	made, err := h.CreateReview(ctx, bot, in)
	if err != nil {
		t.Fatal(err)
	}
	e, err := recorded(t, log, "review-1")[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	content := e.(events.ReviewCreated).ReviewContent
	if len(content.ImageURLs) != 3 || content.ImageURLs[0] != "https://x.example/1.png" || content.ImageURLs[2] != content.ProductImageURL {
		t.Fatalf("images: %q and %q", content.ProductImageURL, content.ImageURLs)
	}
	hash := content.ProductImageURL[len("/media/") : len("/media/")+64]
	chunks := recorded(t, log, events.MediaStream(hash))
	if len(chunks) != 2 || chunks[1].Position >= made.Position {
		t.Fatalf("%d chunks, the review at %d", len(chunks), made.Position)
	}
	before := log.appends.Load()
	if _, err := h.UpdateReview(ctx, admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{ProductImageURL: &large}}, nil); err != nil {
		t.Fatal(err)
	}
	if got := log.appends.Load() - before; got != 0 {
		t.Errorf("sending the same picture again took %d appends", got)
	}

	// A picture that was cut off after its first chunk.
	other, n := pngOf(t, 701, 500), 0
	log.fail(nil, func(stream string) bool { n++; return n == 2 })
	_, err = h.UpdateReview(ctx, admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{ProductImageURL: &other}}, nil)
	wantKind(t, err, commands.Unavailable)
	log.fail(nil, nil)
	if _, err := h.UpdateReview(ctx, admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{ProductImageURL: &other}}, nil); err != nil {
		t.Fatal(err)
	}
	all := recorded(t, log, "review-1")
	e, err = all[len(all)-1].Decode()
	if err != nil {
		t.Fatal(err)
	}
	url := *e.(events.ReviewUpdated).Changes.ProductImageURL
	size := 0
	for i, r := range recorded(t, log, events.MediaStream(url[len("/media/"):len("/media/")+64])) {
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
	_, err = h.UpdateReview(ctx, admin, 1, commands.ReviewInput{ReviewChanges: events.ReviewChanges{ImageURLs: &[]string{bad}}}, nil)
	if fieldsOf(t, err)["imageUrls"] == "" {
		t.Error("a picture that is none is taken")
	}
}

func p[T any](v T) *T { return &v }

func parseReview(t testing.TB, body string) commands.ReviewInput {
	t.Helper()
	in, err := commands.ParseReview([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return in
}
