// Texts that are too long for a list.

package answers

import "candor/events/characters"

// LeftOut stands for what is left out of a text.
const LeftOut = "…"

// Cut returns the beginning of a text of more than n characters.
func Cut(text string, n int) string {
	if short := characters.Cut(text, n); len(short) < len(text) {
		return short + LeftOut
	}
	return text
}
