package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The worked example in ARCHITECTURE.md is the file that is compiled and tested, byte for byte.
func TestArchitectureShowsTheExampleThatIsTested(t *testing.T) {
	t.Parallel()
	const file = "projections/internal/authors/authors.go"
	text := readDocument(t, "ARCHITECTURE.md")
	example, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text, "<!-- "+file+" -->\n```go\n")
	shown, _, ok := strings.Cut(rest, "```\n<!-- end -->\n")
	if !ok {
		t.Fatalf("ARCHITECTURE.md does not show %s between its markers", file)
	}
	if diff := cmp.Diff(string(example), shown); diff != "" {
		t.Errorf("%s (-) and what ARCHITECTURE.md shows (+) differ:\n%s", file, diff)
	}
}
