// Items: what events have made of reviews, articles and pages. Buckets, an item's key being the first letter of its kind and its number:
//
//	item     "r" 00…0c → JSON of item
//	group    "r" 00…0c → what its category is called by: "#3", or "=ai" of an article
//	count    "items" → how many there are

package search

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// item is what is known of an item: its content and whether readers see it. One of the contents is set.
type item struct {
	Kind      string                 `json:"kind"`
	ID        int64                  `json:"id"`
	Created   time.Time              `json:"created"`
	Published bool                   `json:"published,omitempty"`
	Deleted   bool                   `json:"deleted,omitempty"`
	Revision  uint64                 `json:"revision"`
	Number    uint64                 `json:"number"` // of the items in the order of their creation, from 0
	Review    *events.ReviewContent  `json:"review,omitempty"`
	Article   *events.ArticleContent `json:"article,omitempty"`
	Page      *events.PageContent    `json:"page,omitempty"`
}

func isKind(kind string) bool {
	return kind == events.ReviewKind || kind == events.ArticleKind || kind == events.PageKind
}

var itemCount = []byte("items")

// itemKey returns an item's key. The kinds' first letters differ.
func itemKey(kind string, id int64) string { return kind[:1] + string(projector.Number(id)) }

// loadItem returns a stored item, nil if there is none.
func loadItem(t *projector.Tx, key string) *item {
	stored := t.Bucket("item").Get([]byte(key))
	if stored == nil {
		return nil
	}
	one := &item{}
	if json.Unmarshal(stored, one) != nil {
		panic(projector.Damage("an item is no JSON"))
	}
	return one
}

// apply takes in an event.
func (i *item) apply(e events.ItemEvent, action events.Action) {
	switch action {
	case events.ActionPublished, events.ActionUnpublished:
		i.Published = action == events.ActionPublished
	case events.ActionDeleted, events.ActionRestored:
		i.Deleted = action == events.ActionDeleted
	}
	switch e := e.(type) {
	case events.ReviewCreated:
		i.Review = &e.ReviewContent
	case events.ReviewUpdated:
		e.Changes.ApplyTo(i.Review)
	case events.ArticleCreated:
		i.Article = &e.ArticleContent
	case events.ArticleUpdated:
		e.Changes.ApplyTo(i.Article)
	case events.PageCreated:
		i.Page = &e.PageContent
	case events.PageUpdated:
		e.Changes.ApplyTo(i.Page)
	}
}

// group returns what the item's category is called by, "" for a page.
func (i *item) group() string {
	switch {
	case i.Review != nil:
		return reviewGroup(int64(i.Review.CategoryID))
	case i.Article != nil:
		return articleGroup(i.Article.Category)
	}
	return ""
}

func reviewGroup(id int64) string         { return "#" + strconv.FormatInt(id, 10) }
func articleGroup(category string) string { return "=" + articleText(category) }
func articleText(category string) string  { return answers.Fold(strings.TrimSpace(category)) }

// write stores an item, and its document if readers see it.
func (s *search) write(t *projector.Tx, one *item, postings postingChanges) {
	key := itemKey(one.Kind, one.ID)
	t.Bucket("item").Packed().Put([]byte(key), projector.Encode(one))
	t.Bucket("group").Put([]byte(key), []byte(one.group()))
	var now *document
	if one.Published && !one.Deleted && !s.hides(one) {
		now = documentOf(one, categoryOf(t, one))
	}
	before, found := readDocument(t, one.Number), now.analyze()
	postings.note(one.Number, before.analyze(), found)
	writeNames(t, key, before, now)
	writeDocument(t, one.Number, now, found)
}
