// The four fixed pages, About, Contact, Privacy and Terms, with the specification's texts as their first version.

package events

import (
	"embed"
	"slices"
	"strings"
	"time"
)

//go:embed fixedpages/*.md
var fixedPageFiles embed.FS

// FixedPage holds the first version of a fixed page. It converts to a [PageContent].
type FixedPage struct{ Title, Slug, Content string }

// Path returns the page's address: "/about".
func (p FixedPage) Path() string { return "/" + p.Slug }

// FixedPages are the pages that every site has.
var FixedPages = []FixedPage{
	fixedPage("about", "About Us"), fixedPage("contact", "Contact"),
	fixedPage("privacy", "Privacy Policy"), fixedPage("terms", "Terms of Service"),
}

// FixedPagesAt is the date of the first versions (spec.md section 1), for readers of a moment at which the log has none of them.
var FixedPagesAt = time.Date(2024, 12, 1, 0, 0, 0, 0, time.UTC)

func fixedPage(slug, title string) FixedPage {
	text, err := fixedPageFiles.ReadFile("fixedpages/" + slug + ".md")
	if err != nil {
		panic(err) // it is part of the program
	}
	return FixedPage{Title: title, Slug: slug, Content: strings.TrimSpace(string(text))}
}

// FixedPageAt returns the page that every site has at a slug; false: it isn't a slug of one.
func FixedPageAt(slug string) (FixedPage, bool) {
	i := slices.IndexFunc(FixedPages, func(p FixedPage) bool { return p.Slug == slug })
	if i < 0 {
		return FixedPage{}, false
	}
	return FixedPages[i], true
}

// IsFixedPage reports whether a slug is that of a page that every site has.
func IsFixedPage(slug string) bool {
	_, ok := FixedPageAt(slug)
	return ok
}
