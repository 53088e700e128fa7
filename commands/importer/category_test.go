package importer_test

import (
	"strings"
	"testing"

	"candor/events"
)

// WordPress writes the letters of a category's slug encoded, as in addresses.
func TestACategoryKeepsTheLettersOfItsSlug(t *testing.T) {
	s := newSite(t)
	rated := wordpressMeta("rating", "4")
	s.imports(wordpressSite(
		wordpressPost("1", "Text.", rated, `<category domain="category" nicename="%d0%be%d0%b1"><![CDATA[Обзоры]]></category>`),
		wordpressPost("2", "Text.", rated, `<category domain="category" nicename="a_b"><![CDATA[One]]></category>`),
		wordpressPost("3", "Text.", rated, `<category domain="category" nicename="a-b"><![CDATA[Two]]></category>`)))
	if got := first[events.CategoryCreated](s, "category-5"); got.Slug != "об" {
		t.Errorf("the slug is %q, want %q", got.Slug, "об")
	}
	if one, two := first[events.ReviewCreated](s, "review-2"), first[events.ReviewCreated](s, "review-3"); one.CategoryID != two.CategoryID {
		t.Errorf("slugs that are one here lead to the categories %d and %d", one.CategoryID, two.CategoryID)
	}
}

// A category that breaks a rule is named, and keeps nothing else of the file out.
func TestARefusedCategoryIsNamed(t *testing.T) {
	s := newSite(t)
	line := func(id, subject, data string) string {
		return `{"specversion":"1.0","id":"0b6f6a3e-5f0a-4d5f-9a51-6b8b0a00000` + id + `","source":"/streams/` + subject + `","subject":"` +
			subject + `","time":"2026-01-01T00:00:00Z",` + data + `,"metadata":{"schema":1}}`
	}
	report := s.imports(strings.Join([]string{
		line("1", "category-1", `"type":"CategoryCreated","data":{"categoryId":1}`),
		line("2", "category-2", `"type":"CategoryCreated","data":{"categoryId":2,"name":"Boats","slug":"boats"}`),
	}, "\n"))
	if text := said(t, report); !strings.Contains(text,
		"it was refused (Name is required; Slug is required); its reviews are assigned to the first category") {
		t.Errorf("the report should name the category:\n%s", text)
	}
	if got := first[events.CategoryCreated](s, "category-5"); got.Name != "Boats" {
		t.Errorf("the next category is %q, want Boats", got.Name)
	}
}
