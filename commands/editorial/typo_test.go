// What may be called a typo.

package editorial

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"candor/commands"
	"candor/events"
	"candor/events/difference"
)

// numbered returns n words that are all different.
func numbered(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = "w" + strings.Repeat("a", i%7) + strings.Repeat("b", i/7+1)
	}
	return strings.Join(words, " ")
}

func TestTypos(t *testing.T) {
	many := numbered(40)
	words := strings.Fields(many)
	but := func(n int) string { // the text with its last n words replaced
		return strings.Join(words[:40-n], " ") + strings.Repeat(" other", n)
	}
	was := events.ReviewContent{Title: "The RTX4090 tested", Content: many, Rating: 4.5, ProductPrice: 999, Verdict: "Buy it.",
		Pros:           []string{"Light", "Runs 10 hours"},
		Specifications: []string{"Battery: 10 hours long", "Screen: 14 inches wide"}, ProductDescription: "三百円で一番軽い。",
		ImageURLs: []string{"/media/a1.webp"},
		SubScores: []events.SubScore{{CriterionID: "a", Name: "A", Weight: 100, Score: 4, Text: "Fast enough"}},
		Shops:     []events.Shop{{Name: "S", URL: "https://s.example/1", Price: 5}}}
	type changes = events.ReviewChanges
	for _, row := range []struct {
		name string
		ch   changes
		want string
	}{
		{"a word of the text", changes{Content: p(but(1))}, ""},
		{"the case of the title", changes{Title: p("the RTX4090 Tested")}, ""},
		{"a picture", changes{ImageURLs: p([]string{"/media/b2.webp"})}, newPicture},
		{"another picture of the product", changes{ProductImageURL: p("/media/c.webp")}, newPicture},
		{"a link to a shop", changes{Shops: p([]events.Shop{{Name: "S", URL: "https://s.example/2", Price: 5}})}, ""},
		{"why a sub-score is what it is",
			changes{SubScores: p([]events.SubScore{{CriterionID: "a", Name: "A", Weight: 100, Score: 4, Text: "Quick enough"}})}, ""},
		{"a new score", changes{Rating: p(4.4)}, newScore},
		{"a new sub-score", changes{SubScores: p([]events.SubScore{{CriterionID: "a", Name: "A", Weight: 100, Score: 4.1, Text: "Fast enough"}})},
			newScore},
		{"a sub-score goes", changes{SubScores: p([]events.SubScore{})}, newScore},
		{"a new verdict", changes{Verdict: p("Buy it!")}, newVerdict},
		{"a new price", changes{ProductPrice: p(998.0)}, newPrice},
		{"the highest price", changes{ProductPriceMax: p(1500.0)}, newPrice},
		{"a shop's price", changes{Shops: p([]events.Shop{{Name: "S", URL: "https://s.example/1", Price: 6}})}, newPrice},
		{"a number in a word", changes{Title: p("The RTX4080 tested")}, newNumber},
		{"a number goes", changes{Title: p("The RTX tested")}, newNumber},
		{"a number comes", changes{Content: p(many + " 7")}, newNumber},
		{"a number of another script", changes{Content: p(many + " ٧")}, newNumber},
		{"a number in Chinese characters", changes{ProductDescription: p("四百円で一番軽い。")}, newNumber},
		{"a word with such a character", changes{ProductDescription: p("三百円でいちばん軽い。")}, ""},
		{"a sign", changes{Pros: p([]string{"Light", "Runs -10 hours"})}, newNumber},
		{"a list's number", changes{Pros: p([]string{"Light", "Runs 11 hours"})}, newNumber},
		{"two numbers exchanged", changes{Specifications: p([]string{"Battery: 14 hours long", "Screen: 10 inches wide"})}, newNumber},
		{"two lines exchanged", changes{Specifications: p([]string{"Screen: 14 inches wide", "Battery: 10 hours long"})}, ""},
		{"twenty words", changes{Content: p(but(20))}, ""},
		{"twenty-one", changes{Content: p(but(21))}, manyWords},
		{"twenty-one that came", changes{Content: p(many + strings.Repeat(" more", 21))}, manyWords},
		{"twenty-one in two fields", changes{Content: p(but(20)), Pros: p([]string{"Heavy", "Runs 10 hours"})}, manyWords},
		{"twenty that moved", changes{Content: p(strings.Join(words[20:], " ") + " " + strings.Join(words[:20], " "))}, ""},
		{"all of it", changes{Content: p(strings.Repeat("quite another text ", 20))}, manyWords},
		{"Chinese characters", changes{Pros: p([]string{"轻", "Runs 10 hours"})}, ""},
	} {
		after := was
		events.Apply(&after, row.ch)
		if got := notTypo[events.ReviewContent, events.ReviewChanges](was, after); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// Small changes in a row count together until readers are told of one.
func TestTyposInARowCountTogether(t *testing.T) {
	words := strings.Fields(numbered(60))
	state := articles.start()
	run := func(m Marking) error {
		t.Helper()
		text := strings.Join(words, " ")
		evs, err := updateArticle{id: 7, changes: events.ArticleChanges{Content: &text}, marking: m, at: at, now: at}.Decide(state)
		for _, e := range evs {
			state = state.Evolve(e)
		}
		return err
	}
	replace := func(from, n int) {
		for i := from; i < from+n; i++ {
			words[i] += "x"
		}
	}
	for _, e := range happened(events.ArticleCreated{ArticleID: 7, ArticleContent: events.ArticleContent{Title: "News",
		Content: strings.Join(words, " ")}, At: at}, events.ArticlePublished{ArticleID: 7, At: at}) {
		state = state.Evolve(e)
	}
	typo := Marking{Typo: true}
	replace(0, 15)
	if err := run(typo); err != nil {
		t.Fatalf("the first fifteen words: %v", err)
	}
	replace(15, 15)
	if err := run(typo); commands.KindOf(err) != commands.Invalid || !strings.Contains(fmt.Sprint(err), manyWords) {
		t.Fatalf("the next fifteen: %v", err)
	}
	if err := run(Marking{Update: p("")}); err != nil {
		t.Fatal(err)
	}
	replace(30, 15)
	if err := run(typo); err != nil {
		t.Fatalf("after an update: %v", err)
	}
}

// The count is at least what each text has alone, never more than both have, 0 only for the same words, and the same both ways.
func TestTheCountOfWordsIsBounded(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string) []string {
			return rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}), 0, 12).Draw(rt, name)
		}
		was, is := draw("was"), draw("is")
		n, _ := changedWords(strings.Join(was, " "), strings.Join(is, " "), 1000)
		back, _ := changedWords(strings.Join(is, " "), strings.Join(was, " "), 1000)
		least := max(len(was)-len(is), len(is)-len(was))
		if n < least || n > len(was)+len(is) || (n == 0) != slices.Equal(was, is) || back < least {
			rt.Fatalf("%v → %v: %d words, %d back", was, is, n, back)
		}
		hunks, ok := hunksOf(was, is, 1000)
		gone, come := 0, 0
		for _, h := range hunks {
			gone, come = gone+len(h.gone), come+len(h.come)
		}
		if !ok || len(was)-gone != len(is)-come {
			rt.Fatalf("%v → %v: %v", was, is, hunks)
		}
	})
	if got := difference.Words("RTX4090 isn't 3.9"); len(got) != 3 {
		t.Errorf("words %q", got)
	}
}
