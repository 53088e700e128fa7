// What an article's author sends, and the rules for it (spec.md sections 3 and 5).

package commands

import "time"

// ArticleInput is what the caller said of a tech article. nil is absent; a present empty text is
// the same as absent for a new article, and emptied in an update.
type ArticleInput struct {
	Title       *string
	Content     *string
	Excerpt     *string
	ImageURL    *string // an address, or a data string that becomes one
	VideoURL    *string
	VideoCredit *string
	Tags        *[]string
	Category    *string
	AuthorName  *string
	IsPublished *bool
	PublishAt   *time.Time // zero: none
	UnpublishAt *time.Time // zero: none
	Correction  *string    // the note that marks an update as a correction
}

// ParseArticle reads an article from JSON. Errors as for [ParseReview].
func ParseArticle(body []byte) (ArticleInput, error) {
	o, err := readObject(body)
	if err != nil {
		return ArticleInput{}, err
	}
	in := ArticleInput{
		Title:       o.text("title"),
		Content:     o.text("content"),
		Excerpt:     o.text("excerpt"),
		ImageURL:    o.text("imageUrl"),
		VideoURL:    o.text("videoUrl"),
		VideoCredit: o.text("videoCredit"),
		Tags:        o.list("tags", splitLines),
		Category:    o.text("category"),
		AuthorName:  o.text("authorName"),
		IsPublished: o.flag("isPublished"),
		PublishAt:   o.scheduleTime("publishAt"),
		UnpublishAt: o.scheduleTime("unpublishAt"),
		Correction:  o.correction("correction"),
	}
	in, errs := in.tidied()
	if errs = append(o.done(body), errs...); len(errs) > 0 {
		return ArticleInput{}, invalid(errs...)
	}
	return in, nil
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in ArticleInput) tidied() (ArticleInput, []FieldError) {
	var r rules
	r.line("title", &in.Title, maxTitle)
	r.text("content", &in.Content, maxContent)
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
	r.correction(&in.Correction)
	return in, r.errs
}

// missing returns what a new article lacks.
func (in ArticleInput) missing() []FieldError {
	var r rules
	r.present("title", in.Title != nil)
	r.present("content", in.Content != nil)
	r.present("category", in.Category != nil)
	r.present("authorName", in.AuthorName != nil)
	return append(r.errs, newlyCorrected(in.Correction, "article")...)
}
