package characters_test

import (
	"strings"
	"testing"

	"candor/events/characters"
)

func TestColumnsAreAsWideAsTheyLook(t *testing.T) {
	var table characters.Table
	table.Row("TITLE", "DATE", "STATE")
	table.Row("静音キーボード", "2025-04-01", "published")
	table.Row("Café", "-", "draft")
	table.Row("Cafe\u0301", "-")
	var b strings.Builder
	if _, err := table.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	want := "TITLE           DATE        STATE\n静音キーボード  2025-04-01  published\nCafé            -           draft\nCafe\u0301            -\n"
	if got := b.String(); got != want {
		t.Errorf("it writes\n%swant\n%s", got, want)
	}
}
