// Tech articles, as a kind of content.

package commands

import (
	"time"

	"candor/events"
)

// article is the state of one article.
type article = item[events.ArticleContent, events.ArticleChanges]

var articles = &kind[events.ArticleContent, events.ArticleChanges]{
	name: events.ArticleKind, noun: "Tech article", newNoun: "article", prefix: events.ArticlePrefix, actions: ArticleActions,
	content: func(e events.Event) events.ArticleContent { return e.(events.ArticleCreated).ArticleContent },
	created: func(id int64, content events.ArticleContent, at, modified time.Time) events.Event {
		return events.ArticleCreated{ArticleID: events.ArticleID(id), ArticleContent: content, At: at, ModifiedAt: modified}
	},
	updated: func(id int64, changes events.ArticleChanges, at time.Time) events.Event {
		return events.ArticleUpdated{ArticleID: events.ArticleID(id), Changes: changes, At: at}
	},
	scheduled: func(id int64, schedule events.Schedule, at time.Time) events.Event {
		return events.ArticleScheduled{ArticleID: events.ArticleID(id), Schedule: schedule, At: at}
	},
	moved: func(number int64, action events.Action, at time.Time) events.Event {
		id := events.ArticleID(number)
		return map[events.Action]events.Event{
			events.ActionPublished:   events.ArticlePublished{ArticleID: id, At: at},
			events.ActionUnpublished: events.ArticleUnpublished{ArticleID: id, At: at},
			events.ActionDeleted:     events.ArticleDeleted{ArticleID: id, At: at},
			events.ActionRestored:    events.ArticleRestored{ArticleID: id, At: at},
		}[action]
	},
	title: func(c events.ArticleContent) string { return c.Title },
	all: func(c events.ArticleContent) events.ArticleChanges {
		return events.ArticleChanges{Title: &c.Title, Content: &c.Content, Excerpt: &c.Excerpt, ImageURL: &c.ImageURL, VideoURL: &c.VideoURL,
			VideoCredit: &c.VideoCredit, Category: &c.Category, AuthorName: &c.AuthorName, Tags: wholeList(c.Tags)}
	},
	differing: func(ch events.ArticleChanges, c events.ArticleContent) events.ArticleChanges {
		return events.ArticleChanges{
			Title:       changed(ch.Title, c.Title),
			Content:     changed(ch.Content, c.Content),
			Excerpt:     changed(ch.Excerpt, c.Excerpt),
			ImageURL:    changed(ch.ImageURL, c.ImageURL),
			VideoURL:    changed(ch.VideoURL, c.VideoURL),
			VideoCredit: changed(ch.VideoCredit, c.VideoCredit),
			Category:    changed(ch.Category, c.Category),
			AuthorName:  changed(ch.AuthorName, c.AuthorName),
			Tags:        changedList(ch.Tags, c.Tags),
		}
	},
	corrections: &corrections[events.ArticleContent, events.ArticleChanges]{
		fields: "the content, the title or the excerpt",
		former: func(ch events.ArticleChanges, c events.ArticleContent) events.ArticleChanges {
			return events.ArticleChanges{Title: former(ch.Title, c.Title), Content: former(ch.Content, c.Content), Excerpt: former(ch.Excerpt, c.Excerpt)}
		},
		corrected: func(id int64, note string, was events.ArticleChanges, at time.Time) events.Event {
			return events.ArticleCorrected{ArticleID: events.ArticleID(id), Note: note, Was: was, At: at}
		},
		noted: func(id int64, note string, was events.ArticleChanges, at time.Time) events.Event {
			return events.ArticleUpdateNoted{ArticleID: events.ArticleID(id), Note: note, Was: was, At: at}
		},
		typo: func(id int64, at time.Time) events.Event {
			return events.ArticleTypoMarked{ArticleID: events.ArticleID(id), At: at}
		},
	},
	versions: &versionEvents{
		withheld: func(id int64, revision uint64, reason string, at time.Time) events.Event {
			return events.ArticleVersionWithheld{ArticleID: events.ArticleID(id), Revision: revision, Reason: reason, At: at}
		},
		released: func(id int64, revision uint64, at time.Time) events.Event {
			return events.ArticleVersionReleased{ArticleID: events.ArticleID(id), Revision: revision, At: at}
		},
	},
	read: readArticle, tidy: tidyArticle, missing: missingInArticle, pictures: picturesOfArticle,
}
