package markdown

import (
	"strings"
	"unicode"
)

// Excerpt returns the beginning of what source says, on one line without markup: at most so many characters, to the end of a word. No more
// of a long text is rendered than that takes.
func Excerpt(source string, most int) string {
	for bytes := 8 * most; ; bytes *= 8 {
		start := beginning(source, bytes)
		line := []rune(Line(start))
		if len(line) > most {
			return string(Shorten(line, most))
		}
		if len(start) == len(source) {
			return string(line)
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

// Shorten returns at most so many characters of a line, to the end of a word unless a single one is longer.
func Shorten(line []rune, most int) []rune {
	if len(line) <= most {
		return line
	}
	for end := most; end > 0; end-- {
		if unicode.IsSpace(line[end]) {
			return line[:end]
		}
	}
	return line[:most]
}
