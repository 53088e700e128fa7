package characters

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which spellings are compared that differ only in case, in how accents are composed, in the width of letters, or
// in characters that show nothing.
func Fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case r == 'ς':
			return 'σ'
		case isIgnorable(r):
			return -1
		}
		return r
	}, strings.ToLower(norm.NFKC.String(strings.ReplaceAll(text, blessing, blessingInShort)))))
}

// The one character that stands for four words, of 18 characters in all, and how it is abbreviated. Searching through a text of such would
// take many times as long as through any other.
const blessing, blessingInShort = "\ufdfa", "\u0635\u0644\u0639\u0645"

// isIgnorable reports whether a character shows nothing and joins or separates nothing that matters to a search.
func isIgnorable(r rune) bool {
	return r == '\u00ad' || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// letters replaces letters that Unicode doesn't decompose into others, after folding.
var letters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ħ", "h", "ı", "i",
	"ŋ", "n", "ŧ", "t", "ĸ", "k", "ə", "e", "ـ", "",
)

// Bare returns a text folded, and without accents: "Ærø" and "aero", "Straße" and "strasse", "Diyarbakır" and "diyarbakir" are one. Marks
// that make another letter stay: Japanese ones of voice, vowels of Indian scripts, that of the Cyrillic й.
func Bare(text string) string { return BareOf(Fold(text)) }

// BareOf returns the same of a text that is already folded.
func BareOf(folded string) string {
	if isASCII(folded) {
		return folded
	}
	var b strings.Builder
	before := rune(0)
	for _, r := range norm.NFD.String(folded) {
		if !isAccent(r) || before == 'и' && r == '\u0306' {
			b.WriteRune(r)
		}
		before = r
	}
	return norm.NFC.String(letters.Replace(b.String()))
}

// isAccent reports whether a mark changes a letter, without making another one of it: accents of Latin, Greek and Cyrillic, points of
// Hebrew, vowels and hamzas of Arabic.
func isAccent(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r <= 0x36f:
		return true
	}
	return unicode.Is(unicode.Mn, r) && (0x591 <= r && r <= 0x5c7 || 0x610 <= r && r <= 0x61a || 0x64b <= r && r <= 0x65f || r == 0x670)
}

// Find returns where a text begins and ends that has a bare form as a part of its own; -1 where it has none. sought is not empty.
func Find(text, sought string) (start, end int) {
	bare := Bare(text)
	at := strings.Index(bare, sought)
	if at < 0 {
		return -1, -1
	}
	if isASCII(text) {
		return at, at + len(sought)
	}
	// Folding changes lengths, and never reaches beyond a boundary of the normal form: it is done again piece by piece, up to the match.
	start, end = -1, len(text)
	done := 0 // bytes of bare
	for i := 0; i < len(text); {
		size := norm.NFKC.NextBoundaryInString(text[i:], true)
		if size <= 0 { // a mark at the beginning
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		piece := len(Bare(text[i : i+size]))
		if start < 0 && done+piece > at {
			start = i
		}
		if done += piece; done >= at+len(sought) {
			end = i + size
			break
		}
		i += size
	}
	return max(start, 0), end
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
