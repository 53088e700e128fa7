// What an article's author sends, and the rules for it (spec.md sections 3 and 5).

package commands

import "candor/events"

func readArticle(o *object) events.ArticleChanges {
	return events.ArticleChanges{
		Title:       o.text("title"),
		Content:     o.text("content"),
		Excerpt:     o.text("excerpt"),
		ImageURL:    o.text("imageUrl"),
		VideoURL:    o.text("videoUrl"),
		VideoCredit: o.text("videoCredit"),
		Tags:        o.list("tags", splitLines),
		Category:    o.text("category"),
		AuthorName:  o.text("authorName"),
	}
}

func tidyArticle(r *rules, in *events.ArticleChanges) {
	r.line("title", &in.Title, maxTitle)
	r.text("content", &in.Content, MaxContent)
	r.line("category", &in.Category, maxName)
	r.line("authorName", &in.AuthorName, maxName)
	r.required("title", in.Title)
	r.required("content", in.Content)
	r.required("category", in.Category)
	r.required("authorName", in.AuthorName)
	r.text("excerpt", &in.Excerpt, maxShortText)
	r.line("videoCredit", &in.VideoCredit, maxTitle)
	r.list("tags", &in.Tags)
	r.link("videoUrl", &in.VideoURL)
	r.image("imageUrl", &in.ImageURL)
}

func missingInArticle(r *rules, in events.ArticleChanges) {
	r.present("title", in.Title != nil)
	r.present("content", in.Content != nil)
	r.present("category", in.Category != nil)
	r.present("authorName", in.AuthorName != nil)
}

func picturesOfArticle(in *events.ArticleChanges) []pictureField {
	return []pictureField{onePicture("imageUrl", in.ImageURL)}
}
