// Texts that are too long for a list.

package answers

import "unicode/utf8"

// LeftOut stands for what is left out of a text.
const LeftOut = "…"

// Cut returns the beginning of a text of more than n characters.
func Cut(text string, n int) string {
	if len(text) <= n || utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n]) + LeftOut
}
