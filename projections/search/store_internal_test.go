package search

import (
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"candor/projections/projector"
)

// An item at which preparing its terms panics is left out and reported; all others are still indexed.
func TestAnItemThatPanicsIsLeftOutOfTheIndex(t *testing.T) {
	var lines strings.Builder
	s := &store{logger: zerolog.New(&lines)}
	for name, row := range map[string]string{"no JSON": "{", "a document without a kind": `{"title":"secret"}`} {
		lines.Reset()
		if d, size := s.prepare([]byte(row), "r1"); d != nil || size != 0 {
			t.Errorf("%s: %v of %d bytes", name, d, size)
		}
		if got := lines.String(); !strings.Contains(got, `"item":"r1"`) || strings.Contains(got, "secret") {
			t.Errorf("%s: the log says %s", name, got)
		}
	}
	row := projector.Encode(&document{Kind: "review", ID: 1, Title: "A title"})
	if d, _ := s.prepare(row, "r1"); d == nil {
		t.Error("an item is left out that is in order")
	}
}
