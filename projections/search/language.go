// The site's language: words are stemmed, and common ones left out, only as English. Rows are the same in every language, so that a change
// takes effect at once. Bucket
//
//	language  "site" → "fr-CH"; none: the default

package search

import (
	tags "golang.org/x/text/language"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/formats"
	"candor/projections/projector"
)

// language is how the words of the site are compared.
type language struct {
	tag     string
	english bool
	mark    string // of the terms for words that some write together
}

var languageKey = []byte("site")

// changeLanguage notes the language that the site is set to, nil for the default. It reports whether that is another one.
func changeLanguage(t *projector.Tx, values events.SiteValues) bool {
	rows, tag := t.Bucket("language"), answers.Value(values.Language)
	if string(rows.Get(languageKey)) == tag {
		return false
	}
	if tag == "" {
		rows.Delete(languageKey)
	} else {
		rows.Put(languageKey, []byte(tag))
	}
	return true
}

// readLanguage returns the site's language.
func readLanguage(t *projector.Tx) language {
	l := language{tag: string(t.Bucket("language").Get(languageKey)), mark: joinedMark}
	if l.tag == "" {
		l.tag = events.DefaultSettings().Site.Language
	}
	if base, _ := tags.Make(l.tag).Base(); base.String() == "en" {
		l.english, l.mark = true, stemMark
	}
	return l
}

// root returns what a bare word has in common with its other forms.
func (l language) root(word string) string {
	if l.english {
		return stem(word)
	}
	return word
}

// sorter returns what sorts names.
func (l language) sorter() *formats.Sorter { return formats.NewSorter(l.tag) }
