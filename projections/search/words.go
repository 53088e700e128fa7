// Words: how texts and queries are cut into words, and which of them are one.

package search

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"candor/events/characters"
)

// A term is a bare word (see [characters.Bare]), or begins with one of these marks.
const (
	stemMark     = "\x01" // the English stem of a word, or of neighbouring words that some write as one
	joinedMark   = "\x02" // the same without a stem, for other languages
	spellingMark = "\x03" // a word with its accents
)

// isMarked reports whether a term is no bare word.
func isMarked(term string) bool { return term[0] <= spellingMark[0] }

// span is a word in a text.
type span struct{ start, end int } // bytes

func isWordPart(r rune) bool {
	if r < utf8.RuneSelf {
		lower := r | 0x20
		return 'a' <= lower && lower <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// maxWord is the most letters of a word. What is longer is cut into several: stemming, comparing and storing it would take time with the
// square of its length.
const maxWord = 60

// spans returns where the words of a text are: what is written without anything but letters, digits and marks, and then + or # as in "C++".
func spans(text string) []span {
	all := make([]span, 0, len(text)/6+1)
	start, n := -1, 0
	for i, r := range text {
		switch in := isWordPart(r); {
		case in && start < 0:
			start, n = i, 1
		case in && n == maxWord:
			all = append(all, span{start, i})
			start, n = i, 1
		case in:
			n++
		case start >= 0 && (r == '+' || r == '#') && endsName(text[i:]):
		case start >= 0:
			all = append(all, span{start, i})
			start = -1
		}
	}
	if start >= 0 {
		all = append(all, span{start, len(text)})
	}
	return all
}

// endsName reports whether a text begins with signs that belong to the word before them, as in "C++" and "F#": with nothing but such signs
// up to the end or to something that is no word.
func endsName(text string) bool {
	rest := strings.TrimLeft(text, "+#")
	next, _ := utf8.DecodeRuneInString(rest)
	return len(text)-len(rest) <= maxSigns && (rest == "" || !isWordPart(next))
}

// maxSigns is the most signs at the end of a word.
const maxSigns = 3

// joins reports whether what is between two words makes them one for some: "wi-fi", "reader's", "AT&T", and "Node.js" if the next one
// begins with a letter.
func joins(text string, one, next span) bool {
	switch text[one.end:next.start] {
	case "-", "'", "’", "‑", "&":
		return true
	case ".":
		first, _ := utf8.DecodeRuneInString(text[next.start:])
		return unicode.IsLetter(first)
	}
	return false
}

// joinsNumber reports whether two words with one space between them are a number and what belongs to it: "RX 7800" and "16 GB", which some
// write together.
func joinsNumber(text string, one, next span) bool {
	if next.start != one.end+1 || text[one.end] != ' ' {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(text[:one.end])
	first, _ := utf8.DecodeRuneInString(text[next.start:])
	return unicode.IsDigit(last) != unicode.IsDigit(first) && !commonWords[text[one.start:one.end]] &&
		!commonWords[text[next.start:next.end]]
}

// numbered returns the word that a number at spans[first:] makes with what belongs to it, "" where there is none or it would be too long,
// and the next word after them.
func numbered(text string, all []span, first int) (word string, end int) {
	end = first + 1
	for end < len(all) && end < first+mostNumbered && joinsNumber(text, all[end-1], all[end]) {
		end++
	}
	if word = strings.Join(wordsIn(text, all[first:end]), ""); end == first+1 || letters(word) > maxWord {
		return "", first + 1
	}
	return word, end
}

// mostNumbered is of how many words a name with a number in it can be: "RX 7800 XT".
const mostNumbered = 3

// joined returns the word that those at spans[first:] make together: "wi-fi" makes "wifi". It is "" where there is one only, or where they
// would make a word that is too long. end is the next word after them.
func joined(text string, all []span, first int) (word string, end int) {
	end = first + 1
	for end < len(all) && joins(text, all[end-1], all[end]) {
		end++
	}
	if end == first+1 || letters(text[all[first].start:all[end-1].end]) > maxWord {
		return "", end
	}
	var b strings.Builder
	for _, s := range all[first:end] {
		b.WriteString(text[s.start:s.end])
	}
	return b.String(), end
}

// isNumber reports whether a word is of digits alone.
func isNumber(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
}

// hasDigit reports whether a word is a number, or has one in it.
func hasDigit(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// stem returns what a bare English word has in common with its other forms: "batteries" and "battery" are one.
func stem(word string) string {
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// terms returns what a text is found by, which is given folded and bare: each bare word, its spelling if that has accents, and the words
// that are written together by some.
func terms(folded, bare string) []string {
	all := spans(bare)
	found := make([]string, 0, len(all))
	join := func(word string) {
		if word != "" {
			found = append(found, stemMark+stem(word), joinedMark+word)
		}
	}
	for i, s := range all {
		found = append(found, bare[s.start:s.end])
		if i == 0 || !joins(bare, all[i-1], s) {
			word, _ := joined(bare, all, i)
			join(word)
		}
		for most := mostNumbered; most > 1; most-- { // "RX 7800 XT" is found by "RX7800", too
			word, end := numbered(bare, all[:min(i+most, len(all))], i)
			join(word)
			most = min(most, end-i)
		}
	}
	if folded != bare {
		for _, s := range spans(folded) {
			word := folded[s.start:s.end]
			if own := characters.Bare(word); own != word && own != "" {
				found = append(found, spellingMark+word)
			}
		}
	}
	return found
}

// wordsIn returns the words at spans of a text.
func wordsIn(text string, all []span) []string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = text[s.start:s.end]
	}
	return words
}

// The letters of a beginning that is in the index.
const (
	leastBeginning = 2
	mostBeginning  = 3
)

// beginnings returns with which letters the words of a bare text begin, each beginning once, if the word goes on after it; with single
// ones, too, if they are asked for.
func beginnings(text string, single bool) (found []string) {
	least := leastBeginning
	if single {
		least = 1
	}
	known := map[string]bool{}
	for _, s := range spans(text) {
		word := text[s.start:s.end]
		n := 0
		for end := range word {
			if n >= least && !known[word[:end]] {
				known[word[:end]] = true
				found = append(found, word[:end])
			}
			if n++; n > mostBeginning {
				break
			}
		}
	}
	return found
}

// typos returns how many letters of one word are another, missing, too many or in the wrong order with their neighbour in the other word:
// up to most, and most+1 for more.
func typos(a, b string, most int) int {
	if isASCII(a) && isASCII(b) {
		return typosOf([]byte(a), []byte(b), most)
	}
	return typosOf([]rune(a), []rune(b), most)
}

// longWord is how many letters of a word are compared without taking memory for it.
const longWord = 32

// typosOf is the Damerau-Levenshtein distance in which no letter is changed twice.
func typosOf[T byte | rune](a, b []T, most int) int {
	if max(len(a)-len(b), len(b)-len(a)) > most {
		return most + 1
	}
	var rows [3][longWord + 1]int
	before, last, now := rows[0][:], rows[1][:], rows[2][:]
	if len(b) > longWord {
		before, last, now = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			changed := last[j-1]
			if a[i-1] != b[j-1] {
				changed++
			}
			now[j] = min(changed, last[j]+1, now[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
		before, last, now = last, now, before
	}
	return min(last[len(b)], most+1)
}

// beginningTypos returns how many typos there are in a word for which another, or a beginning of it, may be meant: up to most, and most+1
// for more.
func beginningTypos(word, of string, most int) int {
	typed, meant := []rune(word), []rune(of)
	least := most + 1
	for end := max(1, len(typed)-most); end <= min(len(meant), len(typed)+most); end++ {
		least = min(least, typosOf(typed, meant[:end], most))
	}
	return least
}

// letterSet is the set of letters in a word, a bit each. Letters share a bit where their code points differ by a multiple of 32.
type letterSet uint32

func lettersOf(word string) (set letterSet) {
	for _, r := range word {
		set |= 1 << (r % 32)
	}
	return set
}

// missing returns how many letters of the set the other one lacks.
func (s letterSet) missing(other letterSet) int { return bits.OnesCount32(uint32(s &^ other)) }

// differences returns how many letters are in only one of the two sets.
func (s letterSet) differences(other letterSet) int { return bits.OnesCount32(uint32(s ^ other)) }
