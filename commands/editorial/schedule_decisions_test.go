// Given these events, when this command, then what is scheduled.

package editorial

import (
	"testing"
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestScheduleDecisions(t *testing.T) {
	soon, later, past := at.Add(time.Hour), at.Add(2*time.Hour), at.Add(-time.Hour)
	none := &time.Time{}
	created := events.ReviewCreated{ReviewID: 12, At: at}
	published := events.ReviewPublished{ReviewID: 12, At: at}
	unpublished := events.ReviewUnpublished{ReviewID: 12, At: at}
	deleted := events.ReviewDeleted{ReviewID: 12, At: at}
	restored := events.ReviewRestored{ReviewID: 12, At: at}
	scheduled := func(publish, unpublish *time.Time) events.Event {
		return events.ReviewScheduled{ReviewID: 12, Schedule: events.Schedule{PublishAt: publish, UnpublishAt: unpublish}, At: at}
	}
	update := func(publish, unpublish *time.Time, published *bool) updateReview {
		return updateReview{id: 12, scheduling: scheduling{publish, unpublish}, status: statusOf(published), at: at, now: at}
	}
	carryOut := func(now time.Time) carryOutReview { return carryOutReview{12, now} }
	decisiontest.PlayFrom(t, reviews.start(), []scenario[review]{
		{"a draft can be born with a schedule", nil, createReview{id: 12, scheduling: scheduling{&soon, &later}, at: at},
			happened(created, scheduled(&soon, &later)), 0, ""},
		{"what is born published has nothing to wait for", nil,
			createReview{id: 12, status: statusPublished, scheduling: scheduling{publish: &soon}, at: at}, nil, commands.Invalid, "publishAt"},
		{"what is born published can leave by itself", nil,
			createReview{id: 12, status: statusPublished, scheduling: scheduling{none, &soon}, at: at},
			happened(created, published, scheduled(nil, &soon)), 0, ""},
		{"what leaves before it comes is refused", nil, createReview{id: 12, scheduling: scheduling{&later, &soon}, at: at}, nil,
			commands.Invalid, "unpublishAt"},
		{"a draft is scheduled", happened(created), update(&soon, nil, nil), happened(scheduled(&soon, nil)), 0, ""},
		{"one time stays when the other is said", happened(created, scheduled(&soon, nil)), update(nil, &later, nil),
			happened(scheduled(&soon, &later)), 0, ""},
		{"a time is taken back", happened(created, scheduled(&soon, &later)), update(none, nil, nil), happened(scheduled(nil, &later)), 0, ""},
		{"the same schedule again is nothing", happened(created, scheduled(&soon, &later)), update(&soon, &later, nil), nil, 0, ""},
		{"no schedule where there is none is nothing", happened(created), update(none, none, nil), nil, 0, ""},
		{"the past is refused", happened(created), update(&past, nil, nil), nil, commands.Invalid, "publishAt"},
		{"now is the past", happened(created), update(nil, &at, nil), nil, commands.Invalid, "unpublishAt"},
		{"a time that has come meanwhile may be said again", happened(created, scheduled(&past, nil)), update(&past, &soon, nil),
			happened(scheduled(&past, &soon)), 0, ""},
		{"leaving at the moment of coming is refused", happened(created, scheduled(&soon, nil)), update(nil, &soon, nil), nil,
			commands.Invalid, "unpublishAt"},
		{"coming after leaving is refused", happened(created, scheduled(nil, &soon)), update(&later, nil, nil), nil,
			commands.Invalid, "unpublishAt"},
		{"a published review has nothing to wait for", happened(created, published), update(&soon, nil, nil), nil, commands.Invalid, "publishAt"},
		{"nor has one that is being published", happened(created), update(&soon, nil, p(true)), nil, commands.Invalid, "publishAt"},
		{"one that is being unpublished may come back", happened(created, published), update(&soon, nil, p(false)),
			happened(unpublished, scheduled(&soon, nil)), 0, ""},
		{"publishing by hand clears the time to publish only", happened(created, scheduled(&soon, &later)), update(nil, nil, p(true)),
			happened(published, scheduled(nil, &later)), 0, ""},
		{"unpublishing by hand clears the time to unpublish", happened(created, published, scheduled(nil, &soon)), update(nil, nil, p(false)),
			happened(unpublished, scheduled(nil, nil)), 0, ""},
		{"unless it is to come back before", happened(created, published, scheduled(nil, &later)), update(&soon, nil, p(false)),
			happened(unpublished, scheduled(&soon, &later)), 0, ""},
		{"or a new one is said", happened(created, published, scheduled(nil, &soon)), update(nil, &later, p(false)),
			happened(unpublished, scheduled(nil, &later)), 0, ""},
		{"a draft that is saved as a draft keeps its schedule", happened(created, scheduled(&soon, &later)),
			update(nil, nil, p(false)), nil, 0, ""},
		{"publishing what has no schedule says nothing of one", happened(created), update(nil, nil, p(true)), happened(published), 0, ""},
		{"a restored review goes on with its schedule", happened(created, scheduled(&soon, &later), deleted), restoreReview{12, at, at},
			happened(restored), 0, ""},
		{"but not with what has passed meanwhile", happened(created, scheduled(&past, &later), deleted), restoreReview{12, at, at},
			happened(restored, scheduled(nil, &later)), 0, ""},

		{"before its time nothing happens", happened(created, scheduled(&later, nil)), carryOut(at), nil, 0, ""},
		{"a draft is published at its time", happened(created, scheduled(&at, &later)), carryOut(at),
			happened(published, scheduled(nil, &later)), 0, ""},
		{"a review leaves at its time", happened(created, published, scheduled(nil, &past)), carryOut(at),
			happened(unpublished, scheduled(nil, nil)), 0, ""},
		{"both times past, in their order", happened(created, scheduled(&past, &at)), carryOut(at),
			happened(published, unpublished, scheduled(nil, nil)), 0, ""},
		{"a draft has nothing to leave", happened(created, scheduled(nil, &past)), carryOut(at), happened(scheduled(nil, nil)), 0, ""},
		{"what is published already is left alone", happened(created, scheduled(&past, nil), published), carryOut(at),
			happened(scheduled(nil, nil)), 0, ""},
		{"what was carried out is not carried out again", happened(created, scheduled(&past, nil), published, scheduled(nil, nil)),
			carryOut(at), nil, 0, ""},
		{"a deleted review stays away", happened(created, scheduled(&past, nil), deleted), carryOut(at), nil, 0, ""},
		{"what was never created is no matter", happened(scheduled(&past, nil)), carryOut(at), nil, 0, ""},
	})

	article1 := events.ArticleCreated{ArticleID: 7, At: at}
	plan := func(publish, unpublish *time.Time) events.Event {
		return events.ArticleScheduled{ArticleID: 7, Schedule: events.Schedule{PublishAt: publish, UnpublishAt: unpublish}, At: at}
	}
	decisiontest.PlayFrom(t, articles.start(), []scenario[article]{
		{"an article can be born with a schedule", nil, createArticle{id: 7, scheduling: scheduling{&soon, nil}, at: at},
			happened(article1, plan(&soon, nil)), 0, ""},
		{"a wrong one is refused", nil, createArticle{id: 7, status: statusPublished, scheduling: scheduling{&soon, nil}, at: at}, nil,
			commands.Invalid, "publishAt"},
		{"publishing by hand clears the time to publish", happened(article1, plan(&soon, nil)),
			updateArticle{id: 7, status: p(statusPublished), at: at, now: at},
			happened(events.ArticlePublished{ArticleID: 7, At: at}, plan(nil, nil)), 0, ""},
		{"the past is refused", happened(article1), updateArticle{id: 7, scheduling: scheduling{&past, nil}, at: at, now: at}, nil,
			commands.Invalid, "publishAt"},
		{"a restored article drops what has passed", happened(article1, plan(&past, nil), events.ArticleDeleted{ArticleID: 7, At: at}),
			restoreArticle{7, at, at},
			happened(events.ArticleRestored{ArticleID: 7, At: at}, plan(nil, nil)), 0, ""},
		{"both times past, in their order", happened(article1, plan(&past, &at)), carryOutArticle{7, at},
			happened(events.ArticlePublished{ArticleID: 7, At: at}, events.ArticleUnpublished{ArticleID: 7, At: at}, plan(nil, nil)), 0, ""},
		{"before its time nothing happens", happened(article1, plan(&soon, nil)), carryOutArticle{7, at}, nil, 0, ""},
	})
}
