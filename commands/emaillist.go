// The list of subscribers' addresses: an address belongs to one subscriber, on all instances.
//
// The list is a stream, email-<n>, that holds an HMAC of each address under a salt of its own. An address is taken by
// appending it at the expected revision, so only one of two concurrent requests gets it. Erasing a person replaces the list:
// it is ended, the remaining addresses are written into email-<n+1> under a new salt, and the old stream is deleted
// for ever. A process that finds an ended list, after a crash or a change by another instance, finishes the replacement first.
//
// The current list is the one with the lowest number whose stream was not deleted.

package commands

import (
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"golang.org/x/sync/semaphore"

	"candor/events"
)

const (
	listTime = 5 * time.Minute // for beginning or replacing a list, even if the request that caused it is cancelled
	listStep = time.Minute     // for reading what is new on a list, and adding to it
	maxIdle  = 10_000          // events on a list that changed nothing; with more it is replaced before a scavenge
)

// digest is an HMAC by which a list knows an address.
type digest [sha256.Size]byte

// emailList is the state of one list. The map is shared by all states of one list.
type emailList struct {
	salt            []byte
	owners          map[digest]events.SubscriberID
	unlisted        bool // some address was removed from it
	idle            int  // events that changed nothing; see decoyUnlisted
	ready, replaced bool
}

func (s emailList) evolve(e events.Event) emailList {
	switch e := e.(type) {
	case events.EmailListBegun:
		s.salt = e.Salt
	case events.EmailsListed:
		if s.owners == nil {
			s.owners = map[digest]events.SubscriberID{}
		}
		for _, listed := range e.Emails {
			s.owners[digestOf(listed.Digest)] = listed.SubscriberID
		}
	case events.EmailUnlisted:
		d := digestOf(e.Digest)
		if s.owners[d] == 0 {
			s.idle++
			break
		}
		delete(s.owners, d)
		s.unlisted = true
	case events.EmailListReady:
		s.ready = true
	case events.EmailListReplaced:
		s.replaced = true
	}
	return s
}

// usable reports whether addresses can be added to the list.
func (s emailList) usable() bool { return s.ready && !s.replaced }

// digestOf reads a digest from an event.
func digestOf(stored []byte) (d digest) {
	copy(d[:], stored)
	return d
}

// digest returns the digest of an address.
func (s emailList) digest(email string) digest {
	sum := hmac.New(sha256.New, s.salt)
	sum.Write([]byte(events.NormalEmail(email)))
	return digestOf(sum.Sum(nil))
}

// owner returns the id of the subscriber with an email address, or 0 if there is none.
func (s emailList) owner(email string) events.SubscriberID { return s.owners[s.digest(email)] }

// entry returns the entry of a subscriber's address.
func (s emailList) entry(email string, id events.SubscriberID) events.ListedEmail {
	d := s.digest(email)
	return events.ListedEmail{Digest: d[:], SubscriberID: id}
}

// emailLists is the current list as this process knows it.
type emailLists struct {
	lock   *semaphore.Weighted // held while what is new on the list is read and added to, never while a list is begun or replaced
	number int64               // of the list; 0: not known yet
	loaded[emailList]

	finishing flights[struct{}]
}

// use makes the list with a number the current one.
func (l *emailLists) use(number int64) { l.number, l.loaded = number, loaded[emailList]{} }
