// Given these events, when this command, then those events or that refusal.

package editorial

import (
	"testing"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

// The commands on items, by their kinds.
type (
	createReview   = createItem[events.ReviewContent, events.ReviewChanges]
	updateReview   = updateItem[events.ReviewContent, events.ReviewChanges]
	deleteReview   = deleteItem[events.ReviewContent, events.ReviewChanges]
	restoreReview  = restoreItem[events.ReviewContent, events.ReviewChanges]
	carryOutReview = carryOut[events.ReviewContent, events.ReviewChanges]

	createArticle   = createItem[events.ArticleContent, events.ArticleChanges]
	updateArticle   = updateItem[events.ArticleContent, events.ArticleChanges]
	deleteArticle   = deleteItem[events.ArticleContent, events.ArticleChanges]
	restoreArticle  = restoreItem[events.ArticleContent, events.ArticleChanges]
	carryOutArticle = carryOut[events.ArticleContent, events.ArticleChanges]
)

func TestReviewDecisions(t *testing.T) {
	content := events.ReviewContent{Title: "Slate 14", Rating: 4.5, Pros: []string{"light"}, ProductPrice: 999}
	created := events.ReviewCreated{ReviewID: 12, ReviewContent: content, At: at}
	published := events.ReviewPublished{ReviewID: 12, At: at}
	unpublished := events.ReviewUnpublished{ReviewID: 12, At: at}
	featured := events.ReviewFeatured{ReviewID: 12, At: at}
	unfeatured := events.ReviewUnfeatured{ReviewID: 12, At: at}
	deleted := events.ReviewDeleted{ReviewID: 12, At: at}
	restored := events.ReviewRestored{ReviewID: 12, At: at}
	update := func(ch events.ReviewChanges, published, featured *bool) updateReview {
		return updateReview{id: 12, changes: ch, status: statusOf(published), featured: featured, at: at}
	}
	updated := func(ch events.ReviewChanges) events.Event {
		return events.ReviewUpdated{ReviewID: 12, Changes: ch, At: at}
	}
	decisiontest.PlayFrom(t, reviews.start(), []scenario[review]{
		{"a new review is a draft", nil, createReview{id: 12, content: content, at: at}, happened(created), 0, ""},
		{"a review can be born published and featured", nil, createReview{id: 12, content: content, status: statusPublished,
			featured: true, at: at},
			happened(created, published, featured), 0, ""},
		{"an update records changed fields only", happened(created), update(events.ReviewChanges{Title: p("Slate 15"), Rating: p(4.5)}, nil, nil),
			happened(updated(events.ReviewChanges{Title: p("Slate 15")})), 0, ""},
		{"an update compares with earlier updates", happened(created, updated(events.ReviewChanges{Title: p("Slate 15")})),
			update(events.ReviewChanges{Title: p("Slate 15")}, nil, nil), nil, 0, ""},
		{"an update that changes nothing records nothing", happened(created, published),
			update(events.ReviewChanges{Pros: &[]string{"light"}, ProductPrice: p(999.0)}, p(true), p(false)), nil, 0, ""},
		{"a list can be emptied", happened(created), update(events.ReviewChanges{Pros: &[]string{}}, nil, nil),
			happened(updated(events.ReviewChanges{Pros: &[]string{}})), 0, ""},
		{"emptying an empty list records nothing", happened(created), update(events.ReviewChanges{Cons: &[]string{}}, nil, nil), nil, 0, ""},
		{"a draft becomes public", happened(created), update(events.ReviewChanges{}, p(true), nil), happened(published), 0, ""},
		{"a public review becomes a draft", happened(created, published), update(events.ReviewChanges{}, p(false), nil),
			happened(unpublished), 0, ""},
		{"featuring is apart from publishing", happened(created), update(events.ReviewChanges{}, nil, p(true)), happened(featured), 0, ""},
		{"a featured review leaves the home page", happened(created, featured), update(events.ReviewChanges{}, nil, p(false)),
			happened(unfeatured), 0, ""},
		{"text and flags change in one append", happened(created), update(events.ReviewChanges{Title: p("x")}, p(true), p(true)),
			happened(updated(events.ReviewChanges{Title: p("x")}), published, featured), 0, ""},
		{"an unknown review can't be updated", nil, update(events.ReviewChanges{Title: p("x")}, nil, nil), nil, commands.NotFound, ""},
		{"a deleted review can't be updated", happened(created, deleted), update(events.ReviewChanges{Title: p("x")}, nil, nil),
			nil, commands.NotFound, ""},
		{"a review is deleted", happened(created, published), deleteReview{12, at}, happened(deleted), 0, ""},
		{"a deleted review can't be deleted again", happened(created, deleted), deleteReview{12, at}, nil, commands.NotFound, ""},
		{"an unknown review can't be deleted", nil, deleteReview{12, at}, nil, commands.NotFound, ""},
		{"a deleted review is restored", happened(created, deleted), restoreReview{12, at, at}, happened(restored), 0, ""},
		{"a restored review is as it was", happened(created, published, deleted, restored), update(events.ReviewChanges{Title: p("Slate 14")},
			p(true), nil), nil, 0, ""},
		{"a review that is there needs no restoring", happened(created), restoreReview{12, at, at}, nil, 0, ""},
		{"an unknown review can't be restored", nil, restoreReview{12, at, at}, nil, commands.NotFound, ""},
		{"an unknown event does no harm", happened(created, stranger{}), restoreReview{12, at, at}, nil, 0, ""},
	})
}

func TestArticleDecisions(t *testing.T) {
	created := events.ArticleCreated{ArticleID: 7, ArticleContent: events.ArticleContent{Title: "Batteries", Category: "AI"}, At: at}
	published := events.ArticlePublished{ArticleID: 7, At: at}
	unpublished := events.ArticleUnpublished{ArticleID: 7, At: at}
	deleted := events.ArticleDeleted{ArticleID: 7, At: at}
	restored := events.ArticleRestored{ArticleID: 7, At: at}
	decisiontest.PlayFrom(t, articles.start(), []scenario[article]{
		{"a new article is a draft", nil, createArticle{id: 7, content: created.ArticleContent, at: at}, happened(created), 0, ""},
		{"an article can be born published", nil, createArticle{id: 7, content: created.ArticleContent, status: statusPublished, at: at},
			happened(created, published), 0, ""},
		{"an update records changed fields only", happened(created),
			updateArticle{id: 7, changes: events.ArticleChanges{Title: p("Cells"), Category: p("AI")}, at: at},
			happened(events.ArticleUpdated{ArticleID: 7, Changes: events.ArticleChanges{Title: p("Cells")}, At: at}), 0, ""},
		{"an update that changes nothing records nothing", happened(created, published),
			updateArticle{id: 7, changes: events.ArticleChanges{Title: p("Batteries")}, status: p(statusPublished), at: at}, nil, 0, ""},
		{"a draft becomes public", happened(created), updateArticle{id: 7, status: p(statusPublished), at: at}, happened(published), 0, ""},
		{"a public article becomes a draft", happened(created, published), updateArticle{id: 7, status: p(statusDraft), at: at},
			happened(unpublished), 0, ""},
		{"a deleted article can't be updated", happened(created, deleted), updateArticle{id: 7, status: p(statusPublished), at: at},
			nil, commands.NotFound, ""},
		{"an article is deleted", happened(created), deleteArticle{7, at}, happened(deleted), 0, ""},
		{"a deleted article can't be deleted again", happened(created, deleted), deleteArticle{7, at}, nil, commands.NotFound, ""},
		{"a deleted article is restored", happened(created, deleted), restoreArticle{7, at, at}, happened(restored), 0, ""},
		{"an article that is there needs no restoring", happened(created, deleted, restored), restoreArticle{7, at, at}, nil, 0, ""},
		{"an unknown article can't be restored", happened(stranger{}), restoreArticle{7, at, at}, nil, commands.NotFound, ""},
	})
}
