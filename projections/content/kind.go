// Kinds of content: what makes reviews, articles and pages different from each other. The rest is the same code for all.

package content

import (
	"candor/events"
	"candor/projections/content/categories"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
)

// kind describes one kind of content: what this room adds.
type kind struct {
	events.Kind
	columns         []string // by which the admin's lists can be sorted
	namesCategories bool     // whether its items' groups are numbers of categories
	rated           bool     // whether its items have scores and prices
	expands         bool     // whether its items' texts may have placeholders
	empty           func() item
	narrow          func(list *listQuery, q Query, known *categories.Set) // by what only this kind's queries can say; nil: nothing
}

// item is one decoded item: a *Review, an *Article or a *Page.
type item interface {
	shared() shared
	content() any                                         // a pointer to a copy of what events say, such as an *events.ReviewContent
	setContent(content any)                               // takes in what content() returned
	group() uint64                                        // what lists may be narrowed to; 0: nothing
	texts(show pictures.Lookup) (html any, search string) // rendered or renderedReview, and the text that searches look through
	setExcerpts()                                         // makes the excerpts of its texts
	addresses() []string                                  // of the pictures in its fields, the one of its card first
	seePictures(v pictures.View)                          // makes its fields and texts name the pictures that are seen
}

// listed is an item of a kind whose lists can be filtered and sorted.
type listed interface {
	scored() (rating, price float64) // 0: none
	names() []names.Spelled          // of its brand, its author, its tags
}
