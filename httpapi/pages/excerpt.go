// Excerpts: descriptions and summaries taken from a text (webapp/src/lib/excerpt.ts does the same in the browser; both pass the cases
// beside it).

package pages

import (
	"strings"
	"unicode"
)

// descriptionLength is the length of a description taken from a text, in characters (spec section 2).
const descriptionLength = 150

// Describe returns the excerpt that an item has, or else the beginning of its text without markup, on one line.
func Describe(excerpt *string, text string) string {
	if excerpt != nil {
		if said := strings.Join(strings.FieldsFunc(*excerpt, isSpace), " "); said != "" {
			return said
		}
	}
	return Excerpt(text, descriptionLength)
}

// Excerpt returns the text on one line: all of it, or at most so many characters with "…" at their end. It is cut at the end of a word
// unless that would leave less than half, and never within what readers see as one character.
func Excerpt(text string, length int) string {
	line := beginning(text, length+1)
	if len(line) <= length {
		return string(line)
	}
	cut := length - 1
	if line[cut] != ' ' {
		word := cut - 1
		for word >= 0 && line[word] != ' ' {
			word--
		}
		if 2*word >= cut {
			cut = word
		} else {
			cut = characterStart(line, cut)
		}
	}
	return strings.TrimRight(string(line[:cut]), " .,;:-–—") + "…"
}

// beginning returns the first characters of a text put on one line, at most so many.
func beginning(text string, most int) []rune {
	line := make([]rune, 0, most)
	space := false
	for _, c := range text {
		switch {
		case isSpace(c):
			space = len(line) > 0
			continue
		case space:
			line = append(line, ' ')
			space = false
		}
		if line = append(line, c); len(line) >= most {
			return line[:most]
		}
	}
	return line
}

// isSpace reports whether a browser's script counts c as white space.
func isSpace(c rune) bool { return c == '\ufeff' || c != '\u0085' && unicode.IsSpace(c) }

// characterStart returns where the character that readers see around line[at] begins; at, where it has no beginning.
func characterStart(line []rune, at int) int {
	for start := at; start > 0; start-- {
		if !continues(line, start) {
			return start
		}
	}
	return at
}

// continues reports whether line[at] is part of the character before it: an accent, a skin tone, a joined emoji, the second half of a flag.
func continues(line []rune, at int) bool {
	c := line[at]
	switch {
	case unicode.Is(unicode.M, c), c == zeroWidthJoiner, line[at-1] == zeroWidthJoiner, c >= 0x1f3fb && c <= 0x1f3ff,
		c >= 0xe0020 && c <= 0xe007f:
		return true
	case !isFlagHalf(c):
		return false
	}
	halves := 0
	for halves < at && isFlagHalf(line[at-1-halves]) {
		halves++
	}
	return halves%2 == 1
}

const zeroWidthJoiner = '\u200d'

func isFlagHalf(c rune) bool { return unicode.Is(unicode.Regional_Indicator, c) }
