// Changes of texts, shortened.

package answers

import (
	"slices"
	"strings"
)

// LeftOut stands for what is left out of a text.
const LeftOut = "…"

// ChangedLines shortens two texts to the lines between the first and the last that differ.
func ChangedLines(from, to string) (shortFrom, shortTo string) {
	a, b := strings.Split(from, "\n"), strings.Split(to, "\n")
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	short := func(lines []string) string {
		rest := slices.Clone(lines[start : len(lines)-end])
		if start > 0 {
			rest = slices.Insert(rest, 0, LeftOut)
		}
		if end > 0 {
			rest = append(rest, LeftOut)
		}
		return strings.Join(rest, "\n")
	}
	return short(a), short(b)
}
