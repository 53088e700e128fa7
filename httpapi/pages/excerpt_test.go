package pages_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"candor/httpapi/pages"
)

func TestServerAndBrowserCutTextsAlike(t *testing.T) {
	text, err := os.ReadFile("../../webapp/src/lib/excerpt.cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name    string `json:"text that"`
		Text    string
		Length  int
		Excerpt string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases (%v)", len(cases), err)
	}
	for _, tt := range cases {
		if got := pages.Excerpt(tt.Text, tt.Length); got != tt.Excerpt {
			t.Errorf("a text that %s: %q, want %q", tt.Name, got, tt.Excerpt)
		}
	}
}

func TestADescriptionIsTheExcerptOrElseTheBeginningOfTheText(t *testing.T) {
	own, blank := " One. \n Two. "+strings.Repeat("x", 200), " "
	for _, tt := range []struct {
		excerpt    *string
		text, want string
	}{
		{&own, "Text", "One. Two. " + strings.Repeat("x", 200)}, {&blank, "A text.", "A text."},
		{nil, strings.Repeat("word ", 60), strings.Repeat("word ", 29) + "word…"},
	} {
		if got := pages.Describe(tt.excerpt, tt.text); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
