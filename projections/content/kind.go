// Kinds of content: what makes reviews, articles and pages different from each other. The rest is the same code for all.

package content

import (
	"candor/events"
	"candor/projections/projector"
)

// kind describes one kind of content.
type kind struct {
	name            string   // as events say it: "review"; its buckets' names begin with it
	columns         []string // by which the admin's lists can be sorted
	corrections     bool     // whether changes of its items can be corrections or noted updates
	namesCategories bool     // whether its items' groups are numbers of categories
	listed          bool     // whether its lists can be filtered: its items are listed
	rated           bool     // whether its items have scores and prices
	empty           func() item
	narrow          func(list *listQuery, q Query, categories *categorySet) // by what only this kind's queries can say
}

// letter stands for the kind in keys that are of all kinds.
func (k *kind) letter() byte { return k.name[0] }

// item is one decoded item: a *Review, an *Article or a *Page.
type item interface {
	shared() shared
	change(func(content any) any)                  // replaces the content
	apply(e events.ItemEvent)                      // takes in the content of an event that created or updated the item
	group() uint64                                 // what lists may be narrowed to; 0: nothing
	texts(show pictures) (html any, search string) // rendered or renderedReview, and the text that searches look through
	setExcerpts()                                  // makes the excerpts of its texts
	addresses() []string                           // of the pictures in its fields, the one of its card first
	seePictures(t *projector.Tx)                   // makes its fields and texts name the pictures that readers see
}

// correctable is an item of a kind that has corrections.
type correctable interface {
	corrected(e events.ItemEvent) Correction // without its revision and time
}
