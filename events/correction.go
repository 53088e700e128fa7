// Events about changes of published content: what an editor tells readers about them. They are in the item's own
// stream. A change without one is an edit of which nothing was said.

package events

import "time"

func init() {
	registerItem[ReviewCorrected](1, ReviewKind, ActionCorrected)
	registerItem[ArticleCorrected](1, ArticleKind, ActionCorrected)
	registerItem[PageCorrected](1, PageKind, ActionCorrected)
	registerItem[ReviewUpdateNoted](1, ReviewKind, ActionUpdateNoted)
	registerItem[ArticleUpdateNoted](1, ArticleKind, ActionUpdateNoted)
	registerItem[ReviewTypoMarked](1, ReviewKind, ActionTypoMarked)
	registerItem[ArticleTypoMarked](1, ArticleKind, ActionTypoMarked)
}

// ReviewCorrected says that the ReviewUpdated just before it, in the same append, corrected what readers had seen. Where it follows a
// ReviewPublished, it is about all that was changed since readers saw the review last.
type ReviewCorrected struct {
	ReviewID ReviewID      `json:"reviewId"`
	Note     string        `json:"note"` // for readers: what was wrong
	Was      ReviewChanges `json:"was"`  // what the changed fields said before, of those in [Kind].Corrects
	At       time.Time     `json:"at"`
}

// ArticleCorrected is [ReviewCorrected] for an article.
type ArticleCorrected struct {
	ArticleID ArticleID      `json:"articleId"`
	Note      string         `json:"note"`
	Was       ArticleChanges `json:"was"`
	At        time.Time      `json:"at"`
}

// PageCorrected is [ReviewCorrected] for a page.
type PageCorrected struct {
	PageID PageID      `json:"pageId"`
	Note   string      `json:"note"`
	Was    PageChanges `json:"was"`
	At     time.Time   `json:"at"`
}

// ReviewUpdateNoted says that the change just before it, in the same append, brought what readers had seen up to date, and
// wasn't a mistake. What it is about is as of ReviewCorrected.
type ReviewUpdateNoted struct {
	ReviewID ReviewID      `json:"reviewId"`
	Note     string        `json:"note"` // for readers; "" if the change speaks for itself
	Was      ReviewChanges `json:"was"`  // what the changed fields said before, of those that a correction may be about
	At       time.Time     `json:"at"`
}

// ArticleUpdateNoted is [ReviewUpdateNoted] for an article.
type ArticleUpdateNoted struct {
	ArticleID ArticleID      `json:"articleId"`
	Note      string         `json:"note"`
	Was       ArticleChanges `json:"was"`
	At        time.Time      `json:"at"`
}

// ReviewTypoMarked says that the change just before it, in the same append, only corrected a slip of the pen. What it is about is as of
// ReviewCorrected.
type ReviewTypoMarked struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

// ArticleTypoMarked is [ReviewTypoMarked] for an article.
type ArticleTypoMarked struct {
	ArticleID ArticleID `json:"articleId"`
	At        time.Time `json:"at"`
}

func (ReviewCorrected) EventType() string    { return "ReviewCorrected" }
func (ArticleCorrected) EventType() string   { return "ArticleCorrected" }
func (PageCorrected) EventType() string      { return "PageCorrected" }
func (ReviewUpdateNoted) EventType() string  { return "ReviewUpdateNoted" }
func (ArticleUpdateNoted) EventType() string { return "ArticleUpdateNoted" }
func (ReviewTypoMarked) EventType() string   { return "ReviewTypoMarked" }
func (ArticleTypoMarked) EventType() string  { return "ArticleTypoMarked" }
