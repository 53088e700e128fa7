// What is known of an event from its type and its stream alone: whether it takes something away, and what. An event that can't be decoded
// must not leave that in sight.

package events

import (
	"errors"
	"math"
	"strings"
	"time"
)

// What stands in a [Withdrawal] for what only the event itself can say.
const (
	// EveryVersion is the revision of the version that is withheld: all versions may be it.
	EveryVersion = math.MaxUint64
	// UnreadableReason is for readers, in the place of the reason why a version is withheld.
	UnreadableReason = "The reason can't be read."
	// NoPassword is the hash of the admin's password: no password has it.
	NoPassword = "*"
)

// TakesAway reports whether events of the named type take something away that was there for readers, keys, sessions or the admin.
func TakesAway(eventType string) bool { return withdrawals[eventType] != nil }

// Withdrawal returns what stands in for an event of the named type, of which nothing is known but its stream and when it was stored: an event
// that takes away all that this one may take away. It returns nil if that is nothing.
//
// An AdminLoggedOut without a session ends all of them, a PreviewLinkWithdrawn without a link withdraws all of the item's, a Schedule that is
// Unreadable publishes nothing, and an ErasureBegun without streams can't be carried out.
func Withdrawal(eventType, stream string, stored time.Time) Event {
	if of := withdrawals[eventType]; of != nil {
		return of(stream, stored.UTC().Truncate(time.Millisecond))
	}
	return nil
}

// Salvage returns what is known of a stored event: the event itself, or its [Withdrawal] if it can't be decoded. It is nil where that is
// nothing, and for an unknown type. Its error is an ErrNewerSchema: only a newer program knows what the event says.
func (r Recorded) Salvage() (Event, error) {
	e, err := r.Decode()
	switch {
	case err == nil:
		return e, nil
	case errors.Is(err, ErrNewerSchema):
		return nil, err
	}
	return Withdrawal(r.Type, r.Stream, r.Time()), nil
}

type withdrawal = func(stream string, at time.Time) Event

