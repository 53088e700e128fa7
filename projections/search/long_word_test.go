package search_test

import (
	"strings"
	"testing"

	"candor/events"
)

// A text with a word that is nearly all of it is found by its other words, by the beginning of that word and by all of it.
func TestATextWithALongWordIsFound(t *testing.T) {
	long := "zyx" + strings.Repeat("ab", 95_000)
	corpus := newEmptyCorpus(t)
	corpus.page(events.PageContent{Title: "Long", Slug: "long", Content: "kettle " + long + " toaster"})
	m := corpus.open()
	for _, text := range []string{"kettle", "toaster", "zyxab", long[:60], long[:256]} {
		if got := titles(find(t, m, text)); got != "Long\n" {
			t.Errorf("%.20q… of %d letters finds %q", text, len(text), got)
		}
	}
}
