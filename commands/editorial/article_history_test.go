// The history of an article, for any life that it may have had, and actions on several at once.

package editorial_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
	"pgregory.net/rapid"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
)

func (l *life) articleAt(t *rapid.T, h *rooms.Handlers, id events.ArticleID, revision uint64) articleState {
	p, err := h.Editorial.Content(events.ArticleKind).At(context.Background(), int64(id), revision)
	if err != nil {
		t.Fatalf("%s at revision %d: %v", id.Stream(), revision, err)
	}
	return articleState{*p.Content.(*events.ArticleContent), p.Published, p.Deleted}
}

func (l *life) articleNow(t *rapid.T, h *rooms.Handlers, id events.ArticleID) (articleState, uint64) {
	last := uint64(len(l.streams[id.Stream()]) - 1)
	return l.articleAt(t, h, id, last), last
}

// Edits and actions on any of three articles: what was known of every revision is what restoring it gives, and what
// an action on several has changed is what its opposite, on those, takes back.
func TestAnyRevisionOfAnArticleCanBeRestoredAndAnyBulkUndone(t *testing.T) {
	ctx := context.Background()
	opposite := map[editorial.BulkAction]editorial.BulkAction{
		editorial.BulkPublish: editorial.BulkUnpublish, editorial.BulkUnpublish: editorial.BulkPublish,
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
		const articles = 3
		known := map[int64]map[uint64]articleState{}
		want := map[int64]articleState{}
		note := func(id int64) {
			t.Helper()
			got, last := log.articleNow(t, h, events.ArticleID(id))
			if diff := cmp.Diff(want[id], got); diff != "" {
				t.Fatalf("article %d: %s", id, diff)
			}
			known[id][last] = got
		}
		text := func(what string) *string { return p(words.Draw(t, what)) }
		for id := range int64(articles) {
			id++
			in := editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: text("title"), Content: text("content"),
				Category: text("category"), AuthorName: p("Ada")}}
			_, err := h.Editorial.CreateArticle(ctx, commandstest.Admin, in)
			must(err)
			known[id] = map[uint64]articleState{}
			want[id] = articleState{Content: events.ArticleContent{Title: *in.Title, Content: *in.Content, Category: *in.Category,
				AuthorName: "Ada"}}
			note(id)
		}
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			id := rapid.Int64Range(1, articles).Draw(t, "article")
			s := want[id]
			switch rapid.SampledFrom([]string{"edit", "restore", "bulk", "bulk"}).Draw(t, "what") {
			case "edit":
				in := editorial.ArticleInput{ArticleChanges: events.ArticleChanges{Title: text("title"),
					Excerpt: p(rapid.SampledFrom([]string{"", "Short."}).Draw(t, "excerpt"))},
					ItemOptions: editorial.ItemOptions{IsPublished: p(rapid.Bool().Draw(t, "published"))}}
				_, err := h.Editorial.UpdateArticle(ctx, commandstest.Admin, events.ArticleID(id), in, nil)
				if s.Deleted {
					if commands.KindOf(err) != commands.NotFound {
						t.Fatalf("edit of a deleted article: %v", err)
					}
					continue
				}
				must(err)
				s.Content.Title, s.Content.Excerpt, s.Published = *in.Title, *in.Excerpt, *in.IsPublished
				want[id] = s
				note(id)
			case "restore":
				_, last := log.articleNow(t, h, events.ArticleID(id))
				revision := rapid.Uint64Range(0, last).Draw(t, "revision")
				then := log.articleAt(t, h, events.ArticleID(id), revision)
				if expected, ok := known[id][revision]; ok && !cmp.Equal(expected, then) {
					t.Fatalf("article %d at revision %d: %s", id, revision, cmp.Diff(expected, then))
				}
				how := editorial.Restoring{State: rapid.Bool().Draw(t, "with state")}
				_, err := h.Editorial.Content(events.ArticleKind).RestoreTo(ctx, commandstest.Admin, id, revision, how, &last)
				if s.Deleted {
					if commands.KindOf(err) != commands.NotFound {
						t.Fatalf("restore of a deleted article's revision: %v", err)
					}
					continue
				}
				must(err)
				if s.Content = then.Content; how.State {
					s.Published = then.Published
				}
				want[id] = s
				note(id)
			case "bulk":
				in := editorial.BulkChange{Action: rapid.SampledFrom(editorial.ArticleActions).Draw(t, "action"),
					IDs: []int64{1, 2, 3}[:rapid.IntRange(1, articles).Draw(t, "how many")]}
				out, err := h.Editorial.Content(events.ArticleKind).Bulk(ctx, commandstest.Admin, in)
				must(err)
				back := editorial.BulkChange{Action: opposite[in.Action]}
				undo := rapid.Bool().Draw(t, "undo")
				for _, done := range out.Done {
					if done.Changed {
						back.IDs = append(back.IDs, done.ID)
					}
					if undo || !done.Changed {
						continue
					}
					s := want[done.ID]
					switch in.Action {
					case editorial.BulkPublish, editorial.BulkUnpublish:
						s.Published = in.Action == editorial.BulkPublish
					default:
						s.Deleted = in.Action == editorial.BulkDelete
					}
					want[done.ID] = s
				}
				if undo {
					if out, err = h.Editorial.Content(events.ArticleKind).Bulk(ctx, commandstest.Admin, back); err != nil || len(out.Refused) > 0 {
						t.Fatalf("undo of %s: %+v, %v", in.Action, out, err)
					}
				}
				for id := range want {
					note(id)
				}
			}
		}
	})
}
