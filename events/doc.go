// Package events is Candor's vocabulary and the interface to its event log.
//
// Every write is one of the facts declared here: a Go struct per event type, one file a
// noun ([ReviewCreated] in review.go, [PageViewed] in pageview.go, …). [Encode] turns a fact
// and its [Metadata] into the bytes that are stored, [Recorded.Decode] turns stored bytes back
// into a fact of today's shape, upcasting old schema versions on the way. Event names and
// field names are written to disk for ever; testdata/ keeps one golden file for every version
// ever written.
//
// [Log] is the interface to an event log. Its implementations are packages: embedded, the log of this process, and esdb, that of an
// EventStoreDB or of another Candor.
//
// # Streams
//
//	review-12               ReviewCreated, ReviewUpdated, ReviewPublished, …
//	article-7               ArticleCreated, …
//	page-2                  PageCreated, PageUpdated, PagePublished, …
//	category-3              CategoryCreated, CategoryUpdated, CategoryDeleted, CategoryRestored
//	author-1                AuthorCreated, AuthorUpdated, AddressKept, AuthorDeleted  (personal data)
//	authornames             AuthorNamingBegun, AuthorNamingEnded
//	message-5               MessageReceived, MessageRead, MessageDeleted         (personal data)
//	apikey-2                ApiKeyCreated, ApiKeyUsed, ApiKeyDeactivated, ApiKeyDeleted
//	subscriber-4            NewsletterSubscribed, NewsletterUnsubscribed         (personal data)
//	subscriber-repeated     SubscriptionUnchanged; so does subscriber-unknown
//	subscribers             EmailTaken, EmailFreed
//	erasure-<uuid>          ErasureBegun, PersonErased
//	admin                   AdminPasswordSet, AdminLoggedIn, AdminLoginFailed, AdminLoggedOut
//	pageviews-2026-11-21    PageViewed, one stream a UTC day
//	daysummary-<day>        DaySummarized
//	visitor-<uuid>          VisitorFirstSeen                                     (personal data)
//	media-<sha256>          MediaStored, the bytes of one picture in chunks; deleted whole with the picture
//	picture-<sha256>        MediaRemoved, MediaAllowed, MediaReturned
//	demo                    DemoSiteBegun, DemoSiteFinished
//	ids-<kind>              IdReserved; the revision it lands on, plus one, is the id
//	slug-<slug>             SlugReserved, SlugReleased
//	pageslug-<slug>         PageSlugReserved, PageSlugReleased
//	oldaddress-<sha256>     AddressKept
//	request-<sha256>        RequestAccepted, one stream for each Idempotency-Key
//
// Nothing here knows HTTP, decisions or read models.
package events
