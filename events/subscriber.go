// Facts about a newsletter subscriber. Stream subscriber-<id>, deleted whole with its personal data.

package events

import "time"

func init() {
	register[NewsletterSubscribed](1)
	register[NewsletterUnsubscribed](1)
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

func (NewsletterSubscribed) EventType() string   { return "NewsletterSubscribed" }
func (NewsletterUnsubscribed) EventType() string { return "NewsletterUnsubscribed" }
