// Package excerpts makes the beginnings of an item's texts without markup, which lists carry, and finds the passage that a search is about.
package excerpts

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"candor/events/characters"
	"candor/projections/markdown"
	"candor/projections/projector"
)

const (
	Longest     = 320 // characters
	beforeMatch = 40  // characters of a passage before what was found
	mostTried   = 8   // lines that may have it in their markup alone
)

// Of returns the excerpt of a text: the one that is there, where the text is the same as before.
func Of(text, before, excerpt string) string {
	if text == before && excerpt != "" {
		return excerpt
	}
	return markdown.Excerpt(text, Longest)
}

// Match returns the passage of the content of an item's JSON around the first match of a search (folded); "" if its excerpt shows that, or
// the content doesn't match.
func Match(object []byte, search string) string {
	content, excerpt := textsOf(object)
	if strings.Contains(characters.Bare(unquoted(excerpt)), search) {
		return ""
	}
	tried := 0
	for line := range strings.Lines(unquoted(content)) {
		if !strings.Contains(characters.Bare(line), search) {
			continue
		}
		if found := passage(markdown.Render(line, markdown.Options{}).Text, search); found != "" {
			return found
		}
		if tried++; tried == mostTried {
			break
		}
	}
	return ""
}

// textsOf returns the JSON strings of an item's content and excerpt; nil without one. Only the values are found: a list has many items, and
// most of their excerpts match.
func textsOf(object []byte) (content, excerpt jsontext.Value) {
	// What is allowed here makes it faster, and our own JSON has neither.
	d := jsontext.NewDecoder(bytes.NewBuffer(object), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != jsontext.KindEndObject {
		var name jsontext.Token
		if name, err = d.ReadToken(); err != nil {
			break
		}
		field := name.String()
		var value jsontext.Value
		if value, err = d.ReadValue(); err != nil {
			break
		}
		end := int(d.InputOffset())
		switch field {
		case "content":
			content = object[end-len(value) : end]
		case "contentText":
			excerpt = object[end-len(value) : end]
		}
	}
	if err != nil {
		panic(projector.Damage("a row is no JSON: " + err.Error()))
	}
	return content, excerpt
}

// unquoted returns the text of a JSON string, "" for anything else.
func unquoted(value jsontext.Value) string {
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return ""
	}
	return string(text)
}

// passage returns the part of a text around the first match of a search (folded), "" without any. It begins with a word.
func passage(text, search string) string {
	line := strings.Join(strings.Fields(text), " ")
	match, _ := characters.Find(line, search)
	if match < 0 {
		return ""
	}
	start, left := match, beforeMatch
	for ; start > 0 && left > 0; left-- {
		_, size := utf8.DecodeLastRuneInString(line[:start])
		start -= size
	}
	if start > 0 {
		if space := strings.IndexByte(line[start:match], ' '); space >= 0 {
			start += space + 1
		} else if last, _ := utf8.DecodeRuneInString(line[start:]); !characters.IsUnspaced(last) {
			start = match
		}
	}
	return characters.Shorten(line[start:], Longest)
}
