// Pages of the site, such as "How we test", in the content model.

package content

import (
	"time"

	"candor/events"
	"candor/projections/content/categories"
	"candor/projections/content/excerpts"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
	"candor/projections/markdown"
)

// PageColumns are the columns by which the admin's list of pages can be sorted.
var PageColumns = []string{"title", "slug", "published", "updated"}

var pageKind = kind{columns: PageColumns, expands: true, empty: func() item { return &Page{} }, narrow: narrowPages}

// Page is a page of the site as the API answers it.
type Page struct {
	ID          int64      `json:"id"`
	Title       string     `json:"title"`
	Slug        string     `json:"slug"`        // the last part of its address, /pages/<slug> or /about
	Content     string     `json:"content"`     // as typed, with placeholders
	ContentText string     `json:"contentText"` // its excerpt
	IsPublished bool       `json:"isPublished"`
	CreatedAt   time.Time  `json:"createdAt"`
	UpdatedAt   time.Time  `json:"updatedAt"`
	PublishedAt *time.Time `json:"publishedAt"`
	CorrectedAt *time.Time `json:"correctedAt"` // of the latest correction; nil without one
	Revision    uint64     `json:"revision"`
}

// narrowPages narrows a list to a slug. As a page is read by its slug, such a list carries the rendered texts.
func narrowPages(list *listQuery, q Query, _ *categories.Set) {
	list.group, list.rendered = names.Hash(q.Slug), q.Slug != ""
}

func (p *Page) shared() shared {
	return shared{id: &p.ID, title: &p.Title, published: &p.IsPublished, createdAt: &p.CreatedAt, updatedAt: &p.UpdatedAt,
		publishedAt: &p.PublishedAt, correctedAt: &p.CorrectedAt, revision: &p.Revision}
}

func (p *Page) group() uint64               { return names.Hash(p.Slug) }
func (p *Page) addresses() []string         { return nil }
func (p *Page) seePictures(v pictures.View) { p.setText(v.TextSeen(p.Content)) }

func (p *Page) texts(show pictures.Lookup) (html any, search string) {
	d := markdown.Render(p.Content, markdown.Options{Picture: show})
	return renderedOf(d), searchText(p.Title, d.Text, "")
}

func (p *Page) content() any {
	return &events.PageContent{Title: p.Title, Slug: p.Slug, Content: p.Content}
}

func (p *Page) setContent(content any) {
	c := content.(*events.PageContent)
	p.setText(c.Content)
	p.Title, p.Slug = c.Title, c.Slug
}

// setText sets the content and its excerpt.
func (p *Page) setText(content string) {
	p.ContentText, p.Content = excerpts.Of(content, p.Content, p.ContentText), content
}

func (p *Page) setExcerpts() { p.setText(p.Content) }
