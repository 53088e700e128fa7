// Names of tags, brands and authors: what makes two of them one, and the words of their addresses.

package events

import (
	"strings"
	"unicode"

	"candor/events/characters"
)

// NameKey returns the form in which names are compared: those that differ only in case, white space, how their accents are composed or what
// shows nothing are one.
func NameKey(name string) string { return characters.Fold(strings.Join(strings.Fields(name), " ")) }

// NameSlug returns the part of an address that stands for a name: its letters and digits of any script in lower case, "plus" for each +,
// and a dash for what is between them. It is "" for a name without any.
func NameSlug(name string) string {
	var b strings.Builder
	gap := false
	write := func(word string) {
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteString(word)
	}
	for _, r := range characters.Fold(name) {
		switch {
		case r == '+':
			gap = true
			write("plus")
			gap = true
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			write(string(r))
		default:
			gap = true
		}
	}
	return b.String()
}
