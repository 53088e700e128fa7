// Given these events, when this update, then what readers are told of it.

package editorial

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestMarkingDecisions(t *testing.T) {
	content := events.ReviewContent{ProductName: "Slate 14", ProductBrand: "Acme", Title: "Slate 14", Content: "Fast.", Rating: 4.5,
		ProductPrice: 999, AuthorName: "Ada"}
	created := events.ReviewCreated{ReviewID: 12, ReviewContent: content, At: at}
	published := events.ReviewPublished{ReviewID: 12, At: at}
	unpublished := events.ReviewUnpublished{ReviewID: 12, At: at}
	note := p("We had measured the wrong model.")
	wrong, changed, slip, unsaid := Marking{Correction: note}, Marking{Update: note}, Marking{Typo: true}, Marking{}
	marked := func(m Marking, ch events.ReviewChanges, published *bool) updateReview {
		return updateReview{id: 12, changes: ch, status: statusOf(published), marking: m, at: at, now: at}
	}
	updated := func(ch events.ReviewChanges) events.Event {
		return events.ReviewUpdated{ReviewID: 12, Changes: ch, At: at}
	}
	corrected := func(was events.ReviewChanges) events.Event {
		return events.ReviewCorrected{ReviewID: 12, Note: *note, Was: was, At: at}
	}
	noted := func(note string, was events.ReviewChanges) events.Event {
		return events.ReviewUpdateNoted{ReviewID: 12, Note: note, Was: was, At: at}
	}
	typo := events.ReviewTypoMarked{ReviewID: 12, At: at}
	lower, was := events.ReviewChanges{Rating: p(4.0)}, events.ReviewChanges{Rating: p(4.5)}
	credit, uncredited := events.ReviewChanges{VideoCredit: p("Bo")}, events.ReviewChanges{VideoCredit: p("")}
	product := events.ReviewChanges{ProductName: p("Slate 15"), ProductBrand: p("Acme Labs"), ProductDescription: p("A laptop.")}
	decisiontest.PlayFrom(t, reviews.start(), []scenario[review]{
		{"a rating is corrected", happened(created, published), marked(wrong, lower, nil), happened(updated(lower), corrected(was)), 0, ""},
		{"a product is corrected", happened(created, published), marked(wrong, product, nil),
			happened(updated(product), corrected(events.ReviewChanges{ProductName: p("Slate 14"), ProductBrand: p("Acme"),
				ProductDescription: p("")})), 0, ""},
		{"a correction holds only what it may be about", happened(created, published),
			marked(wrong, events.ReviewChanges{Rating: p(4.0), VideoCredit: p("Bo"), Verdict: p("Wait")}, nil),
			happened(updated(events.ReviewChanges{Rating: p(4.0), VideoCredit: p("Bo"), Verdict: p("Wait")}),
				corrected(events.ReviewChanges{Rating: p(4.5), Verdict: p("")})), 0, ""},
		{"an emptied price was there", happened(created, published),
			marked(wrong, events.ReviewChanges{ProductPrice: p(0.0), ProductPriceMax: p(0.0)}, nil),
			happened(updated(events.ReviewChanges{ProductPrice: p(0.0)}), corrected(events.ReviewChanges{ProductPrice: p(999.0)})), 0, ""},
		{"a draft can't have a correction", happened(created), marked(wrong, lower, nil), nil, commands.Invalid, "correction"},
		{"nor has one that is published just now", happened(created), marked(wrong, lower, p(true)), nil, commands.Invalid, "correction"},
		{"nor has one that was unpublished", happened(created, published, unpublished), marked(wrong, lower, nil), nil,
			commands.Invalid, "correction"},
		{"a change that readers don't care for is no correction", happened(created, published), marked(wrong, credit, nil), nil,
			commands.Invalid, "correction"},
		{"nor is no change", happened(created, published), marked(wrong, was, nil), nil, commands.Invalid, "correction"},
		{"nor is a change with which the review leaves", happened(created, published), marked(wrong, lower, p(false)), nil,
			commands.Invalid, "correction"},

		{"what changed while it was unpublished is corrected with its publication", happened(created, published, unpublished, updated(lower)),
			marked(wrong, events.ReviewChanges{}, p(true)),
			happened(published, corrected(was)), 0, ""},
		{"together with what the publication changes", happened(created, published, unpublished, updated(lower)),
			marked(wrong, events.ReviewChanges{Verdict: p("Wait")}, p(true)),
			happened(updated(events.ReviewChanges{Verdict: p("Wait")}), published, corrected(events.ReviewChanges{Rating: p(4.5), Verdict: p("")})),
			0, ""},
		{"or brought up to date", happened(created, published, unpublished, updated(lower)), marked(changed, events.ReviewChanges{}, p(true)),
			happened(published, noted(*note, was)), 0, ""},
		{"a new score is no typo then either", happened(created, published, unpublished, updated(lower)),
			marked(slip, events.ReviewChanges{}, p(true)), nil, commands.Invalid, "typo"},
		{"what was changed back is no change", happened(created, published, unpublished, updated(lower), updated(was)),
			marked(wrong, events.ReviewChanges{}, p(true)), nil, commands.Invalid, "correction"},
		{"a slip of the pen is one", happened(created, published, unpublished, updated(events.ReviewChanges{Content: p("Faster.")})),
			marked(slip, events.ReviewChanges{}, p(true)), happened(published, typo), 0, ""},
		{"the change is compared with what readers saw", happened(created, published, updated(lower), unpublished, updated(was)),
			marked(wrong, events.ReviewChanges{}, p(true)), happened(published, corrected(lower)), 0, ""},
		{"also after an update that took it away", happened(created, published, unpublished, updated(lower), published), marked(wrong, was, nil),
			happened(updated(was), corrected(lower)), 0, ""},
		{"while it stays unpublished nothing is said", happened(created, published, unpublished), marked(changed, lower, nil), nil,
			commands.Invalid, "update"},

		{"a rating is brought up to date", happened(created, published), marked(changed, lower, nil),
			happened(updated(lower), noted(*note, was)), 0, ""},
		{"without a note", happened(created, published), marked(Marking{Update: p("")}, lower, nil),
			happened(updated(lower), noted("", was)), 0, ""},
		{"an update may be about any field", happened(created, published), marked(changed, credit, nil),
			happened(updated(credit), noted(*note, events.ReviewChanges{})), 0, ""},
		{"but not about none", happened(created, published), marked(changed, was, nil), nil, commands.Invalid, "update"},
		{"nor about being featured", happened(created, published), updateReview{id: 12, featured: p(true), marking: changed, at: at, now: at},
			nil, commands.Invalid, "update"},
		{"a draft has no update", happened(created), marked(changed, lower, nil), nil, commands.Invalid, "update"},

		{"a slip of the pen", happened(created, published), marked(slip, events.ReviewChanges{Title: p("Slate 14 tested")}, nil),
			happened(updated(events.ReviewChanges{Title: p("Slate 14 tested")}), typo), 0, ""},
		{"a rating is none", happened(created, published), marked(slip, lower, nil), nil, commands.Invalid, "typo"},
		{"but one that is imported, as its author said so", happened(created, published), updateReview{id: 12, changes: lower, marking: slip,
			imported: true, at: at, now: at},
			happened(updated(lower), typo), 0, ""},
		{"no change is none", happened(created, published), marked(slip, was, nil), nil, commands.Invalid, "typo"},
		{"a draft has none", happened(created), marked(slip, lower, nil), nil, commands.Invalid, "typo"},

		{"a change that is left unsaid is an edit", happened(created, published), marked(unsaid, product, nil),
			happened(updated(product)), 0, ""},
		{"even of a rating", happened(created, published), marked(unsaid, lower, nil), happened(updated(lower)), 0, ""},
		{"nobody has seen a draft's rating", happened(created), marked(unsaid, lower, nil), happened(updated(lower)), 0, ""},
		{"nor that of one published just now", happened(created), marked(unsaid, lower, p(true)), happened(updated(lower), published), 0, ""},
		{"no change says nothing", happened(created, published), marked(unsaid, was, p(true)), nil, 0, ""},
		{"an imported change says what its author said", happened(created, published), updateReview{id: 12, changes: lower, imported: true,
			at: at, now: at}, happened(updated(lower)), 0, ""},
		{"a correction that is taken back stays on record", happened(created, published, updated(lower), corrected(was)),
			marked(unsaid, was, nil), happened(updated(was)), 0, ""},
		{"the scheduler says nothing", happened(created, events.ReviewScheduled{ReviewID: 12, Schedule: events.Schedule{PublishAt: &at}, At: at}),
			carryOutReview{12, at},
			happened(published, events.ReviewScheduled{ReviewID: 12, At: at}), 0, ""},
	})

	for _, undo := range []struct {
		name string
		then []events.Event // since it was published, which are undone
		now  []events.Event
	}{
		{"undoing a change of a published rating is an edit", happened(updated(lower), noted("", was)), happened(updated(was))},
		{"undoing another change is one, too", happened(updated(credit)), happened(updated(uncredited))},
		{"undoing what is a draft now says nothing", happened(unpublished, updated(lower)), happened(updated(was), published)},
	} {
		before := reviews.start().Evolve(created).Evolve(published)
		after := before
		for _, e := range undo.then {
			after = after.Evolve(e)
		}
		evs, err := after.TransitionTo(12, before, at)
		if diff := cmp.Diff(undo.now, evs); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", undo.name, err, diff)
		}
	}

	article1 := events.ArticleCreated{ArticleID: 7, ArticleContent: events.ArticleContent{Title: "News", Content: "Old", Excerpt: "Short",
		Category: "AI"}, At: at}
	onSite := events.ArticlePublished{ArticleID: 7, At: at}
	change := events.ArticleChanges{Content: p("New"), Category: p("Security")}
	category := events.ArticleChanges{Category: p("Security")}
	article2 := func(m Marking, ch events.ArticleChanges) updateArticle {
		return updateArticle{id: 7, changes: ch, marking: m, at: at, now: at}
	}
	edited := func(ch events.ArticleChanges) events.Event {
		return events.ArticleUpdated{ArticleID: 7, Changes: ch, At: at}
	}
	decisiontest.PlayFrom(t, articles.start(), []scenario[article]{
		{"a text is corrected", happened(article1, onSite), article2(wrong, change),
			happened(edited(change), events.ArticleCorrected{ArticleID: 7, Note: *note, Was: events.ArticleChanges{Content: p("Old")}, At: at}),
			0, ""},
		{"a category is no text", happened(article1, onSite), article2(wrong, category), nil, commands.Invalid, "correction"},
		{"a draft can't have a correction", happened(article1), article2(wrong, change), nil, commands.Invalid, "correction"},
		{"a text is brought up to date", happened(article1, onSite), article2(changed, change),
			happened(edited(change), events.ArticleUpdateNoted{ArticleID: 7, Note: *note, Was: events.ArticleChanges{Content: p("Old")}, At: at}),
			0, ""},
		{"a slip of the pen", happened(article1, onSite), article2(slip, category),
			happened(edited(category), events.ArticleTypoMarked{ArticleID: 7, At: at}), 0, ""},
		{"a change that is left unsaid is an edit", happened(article1, onSite), article2(unsaid, change), happened(edited(change)), 0, ""},
	})
}
