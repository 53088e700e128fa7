// What a page's author sends, and the rules for it.

package commands

import "candor/events"

// PageInput is what the caller said of a page. nil is absent. A new page without a slug, or with an empty one, gets one made from
// its title.
type PageInput struct {
	events.PageChanges
	ItemOptions
}

// ParsePage reads a page from JSON. Errors as for [ParseReview].
func ParsePage(body []byte) (PageInput, error) {
	changes, options, err := pages.parseValid(body)
	return PageInput{changes, options}, err
}

// Check returns which rules a new page breaks, as far as the input alone shows: nil or an *Error of kind Invalid.
func (in PageInput) Check() error { return pages.checkNew(in.PageChanges, in.ItemOptions) }

func readPage(o *object) events.PageChanges {
	return events.PageChanges{Title: o.text("title"), Slug: o.text("slug"), Content: o.text("content")}
}

func tidyPage(r *rules, in *events.PageChanges) {
	r.line("title", &in.Title, maxTitle)
	r.line("slug", &in.Slug, maxSlug)
	r.text("content", &in.Content, MaxContent)
	r.required("title", in.Title)
	r.required("content", in.Content)
	r.slug("slug", in.Slug)
}

func missingInPage(r *rules, in events.PageChanges) {
	r.present("title", in.Title != nil)
	r.present("content", in.Content != nil)
}

func emptiedInPage(r *rules, in events.PageChanges) { r.required("slug", in.Slug) }
