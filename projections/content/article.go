// Articles in the content model.

package content

import (
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/categories"
	"candor/projections/content/excerpts"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
	"candor/projections/markdown"
)

// ArticleColumns are the columns by which the admin's list of articles can be sorted.
var ArticleColumns = []string{"title", "category", "author", "published", "updated"}

var articleKind = kind{columns: ArticleColumns, empty: func() item { return &Article{} }, narrow: narrowArticles}

// Article is a tech article as the API answers it.
type Article struct {
	ID            int64      `json:"id"`
	Title         string     `json:"title"`
	Content       string     `json:"content"`
	ContentText   string     `json:"contentText"` // its excerpt
	Excerpt       *string    `json:"excerpt"`
	ImageURL      *string    `json:"imageUrl"`
	VideoURL      *string    `json:"videoUrl"`
	VideoCredit   *string    `json:"videoCredit"`
	Category      string     `json:"category"` // free text, or a category's slug
	AuthorName    string     `json:"authorName"`
	Tags          []string   `json:"tags,omitempty"` // absent without any
	IsPublished   bool       `json:"isPublished"`
	CreatedAt     time.Time  `json:"createdAt"`
	UpdatedAt     time.Time  `json:"updatedAt"`
	PublishedAt   *time.Time `json:"publishedAt"`
	CorrectedAt   *time.Time `json:"correctedAt"`
	UpdateNotedAt *time.Time `json:"updateNotedAt"`
	Revision      uint64     `json:"revision"`
}

func narrowArticles(list *listQuery, q Query, _ *categories.Set) {
	list.group = foldedGroup(q.Category)
}

func (a *Article) shared() shared {
	return shared{id: &a.ID, title: &a.Title, published: &a.IsPublished, createdAt: &a.CreatedAt, updatedAt: &a.UpdatedAt,
		publishedAt: &a.PublishedAt, correctedAt: &a.CorrectedAt, updateNotedAt: &a.UpdateNotedAt, revision: &a.Revision}
}

func (a *Article) group() uint64 { return foldedGroup(a.Category) }

func (a *Article) scored() (rating, price float64) { return 0, 0 }

func (a *Article) names() []names.Spelled {
	all := []names.Spelled{{Of: names.ArticleCategories, Text: a.Category}, {Of: names.Authors, Text: a.AuthorName}}
	for _, tag := range a.Tags {
		all = append(all, names.Spelled{Of: names.Tags, Text: tag})
	}
	return all
}

func (a *Article) texts(show pictures.Lookup) (html any, search string) {
	d := markdown.Render(a.Content, markdown.Options{Picture: show})
	return renderedOf(d), searchText(a.Title, d.Text, a.AuthorName)
}

func (a *Article) addresses() []string {
	if a.ImageURL == nil {
		return nil
	}
	return []string{answers.Value(a.ImageURL)}
}

func (a *Article) seePictures(v pictures.View) {
	a.setText(v.TextSeen(a.Content))
	a.Excerpt, a.ImageURL = v.OptionalTextSeen(a.Excerpt), v.AddressSeen(a.ImageURL)
}

func (a *Article) setContent(content any) {
	c := content.(*events.ArticleContent)
	a.setText(c.Content)
	a.Title, a.Excerpt, a.ImageURL = c.Title, answers.Text(c.Excerpt), answers.Text(c.ImageURL)
	a.VideoURL, a.VideoCredit, a.Category, a.AuthorName = answers.Text(c.VideoURL), answers.Text(c.VideoCredit), c.Category, c.AuthorName
	a.Tags = c.Tags
}

// setText sets the content and its excerpt.
func (a *Article) setText(content string) {
	a.ContentText, a.Content = excerpts.Of(content, a.Content, a.ContentText), content
}

func (a *Article) setExcerpts() { a.setText(a.Content) }

func (a *Article) content() any {
	return &events.ArticleContent{Title: a.Title, Content: a.Content, Excerpt: answers.Value(a.Excerpt),
		ImageURL: answers.Value(a.ImageURL),
		VideoURL: answers.Value(a.VideoURL), VideoCredit: answers.Value(a.VideoCredit), Category: a.Category,
		AuthorName: a.AuthorName, Tags: a.Tags}
}
