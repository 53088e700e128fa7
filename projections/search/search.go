// Package search finds published reviews, articles and pages by words.
//
// Its file has, for each item, what its events have made of it and, while readers can see it, a document: what is found, shown and
// counted of it, and for each word the documents that have it. [Reader.Find] looks the words of a query up and ranks what it finds;
// [Reader.Suggest] reads the names of products, brands and so on.
package search

import (
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Version is the version of what Search makes of the log, in its file.
//
//	1: first
//	2: the index has the beginnings of words
//	3: headings are apart from the text after them
//	4: long words are cut into parts
//	5: the words are in the file
const Version = 5

// Name is the read model's name.
const Name = "search"

// Define returns the read model's definition. A read model of a past moment takes the versions that are withheld now: where an item was as
// one of them, it isn't found. For the present withheld is nil.
func Define(withheld []events.WithheldVersion) projector.Definition {
	return projector.Definition{
		Name:        Name,
		Version:     Version,
		Prefixes:    []string{events.ReviewPrefix, events.ArticlePrefix, events.PagePrefix, events.CategoryPrefix},
		CommitDelay: 25 * time.Millisecond,
		New:         func() projector.Model { return newSearch(withheld) },
	}
}

// Reader answers searches.
type Reader struct{ projector.View[*search] }

// NewReader returns the read model that p runs.
func NewReader(p *projector.Projector) *Reader { return &Reader{projector.NewView[*search](p)} }
