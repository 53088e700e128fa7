// Package search finds published reviews, articles and pages by words.
//
// Its file has, for each item, what its events have made of it and, while readers can see it, a document: what is found, shown and
// counted of it, and for each word the documents that have it. [Reader.Find] looks the words of a query up and ranks what it finds;
// [Reader.Suggest] offers items and names of brands and so on while words are typed.
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
//	6: items are stored without what their documents' texts have
//	7: the site's language; words that some write together as they are, too
//	8: words without accents, and with them beside; numbers and what belongs to them written together; signs at the end of names
//	9: scores, prices and pictures; what suggestions are made of is in the documents
//	10: U+FDFA is its abbreviation
//	11: texts are packed
const Version = 11

// Name is the read model's name.
const Name = "search"

func init() { projector.Register(Name, define) }

// define returns the read model's definition. In one of a past moment an item isn't found where it was as a version that is withheld now.
func define(c projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version:     Version,
		Prefixes:    append(events.SitePrefixes(), events.SettingsStream(events.SiteSection)),
		CommitDelay: 25 * time.Millisecond,
		New:         func() projector.Model { return newSearch(c.Withheld) },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*search](p)} }}
}

// Reader answers searches.
type Reader struct{ projector.View[*search] }
