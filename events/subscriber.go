// Facts about a newsletter subscriber. Stream subscriber-<id>, deleted whole with its personal data; stream subscribers says only who has
// taken their address.

package events

import (
	"strings"
	"time"
)

func init() {
	registerItem[NewsletterSubscribed](1, SubscriberKind, ActionSubscribed)
	registerItem[NewsletterUnsubscribed](1, SubscriberKind, ActionUnsubscribed)
	register[SubscriptionUnchanged](1, SubscriberPrefix)
	register[EmailTaken](1, SubscribersStream)
	register[EmailFreed](1, SubscribersStream)
}

// NewsletterSubscribed says that an address wants the newsletter (again).
type NewsletterSubscribed struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	Email        string       `json:"email" personal:"true"`
	At           time.Time    `json:"at"`
}

// NewsletterUnsubscribed says that it no longer does.
type NewsletterUnsubscribed struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	At           time.Time    `json:"at"`
}

// SubscriptionUnchanged records a request that changed nothing: to subscribe an address that was subscribed, or to unsubscribe one that
// wasn't. It concerns no subscriber. It exists so that such a request takes as long as any other, and its time doesn't reveal who
// subscribed.
type SubscriptionUnchanged struct {
	At time.Time `json:"at"`
}

// EmailTaken says that the address of a subscriber is theirs from now on. Until then they aren't one.
type EmailTaken struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	At           time.Time    `json:"at"`
}

// EmailFreed says that the address of a subscriber is free, or that they didn't take it.
type EmailFreed struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	At           time.Time    `json:"at"`
}

// NormalEmail is an address in the form in which two are compared: trimmed and in lower case.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func (NewsletterSubscribed) EventType() string   { return "NewsletterSubscribed" }
func (NewsletterUnsubscribed) EventType() string { return "NewsletterUnsubscribed" }
func (SubscriptionUnchanged) EventType() string  { return "SubscriptionUnchanged" }
func (EmailTaken) EventType() string             { return "EmailTaken" }
func (EmailFreed) EventType() string             { return "EmailFreed" }
