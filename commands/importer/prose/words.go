// Short texts: names, titles and what messages quote.

package prose

import (
	"strings"
	"unicode/utf8"
)

// OneLine returns a text with single spaces between its words.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Words returns the text of HTML in one line.
func Words(text string) string { return OneLine(Read(text, nil, false).Text()) }

// FirstLine returns the beginning of a text, for messages.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if utf8.RuneCountInString(line) > 60 {
		return string([]rune(line)[:59]) + "…"
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
