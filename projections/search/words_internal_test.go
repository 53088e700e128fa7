package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"candor/events/characters"
)

// hostileTexts are texts as long as any may be, made to be expensive to cut into words.
var hostileTexts = map[string]string{
	"one word":              strings.Repeat("a", 200_000),
	"one word of syllables": strings.Repeat("ingly", 40_000),
	"joined words":          strings.Repeat("a-", 100_000),
	"joined long words":     strings.Repeat(strings.Repeat("b", 50)+"'", 4_000),
	"marks":                 "e" + strings.Repeat("\u0301", 199_999),
	"kana":                  strings.Repeat("テスト", 66_000),
	"distinct words":        distinctWords(200_000),
}

func distinctWords(length int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < length {
		for range 3 {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// A word of any length is indexed in parts, so that the work grows in proportion to the text.
func TestLongWordsAreCut(t *testing.T) {
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			all := terms(folded(text))
			if most := 3 * len(text) / 2; len(all) > most {
				t.Errorf("%d terms of %d bytes, want at most %d", len(all), len(text), most)
			}
			for _, term := range all {
				if n := utf8.RuneCountInString(strings.TrimLeft(term, stemMark+joinedMark+spellingMark)); n > maxWord {
					t.Fatalf("a term has %d letters, want at most %d", n, maxWord)
				}
			}
			for _, word := range wordsOf(text[:3_000]) {
				if slices.ContainsFunc(word.all(), func(part string) bool { return letters(part) > maxWord }) {
					t.Fatalf("a word of a query has more than %d letters", maxWord)
				}
			}
		})
	}
}

// folded returns a text as terms takes it.
func folded(text string) (whole, bare string) {
	whole = characters.Fold(text)
	return whole, characters.BareOf(whole)
}

// BenchmarkTerms cuts texts that are made to be expensive.
func BenchmarkTerms(b *testing.B) {
	for name, text := range hostileTexts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				whole, bare := folded(text)
				terms(whole, bare)
				beginnings(bare, true)
			}
		})
	}
}
