// Commands on tech articles, on a real node.

package editorial_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/events"
)

func TestArticleFromCreationToRestoration(t *testing.T) {
	h, log := commandstest.Start(t)
	ctx := t.Context()
	in, err := editorial.ParseArticle(
		[]byte(`{"title":"Batteries","content":"They last.","category":"AI","authorName":"Ada","isPublished":true}`))
	if err != nil {
		t.Fatal(err)
	}
	picture := pngOf(t, 4, 4)
	in.ImageURL = &picture
	by := commandstest.Bot
	by.IdempotencyKey, by.BodyHash = "k", "b"
	for range 2 {
		if made, err := h.Editorial.CreateArticle(ctx, by, in); err != nil || made.ID != 1 || made.Revision != 1 {
			t.Fatalf("created: got %+v, %v", made, err)
		}
	}
	_, err = h.Editorial.CreateArticle(ctx, commandstest.Bot, editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: p("x")}})
	if got := commandstest.FieldsOf(t, err); len(got) != 3 {
		t.Errorf("what a new article lacks: %v", got)
	}
	if _, err := h.Editorial.UpdateArticle(ctx, commandstest.Admin, 1,
		editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Excerpt: p("Long life")},
			ItemOptions: editorial.ItemOptions{IsPublished: p(false)}}, p(uint64(1))); err != nil {
		t.Fatal(err)
	}
	_, err = h.Editorial.Content(events.ArticleKind).Delete(ctx, commandstest.Admin, 1, p(uint64(1)))
	commandstest.WantKind(t, err, commands.Conflict)
	if _, err := h.Editorial.Content(events.ArticleKind).Delete(ctx, commandstest.Admin, 1, nil); err != nil {
		t.Fatal(err)
	}
	_, err = h.Editorial.UpdateArticle(ctx, commandstest.Admin, 1,
		editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: p("x")}}, nil)
	commandstest.WantKind(t, err, commands.NotFound)
	if _, err := h.Editorial.Content(events.ArticleKind).Restore(ctx, commandstest.Admin, 1); err != nil {
		t.Fatal(err)
	}
	_, err = h.Editorial.Content(events.ArticleKind).Restore(ctx, commandstest.Admin, 0)
	commandstest.WantKind(t, err, commands.NotFound)
	want := []string{"ArticleCreated", "ArticlePublished", "ArticleUnpublished", "ArticleUpdated", "ArticleDeleted", "ArticleRestored"}
	if diff := cmp.Diff(want, commandstest.Types(t, log, "article-1")); diff != "" {
		t.Error(diff)
	}
}
