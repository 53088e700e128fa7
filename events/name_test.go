package events_test

import (
	"testing"

	"candor/events"
)

func TestNamesThatDifferInCaseOrSpacesAreOne(t *testing.T) {
	for _, name := range []string{"Deep Work", "deep work", " DEEP \t work\n"} {
		if got := events.NameKey(name); got != "deep work" {
			t.Errorf("the key of %q is %q", name, got)
		}
	}
}

func TestASlugHoldsLettersAndDigitsOfAnyScript(t *testing.T) {
	for name, want := range map[string]string{
		"Deep Work": "deep-work", " C++ ": "c-plus-plus", "A+B": "a-plus-b", "Wi-Fi 6E!": "wi-fi-6e", "Größe & Maß": "größe-maß",
		"Электроника 2026": "электроника-2026",
		"ノート":              "ノート", "१२": "१२", "...": "", "": "",
	} {
		if got := events.NameSlug(name); got != want {
			t.Errorf("the slug of %q is %q, want %q", name, got, want)
		}
	}
}
