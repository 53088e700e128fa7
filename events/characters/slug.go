package characters

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Slug returns the part of an address that a text suggests, of at most so many code points: its letters in lower case, its digits, and a
// hyphen for what is between them. Latin letters lose their accents; letters of other scripts stay as they are. It is "" for a text without
// any. A slug is its own slug. The dashboard suggests the same (webapp/src/lib/slug-of.ts): both pass the cases in slug.cases.json there.
func Slug(text string, most int) string {
	var b strings.Builder
	gap, marked := false, false // a hyphen is due before the next letter; marks belong to the last one
	// Behind a byte that belongs to no letter, NFKD would leave the next letter as it is.
	lower := cases.Lower(language.Und).String(norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD")))
	for _, r := range plainLetters.Replace(lower) {
		switch {
		case isSilent(r):
		case unicode.IsMark(r):
			if marked && !gap {
				b.WriteRune(r)
			}
		case unicode.In(r, unicode.Ll, unicode.Lm, unicode.Lo, unicode.Nd):
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			gap, marked = false, unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
		default:
			gap = true
		}
	}
	slug := []rune(norm.NFC.String(b.String()))
	if len(slug) > most {
		end := most
		for end > 0 && unicode.IsMark(slug[end]) {
			end--
		}
		slug = slug[:end]
	}
	return strings.TrimRight(string(slug), "-")
}

// plainLetters replaces Latin letters that Unicode doesn't decompose into a letter of the alphabet and a mark.
var plainLetters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ħ", "h", "ı", "i",
	"ŋ", "n", "ŧ", "t", "ĸ", "k", "ə", "e",
)

// isSilent reports whether a character shows nothing, or is one of the signs beside letters that stand for a breath or a tone, such as the
// okina of "Hawaiʻi".
func isSilent(r rune) bool {
	return 0x2b0 <= r && r <= 0x2ff ||
		unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
