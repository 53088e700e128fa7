// Events of visits: page views, pseudonymous by construction, and the visitors behind them. Streams pageviews-<day>, visitor-<uuid> and
// visitorsalt.

package events

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
)

func init() {
	register[PageViewed](2, PageViewPrefix)
	upcastFrom[PageViewed](1, func(old json.RawMessage) (json.RawMessage, error) { return old, nil }) // no agent was told
	register[VisitorFirstSeen](1, VisitorPrefix)
	register[VisitorSaltMade](1, VisitorSaltStream)
}

// PageViewed is one tracked event of a reader's browser. It contains no IP address and no raw user agent; Page and Referrer have no
// query except for the five usual utm_ parameters.
type PageViewed struct {
	Event     string    `json:"event"` // "page_view", or another event's name
	Page      string    `json:"page"`
	Referrer  string    `json:"referrer,omitempty"`
	SessionID string    `json:"sessionId,omitempty"`
	VisitorID uuid.UUID `json:"visitorId"`
	Country   string    `json:"country"` // ISO 3166 alpha-2, "Local" or "Unknown"
	City      string    `json:"city,omitempty"`
	Browser   string    `json:"browser,omitempty"` // "Firefox"
	System    string    `json:"system,omitempty"`  // "Linux"
	Device    string    `json:"device,omitempty"`  // "desktop", "phone", "tablet" or "bot"
	// of a bot, the name of the entry of the list of crawlers that matched; no text that was sent
	Agent    string    `json:"agent,omitempty"`
	Metadata string    `json:"metadata,omitempty"` // JSON text as the browser sent it
	At       time.Time `json:"at"`
}

// VisitorFirstSeen is the spec's unique visitor: one per address. Each has its own stream, which is deleted to erase the person.
type VisitorFirstSeen struct {
	VisitorID uuid.UUID `json:"visitorId"`
	Address   string    `json:"address" personal:"true"`
	UserAgent string    `json:"userAgent,omitempty" personal:"true"`
	Country   string    `json:"country"`
	City      string    `json:"city,omitempty" personal:"true"`
	At        time.Time `json:"at"`
}

// VisitorSaltMade holds random bytes from which, with an address, every instance makes the same id for a new visitor. Only the latest
// is kept: ids made from an earlier one can't be traced back to an address.
type VisitorSaltMade struct {
	Salt []byte    `json:"salt"`
	At   time.Time `json:"at"`
}

// OwnPage reports whether a page is one of the owner's: /admin, any page below it, /admin-login or a preview, however its path is encoded.
// Visits to those don't count as visits to the site.
func OwnPage(page string) bool {
	if _, rest, ok := strings.Cut(page, "://"); ok {
		_, rest, _ = strings.Cut(rest, "/")
		page = "/" + rest
	}
	if end := strings.IndexAny(page, "?#"); end >= 0 {
		page = page[:end]
	}
	if path, err := url.PathUnescape(page); err == nil {
		page = path
	}
	page = strings.ToLower(strings.TrimRight(page, "/"))
	return page == "/admin" || page == "/admin-login" || strings.HasPrefix(page, "/admin/") || strings.HasPrefix(page, "/preview/")
}

func (PageViewed) EventType() string       { return "PageViewed" }
func (VisitorFirstSeen) EventType() string { return "VisitorFirstSeen" }
func (VisitorSaltMade) EventType() string  { return "VisitorSaltMade" }
