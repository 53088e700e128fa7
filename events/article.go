// Facts about a tech article. Stream article-<id>.

package events

import "time"

func init() {
	registerItem[ArticleCreated](1, ArticleKind, ActionCreated)
	registerItem[ArticleUpdated](1, ArticleKind, ActionUpdated)
	registerItem[ArticlePublished](1, ArticleKind, ActionPublished)
	registerItem[ArticleUnpublished](1, ArticleKind, ActionUnpublished)
	registerItem[ArticleDeleted](1, ArticleKind, ActionDeleted)
	registerItem[ArticleRestored](1, ArticleKind, ActionRestored)
}

// ArticlePrefix is that of the streams of articles.
const ArticlePrefix = "article-"

// ArticleID is the number of an article.
type ArticleID int64

// Stream returns the article's stream: "article-12".
func (id ArticleID) Stream() string { return numbered(ArticlePrefix, int64(id)) }

// ArticleContent is what an article says (spec.md section 3). Category is free text or a category's slug.
type ArticleContent struct {
	Title       string   `json:"title" about:"title"`
	Content     string   `json:"content"`
	Excerpt     string   `json:"excerpt,omitempty"`
	ImageURL    string   `json:"imageUrl,omitempty"`
	VideoURL    string   `json:"videoUrl,omitempty"`
	VideoCredit string   `json:"videoCredit,omitempty"`
	Category    string   `json:"category"`
	AuthorName  string   `json:"authorName"`
	Tags        []string `json:"tags,omitempty"`
}

// ArticleChanges holds the fields that an update changed, with their new values; nil is unchanged.
type ArticleChanges struct {
	Title       *string   `json:"title,omitempty" about:"title"`
	Content     *string   `json:"content,omitempty"`
	Excerpt     *string   `json:"excerpt,omitempty"`
	ImageURL    *string   `json:"imageUrl,omitempty"`
	VideoURL    *string   `json:"videoUrl,omitempty"`
	VideoCredit *string   `json:"videoCredit,omitempty"`
	Category    *string   `json:"category,omitempty"`
	AuthorName  *string   `json:"authorName,omitempty"`
	Tags        *[]string `json:"tags,omitempty"`
}

// ArticleCreated says that a draft article exists; published from the start, ArticlePublished
// stands beside it in the same append. ModifiedAt is as in [ReviewCreated].
type ArticleCreated struct {
	ArticleID ArticleID `json:"articleId"`
	ArticleContent
	At         time.Time `json:"at"`
	ModifiedAt time.Time `json:"modifiedAt,omitzero"`
}

// ArticleUpdated says which fields of an article changed.
type ArticleUpdated struct {
	ArticleID ArticleID      `json:"articleId"`
	Changes   ArticleChanges `json:"changes"`
	At        time.Time      `json:"at"`
}

// ArticlePublished says that readers may see the article from At on.
type ArticlePublished struct {
	ArticleID ArticleID `json:"articleId"`
	At        time.Time `json:"at"`
}

// ArticleUnpublished says that the article is a draft again.
type ArticleUnpublished struct {
	ArticleID ArticleID `json:"articleId"`
	At        time.Time `json:"at"`
}

// ArticleDeleted says that the article has left the site. Its history stays.
type ArticleDeleted struct {
	ArticleID ArticleID `json:"articleId"`
	At        time.Time `json:"at"`
}

// ArticleRestored says that a deleted article is back as it was before.
type ArticleRestored struct {
	ArticleID ArticleID `json:"articleId"`
	At        time.Time `json:"at"`
}

func (ArticleCreated) EventType() string     { return "ArticleCreated" }
func (ArticleUpdated) EventType() string     { return "ArticleUpdated" }
func (ArticlePublished) EventType() string   { return "ArticlePublished" }
func (ArticleUnpublished) EventType() string { return "ArticleUnpublished" }
func (ArticleDeleted) EventType() string     { return "ArticleDeleted" }
func (ArticleRestored) EventType() string    { return "ArticleRestored" }
