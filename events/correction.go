// Facts about corrections: changes of published reviews and articles that the editor owns up to. They are in
// the item's own stream.

package events

import "time"

func init() {
	register[ReviewCorrected](1)
	register[ArticleCorrected](1)
}

// ReviewCorrected says that the ReviewUpdated just before it, in the same append, corrected what readers had seen.
type ReviewCorrected struct {
	ReviewID ReviewID      `json:"reviewId"`
	Note     string        `json:"note"` // for readers: what was wrong
	Was      ReviewChanges `json:"was"`  // what the corrected fields said before: of title, content, rating, prices and verdict
	At       time.Time     `json:"at"`
}

// ArticleCorrected is [ReviewCorrected] for an article.
type ArticleCorrected struct {
	ArticleID ArticleID      `json:"articleId"`
	Note      string         `json:"note"`
	Was       ArticleChanges `json:"was"` // of title, content and excerpt
	At        time.Time      `json:"at"`
}

func (ReviewCorrected) EventType() string  { return "ReviewCorrected" }
func (ArticleCorrected) EventType() string { return "ArticleCorrected" }
