// Markup that begins on a line and ends on a later one.

package markdown

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/text"

	"candor/events/characters"
)

// maxSpan is how many lines after the one that markup begins on are looked at for its end.
const maxSpan = 8

// spanned returns how many of the lines after the first one belong to it, as markup that begins on a line ends on the next.
func spanned(lines []text.Segment, source []byte) (n int) {
	for n+1 < len(lines) {
		more := reach(lines[n:], source)
		if more == 0 {
			break
		}
		n += more
	}
	return n
}

// reach returns how far below the first line the markup ends that begins on it, 0 if none does.
func reach(lines []text.Segment, source []byte) (far int) {
	first := lines[0].Value(source)
	for _, begun := range []ending{
		endOfPair(first, "`"), endOfPair(first, "**"), endOfLink(first), endOf(first, '*', 1), endOf(first, '_', 1), endOf(first, '~', 2),
	} {
		if begun == nil {
			continue
		}
		for i := 1; i < len(lines) && i <= maxSpan; i++ {
			if found, ends := begun(lines[i].Value(source)); found {
				if ends {
					far = max(far, i)
				}
				break
			}
		}
	}
	return far
}

// ending looks for the end of some markup on a line: it has found something of its kind, and that is the end or it isn't. It is nil where
// no such markup begins.
type ending func(line []byte) (found, ends bool)

// endOfPair looks for a mark that comes in pairs, if one of line is left over.
func endOfPair(line []byte, mark string) ending {
	if bytes.Count(line, []byte(mark))%2 == 0 {
		return nil
	}
	return func(next []byte) (found, ends bool) {
		n := bytes.Count(next, []byte(mark))
		return n > 0, n%2 == 1
	}
}

// endOfLink looks for the end of a link's text, if one begins on line.
func endOfLink(line []byte) ending {
	if bytes.LastIndexByte(line, '[') <= bytes.LastIndexByte(line, ']') {
		return nil
	}
	return func(next []byte) (found, ends bool) {
		end, begin := bytes.IndexByte(next, ']'), bytes.IndexByte(next, '[')
		return end >= 0 || begin >= 0, end >= 0 && (begin < 0 || end < begin)
	}
}

// endOf looks for the end of emphasis by so many of a character, if the last ones of line are at the beginning of a word.
func endOf(line []byte, mark byte, length int) ending {
	var start int
	for at := range runs(line, mark, length) {
		start = at
	}
	before, after := around(line, start, length)
	if line[start] != mark || isWord(before) && (mark == '_' || !characters.IsEastAsian(before)) || unicode.IsSpace(after) {
		return nil
	}
	return func(next []byte) (found, ends bool) {
		for at := range runs(next, mark, length) {
			before, after := around(next, at, length)
			return true, !unicode.IsSpace(before) && (!isWord(after) || mark != '_' && characters.IsEastAsian(after))
		}
		return false, false
	}
}

// runs yields where a line has a character exactly so many times in a row.
func runs(line []byte, mark byte, length int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for start := 0; start < len(line); start++ {
			end := start
			for end < len(line) && line[end] == mark {
				end++
			}
			if end-start == length && !yield(start) {
				return
			}
			start = max(start, end-1)
		}
	}
}

// around returns the characters before and after a part of a line: a space at its ends.
func around(line []byte, start, length int) (before, after rune) {
	before, after = ' ', ' '
	if start > 0 {
		before, _ = utf8.DecodeLastRune(line[:start])
	}
	if end := start + length; end < len(line) {
		after, _ = utf8.DecodeRune(line[end:])
	}
	return before, after
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
