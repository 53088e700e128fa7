package search_test

import (
	"slices"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/internal/modeltest"
)

// Words are stemmed as English, and common English ones left out, only while the site is in English. A change takes effect at once.
func TestOnlyEnglishIsStemmed(t *testing.T) {
	c := newEmptyCorpus(t)
	c.page(events.PageContent{Title: "Chaussures de marche", Slug: "a", Content: "On sort par tous les temps."})
	c.page(events.PageContent{Title: "Une chaussure rouge", Slug: "b", Content: "Pour la ville, avec le Wi-Fi."})
	c.page(events.PageContent{Title: "Deux cafés", Slug: "c", Content: "Rien."})
	m := c.open()
	french := "fr-CH"
	for _, step := range []struct {
		language *string
		want     map[string]string
	}{
		{nil, map[string]string{"chaussures": "Chaussures de marche; Une chaussure rouge", "on rien": "Deux cafés",
			"wifi": "Une chaussure rouge"}},
		{&french, map[string]string{"chaussures": "Chaussures de marche", "chaussure": "Chaussures de marche; Une chaussure rouge",
			"on sort": "Chaussures de marche",
			"wifi":    "Une chaussure rouge", "wi-fi": "Une chaussure rouge", "cafes": "Deux cafés"}},
		{nil, map[string]string{"chaussures": "Chaussures de marche; Une chaussure rouge"}},
	} {
		c.Append(t, events.SettingsStream(events.SiteSection), events.SiteSettingsChanged{Values: events.SiteValues{Language: step.language},
			At: modeltest.Began})
		c.seen(m)
		for text, want := range step.want {
			found := strings.Split(strings.TrimSpace(titles(find(t, m, text))), "\n")
			if got := strings.Join(sorted(found), "; "); got != want {
				t.Errorf("%v: %q finds %q, want %q", step.language, text, got, want)
			}
		}
	}
}

func sorted(texts []string) []string {
	slices.Sort(texts)
	return texts
}
