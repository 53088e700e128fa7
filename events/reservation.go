// Facts that make a number or a value somebody's own. Streams ids-<kind>, slug-<slug>, pageslug-<slug> and
// request-<sha256>.

package events

import "time"

func init() {
	register[IDReserved](1, IDsPrefix)
	register[SlugReserved](1, SlugPrefix)
	register[SlugReleased](1, SlugPrefix)
	register[PageSlugReserved](1, PageSlugPrefix)
	register[PageSlugReleased](1, PageSlugPrefix)
	register[EmailReserved](1, "")
	register[EmailReleased](1, "")
	register[RequestAccepted](1, RequestPrefix)
}

// IDReserved takes the next id of a kind: the revision it lands on, plus one. No lock, and safe
// with several writers.
type IDReserved struct {
	Kind string    `json:"kind"`
	At   time.Time `json:"at"`
}

// SlugReserved says that a category owns a slug: whoever appends it first, at the expected revision, wins.
type SlugReserved struct {
	Slug       string     `json:"slug"`
	CategoryID CategoryID `json:"categoryId"`
	At         time.Time  `json:"at"`
}

// SlugReleased says that the slug is free again.
type SlugReleased struct {
	Slug string    `json:"slug"`
	At   time.Time `json:"at"`
}

// PageSlugReserved records that a page owns a slug, as [SlugReserved] does for a category.
type PageSlugReserved struct {
	Slug   string    `json:"slug"`
	PageID PageID    `json:"pageId"`
	At     time.Time `json:"at"`
}

// PageSlugReleased records that the slug is free again.
type PageSlugReleased struct {
	Slug string    `json:"slug"`
	At   time.Time `json:"at"`
}

// EmailReserved says which subscriber owns an address. It is no longer written: see [EmailTaken].
type EmailReserved struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	At           time.Time    `json:"at"`
}

// EmailReleased says that the address is free again. It is no longer written.
type EmailReleased struct {
	At time.Time `json:"at"`
}

// RequestAccepted remembers a request that carried an Idempotency-Key, before it is carried out:
// a retry finds the ids it was given, and another body under the same key is recognised.
type RequestAccepted struct {
	BodyHash string    `json:"bodyHash"`      // hex SHA-256 of method, path and body
	IDs      []int64   `json:"ids,omitempty"` // reserved for what it creates, in order
	At       time.Time `json:"at"`
}

func (IDReserved) EventType() string       { return "IdReserved" }
func (SlugReserved) EventType() string     { return "SlugReserved" }
func (SlugReleased) EventType() string     { return "SlugReleased" }
func (PageSlugReserved) EventType() string { return "PageSlugReserved" }
func (PageSlugReleased) EventType() string { return "PageSlugReleased" }
func (EmailReserved) EventType() string    { return "EmailReserved" }
func (EmailReleased) EventType() string    { return "EmailReleased" }
func (RequestAccepted) EventType() string  { return "RequestAccepted" }
