// Words of a text, as Unicode cuts it (UAX 29).

package difference

import (
	"unicode"

	"github.com/rivo/uniseg"
)

// Words returns the words and numbers of a text in their order, without spaces, punctuation and symbols. A number with its separators
// ("3.9", "1,299") is one word, as is "don't". Scripts that are written without spaces are cut as Unicode does without a dictionary:
// Chinese, Hiragana and Thai into characters, Katakana into runs.
func Words(text string) []string {
	var words []string
	for state := -1; text != ""; {
		var word string
		word, text, state = uniseg.FirstWordInString(text, state)
		if isWord(word) {
			words = append(words, word)
		}
	}
	return words
}

// isWord reports whether what lies between two boundaries is more than spaces, punctuation and symbols.
func isWord(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
	}
	return false
}
