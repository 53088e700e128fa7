// Facts about which subscriber has which e-mail address. Streams email-1, email-2, …: each erasure replaces the list.
//
// A list says whose an address is by an HMAC of it, under a salt that is in the list's own stream. When a person is erased, the
// remaining addresses are written into the next list under a new salt, and the old stream is deleted for ever. A
// scavenge then takes the old salt, and with it all that a guess at the erased address could be compared with.

package events

import (
	"encoding/hex"
	"strings"
	"time"
)

func init() {
	register[EmailListBegun](1)
	register[EmailsListed](1)
	register[EmailListReady](1)
	register[EmailUnlisted](1)
	register[EmailListReplaced](1)
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

// EmailListStream is the stream of the list with a number, from 1 on.
func EmailListStream(number int64) string { return numbered(EmailPrefix, number) }

// OldEmailStream is where the first version of this program reserved an address: its name is an unsalted SHA-256.
func OldEmailStream(email string) string { return EmailPrefix + hash(NormalEmail(email)) }

// IsOldEmailStream reports whether a stream's name is one of OldEmailStream.
func IsOldEmailStream(stream string) bool {
	sum, ok := strings.CutPrefix(stream, EmailPrefix)
	if !ok || len(sum) != hex.EncodedLen(32) {
		return false
	}
	_, err := hex.DecodeString(sum)
	return err == nil
}

// NormalEmail is an address in the form in which two are compared: trimmed and in lower case.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// EventType is the name in the log.
func (EmailListBegun) EventType() string { return "EmailListBegun" }

// EventType is the name in the log.
func (EmailsListed) EventType() string { return "EmailsListed" }

// EventType is the name in the log.
func (EmailListReady) EventType() string { return "EmailListReady" }

// EventType is the name in the log.
func (EmailUnlisted) EventType() string { return "EmailUnlisted" }

// EventType is the name in the log.
func (EmailListReplaced) EventType() string { return "EmailListReplaced" }
