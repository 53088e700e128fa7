// The spelling of corrections: a query's word is compared without accents, and its correction is shown with them.

package search

import (
	"strings"

	"candor/events/characters"
)

// spellingHits is how many hits are read for the spelling of a word.
const spellingHits = 5

// spelled returns a bare word as a hit has it, if that has accents or other letters: "Flüsterkessel" for "flusterkessel".
func (f *finder) spelled(word string, hits []found) string {
	for _, hit := range hits[:min(len(hits), spellingHits)] {
		d := readDocument(f.t, hit.number)
		for _, text := range []string{d.Title, d.Product, d.Brand, strings.Join(d.Tags, " "), d.body()} {
			for _, s := range spans(text) {
				own := text[s.start:s.end]
				if strings.EqualFold(own, word) {
					return word
				}
				if !isASCII(own) && characters.Bare(own) == word {
					return own
				}
			}
		}
	}
	return word
}
