package markdown

import (
	"strings"

	"candor/events/characters"
)

// Excerpt returns the beginning of what source says, on one line without markup: at most so many characters, to the end of a word. No more
// of a long text is rendered than that takes.
func Excerpt(source string, most int) string {
	for bytes := 8 * most; ; bytes *= 8 {
		start := beginning(source, bytes)
		line := Line(start)
		if short := characters.Shorten(line, most); len(short) < len(line) || len(start) == len(source) {
			return short
		}
	}
}

// Line returns all that source says, on one line without markup.
func Line(source string) string {
	return strings.Join(strings.Fields(Render(source, Options{}).Text), " ")
}

// beginning returns at most so many bytes of a text. It ends between two lines where it can.
func beginning(source string, most int) string {
	if len(source) <= most {
		return source
	}
	end := strings.LastIndexByte(source[:most], '\n')
	if end <= 0 {
		end = most
	}
	return strings.ToValidUTF8(source[:end], "")
}
