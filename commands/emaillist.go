// The list of subscribers' addresses: one address is one subscriber's, whichever instance is asked.
//
// The list is a stream, email-<n>, that holds an HMAC of each address under a salt of its own. An address is taken by
// appending it at the revision that was looked at, so of two who want it one is first. Erasing a person replaces the list:
// it is ended, the addresses of those who remain are written into email-<n+1> under a new salt, and the old stream is deleted
// for ever. Whoever finds an ended list finishes the replacement first, be it this process after a crash or another instance.
//
// The list that counts is the one with the lowest number whose stream was not deleted.

package commands

import (
	"crypto/hmac"
	"crypto/sha256"
	"sync"
	"time"

	"candor/events"
)

// listTime is how long replacing a list may take, whatever becomes of who asked for it.
const listTime = 5 * time.Minute

// digest is what a list holds of an address.
type digest [sha256.Size]byte

// emailList is the state of one list. The map is shared by all states of one list.
type emailList struct {
	salt            []byte
	owners          map[digest]events.SubscriberID
	unlisted        bool // some address was on it and no longer is
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
		delete(s.owners, digestOf(e.Digest))
		s.unlisted = true
	case events.EmailListReady:
		s.ready = true
	case events.EmailListReplaced:
		s.replaced = true
	}
	return s
}

// digestOf reads a digest from an event.
func digestOf(stored []byte) (d digest) {
	copy(d[:], stored)
	return d
}

// digest returns what the list holds of an address.
func (s emailList) digest(email string) digest {
	sum := hmac.New(sha256.New, s.salt)
	sum.Write([]byte(events.NormalEmail(email)))
	return digestOf(sum.Sum(nil))
}

// owner returns whose an address is; 0: nobody's.
func (s emailList) owner(email string) events.SubscriberID { return s.owners[s.digest(email)] }

// entry is what says that an address is a subscriber's.
func (s emailList) entry(email string, id events.SubscriberID) events.ListedEmail {
	d := s.digest(email)
	return events.ListedEmail{Digest: d[:], SubscriberID: id}
}

// emailLists is the list as this process knows it.
type emailLists struct {
	mu     sync.Mutex
	number int64 // 0: not known yet
	loaded[emailList]
}

// use makes the list with a number the one to look at.
func (l *emailLists) use(number int64) { l.number, l.loaded = number, loaded[emailList]{} }
