// Facts about when a review or an article is to be published and unpublished by itself. They are in the
// item's own stream.

package events

import "time"

func init() {
	registerItem[ReviewScheduled](1, ReviewKind, ActionScheduled)
	registerItem[ArticleScheduled](1, ArticleKind, ActionScheduled)
}

// Schedule is when an item is to appear on the site and to leave it again; nil: not by itself.
type Schedule struct {
	PublishAt   *time.Time `json:"publishAt,omitempty"`   // UTC
	UnpublishAt *time.Time `json:"unpublishAt,omitempty"` // UTC; after PublishAt where there are both

	Unreadable bool `json:"-"` // of a [Withdrawal]: the item may not appear any more, and leaves the site as it was planned before
}

// ReviewScheduled states the review's whole schedule from then on; without times there is none. What is
// carried out at its time is a ReviewPublished or ReviewUnpublished beside a ReviewScheduled without that time.
type ReviewScheduled struct {
	ReviewID ReviewID `json:"reviewId"`
	Schedule
	At time.Time `json:"at"`
}

// ArticleScheduled is [ReviewScheduled] for an article.
type ArticleScheduled struct {
	ArticleID ArticleID `json:"articleId"`
	Schedule
	At time.Time `json:"at"`
}

func (ReviewScheduled) EventType() string  { return "ReviewScheduled" }
func (ArticleScheduled) EventType() string { return "ArticleScheduled" }
