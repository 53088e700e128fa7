// Short texts: names, titles and what messages quote.

package prose

import (
	"html"
	"strings"

	"candor/events/characters"
)

// OneLine returns a text with single spaces between its words.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Unescaped returns a name as readers see it: WordPress and its plugins store names as HTML.
func Unescaped(name string) string { return strings.TrimSpace(html.UnescapeString(name)) }

// Plain returns the text of a short piece of HTML.
func Plain(text string) string { return Read(text, nil, true).Text() }

// Words returns the text of HTML in one line.
func Words(text string) string { return OneLine(Read(text, nil, false).Text()) }

// FirstLine returns the beginning of a text, for messages.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if characters.Count(line) > 60 {
		return characters.Cut(line, 59) + "…"
	}
	return line
}

// Or returns text, or otherwise if it is empty.
func Or(text, otherwise string) string {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return otherwise
}

// cleanText returns text without what means something to the machinery: control characters and the private characters of the converter. All
// spaces are one kind.
func cleanText(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7f || c == '\u00a0' || c == '\u2028' || c == '\u2029':
			return ' '
		case c >= '\uf000' && c <= '\uf0ff':
			return -1
		}
		return c
	}, text)
}
