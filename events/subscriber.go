// Facts about a newsletter subscriber. Stream subscriber-<id>, deleted whole with its personal data.

package events

import "time"

func init() {
	register[NewsletterSubscribed](1)
	register[NewsletterUnsubscribed](1)
	register[SubscriptionUnchanged](1)
}

// NewsletterSubscribed says that an address wants the newsletter (again).
type NewsletterSubscribed struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	Email        string       `json:"email"`
	At           time.Time    `json:"at"`
}

// NewsletterUnsubscribed says that it no longer does.
type NewsletterUnsubscribed struct {
	SubscriberID SubscriberID `json:"subscriberId"`
	At           time.Time    `json:"at"`
}

// SubscriptionUnchanged records a request that changed nothing: to subscribe an address that was subscribed, or to unsubscribe one that
// wasn't. It concerns no subscriber. It exists so that such a request takes as long as any other, and its time doesn't reveal who subscribed.
type SubscriptionUnchanged struct {
	At time.Time `json:"at"`
}

func (NewsletterSubscribed) EventType() string   { return "NewsletterSubscribed" }
func (NewsletterUnsubscribed) EventType() string { return "NewsletterUnsubscribed" }
func (SubscriptionUnchanged) EventType() string  { return "SubscriptionUnchanged" }
