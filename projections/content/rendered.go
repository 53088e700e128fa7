// Rendered texts: an item's Markdown as HTML, made when the text is written, or when a picture that it shows
// has changed. Bucket
//
//	<kind>-rendered   00…0c (id) → the fields of rendered or renderedReview as JSON, without its braces, like the item's <kind>-text
//
// Answers of single items, and lists of pages asked for by a slug, carry them beside the source; other lists don't.

package content

import (
	"bytes"

	"candor/projections/markdown"
	"candor/projections/projector"
)

// rendered holds an item's content as readers see it.
type rendered struct {
	Content  string    `json:"contentHtml"`
	Headings []Heading `json:"contentHeadings"`
	Words    int       `json:"contentWords"`
}

// renderedReview also holds a review's verdict, nil without one.
type renderedReview struct {
	rendered
	Verdict *string `json:"verdictHtml"`
}

// Heading is a heading of a text.
type Heading struct {
	Level int    `json:"level"` // 2 to 6
	ID    string `json:"id"`    // of its element
	Text  string `json:"text"`
}

// HeadingsOf returns a document's headings as answers show them: never null.
func HeadingsOf(d markdown.Document) []Heading {
	all := make([]Heading, len(d.Headings))
	for i, h := range d.Headings {
		all[i] = Heading(h)
	}
	return all
}

// renderedOf returns what answers show of a rendered content.
func renderedOf(d markdown.Document) rendered { return rendered{d.HTML, HeadingsOf(d), d.Words} }

// renderedFields returns the JSON fields of rendered or renderedReview.
func renderedFields(html any) []byte {
	return bytes.TrimSuffix(bytes.TrimPrefix(projector.EncodeMarkup(html), []byte("{")), []byte("}"))
}

// Texts holds an item's rendered texts; Verdict is "" without one.
type Texts struct {
	Content string `json:"contentHtml"`
	Verdict string `json:"verdictHtml"`
}
