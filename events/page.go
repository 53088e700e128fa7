// Events about a page of the site, such as "How we test". Stream page-<id>.

package events

import "time"

func init() {
	registerItem[PageCreated](1, PageKind, ActionCreated)
	registerItem[PageUpdated](1, PageKind, ActionUpdated)
	registerItem[PagePublished](1, PageKind, ActionPublished)
	registerItem[PageUnpublished](1, PageKind, ActionUnpublished)
	registerItem[PageScheduled](1, PageKind, ActionScheduled)
	registerItem[PageDeleted](1, PageKind, ActionDeleted)
	registerItem[PageRestored](1, PageKind, ActionRestored)
}

// PagePrefix is that of the streams of pages.
const PagePrefix = "page-"

// PageID is the number of a page.
type PageID int64

// Stream returns the page's stream: "page-12".
func (id PageID) Stream() string { return numbered(PagePrefix, int64(id)) }

// PageContent holds what a page says. Slug is the last part of its address, /pages/<slug> or /about, and unique among pages. Its texts may
// have placeholders, such as {{name}}.
type PageContent struct {
	Title   string `json:"title" about:"title"`
	Slug    string `json:"slug"`
	Content string `json:"content"`
}

// PageChanges holds the fields that an update changed, with their new values; nil is unchanged.
type PageChanges struct {
	Title   *string `json:"title,omitempty" about:"title"`
	Slug    *string `json:"slug,omitempty"`
	Content *string `json:"content,omitempty"`
}

// PageCreated records a new draft. A page that is published from the start has a PagePublished in the same append.
type PageCreated struct {
	PageID PageID `json:"pageId"`
	PageContent
	At time.Time `json:"at"`
}

// PageUpdated records which fields of a page changed.
type PageUpdated struct {
	PageID  PageID      `json:"pageId"`
	Changes PageChanges `json:"changes"`
	At      time.Time   `json:"at"`
}

// PagePublished records that readers may see the page from At on.
type PagePublished struct {
	PageID PageID    `json:"pageId"`
	At     time.Time `json:"at"`
}

// PageUnpublished records that the page is a draft again.
type PageUnpublished struct {
	PageID PageID    `json:"pageId"`
	At     time.Time `json:"at"`
}

// PageScheduled records the page's whole schedule, as [ReviewScheduled] does for a review.
type PageScheduled struct {
	PageID PageID `json:"pageId"`
	Schedule
	At time.Time `json:"at"`
}

// PageDeleted records that the page has left the site. Its history stays.
type PageDeleted struct {
	PageID PageID    `json:"pageId"`
	At     time.Time `json:"at"`
}

// PageRestored records that a deleted page is back as it was before.
type PageRestored struct {
	PageID PageID    `json:"pageId"`
	At     time.Time `json:"at"`
}

func (PageCreated) EventType() string     { return "PageCreated" }
func (PageUpdated) EventType() string     { return "PageUpdated" }
func (PagePublished) EventType() string   { return "PagePublished" }
func (PageUnpublished) EventType() string { return "PageUnpublished" }
func (PageScheduled) EventType() string   { return "PageScheduled" }
func (PageDeleted) EventType() string     { return "PageDeleted" }
func (PageRestored) EventType() string    { return "PageRestored" }
