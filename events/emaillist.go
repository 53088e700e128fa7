// Facts about which subscriber has which e-mail address, by HMACs. They are no longer written: see [EmailTaken].

package events

import "time"

func init() {
	register[EmailListBegun](1, "")
	register[EmailsListed](1, "")
	register[EmailListReady](1, "")
	register[EmailUnlisted](1, "")
	register[EmailListReplaced](1, "")
}

// EmailListBegun is a list's first event. What follows up to EmailListReady is copied from the list before it.
type EmailListBegun struct {
	Salt []byte    `json:"salt"`
	At   time.Time `json:"at"`
}

// EmailsListed says that addresses are taken, and whose they are.
type EmailsListed struct {
	Emails []ListedEmail `json:"emails"`
	At     time.Time     `json:"at"`
}

// ListedEmail is one address and its subscriber.
type ListedEmail struct {
	Digest       []byte       `json:"digest"` // HMAC-SHA256 of the address, trimmed and in lower case, under the list's salt
	SubscriberID SubscriberID `json:"subscriberId"`
}

// EmailListReady says that the list is whole: from here on it is the one that counts.
type EmailListReady struct {
	At time.Time `json:"at"`
}

// EmailUnlisted says that an address is free again.
type EmailUnlisted struct {
	Digest []byte    `json:"digest"`
	At     time.Time `json:"at"`
}

// EmailListReplaced ends a list: the next one takes its place.
type EmailListReplaced struct {
	At time.Time `json:"at"`
}

func (EmailListBegun) EventType() string    { return "EmailListBegun" }
func (EmailsListed) EventType() string      { return "EmailsListed" }
func (EmailListReady) EventType() string    { return "EmailListReady" }
func (EmailUnlisted) EventType() string     { return "EmailUnlisted" }
func (EmailListReplaced) EventType() string { return "EmailListReplaced" }
