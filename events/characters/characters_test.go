package characters_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"candor/events/characters"
)

func TestFoldAndBare(t *testing.T) {
	same := [][]string{
		{"Fußball", "fussball", "FUSSBALL", "FUẞBALL"},
		{"Ærø", "aero", "ÆRØ"},
		{"ＦＵＬＬ", "full"},
		{"Diyarbakır", "DİYARBAKIR", "diyarbakir"},
		{"Café", "Cafe\u0301", "CAFE"},
		{"ｶﾒﾗ", "カメラ"},
		{"soft\u00adware", "software"},
		{"ΟΔΟΣ", "οδος", "οδός"},
		{"أحمد", "احمد"},
		{"ёлка", "елка"},
	}
	for _, spellings := range same {
		for _, one := range spellings[1:] {
			if got, want := characters.Bare(one), characters.Bare(spellings[0]); got != want {
				t.Errorf("Bare(%q) = %q, want %q as of %q", one, got, want, spellings[0])
			}
		}
	}
	for _, two := range [][2]string{{"かき", "がき"}, {"мой", "мои"}, {"हिन्दी", "हन्द"}, {"C++", "C#"}} {
		if characters.Bare(two[0]) == characters.Bare(two[1]) {
			t.Errorf("Bare makes %q and %q one", two[0], two[1])
		}
	}
	if characters.Fold("Café") == characters.Fold("Cafe") {
		t.Error("Fold drops accents")
	}
}

// No character becomes so many that searching through a text of them takes many times as long as through another.
func TestFoldedTextsAreNotMuchLonger(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if folded := []rune(characters.Fold(string(r))); len(folded) > 8 {
			t.Errorf("%U becomes %d characters: %q", r, len(folded), string(folded))
		}
	}
	if folded := characters.Fold("\ufdfa \ufdf5"); folded != "صلعم صلعم" {
		t.Errorf("the blessing and its abbreviation become %q, want one", folded)
	}
}

func TestIsVisible(t *testing.T) {
	for _, blank := range []string{"", " ", "\u200b", "\u200b\u200d\ufeff", "\u3164", "\u2800", "\u00ad", "\u202e\u2066", "\u115f",
		"\U000e0020", "\ufe0f", "\u0301"} {
		if characters.IsVisible(blank) {
			t.Errorf("%q is visible", blank)
		}
	}
	for _, text := range []string{"a", "é", "が", "👍🏽", "–", "ه", "9"} {
		if !characters.IsVisible(text) {
			t.Errorf("%q is invisible", text)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		name, line, want string
		most             int
	}{
		{"at a space", "one two three", "one two", 9},
		{"behind a whole word", "one two three", "one two", 7},
		{"one long word", "abcdefgh", "abcd", 4},
		{"Japanese after a phrase", "静かです。画面は明るいです", "静かです。", 9},
		{"Japanese after a Latin word", "USB 充電できます。とても静かで画面も明るいです", "USB 充電できます。", 14},
		{"Japanese without a mark", "静かなノートパソコン", "静かなノート", 6},
		{"a family is one character", "ab👨‍👩‍👧cd", "ab", 5},
		{"Hindi keeps its vowels", "हिन्दी", "हि", 3},
	} {
		if got := characters.Shorten(c.line, c.most); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "one two": 2, "don't stop": 2, "هذا حاسوب هادئ": 3, strings.Repeat("静", 500): 200, "USB-C で充電": 3, "– a": 1,
	} {
		if got := characters.Words(text); got != want {
			t.Errorf("Words(%q) = %d, want %d", text, got, want)
		}
	}
}

func FuzzCharacters(f *testing.F) {
	for _, seed := range []string{"Fußball", "Ærø e\u0301", "静かなノートパソコン", "ab👨‍👩‍👧cd", "ﬃ ＦＵＬＬ", "İstanbul"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		if !utf8.ValidString(text) || most < 1 || most > 1000 {
			t.Skip("texts here are UTF-8, and cut to some length")
		}
		for name, cut := range map[string]string{"Cut": characters.Cut(text, most), "Shorten": characters.Shorten(text, most)} {
			if !strings.HasPrefix(text, cut) || characters.Count(cut) > most || !utf8.ValidString(cut) {
				t.Fatalf("%s(%q, %d) = %q", name, text, most, cut)
			}
		}
		if first, _, _, _ := uniseg.FirstGraphemeClusterInString(text, -1); text != "" && characters.Count(first) <= most &&
			characters.Cut(text, most) == "" {
			t.Fatalf("Cut(%q, %d) is empty", text, most)
		}
		for name, fold := range map[string]func(string) string{"Fold": characters.Fold, "Bare": characters.Bare} {
			if once := fold(text); fold(once) != once {
				t.Fatalf("%s(%q) = %q, and again %q", name, text, once, fold(once))
			}
		}
		if bare := characters.Bare(text); bare != "" {
			if start, end := characters.Find(text, bare); start < 0 || end > len(text) || start > end {
				t.Fatalf("Find(%q, %q) = %d, %d", text, bare, start, end)
			}
		}
	})
}
