// Stream names, the small integers that name things, and back.

package events

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Ids are small positive integers, allocated by [IDReserved].
type (
	CategoryID   int64
	AuthorID     int64
	MessageID    int64
	KeyID        int64
	SubscriberID int64
)

// Prefixes of the streams of one kind. A prefix ends with its dash, so that it can be a
// server-side filter: "review-" never matches "reviewers-1".
const (
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
	SettingsPrefix   = "settings-"
	NamePrefix       = "name-"
)

// AdminStream holds the admin's password and sign-ins.
const AdminStream = "admin"

// AuthorNamesStream holds whose name is being set, so that no two authors get the same one. It never holds a name.
const AuthorNamesStream = "authornames"

// SubscribersStream says which subscribers have taken their e-mail addresses, so that no two have the same one. It never holds an address.
const SubscribersStream = "subscribers"

// DemoStream says of a demo site that it is one.
const DemoStream = "demo"

// BackupsStream holds which backups were made.
const BackupsStream = "backups"

// ChecklistStream holds what only the owner of a new site can tell of its checklist.
const ChecklistStream = "checklist"

// VisitorSaltStream holds what ids of new visitors are made from; only its last event is kept.
const VisitorSaltStream = "visitorsalt"

// Stream returns the stream of one thing, e.g. "review-12".
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

// stream says what is known of the streams whose names begin with a prefix or, if name has no dash at its end, of the one of that name.
type stream struct {
	name string
	kind string // of what its events are about; "": its events say so, or are bookkeeping

	personal bool // it holds data of a person, and is deleted as a whole to erase it
	chained  bool // its events carry the hash of the one before them; see [Chained]
	lasting  bool // it is never deleted as a whole
	analysts bool // it holds neither people nor secrets: analysts are shown it
	late     bool // what is written to it later, or its deletion, is part of every [Past]
	own      bool // about this site alone, such as bookkeeping that every site makes itself: an import leaves it out without a word
}

// streams are all streams that Candor writes. chained is for ever, as checkpoints (package proof) count the events of such streams: it can
// be set only for streams that no log has yet. What checkpoints count is never deleted, so streams of people are not among them.
var streams = append(streamsOfContent(), []stream{
	{name: CategoryPrefix, kind: CategoryKind, chained: true, lasting: true, analysts: true},
	{name: SettingsPrefix, kind: SettingsKind, chained: true, lasting: true},
	{name: NamePrefix, chained: true, lasting: true, analysts: true},
	{name: MediaPrefix, analysts: true},
	{name: PicturePrefix, kind: PictureKind, chained: true, lasting: true, analysts: true},
	{name: DraftPrefix, late: true},
	{name: PreviewPrefix, lasting: true},
	{name: OldAddressPrefix, lasting: true},

	{name: AuthorPrefix, kind: AuthorKind, personal: true, late: true},
	{name: MessagePrefix, kind: ContactKind, personal: true, late: true},
	{name: SubscriberPrefix, kind: SubscriberKind, personal: true, late: true},
	{name: VisitorPrefix, personal: true, late: true},
	{name: ErasurePrefix, kind: ErasureKind, lasting: true},

	{name: PageViewPrefix, lasting: true, analysts: true},
	{name: DaySummaryPrefix, lasting: true, analysts: true, late: true},
	{name: VisitorSaltStream, lasting: true},

	{name: AdminStream, kind: AdminKind, chained: true, lasting: true},
	{name: KeyPrefix, kind: KeyKind, chained: true, lasting: true},
	{name: LimitsStream, lasting: true},
	{name: DemoStream, kind: DemoKind},
	{name: BackupsStream, kind: BackupKind, chained: true, lasting: true, own: true},
	{name: ChecklistStream, kind: ChecklistKind, chained: true, lasting: true, own: true},

	{name: IDsPrefix, lasting: true, own: true},
	{name: SlugPrefix, lasting: true, own: true},
	{name: PageSlugPrefix, lasting: true, own: true},
	{name: RequestPrefix, lasting: true, own: true},
	{name: AuthorNamesStream, lasting: true, own: true},
	{name: SubscribersStream, lasting: true, own: true},
}...)

// streamsOfContent returns what is known of the streams of [Kinds].
func streamsOfContent() (all []stream) {
	for _, k := range Kinds {
		all = append(all, stream{name: k.Prefix(), kind: k.Name, chained: true, lasting: true, analysts: true})
	}
	return all
}

// streamNamed returns what is known of a stream; the zero value if Candor writes no such stream.
func streamNamed(name string) stream {
	for _, s := range streams {
		if name == s.name || strings.HasSuffix(s.name, "-") && strings.HasPrefix(name, s.name) {
			return s
		}
	}
	return stream{}
}

// prefixOf returns the prefix of the streams of a kind's items, or the name of its only stream.
func prefixOf(kind string) string {
	for _, s := range streams {
		if s.kind == kind && kind != anyKind {
			return s.name
		}
	}
	return PreviewPrefix // whose events say the kind
}

// streamsThat returns the names of the streams of which is says so.
func streamsThat(is func(stream) bool) (names []string) {
	for _, s := range streams {
		if is(s) {
			names = append(names, s.name)
		}
	}
	return names
}

// Chained reports whether the events of a stream carry the hash of the one before them: those of content and of security do, so that
// tampering with their history is evident.
func Chained(name string) bool { return streamNamed(name).chained }

// ChainedFilter lets all chained streams through. It may let others through, too: ask [Chained].
func ChainedFilter() []string { return streamsThat(func(s stream) bool { return s.chained }) }

// Personal reports whether a stream holds data of a person, so that it is deleted as a whole to erase it.
func Personal(name string) bool { return streamNamed(name).personal }

// OwnBookkeeping reports whether a stream is one that every site makes itself, such as that of reserved ids.
func OwnBookkeeping(name string) bool { return streamNamed(name).own }

// MayBeDeleted reports whether a stream is one that can be deleted as a whole, as those of persons are.
func MayBeDeleted(name string) bool { return !streamNamed(name).lasting }

// AnalystStreams are the prefixes of the streams that analysts are shown: those that hold neither people nor secrets. Everything else stays
// in the log: messages, subscribers, addresses, visitors, the admin's password, the hashes of keys.
var AnalystStreams = streamsThat(func(s stream) bool { return s.analysts })

// lateStreams are the prefixes of the streams whose later events may be part of every past: metadata, which deletes a stream, tombstones,
// and summaries, whose streams are never deleted.
var lateStreams = slices.Concat(
	prefixed(MetadataPrefix, streamsThat(func(s stream) bool {
		return s.late &&
			!s.lasting
	})), streamsThat(func(s stream) bool { return s.late }))

func prefixed(prefix string, names []string) []string {
	for i := range names {
		names[i] = prefix + names[i]
	}
	return names
}
