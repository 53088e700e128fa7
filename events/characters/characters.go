// Package characters treats texts as Unicode does, in every script: what counts as a character, where a text may be cut, how many words it
// has, and which spellings are the same.
//
// A limit counts code points of the normalized text, as JSON Schema's maxLength does. A cut falls between two of what people perceive as
// characters (UAX 29), which may consist of several code points.
package characters

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// Normal returns a text in normal form C, in which a letter with its accent is one code point where there is such a one: two texts that
// look the same are the same bytes.
func Normal(text string) string { return norm.NFC.String(text) }

// Count returns how many characters a text has, as limits count them: one for each code point.
func Count(text string) int { return utf8.RuneCountInString(text) }

// blanks are code points that show nothing although Unicode calls them letters or symbols: fillers of Hangul, a Braille pattern without
// dots.
const blanks = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5"

// IsVisible reports whether a text shows anything: a character that is more than white space, a control or formatting character, or a mark
// without a letter to stand on.
func IsVisible(text string) bool {
	for _, r := range text {
		shown := unicode.IsGraphic(r) || unicode.Is(unicode.Co, r) // fonts of icons have characters for private use
		if shown && !unicode.IsSpace(r) && !unicode.IsMark(r) && !strings.ContainsRune(blanks, r) {
			return true
		}
	}
	return false
}

// Cut returns the beginning of a text: at most so many code points, without the half of a character at the end.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end, count := 0, 0
	for rest, state := text, -1; rest != ""; {
		var one string
		one, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if count += Count(one); count > most {
			if end == 0 { // one character is longer than all that fits
				return string([]rune(one)[:most])
			}
			break
		}
		end += len(one)
	}
	return text[:end]
}

// sentenceEnds end a phrase in scripts that put no space after it.
const sentenceEnds = "。、．，！？；：…」』）】〉》・।॥۔؟،"

// Shorten returns the beginning of a text of one line, of at most so many code points. It ends with a word; in a script that is written
// without spaces, with a phrase if the last one is near, else between any two characters.
func Shorten(line string, most int) string {
	start := Cut(line, most)
	if len(start) == len(line) {
		return line
	}
	if next, _ := utf8.DecodeRuneInString(line[len(start):]); unicode.IsSpace(next) {
		return strings.TrimRightFunc(start, unicode.IsSpace)
	}
	least := len(Cut(start, most/2))
	if at := strings.LastIndexFunc(start, unicode.IsSpace); at >= least {
		return strings.TrimRightFunc(start[:at], unicode.IsSpace)
	}
	if at := strings.LastIndexAny(start, sentenceEnds); at >= least {
		_, size := utf8.DecodeRuneInString(start[at:])
		return start[:at+size]
	}
	last, _ := utf8.DecodeLastRuneInString(start)
	if at := strings.LastIndexFunc(start, unicode.IsSpace); at > 0 && !IsUnspaced(last) {
		return strings.TrimRightFunc(start[:at], unicode.IsSpace)
	}
	return start
}

// unspaced are the scripts that are written without spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan, unicode.Bopomofo,
}

// IsUnspaced reports whether a character is of a script that is written without spaces between words.
func IsUnspaced(r rune) bool {
	return r > 0x0e00 && (unicode.In(r, unspaced...) || r == 'ー' || r == '々')
}

// IsEastAsian reports whether a character is a letter or a punctuation mark of Chinese, Japanese or Korean, or a letter of another script
// that is written without spaces.
func IsEastAsian(r rune) bool {
	return IsUnspaced(r) || 0x3000 < r && r <= 0x303f || 0xff00 < r && r <= 0xffef && unicode.IsPunct(r) || unicode.Is(unicode.Hangul, r)
}

// unspacedPerWord is how many characters of a script without spaces are read in the time of one word: people read some 500 characters of
// Chinese or Japanese a minute, and 200 words of English.
const unspacedPerWord = 2.5

// Words returns how many words a text has: what stands between white space and has a letter or a number. Of a script that is written
// without spaces, it counts characters, as many as are read in the time of a word for one.
func Words(text string) int {
	words, characters := 0, 0
	in := false
	for _, r := range text {
		switch {
		case IsUnspaced(r):
			if !unicode.IsMark(r) {
				characters++
			}
			in = false
		case unicode.IsSpace(r):
			in = false
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			if !in {
				words++
			}
			in = true
		}
	}
	return words + int(math.Ceil(float64(characters)/unspacedPerWord))
}
