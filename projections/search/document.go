// Documents: what readers see of an item, as far as it can be found. They are stored with their items; bucket
//
//	text  00…0c (the item's number) → title, text and author, folded, with 00 between them

package search

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"candor/events"
	"candor/events/characters"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// document is what readers see of an item. Its texts are without markup.
type document struct {
	Kind     string    `json:"kind"`
	ID       int64     `json:"id"`
	Title    string    `json:"title"`
	URL      string    `json:"url"`
	Released time.Time `json:"released"` // when it was first published
	Product  string    `json:"product,omitempty"`
	Brand    string    `json:"brand,omitempty"`
	Category string    `json:"category,omitempty"` // its name
	Section  string    `json:"section,omitempty"`  // the same as lists of items are narrowed to it: its slug, or an article's folded text
	Author   string    `json:"author,omitempty"`
	Tags     []string  `json:"tags,omitempty"`
	Lead     string    `json:"lead,omitempty"` // the verdict, or an article's excerpt
	Text     string    `json:"text"`           // on one line
	lines    string    // the same, a block a line; not of a stored one
	Points   []string  `json:"points,omitempty"`  // the product's description, pros, cons, specifications and features
	Picture  string    `json:"picture,omitempty"` // the address of its card's picture
	Rating   float64   `json:"rating,omitempty"`
	Price    float64   `json:"price,omitempty"` // the lowest, in the site's currency; 0: none
	PriceMax float64   `json:"priceMax,omitempty"`
}

// documentOf returns the document of an item that readers see.
func documentOf(i *item, section, category string) *document {
	d := &document{Kind: i.Kind, ID: i.ID, Released: i.Released, Section: section, Category: category}
	content, slug := "", ""
	switch r := i.Content.(type) {
	case *events.ReviewContent:
		d.Title, d.Product, d.Brand, d.Author, d.Tags = r.Title, r.ProductName, r.ProductBrand, r.AuthorName, r.Tags
		d.Lead, content = markdown.Line(r.Verdict), r.Content
		if description := markdown.Line(r.ProductDescription); description != "" {
			d.Points = append(d.Points, description)
		}
		d.Rating, d.Price, d.PriceMax = r.Rating, r.ProductPrice, r.ProductPriceMax
		d.Picture = r.ProductImageURL
		if len(r.ImageURLs) > 0 {
			d.Picture = r.ImageURLs[0]
		}
		for _, list := range [][]string{r.Pros, r.Cons, r.Specifications, r.Features} {
			d.Points = append(d.Points, list...)
		}
	case *events.ArticleContent:
		d.Title, d.Author, d.Tags = r.Title, r.AuthorName, r.Tags
		d.Lead, content, d.Picture = markdown.Line(r.Excerpt), r.Content, r.ImageURL
	case *events.PageContent:
		d.Title, slug, content = r.Title, r.Slug, r.Content
	}
	kind, _ := events.KindNamed(i.Kind)
	d.URL = kind.Link(i.ID, slug)
	d.lines = markdown.Render(content, markdown.Options{}).Text
	d.Text = oneLine(d.lines)
	for i, point := range d.Points {
		d.Points[i] = oneLine(point)
	}
	return d
}

// searched returns the text that substrings are looked for in: what lists are searched by. The separator keeps a match within one field.
func (d *document) searched() []byte {
	if d == nil {
		return nil
	}
	return []byte(characters.Bare(d.Title) + "\x00" + characters.Bare(d.lines) + "\x00" + characters.Bare(d.Author))
}

// body returns the texts that snippets are taken from, on one line.
func (d *document) body() string {
	return join(append([]string{d.Lead, d.Text}, d.Points...))
}

// oneLine puts a text's lines on one.
func oneLine(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return join(lines)
}

// join joins lines that are not empty. Where one ends without a punctuation mark, as headings do, a dot in the middle keeps it apart from
// the next.
func join(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		if line == "" {
			continue
		}
		if before, _ := utf8.DecodeLastRuneInString(b.String()); unicode.IsLetter(before) || unicode.IsNumber(before) {
			b.WriteString(" ·")
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}

// readDocument returns the document of the item with a number, nil if readers don't see it.
func readDocument(t *projector.Tx, number uint64) *document {
	_, stored := readItem(t, number)
	if len(stored) == 0 {
		return nil
	}
	d := &document{}
	if json.Unmarshal(stored, d) != nil {
		panic(projector.Damage("a document is no JSON"))
	}
	return d
}

// writeDocument stores what the document of the item with a number is searched and counted by, or removes it if the document is nil.
func writeDocument(t *projector.Tx, number uint64, d *document, text []byte, a analysis) {
	texts, facts, key := t.Bucket("text").Packed(), t.Bucket("facts"), projector.Number(number)
	if d == nil {
		texts.Delete(key)
		facts.Delete(key)
		return
	}
	if !bytes.Equal(texts.Get(key), text) { // it mostly is the same where the category has a new name
		texts.Put(key, text)
	}
	facts.Put(key, d.facts(a))
}
