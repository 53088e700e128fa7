// Facts about versions of reviews and articles that readers could see, and that the site's owner withholds from the public history.
// They are in the item's own stream.

package events

import "time"

func init() {
	registerItem[ReviewVersionWithheld](1, ReviewKind, ActionWithheld)
	registerItem[ArticleVersionWithheld](1, ArticleKind, ActionWithheld)
	registerItem[ReviewVersionReleased](1, ReviewKind, ActionReleased)
	registerItem[ArticleVersionReleased](1, ArticleKind, ActionReleased)
}

// ReviewVersionWithheld says that readers may no longer see what the review was at Revision. Its record stays in the log.
type ReviewVersionWithheld struct {
	ReviewID ReviewID  `json:"reviewId"`
	Revision uint64    `json:"revision"` // of the review's stream
	Reason   string    `json:"reason"`   // for readers
	At       time.Time `json:"at"`
}

// ArticleVersionWithheld is [ReviewVersionWithheld] for an article.
type ArticleVersionWithheld struct {
	ArticleID ArticleID `json:"articleId"`
	Revision  uint64    `json:"revision"`
	Reason    string    `json:"reason"`
	At        time.Time `json:"at"`
}

// ReviewVersionReleased says that readers may see a withheld version again.
type ReviewVersionReleased struct {
	ReviewID ReviewID  `json:"reviewId"`
	Revision uint64    `json:"revision"`
	At       time.Time `json:"at"`
}

// ArticleVersionReleased is [ReviewVersionReleased] for an article.
type ArticleVersionReleased struct {
	ArticleID ArticleID `json:"articleId"`
	Revision  uint64    `json:"revision"`
	At        time.Time `json:"at"`
}

func (ReviewVersionWithheld) EventType() string  { return "ReviewVersionWithheld" }
func (ArticleVersionWithheld) EventType() string { return "ArticleVersionWithheld" }
func (ReviewVersionReleased) EventType() string  { return "ReviewVersionReleased" }
func (ArticleVersionReleased) EventType() string { return "ArticleVersionReleased" }
