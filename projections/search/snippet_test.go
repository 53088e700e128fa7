package search_test

import (
	"strings"
	"testing"

	"candor/events"
)

func TestASnippetShowsWhatWasFound(t *testing.T) {
	far := strings.Repeat("and then more words about other things ", 10)
	for name, c := range map[string]struct{ query, content, want, absent string }{
		"it is escaped": {"chips", `Fish & chips, "crisp" in each <i>` + "`<b>`" + "</i>.",
			`Fish &amp; <mark>chips</mark>, &#34;crisp&#34;`, "<b>"},
		"capitals are marked":     {"quiet", "It is QUIET.", "It is <mark>QUIET</mark>.", ""},
		"so are other forms":      {"battery", "Batteries last.", "<mark>Batteries</mark> last.", ""},
		"and words that begin so": {"therm", "The thermostat.", "The <mark>thermostat</mark>.", ""},
		"and words with a typo":   {"batery", "The battery.", "The <mark>battery</mark>.", ""},
		"a heading is apart from its text": {"hinge", "## The hinge\n\nIt holds.\n\n- Steel\n- Brass!\n- Glass",
			"The <mark>hinge</mark> · It holds. Steel · Brass! Glass", ""},
		"it doesn't begin between two lines": {"needle", "- " + strings.Repeat("x", 120) + "\n- " + strings.Repeat("y", 45) + "\n- needle",
			"…<mark>needle</mark>", ""},
		"nor ends there": {"needle", "- needle\n- " + strings.Repeat("x", 149) + "\n- y", strings.Repeat("x", 149) + "…", ""},
		"it has all words where it can": {"quiet laptop", "A laptop, laptop, laptop. " + far + "A quiet laptop.",
			"A <mark>quiet</mark> <mark>laptop</mark>.", ""},
		"it begins at a word, and so ends": {"needle", far + "needle " + far, "…and then more words about other things <mark>needle</mark> and",
			""},
	} {
		t.Run(name, func(t *testing.T) {
			corpus := newEmptyCorpus(t)
			corpus.review(1, events.ReviewContent{Title: "T", Content: c.content, ProductName: "P", ProductBrand: "B", CategoryID: 1,
				AuthorName: "N", Rating: 4})
			hits := find(t, corpus.open(), c.query).Hits
			if len(hits) != 1 {
				t.Fatalf("%d hits", len(hits))
			}
			got := hits[0].Snippet
			if !strings.Contains(got, c.want) || c.absent != "" && strings.Contains(got, c.absent) {
				t.Errorf("%q shows %s", c.query, got)
			}
			if plain := strings.NewReplacer("<mark>", "", "</mark>", "", "&amp;", "&").Replace(got); len([]rune(plain)) > 164 {
				t.Errorf("%d characters: %s", len([]rune(plain)), plain)
			}
		})
	}
}
