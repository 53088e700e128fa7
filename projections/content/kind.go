// Kinds of content: what makes reviews, articles and pages different from each other. The rest is the same code for all.

package content

import (
	"candor/events"
	"candor/projections/projector"
)

// kind describes one kind of content: what this room adds.
type kind struct {
	events.Kind
	columns         []string // by which the admin's lists can be sorted
	namesCategories bool     // whether its items' groups are numbers of categories
	rated           bool     // whether its items have scores and prices
	empty           func() item
	narrow          func(list *listQuery, q Query, categories *categorySet) // by what only this kind's queries can say
}

// item is one decoded item: a *Review, an *Article or a *Page.
type item interface {
	shared() shared
	content() any                                  // a pointer to a copy of what events say, such as an *events.ReviewContent
	setContent(content any)                        // takes in what content() returned
	group() uint64                                 // what lists may be narrowed to; 0: nothing
	texts(show pictures) (html any, search string) // rendered or renderedReview, and the text that searches look through
	setExcerpts()                                  // makes the excerpts of its texts
	addresses() []string                           // of the pictures in its fields, the one of its card first
	seePictures(t *projector.Tx)                   // makes its fields and texts name the pictures that readers see
}
