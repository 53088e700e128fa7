// Commands on tech articles, on a real node.

package commands_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/events"
)

func TestArticleFromCreationToRestoration(t *testing.T) {
	h, log := start(t)
	ctx := t.Context()
	in, err := commands.ParseArticle([]byte(`{"title":"Batteries","content":"They last.","category":"AI","authorName":"Ada","isPublished":true}`))
	if err != nil {
		t.Fatal(err)
	}
	picture := pngOf(t, 4, 4)
	in.ImageURL = &picture
	by := bot
	by.IdempotencyKey, by.BodyHash = "k", "b"
	for range 2 {
		if made, err := h.CreateArticle(ctx, by, in); err != nil || made.ID != 1 || made.Revision != 1 {
			t.Fatalf("created: got %+v, %v", made, err)
		}
	}
	_, err = h.CreateArticle(ctx, bot, commands.ArticleInput{ArticleChanges: events.ArticleChanges{Title: p("x")}})
	if got := fieldsOf(t, err); len(got) != 3 {
		t.Errorf("what a new article lacks: %v", got)
	}
	if _, err := h.UpdateArticle(ctx, admin, 1, commands.ArticleInput{ArticleChanges: events.ArticleChanges{Excerpt: p("Long life")}, ItemOptions: commands.ItemOptions{IsPublished: p(false)}}, p(uint64(1))); err != nil {
		t.Fatal(err)
	}
	_, err = h.Content(events.ArticleKind).Delete(ctx, admin, 1, p(uint64(1)))
	wantKind(t, err, commands.Conflict)
	if _, err := h.Content(events.ArticleKind).Delete(ctx, admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.UpdateArticle(ctx, admin, 1, commands.ArticleInput{ArticleChanges: events.ArticleChanges{Title: p("x")}}, nil)
	wantKind(t, err, commands.NotFound)
	if _, err := h.Content(events.ArticleKind).Restore(ctx, admin, 1); err != nil {
		t.Fatal(err)
	}
	_, err = h.Content(events.ArticleKind).Restore(ctx, admin, 0)
	wantKind(t, err, commands.NotFound)
	want := []string{"ArticleCreated", "ArticlePublished", "ArticleUpdated", "ArticleUnpublished", "ArticleDeleted", "ArticleRestored"}
	if diff := cmp.Diff(want, types(t, log, "article-1")); diff != "" {
		t.Error(diff)
	}
}
