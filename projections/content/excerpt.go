// Excerpts: the beginnings of an item's texts without markup, which lists carry, and in searches the passage that was found.

package content

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"candor/projections/answers"
	"candor/projections/markdown"
	"candor/projections/projector"
)

const (
	longestExcerpt = 320 // characters
	beforeMatch    = 40  // characters of a passage before what was found
	mostTried      = 8   // lines that may have it in their markup alone
)

// excerptOf returns the excerpt of a text: the one that is there, where the text is the same as before.
func excerptOf(text, before, excerpt string) string {
	if text == before && excerpt != "" {
		return excerpt
	}
	return markdown.Excerpt(text, longestExcerpt)
}

// withMatch returns an item's object with the passage of its content around the first match of a search (folded), unless its excerpt shows
// that or the content doesn't match.
func withMatch(object []byte, search string) []byte {
	content, excerpt := textsOf(object)
	if strings.Contains(answers.Fold(unquoted(excerpt)), search) {
		return object
	}
	tried := 0
	for line := range strings.Lines(unquoted(content)) {
		if !strings.Contains(answers.Fold(line), search) {
			continue
		}
		if found := passage(markdown.Render(line, markdown.Options{}).Text, search); found != "" {
			text, err := json.Marshal(found)
			if err != nil {
				panic(projector.Damage("a passage has no JSON: " + err.Error()))
			}
			return extended(object, `"matchText":`+string(text))
		}
		if tried++; tried == mostTried {
			break
		}
	}
	return object
}

// textsOf returns the JSON strings of an item's content and excerpt; nil without one. Only the values are found: a list has many items, and most
// of their excerpts match.
func textsOf(object []byte) (content, excerpt jsontext.Value) {
	d := jsontext.NewDecoder(bytes.NewBuffer(object), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) // faster, and our own JSON has neither
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
	line := []rune(strings.Join(strings.Fields(text), " "))
	folded := answers.Fold(string(line))
	at := strings.Index(folded, search)
	if at < 0 {
		return ""
	}
	match := utf8.RuneCountInString(folded[:at])
	start := max(0, match-beforeMatch)
	for i := start; start > 0 && i < match; i++ {
		if unicode.IsSpace(line[i]) {
			start = i + 1
			break
		}
	}
	return string(markdown.Shorten(line[start:], longestExcerpt))
}
