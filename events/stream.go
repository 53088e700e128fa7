// Stream names, the small integers that name things, and back.

package events

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Ids are small positive integers, allocated by [IDReserved].
type (
	ReviewID     int64
	ArticleID    int64
	PageID       int64
	CategoryID   int64
	AuthorID     int64
	MessageID    int64
	KeyID        int64
	SubscriberID int64
)

// Prefixes of the streams of one kind. A prefix ends with its dash, so that it can be a
// server-side filter: "review-" never matches "reviewers-1".
const (
	ReviewPrefix     = "review-"
	ArticlePrefix    = "article-"
	PagePrefix       = "page-"
	CategoryPrefix   = "category-"
	AuthorPrefix     = "author-"
	MessagePrefix    = "message-"
	KeyPrefix        = "apikey-"
	SubscriberPrefix = "subscriber-"
	PageViewPrefix   = "pageviews-"
	VisitorPrefix    = "visitor-"
	DaySummaryPrefix = "daysummary-"
	MediaPrefix      = "media-"
	PicturePrefix    = "picture-"
	IDsPrefix        = "ids-"
	SlugPrefix       = "slug-"
	PageSlugPrefix   = "pageslug-"
	RequestPrefix    = "request-"
	ErasurePrefix    = "erasure-"
	OldAddressPrefix = "oldaddress-"
	DraftPrefix      = "draft-"
	PreviewPrefix    = "preview-"
)

// AnalystStreams are the prefixes of the streams that hold neither people nor secrets: what analysts are shown. Everything else
// stays in the log: messages, subscribers, addresses, visitors, the admin's password, the hashes of keys.
var AnalystStreams = []string{PageViewPrefix, DaySummaryPrefix, ReviewPrefix, ArticlePrefix, PagePrefix, CategoryPrefix, MediaPrefix, PicturePrefix}

// AdminStream holds the admin's password and sign-ins.
const AdminStream = "admin"

// AuthorNamesStream holds whose name is being set, so that no two authors get the same one. It never holds a name.
const AuthorNamesStream = "authornames"

// SubscribersStream says which subscribers have taken their e-mail addresses, so that no two have the same one. It never holds an address.
const SubscribersStream = "subscribers"

// DemoStream says of a demo site that it is one.
const DemoStream = "demo"

// VisitorSaltStream holds what ids of new visitors are made from; only its last event is kept.
const VisitorSaltStream = "visitorsalt"

// Stream returns the stream of one thing, e.g. "review-12".
func (id ReviewID) Stream() string     { return numbered(ReviewPrefix, int64(id)) }
func (id ArticleID) Stream() string    { return numbered(ArticlePrefix, int64(id)) }
func (id PageID) Stream() string       { return numbered(PagePrefix, int64(id)) }
func (id CategoryID) Stream() string   { return numbered(CategoryPrefix, int64(id)) }
func (id AuthorID) Stream() string     { return numbered(AuthorPrefix, int64(id)) }
func (id MessageID) Stream() string    { return numbered(MessagePrefix, int64(id)) }
func (id KeyID) Stream() string        { return numbered(KeyPrefix, int64(id)) }
func (id SubscriberID) Stream() string { return numbered(SubscriberPrefix, int64(id)) }

func numbered(prefix string, id int64) string { return prefix + strconv.FormatInt(id, 10) }

// Number returns the integer at the end of a numbered stream's name ("review-12" → 12),
// and false when the name does not start with prefix or has no positive integer there.
func Number(stream, prefix string) (int64, bool) {
	rest, ok := strings.CutPrefix(stream, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(rest, 10, 64)
	return n, err == nil && n > 0
}

// PageViewStream is the stream of t's UTC day, "pageviews-2026-11-21".
func PageViewStream(t time.Time) string { return PageViewPrefix + t.UTC().Format(time.DateOnly) }

// DaySummaryStream is the stream of the totals of t's UTC day, "daysummary-2026-11-21".
func DaySummaryStream(t time.Time) string { return DaySummaryPrefix + t.UTC().Format(time.DateOnly) }

// VisitorStream is the stream of one visitor, which can be deleted whole.
func VisitorStream(id uuid.UUID) string { return VisitorPrefix + id.String() }

// ErasureStream is the stream of one erasure of a person's data.
func ErasureStream(id uuid.UUID) string { return ErasurePrefix + id.String() }

// MediaStream is the stream of one stored file; sha256 is the lower-case hex hash of its bytes.
func MediaStream(sha256 string) string { return MediaPrefix + sha256 }

// MediaStreamAfter is the stream of a file that was removed so many times before: what was deleted for ever can't be
// written again.
func MediaStreamAfter(sha256 string, removals int) string {
	if removals == 0 {
		return MediaStream(sha256)
	}
	return MediaStream(sha256) + "-" + strconv.Itoa(removals)
}

// PictureStream is the stream beside a stored file's own: its description, and what becomes of it. It stays when the file is removed.
func PictureStream(sha256 string) string { return PicturePrefix + sha256 }

// IDsStream is where ids of one kind ("review", "article", …) are reserved.
func IDsStream(kind string) string { return IDsPrefix + kind }

// SlugStream holds the reservation of a category's slug.
func SlugStream(slug string) string { return SlugPrefix + slug }

// PageSlugStream holds the reservation of a page's slug.
func PageSlugStream(slug string) string { return PageSlugPrefix + slug }

// RequestStream holds what was accepted under an Idempotency-Key. Keys are per caller:
// caller is the actor's kind and id, so that two bots may use the same key.
func RequestStream(caller, idempotencyKey string) string {
	return RequestPrefix + hash(caller+"\x00"+idempotencyKey)
}

// OldAddressStream holds where an address of another site leads to; path is as [OldPath] returns it.
func OldAddressStream(path string) string { return OldAddressPrefix + hash(path) }

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// The streams of SubscriptionUnchanged. They begin like those of subscribers, whose read models wait for both alike.
const (
	RepeatedSubscriptionStream = SubscriberPrefix + "repeated" // of requests that changed nothing; only its last event is kept
	UnknownSubscriptionStream  = SubscriberPrefix + "unknown"  // of addresses that weren't subscribed; deleted after each event
)

// LimitsStream holds what instances tell each other of limits of public calls; its events expire after an hour.
const LimitsStream = "limits"

// Chained reports whether the events of stream carry the hash of the one before them:
// content and security streams do, so that their history is tamper-evident.
func Chained(stream string) bool {
	if stream == AdminStream {
		return true
	}
	for _, prefix := range chainedPrefixes {
		if strings.HasPrefix(stream, prefix) {
			return true
		}
	}
	return false
}

// chainedPrefixes are for ever, as checkpoints (package proof) count these streams' events: one can be added only
// for streams that no log has yet. Streams of people are not among them: what checkpoints count is never deleted.
var chainedPrefixes = []string{ReviewPrefix, ArticlePrefix, CategoryPrefix, KeyPrefix, PicturePrefix, PagePrefix}

// ChainedFilter lets all chained streams through. It may let others through, too: ask [Chained].
func ChainedFilter() []string { return append([]string{AdminStream}, chainedPrefixes...) }
