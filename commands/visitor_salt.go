// The visitors' salt: what makes one visitor of an address that several instances see for the first time at once.
//
// A new visitor's id is made from the address and random bytes that all instances share by the log, so that each of them
// makes the same id and the log takes VisitorFirstSeen once. The bytes are replaced every day and at every erasure, and the log keeps the
// last ones alone: an id is, in the end, as random as one that was drawn, and an erased person's leads back to nobody.

package commands

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

const (
	saltSize   = 32             // bytes
	saltUse    = 24 * time.Hour // how long one makes new visitors
	saltMemory = time.Minute    // how long one is used without asking the log for a newer one
)

// salt is the one of the log, as this process knows it.
type salt struct {
	log   EventLog
	clock func() time.Time

	mu    sync.Mutex
	bytes []byte
	made  time.Time
	asked time.Time
}

// now returns the bytes for ids that are made now; the first one to find them too old makes new ones. Error: the log's.
func (s *salt) now(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock().UTC().Truncate(time.Millisecond)
	if s.bytes != nil && now.Sub(s.asked).Abs() < saltMemory && s.fresh(now) {
		return s.bytes, nil
	}
	want, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	if s.bytes == nil || !s.fresh(now) {
		if err := s.replace(ctx, want, now); err != nil {
			return nil, err
		}
	}
	s.asked = now
	return s.bytes, nil
}

// fresh reports whether the bytes make ids at a time; a clock that was put back is no reason for new ones.
func (s *salt) fresh(now time.Time) bool { return now.Sub(s.made) < saltUse }

// read takes over what the log has, and says where that stands. The mutex is held.
func (s *salt) read(ctx context.Context) (events.ExpectedRevision, error) {
	last, err := s.log.Last(ctx, events.VisitorSaltStream)
	if errors.Is(err, events.ErrStreamNotFound) {
		return events.NoStream, nil
	}
	if err != nil {
		return events.Any, err
	}
	e, err := last.Decode()
	if err != nil {
		return events.Any, err
	}
	if made, ok := e.(events.VisitorSaltMade); ok && len(made.Salt) > 0 {
		s.bytes, s.made = made.Salt, made.At
	}
	return events.Exactly(last.Revision), nil
}

// replace makes new bytes the salt; where another instance was quicker, its are. The mutex is held.
func (s *salt) replace(ctx context.Context, want events.ExpectedRevision, now time.Time) error {
	if _, err := s.log.SetMaxCount(ctx, events.VisitorSaltStream, 1); err != nil { // first: no two are ever seen
		return err
	}
	e := events.VisitorSaltMade{Salt: make([]byte, saltSize), At: now}
	_, _ = rand.Read(e.Salt) // never fails: crypto/rand ends the program instead
	p, err := events.Encode(events.Envelope{Event: e, Metadata: events.Metadata{Actor: events.System, Via: events.ViaSystem}})
	if err != nil {
		return err
	}
	_, err = s.log.Append(ctx, events.VisitorSaltStream, want, p)
	if events.IsConflict(err) {
		_, err = s.read(ctx)
		return err
	}
	if err == nil {
		s.bytes, s.made = e.Salt, now
	}
	return err
}

// renew makes new bytes, whatever the age of the present ones: none of the ids made so far can be made again. Error: the log's.
func (s *salt) renew(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	want, err := s.read(ctx)
	if err != nil || want == events.NoStream {
		return err
	}
	return s.replace(ctx, want, s.clock().UTC().Truncate(time.Millisecond))
}

// saltedID is the n-th id that a salt makes of what is stored of an address. It looks like a random one, since with the salt gone it is.
func saltedID(salt []byte, stored string, n byte) uuid.UUID {
	sum := hmac.New(sha256.New, salt)
	sum.Write(append([]byte(stored), 0, n))
	id := uuid.UUID(sum.Sum(nil)[:16])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4 and its variant, RFC 9562
	return id
}
