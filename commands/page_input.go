// What a page's author sends, and the rules for it.

package commands

import "candor/events"

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
