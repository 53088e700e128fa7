// Package content answers with reviews, articles, pages, categories, products and authors, for readers and for the admin's lists.
package content

import (
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what Content makes of the log.
//
//	1: first
//	2: pricedAt of reviews
//	3: deleted categories, schedules and corrections; where the addresses of imported items lead to
//	4: which pictures are used by what, and which were removed
//	5: pages
//	6: texts are Markdown, rendered beside the rows; searches look through them without markup
//	7: corrections have a type, as noted updates are among them; which API key created an item
//	8: excerpts of texts; withheld versions
//	9: what is known of pictures, in rendered texts and beside items; replaced pictures
//	10: tables' rows keep what they have beyond the last column
//	11: verdicts without markup are whole
//	12: what lists are filtered and sorted by; names of tags, brands and authors; authors; the order of categories
//	13: criteria and compared specifications of categories; sub-scores, shops and prices of reviews
//	14: headings are nested without gaps, from level 2 on
//	15: lists and quotes that are nested too deep, and markup beyond a bound, are shown as typed
//	16: old addresses of categories, tags, authors and pictures; when imported items were last changed on the old site
//	17: rendered texts are stored without what the searched ones have
//	18: settings
//
// 19: corrections of pages, and of every field that readers are told about, with their differences as HTML; the list of corrections is that
// of
//
//	    the versions; why a score differs from its parts; schedules of drafts
//	20: when pictures were removed, and which ones are hidden since they were replaced; corrections name the pictures that readers saw
//	21: readers' lists are by first publication; names keep the slugs that they had first; searched texts without accents; Unicode's words
//	22: pictures have copies of 240 pixels; former slugs of categories; descriptions of tags and brands
//	23: rows are packed with the searched texts; emphasis over several lines, and addresses with letters of other alphabets, are rendered as
//	meant; U+FDFA is searched as its abbreviation
//	24: differences tell what blocks are where their words don't show it; links to IP addresses, to hosts with a dot at the end and to
//	e-mail addresses with a subject lead away from the site; rows are packed without the names of their fields, too
const Version = 25

// factsSince is the first version of the model that stores facts and names.
const factsSince = 12

// packedSince is the first version whose rows are packed.
const packedSince = 23

// Name is the read model's name.
const Name = "content"

func init() { projector.Register(Name, define) }

// define returns the read model's definition. In one of a past moment readers don't see an item where it was as a version that is withheld
// now.
func define(c projector.Config) projector.ReadModel {
	scheduled := answers.NewSignal() // fires when the schedule changes, whichever generation answers
	private := answers.NewSignal()   // likewise, of the settings of privacy
	return projector.ReadModel{Definition: projector.Definition{
		Version: Version,
		Prefixes: append(events.SitePrefixes(), events.SettingsPrefix, events.OldAddressPrefix, events.PicturePrefix, events.MediaPrefix,
			events.AuthorPrefix, events.MetadataPrefix+events.AuthorPrefix, events.NamePrefix),
		CommitDelay: 25 * time.Millisecond,
		Removals:    true,
		Discarded:   true,
		New:         func() projector.Model { return newContent(scheduled, private, c) },
	}, Reader: func(p *projector.Projector) any {
		return &Reader{View: projector.NewView[*content](p), scheduled: scheduled, private: private}
	}}
}

// Reader answers with content: [Reader.Of] a kind, or with categories and products. Lists are newest first by creation, then by id.
type Reader struct {
	projector.View[*content]
	scheduled *answers.Signal
	private   *answers.Signal
	headOnly  bool
}

// HeadOnly returns the same content for HEAD requests: a list that isn't cached may come without its body, so that nothing large is
// compressed for nothing.
func (c *Reader) HeadOnly() *Reader {
	return &Reader{View: c.View, scheduled: c.scheduled, private: c.private, headOnly: true}
}

// tx is Read without the model.
func (c *Reader) tx(fn func(t *projector.Tx) error) error {
	return c.Read(func(_ *content, t *projector.Tx) error { return fn(t) })
}

// Edition returns a number that changes whenever content does, and is never used again while the process lives: anything made of
// content is valid while the number is the same. Its error is ErrNotReady.
func (c *Reader) Edition() (uint64, error) {
	m, err := c.Model()
	if err != nil {
		return 0, err
	}
	return m.edition.Load(), nil
}

// Removals returns a number that changes whenever a picture or an author is removed, like Edition.
func (c *Reader) Removals() (uint64, error) {
	m, err := c.Model()
	if err != nil {
		return 0, err
	}
	return m.removals.Load(), nil
}
