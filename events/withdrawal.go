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
	// NoDraft is the revision of the draft that was published: none had it.
	NoDraft = math.MaxUint64
	// NoPassword is the hash of the admin's password: no password has it.
	NoPassword = "*"
)

// TakesAway reports whether events of the named type take something away that was there for readers, keys, sessions or the admin.
func TakesAway(eventType string) bool { return withdrawalOf(eventType) != nil }

// Withdrawal returns what stands in for an event of the named type, of which nothing is known but its stream and when it was stored: an
// event that takes away all that this one may take away. It returns nil if that is nothing.
//
// An AdminLoggedOut without a session ends all of them, a PreviewLinkWithdrawn without a link withdraws all of the item's, a Schedule that
// is Unreadable publishes nothing, nor does a DraftScheduled without a time, and an ErasureBegun without streams can't be carried out.
func Withdrawal(eventType, stream string, stored time.Time) Event {
	if of := withdrawalOf(eventType); of != nil {
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
	case errors.Is(err, ErrUnknownType):
		return nil, nil
	}
	return Withdrawal(r.Type, r.Stream, r.Time()), nil
}

// withdrawn says of each action on an item whether it takes something away. What it returns completes what stands in for such an event;
// nil: the action gives, changes or only tells.
var withdrawn = map[Action]func(*About){
	ActionUnpublished:  func(*About) {},
	ActionDeleted:      func(*About) {},
	ActionDeactivated:  func(*About) {},
	ActionUnsubscribed: func(*About) {},
	ActionScheduled:    func(a *About) { a.Changes = Schedule{Unreadable: true} },
	ActionWithheld:     func(a *About) { a.Revision, a.Reason = EveryVersion, UnreadableReason },

	ActionCreated:     nil,
	ActionUpdated:     nil, // the text before it stays, even what the update would have removed
	ActionPublished:   nil,
	ActionFeatured:    nil,
	ActionUnfeatured:  nil, // readers go on seeing the item
	ActionCorrected:   nil,
	ActionUpdateNoted: nil,
	ActionTypoMarked:  nil,
	ActionReleased:    nil,
	ActionRestored:    nil,

	ActionPreviewLinkCreated: nil,
	ActionReceived:           nil,
	ActionRead:               nil,
	ActionSubscribed:         nil,
	ActionDescribed:          nil,
	ActionAllowed:            nil,
	ActionReturned:           nil,
	ActionErased:             nil, // the streams were deleted one by one, as the log itself records
	ActionFinished:           nil,
	ActionDismissed:          nil,
	ActionSignedIn:           nil,
	ActionSignInFailed:       nil,
}

type withdrawal = func(stream string, at time.Time) Event

// withdrawals are those of types that say more than their action, or are about no item; nil for a type whose events take nothing away.
var withdrawals = map[string]withdrawal{
	"AdminPasswordSet": func(_ string, at time.Time) Event { return AdminPasswordSet{NoPassword, at} },
	"AdminLoggedOut":   func(_ string, at time.Time) Event { return AdminLoggedOut{"", at} },

	"MediaRemoved":  pictureWithdrawal(func(sha256 string, at time.Time) Event { return MediaRemoved{SHA256: sha256, At: at} }),
	"MediaReplaced": pictureWithdrawal(func(sha256 string, at time.Time) Event { return MediaReplaced{SHA256: sha256, At: at} }),
	"MediaStored":   nil,

	"DraftDiscarded": func(stream string, at time.Time) Event {
		id, ok := DraftIn(stream)
		if !ok {
			return nil
		}
		item, _ := id.Item()
		return DraftDiscarded{id, id.Kind(), item.ID, at}
	},
	"DraftSaved": nil,

	"DraftScheduled": draftWithdrawal(func(of Item, at time.Time) Event { return DraftScheduled{Kind: of.Kind, ItemID: of.ID, At: at} }),
	"DraftUnscheduled": draftWithdrawal(func(of Item, at time.Time) Event {
		return DraftUnscheduled{Kind: of.Kind, ItemID: of.ID, At: at}
	}),
	"DraftPublished": draftWithdrawal(func(of Item, at time.Time) Event {
		return DraftPublished{Kind: of.Kind, ItemID: of.ID, DraftRevision: NoDraft, At: at}
	}),
	"DraftNotPublished": draftWithdrawal(func(of Item, at time.Time) Event {
		return DraftNotPublished{Kind: of.Kind, ItemID: of.ID, Reason: UnreadableReason, At: at}
	}),

	"PreviewLinkWithdrawn": func(stream string, at time.Time) Event {
		id, ok := DraftIn(DraftPrefix + strings.TrimPrefix(stream, PreviewPrefix)) // an item's draft is named after it, as its links are
		item, numbered := id.Item()
		if !ok || !numbered {
			return nil
		}
		return PreviewLinkWithdrawn{Kind: item.Kind, ItemID: item.ID, At: at}
	},

	"ErasureBegun": func(_ string, at time.Time) Event { return ErasureBegun{At: at} },

	// Bookkeeping, and records of visits: readers see nothing of them.
	"ApiKeyUsed":            nil,
	"AuthorNamingBegun":     nil,
	"AuthorNamingEnded":     nil,
	"SubscriptionUnchanged": nil, // it only records a request
	"IdReserved":            nil,
	"SlugReserved":          nil,
	"SlugReleased":          nil,
	"PageSlugReserved":      nil,
	"PageSlugReleased":      nil,
	"EmailReserved":         nil,
	"EmailReleased":         nil,
	"RequestAccepted":       nil,
	"EmailTaken":            nil,
	"EmailFreed":            nil, // NewsletterUnsubscribed takes away
	"EmailListBegun":        nil,
	"EmailsListed":          nil,
	"EmailListReady":        nil,
	"EmailUnlisted":         nil,
	"EmailListReplaced":     nil,
	"AddressKept":           nil,
	"LimitUsed":             nil,
	"PageViewed":            nil,
	"VisitorFirstSeen":      nil,
	"VisitorSaltMade":       nil,
	"DaySummarized":         nil,
}

// withdrawalOf returns that of a type, nil if its events take nothing away.
func withdrawalOf(eventType string) withdrawal {
	t := itemTypes[eventType]
	if of, special := withdrawals[eventType]; special || t == nil {
		return of
	}
	complete := withdrawn[t.action]
	if complete == nil {
		return nil
	}
	return func(stream string, at time.Time) Event {
		id, ok := Number(stream, prefixOf(t.kind))
		if !ok {
			return nil // of another program: there is no such thing
		}
		about := About{Item: Item{t.kind, id}, Action: t.action, At: at}
		complete(&about)
		return t.event(about)
	}
}

// draftWithdrawal returns a withdrawal of the schedule of the draft of the item that a stream is of.
func draftWithdrawal(of func(item Item, at time.Time) Event) withdrawal {
	return func(stream string, at time.Time) Event {
		item, ok := DraftID(stream).Item() // an item's draft is named after it
		if !ok {
			return nil
		}
		return of(item, at)
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
