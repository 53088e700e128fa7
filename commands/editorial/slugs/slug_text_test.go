package slugs_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"candor/commands/editorial/slugs"
)

func TestServerAndDashboardMakeTheSameSlugs(t *testing.T) {
	text, err := os.ReadFile("../../../webapp/src/features/settings/slug.cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name string `json:"text that"`
		Text string
		Slug string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases (%v)", len(cases), err)
	}
	for _, tt := range cases {
		if got := slugs.Of(tt.Text); got != tt.Slug {
			t.Errorf("a text that %s: %q, want %q", tt.Name, got, tt.Slug)
		}
	}
}

// A slug of any text is one that the API accepts, or none.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{"Über uns", "\u0301", "İ", "ŉ", "\xff", "K ℡ ½", strings.Repeat("ß-", 60)} {
		f.Add(seed)
	}
	accepted := regexp.MustCompile(`^([a-z0-9]+(-[a-z0-9]+)*)?$`)
	f.Fuzz(func(t *testing.T, text string) {
		if slug := slugs.Of(text); !accepted.MatchString(slug) || len(slug) > 100 || slugs.Of(slug) != slug {
			t.Errorf("%q becomes %q", text, slug)
		}
	})
}
