// List fields as people write them: one item a line, with or without bullets; picture addresses
// also with commas between them.

package input

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitLines splits plain text into its lines.
func splitLines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
}

// SplitAddresses splits plain text into picture addresses: at line ends, and at a comma only where
// a new address begins, for commas also occur inside of addresses. The first comma of a data
// string is part of it, even where base64 goes on with a slash.
func SplitAddresses(text string) []string {
	var items []string
	for _, line := range splitLines(text) {
		for line = stripBullets(line); line != ""; {
			end := addressEnd(line)
			if item := strings.TrimRight(line[:end], ", \t"); item != "" {
				items = append(items, item)
			}
			line = strings.TrimLeft(line[end:], ", \t")
		}
	}
	return items
}

// addressEnd returns where the first address of line ends: at a comma before the next one, or at the line's end.
func addressEnd(line string) int {
	from := 0
	if hasPrefixFold(line, DataPrefix) {
		from = strings.IndexByte(line, ',') + 1
	}
	for i := from; i < len(line); i++ {
		if line[i] == ',' && beginsAddress(strings.TrimLeft(line[i:], ", \t")) {
			return i
		}
	}
	return len(line)
}

// beginsAddress reports whether text begins like an address, which is what makes the comma before it a separator.
func beginsAddress(text string) bool {
	for _, prefix := range []string{"http://", "https://", "/", DataPrefix} {
		if hasPrefixFold(text, prefix) {
			return true
		}
	}
	return false
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// stripBullets removes leading bullets and the space after them, all of them, so that saving twice
// is saving once: people paste bullets, and programs send them. A dash or star is a bullet before
// a space or a letter only: "-20 °C" and "**bold**" begin with no bullet.
func stripBullets(line string) string {
	for {
		line = strings.TrimSpace(line)
		r, size := utf8.DecodeRuneInString(line)
		rest := line[size:]
		next, _ := utf8.DecodeRuneInString(rest)
		switch r {
		case '•', '·', '◦', '▪', '●', '‣':
		case '-', '–', '*':
			if rest != "" && !unicode.IsSpace(next) && !unicode.IsLetter(next) {
				return line
			}
		default:
			return line
		}
		line = rest
	}
}