// withdrawals are those of all types, nil for a type whose events take nothing away: those that give, change or only tell.
var withdrawals = map[string]withdrawal{
	"ReviewUnpublished": numberedWithdrawal(ReviewPrefix, func(id ReviewID, at time.Time) Event { return ReviewUnpublished{id, at} }),
	"ReviewDeleted":     numberedWithdrawal(ReviewPrefix, func(id ReviewID, at time.Time) Event { return ReviewDeleted{id, at} }),
	"ReviewScheduled":   numberedWithdrawal(ReviewPrefix, func(id ReviewID, at time.Time) Event { return ReviewScheduled{id, unreadable, at} }),
	"ReviewVersionWithheld": numberedWithdrawal(ReviewPrefix, func(id ReviewID, at time.Time) Event {
		return ReviewVersionWithheld{id, EveryVersion, UnreadableReason, at}
	}),
	"ReviewCreated":         nil,
	"SubscriptionUnchanged": nil, // it only records a request
	"ReviewUpdated":         nil, // the text before it stays, even what the update would have removed
	"ReviewPublished":       nil,
	"ReviewFeatured":        nil,
	"ReviewUnfeatured":      nil, // readers go on seeing the review
	"ReviewCorrected":       nil,
	"ReviewUpdateNoted":     nil,
	"ReviewTypoMarked":      nil,
	"ReviewVersionReleased": nil,
	"ReviewRestored":        nil,

	"ArticleUnpublished": numberedWithdrawal(ArticlePrefix, func(id ArticleID, at time.Time) Event { return ArticleUnpublished{id, at} }),
	"ArticleDeleted":     numberedWithdrawal(ArticlePrefix, func(id ArticleID, at time.Time) Event { return ArticleDeleted{id, at} }),
	"ArticleScheduled":   numberedWithdrawal(ArticlePrefix, func(id ArticleID, at time.Time) Event { return ArticleScheduled{id, unreadable, at} }),
	"ArticleVersionWithheld": numberedWithdrawal(ArticlePrefix, func(id ArticleID, at time.Time) Event {
		return ArticleVersionWithheld{id, EveryVersion, UnreadableReason, at}
	}),
	"ArticleCreated":         nil,
	"ArticleUpdated":         nil,
	"ArticlePublished":       nil,
	"ArticleCorrected":       nil,
	"ArticleUpdateNoted":     nil,
	"ArticleTypoMarked":      nil,
	"ArticleVersionReleased": nil,
	"ArticleRestored":        nil,

	"PageUnpublished": numberedWithdrawal(PagePrefix, func(id PageID, at time.Time) Event { return PageUnpublished{id, at} }),
	"PageDeleted":     numberedWithdrawal(PagePrefix, func(id PageID, at time.Time) Event { return PageDeleted{id, at} }),
	"PageScheduled":   numberedWithdrawal(PagePrefix, func(id PageID, at time.Time) Event { return PageScheduled{id, unreadable, at} }),
	"PageCreated":     nil,
	"PageUpdated":     nil,
	"PagePublished":   nil,
	"PageRestored":    nil,

	"CategoryDeleted":  numberedWithdrawal(CategoryPrefix, func(id CategoryID, at time.Time) Event { return CategoryDeleted{id, at} }),
	"CategoryCreated":  nil,
	"CategoryUpdated":  nil,
	"CategoryRestored": nil,

	"AuthorDeleted":     numberedWithdrawal(AuthorPrefix, func(id AuthorID, at time.Time) Event { return AuthorDeleted{id, at} }),
	"AuthorCreated":     nil,
	"AuthorUpdated":     nil,
	"AuthorNamingBegun": nil,
	"AuthorNamingEnded": nil,

	"MessageDeleted":         numberedWithdrawal(MessagePrefix, func(id MessageID, at time.Time) Event { return MessageDeleted{id, at} }),
	"MessageReceived":        nil,
	"MessageRead":            nil,
	"NewsletterUnsubscribed": numberedWithdrawal(SubscriberPrefix, func(id SubscriberID, at time.Time) Event { return NewsletterUnsubscribed{id, at} }),
	"NewsletterSubscribed":   nil,

	"ApiKeyDeactivated": numberedWithdrawal(KeyPrefix, func(id KeyID, at time.Time) Event { return ApiKeyDeactivated{id, at} }),
	"ApiKeyDeleted":     numberedWithdrawal(KeyPrefix, func(id KeyID, at time.Time) Event { return ApiKeyDeleted{id, at} }),
	"ApiKeyCreated":     nil,
	"ApiKeyUsed":        nil,

	"AdminPasswordSet": func(_ string, at time.Time) Event { return AdminPasswordSet{NoPassword, at} },
	"AdminLoggedOut":   func(_ string, at time.Time) Event { return AdminLoggedOut{"", at} },
	"AdminLoggedIn":    nil,
	"AdminLoginFailed": nil,

	"MediaRemoved":   pictureWithdrawal(func(sha256 string, at time.Time) Event { return MediaRemoved{SHA256: sha256, At: at} }),
	"MediaReplaced":  pictureWithdrawal(func(sha256 string, at time.Time) Event { return MediaReplaced{SHA256: sha256, At: at} }),
	"MediaStored":    nil,
	"MediaDescribed": nil,
	"MediaAllowed":   nil,
	"MediaReturned":  nil,

	"DraftDiscarded": func(stream string, at time.Time) Event {
		id, ok := DraftIn(stream)
		if !ok {
			return nil
		}
		item, _ := id.Item()
		return DraftDiscarded{id, item.Kind, item.ID, at}
	},
	"DraftSaved": nil,
	"PreviewLinkWithdrawn": func(stream string, at time.Time) Event {
		id, ok := DraftIn(DraftPrefix + strings.TrimPrefix(stream, PreviewPrefix)) // an item's draft is named after it, as its links are
		item, numbered := id.Item()
		if !ok || !numbered {
			return nil
		}
		return PreviewLinkWithdrawn{Kind: item.Kind, ItemID: item.ID, At: at}
	},
	"PreviewLinkCreated": nil,

	"ErasureBegun": func(_ string, at time.Time) Event { return ErasureBegun{At: at} },
	"PersonErased": nil, // the streams were deleted one by one, as the log itself records

	// Bookkeeping, and records of visits: readers see nothing of them.
	"IdReserved":        nil,
	"SlugReserved":      nil,
	"SlugReleased":      nil,
	"PageSlugReserved":  nil,
	"PageSlugReleased":  nil,
	"EmailReserved":     nil,
	"EmailReleased":     nil,
	"RequestAccepted":   nil,
	"EmailTaken":        nil,
	"EmailFreed":        nil, // NewsletterUnsubscribed takes away
	"EmailListBegun":    nil,
	"EmailsListed":      nil,
	"EmailListReady":    nil,
	"EmailUnlisted":     nil,
	"EmailListReplaced": nil,
	"AddressKept":       nil,
	"LimitUsed":         nil,
	"PageViewed":        nil,
	"VisitorFirstSeen":  nil,
	"VisitorSaltMade":   nil,
	"DaySummarized":     nil,
	"DemoSiteBegun":     nil,
	"DemoSiteFinished":  nil,
}

// unreadable is the schedule of an event that can't be read.
var unreadable = Schedule{Unreadable: true}

// numberedWithdrawal returns a withdrawal of what a stream's number names.
func numberedWithdrawal[ID ~int64](prefix string, of func(id ID, at time.Time) Event) withdrawal {
	return func(stream string, at time.Time) Event {
		id, ok := Number(stream, prefix)
		if !ok {
			return nil // of another program: there is no such thing
		}
		return of(ID(id), at)
	}
}

// pictureWithdrawal returns a withdrawal of the picture that a stream is named after.
func pictureWithdrawal(of func(sha256 string, at time.Time) Event) withdrawal {
	return func(stream string, at time.Time) Event {
		sha256, ok := strings.CutPrefix(stream, PicturePrefix)
		if !ok {
			return nil
		}
		return of(sha256, at)
	}
}
