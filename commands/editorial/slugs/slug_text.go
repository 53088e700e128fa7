// How a slug is made from a text. The dashboard suggests the same slugs (webapp/src/features/settings/slug-of.ts): both pass the cases in
// slug.cases.json there.

package slugs

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"candor/commands/input"
)

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

// plainLetters replaces Latin letters that Unicode doesn't decompose into a letter of the alphabet and a mark.
var plainLetters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ħ", "h", "ı", "i",
	"ŋ", "n", "ŧ", "t", "ĸ", "k", "ə", "e",
)

// Of makes a slug from a text: its letters in lower case without their accents, its digits, and a hyphen for what is between
// them. It is "" when the text has no letter or digit that a slug may have.
func Of(text string) string {
	return short(strings.Trim(notInSlug.ReplaceAllString(folded(text), "-"), "-"), input.MaxSlug)
}

// folded returns a text in lower case, without accents.
func folded(text string) string {
	text = plainLetters.Replace(strings.ToLower(norm.NFKD.String(text)))
	bare, _, err := transform.String(runes.Remove(runes.In(unicode.Mn)), text)
	if err != nil {
		return text
	}
	return bare
}

// short cuts a slug after a number of bytes at most.
func short(slug string, most int) string { return strings.Trim(slug[:min(len(slug), most)], "-") }
