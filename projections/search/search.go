// Package search finds published reviews, articles and pages by words, in a full-text index beside the read model's file.
//
// The file has, for each item, what its events have made of it and, while readers can see it, a document: what is found, shown and
// counted of it. The index ([store]) is made of the documents. [Reader.Find] looks the words of a query up in it and ranks what it finds;
// [Reader.Suggest] reads the names of products, brands and so on from the file.
package search

import (
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/projections/projector"
)

// Version is the version of what Search makes of the log, in the file and in the index.
//
//	1: first
//	2: the index has the beginnings of words
//	3: headings are apart from the text after them
//	4: long words are cut into parts
const Version = 4

// Name is the read model's name.
const Name = "search"

func init() { projector.Register(Name, define) }

// define returns the read model's definition. In one of a past moment an item isn't found where it was as a version that is withheld now.
func define(c projector.Config) projector.Definition {
	return projector.Definition{
		Version:     Version,
		Prefixes:    events.SitePrefixes(),
		CommitDelay: 25 * time.Millisecond,
		Store: func(folder string, logger zerolog.Logger) projector.Store {
			return &store{folder: folder, past: c.Withheld, logger: logger}
		},
		Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*search](p)} },
	}
}

// Reader answers searches.
type Reader struct{ projector.View[*search] }
