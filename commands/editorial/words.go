// Words that a change of a text touches, counted as a reader would: a replaced word once, and moved text once.

package editorial

import (
	"slices"
	"strings"
	"unicode"

	"candor/events/difference"
)

// minMoved is the fewest words in a row that count as moved and not as removed and added.
const minMoved = 3

// hunk is a place where one text has other words than the other.
type hunk struct{ gone, come []string }

// changedWords returns how many words a change of a text touches, and whether it changes a number. It stops counting at most, which is then
// the count.
func changedWords(was, is string, most int) (words int, numbers bool) {
	before, after := numbersIn(was), numbersIn(is)
	if sortedDiffer(before, after) {
		numbers = true
	}
	hunks, ok := hunksOf(difference.Words(was), difference.Words(is), 2*most)
	if !ok {
		return most, numbers
	}
	hunks, words = withoutMoved(hunks)
	for _, h := range hunks {
		words += max(len(h.gone), len(h.come))
	}
	if !numbers && !slices.Equal(before, after) { // the same ones in another order: moved with their text, or exchanged
		numbers = slices.ContainsFunc(hunks, func(h hunk) bool {
			return !slices.Equal(numbersOf(h.gone), numbersOf(h.come))
		})
	}
	return min(words, most), numbers
}

func sortedDiffer(a, b []string) bool {
	return !slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// hunksOf returns where two lists of words differ; false: by more than most words that are gone or have come. It is the algorithm of Myers.
func hunksOf(was, is []string, most int) ([]hunk, bool) {
	var trace [][]int // for each number of differences, how far each diagonal gets in was; diagonal k is at k+most+1
	at := make([]int, 2*most+3)
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			i := k + most + 1
			x := at[i-1] + 1 // a word is gone
			if k == -d || k != d && at[i-1] < at[i+1] {
				x = at[i+1] // a word has come
			}
			for x < len(was) && x-k < len(is) && was[x] == is[x-k] {
				x++
			}
			at[i] = x
			if x >= len(was) && x-k >= len(is) {
				return traced(was, is, append(trace, slices.Clone(at)), most), true
			}
		}
		trace = append(trace, slices.Clone(at))
	}
	return nil, false
}

// traced returns the hunks on the way that hunksOf has found, in order.
func traced(was, is []string, trace [][]int, most int) []hunk {
	var all []hunk
	x, y := len(was), len(is)
	lastX, lastY := -1, -1 // where the hunk that was met last begins
	meet := func(gone, come []string, fromX, fromY, toX, toY int) {
		if toX != lastX || toY != lastY {
			all = append(all, hunk{})
		}
		h := &all[len(all)-1]
		h.gone, h.come = append(slices.Clone(gone), h.gone...), append(slices.Clone(come), h.come...)
		lastX, lastY = fromX, fromY
	}
	for d := len(trace) - 1; d > 0; d-- {
		before := trace[d-1]
		k := x - y
		i := k + most + 1
		from := k - 1
		if k == -d || k != d && before[i-1] < before[i+1] {
			from = k + 1
		}
		fromX := before[from+most+1]
		fromY := fromX - from
		if from < k {
			meet(was[fromX:fromX+1], nil, fromX, fromY, fromX+1, fromY)
		} else {
			meet(nil, is[fromY:fromY+1], fromX, fromY, fromX, fromY+1)
		}
		x, y = fromX, fromY
	}
	slices.Reverse(all)
	return all
}

// withoutMoved takes out of hunks what is gone in one place and has come in another, and returns how many words that is.
func withoutMoved(hunks []hunk) (rest []hunk, moved int) {
	for {
		n, from, to, g, c := 0, 0, 0, 0, 0
		for i := range hunks {
			for j := range hunks {
				for a := range hunks[i].gone {
					for b := range hunks[j].come {
						if same := common(hunks[i].gone[a:], hunks[j].come[b:]); same > n {
							n, from, to, g, c = same, i, j, a, b
						}
					}
				}
			}
		}
		if n < minMoved {
			return hunks, moved
		}
		moved += n
		hunks[from].gone = slices.Delete(hunks[from].gone, g, g+n)
		hunks[to].come = slices.Delete(hunks[to].come, c, c+n)
	}
}

// common returns how many words two lists begin with alike.
func common(a, b []string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// numbersOf returns the numbers in words.
func numbersOf(words []string) (all []string) {
	for _, word := range words {
		all = append(all, numbersIn(word)...)
	}
	return all
}

// numbersIn returns the numbers in a text, in its order, with their sign and what separates their digits: "-3.9", "1,299", "4090" of
// RTX4090, "三百" of 三百円.
func numbersIn(text string) (all []string) {
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		if !isDigit(runes[i]) {
			continue
		}
		from := i
		if i > 0 && (runes[i-1] == '-' || runes[i-1] == '−') && (i == 1 || !unicode.IsLetter(runes[i-2]) && !unicode.IsNumber(runes[i-2])) {
			from--
		}
		for i+1 < len(runes) && (isDigit(runes[i+1]) || separates(runes[i+1]) && i+2 < len(runes) && isDigit(runes[i+2])) {
			i++
		}
		if number := string(runes[from : i+1]); !slices.Contains(wordsOfOne, number) {
			all = append(all, number)
		}
	}
	return all
}

// hanDigits are the digits and the powers of ten that Chinese and Japanese write, which Unicode counts among the letters.
const hanDigits = "〇零一二三四五六七八九十百千万萬億亿兆"

// wordsOfOne are those of them that alone are a part of many words: 一緒, 十分, 万能.
var wordsOfOne = []string{"一", "十", "百", "千", "万", "萬", "兆", "零"}

// isDigit reports whether a character is one of which numbers consist, in any script.
func isDigit(r rune) bool { return unicode.IsNumber(r) || strings.ContainsRune(hanDigits, r) }

// separates reports whether a character separates the digits of a number.
func separates(r rune) bool {
	switch r {
	case '.', ',', '\'', '’', '٫', '٬':
		return true
	}
	return false
}
