// Ghost's editor of versions 1 to 4: its Mobiledoc documents as HTML.

package markup

import (
	"encoding/json"
	"errors"
	"html"
	"strings"
)

// mobiledoc is a document: sections of markers, which point to markups, atoms and cards by their numbers.
type mobiledoc struct {
	Version  string              `json:"version"`
	Atoms    [][]json.RawMessage `json:"atoms"`
	Cards    [][]json.RawMessage `json:"cards"`
	Markups  [][]json.RawMessage `json:"markups"`
	Sections [][]json.RawMessage `json:"sections"`
}

// The kinds of sections.
const (
	mobiledocMarkup = 1
	mobiledocImage  = 2
	mobiledocList   = 3
	mobiledocCard   = 10
)

// Mobiledoc returns a document as HTML; ok is false when it is none. lost is told the kinds of cards that aren't known.
func Mobiledoc(document string, lost *LeftOut) (text string, ok bool) {
	var doc mobiledoc
	err := json.Unmarshal([]byte(document), &doc)
	var otherType *json.UnmarshalTypeError // of a field that is left out
	if err != nil && !errors.As(err, &otherType) || len(doc.Sections) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, section := range doc.Sections {
		switch part[int](section, 0) {
		case mobiledocMarkup:
			tag := sectionTag(part[string](section, 1))
			b.WriteString("<" + tag + ">" + doc.markers(part[[][]json.RawMessage](section, 2)) + "</" + tag + ">")
		case mobiledocImage:
			b.WriteString(figure((&cardNode{card: card{Src: part[string](section, 1)}}).picture(), ""))
		case mobiledocList:
			tag := "ul"
			if part[string](section, 1) == "ol" {
				tag = "ol"
			}
			b.WriteString("<" + tag + ">")
			for _, item := range part[[][][]json.RawMessage](section, 2) {
				b.WriteString("<li>" + doc.markers(item) + "</li>")
			}
			b.WriteString("</" + tag + ">")
		case mobiledocCard:
			b.WriteString(doc.card(part[int](section, 1), lost))
		}
	}
	return b.String(), true
}

// part returns a part of a list that holds parts of several kinds; its zero value if there is no such part.
func part[T any](list []json.RawMessage, n int) (value T) {
	if n < len(list) {
		_ = json.Unmarshal(list[n], &value)
	}
	return value
}

// sectionTag returns the tag of a section.
func sectionTag(tag string) string {
	switch tag = strings.ToLower(tag); tag {
	case "blockquote", "aside", "h1", "h2", "h3", "h4", "h5", "h6":
		return tag
	}
	return "p"
}

// markers returns the text of a section.
func (doc *mobiledoc) markers(markers [][]json.RawMessage) string {
	var b strings.Builder
	var open []string
	for _, marker := range markers {
		for _, n := range part[[]int](marker, 1) {
			tag, attributes := "span", ""
			if n >= 0 && n < len(doc.Markups) {
				tag, attributes = markupTag(part[string](doc.Markups[n], 0)), hrefOf(part[[]string](doc.Markups[n], 1))
			}
			b.WriteString("<" + tag + attributes + ">")
			open = append(open, tag)
		}
		if part[int](marker, 0) == 0 {
			b.WriteString(html.EscapeString(part[string](marker, 3)))
		} else if n := part[int](marker, 3); n >= 0 && n < len(doc.Atoms) {
			if part[string](doc.Atoms[n], 0) == "soft-return" {
				b.WriteString("<br>")
			} else {
				b.WriteString(html.EscapeString(part[string](doc.Atoms[n], 1)))
			}
		}
		for range min(part[int](marker, 2), len(open)) {
			b.WriteString("</" + open[len(open)-1] + ">")
			open = open[:len(open)-1]
		}
	}
	for len(open) > 0 {
		b.WriteString("</" + open[len(open)-1] + ">")
		open = open[:len(open)-1]
	}
	return b.String()
}

// markupTag returns the tag of a markup; a span for those that mark nothing.
func markupTag(tag string) string {
	switch tag = strings.ToLower(tag); tag {
	case "strong", "b", "em", "i", "a", "code", "s", "del", "u", "sub", "sup":
		return tag
	}
	return "span"
}

// hrefOf returns the address among a markup's attributes, as an attribute.
func hrefOf(attributes []string) string {
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i] == "href" {
			return ` href="` + html.EscapeString(attributes[i+1]) + `"`
		}
	}
	return ""
}

// card returns a card.
func (doc *mobiledoc) card(n int, lost *LeftOut) string {
	if n < 0 || n >= len(doc.Cards) {
		return ""
	}
	kind, c := part[string](doc.Cards[n], 0), part[cardNode](doc.Cards[n], 1)
	text, ok := c.html(kind)
	if !ok {
		lost.Add("card %s", kind)
	}
	return text
}
