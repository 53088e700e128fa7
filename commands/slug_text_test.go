package commands_test

import (
	"encoding/json"
	"os"
	"testing"

	"candor/commands"
)

func TestServerAndDashboardMakeTheSameSlugs(t *testing.T) {
	text, err := os.ReadFile("../webapp/src/features/settings/slug.cases.json")
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
		if got := commands.SlugOf(tt.Text); got != tt.Slug {
			t.Errorf("a text that %s: %q, want %q", tt.Name, got, tt.Slug)
		}
	}
}
