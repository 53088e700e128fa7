// The visitors' salt: with it, several instances that see an address for the first time at once make one visitor.
//
// A new visitor's id is made from the address and random bytes that all instances share through the log, so that each of them makes the
// same id and the log takes VisitorFirstSeen once. The bytes are replaced every day and at every erasure, and the log keeps only the
// latest. Without its salt an id is as good as random, and an erased person's id can't be traced back to an address.

package traffic

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"candor/commands"
	"candor/events"
)

const (
	saltSize   = 32             // bytes
	saltUse    = 24 * time.Hour // how long a salt makes new ids
	saltMemory = time.Minute    // how long it is used without asking the log for a newer one
)

// salt caches the log's salt.
type salt struct {
	log   commands.EventLog
	clock func() time.Time

	lock  *semaphore.Weighted
	bytes []byte
	made  time.Time
	asked time.Time
}

// Now returns the bytes for new ids, and replaces them if they are too old. Error: the log's.
func (s *salt) Now(ctx context.Context) ([]byte, error) {
	if err := s.lock.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.lock.Release(1)
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

// fresh reports whether the bytes may still make ids. A clock that was set back doesn't make them too old.
func (s *salt) fresh(now time.Time) bool { return now.Sub(s.made) < saltUse }

// read loads the log's salt and returns its revision. The lock is held.
func (s *salt) read(ctx context.Context) (events.ExpectedRevision, error) {
	last, err := s.log.Last(ctx, events.VisitorSaltStream)
	if errors.Is(err, events.ErrStreamNotFound) {
		return events.NoStream, nil
	}
	if err != nil {
		return events.Any, err
	}
	e, err := last.Salvage()
	if err != nil {
		return events.Any, err
	}
	if made, ok := e.(events.VisitorSaltMade); ok && len(made.Salt) > 0 {
		s.bytes, s.made = made.Salt, made.At
	}
	return events.Exactly(last.Revision), nil
}

// replace makes new bytes the salt, unless another instance was faster: then it takes that one's. The lock is held.
func (s *salt) replace(ctx context.Context, want events.ExpectedRevision, now time.Time) error {
	if _, err := s.log.SetMaxCount(ctx, events.VisitorSaltStream, 1); err != nil { // first: there are never two in the log
		return err
	}
	e := events.VisitorSaltMade{Salt: make([]byte, saltSize), At: now}
	_, _ = rand.Read(e.Salt) // never fails: crypto/rand ends the program instead
	p, err := events.Encode(events.Envelope{Event: e, Metadata: events.Metadata{At: now, Actor: events.System, Via: events.ViaSystem}})
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

// Renew replaces the bytes, whatever their age: no earlier id can be made again. Error: the log's.
func (s *salt) Renew(ctx context.Context) error {
	if err := s.lock.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.lock.Release(1)
	want, err := s.read(ctx)
	if err != nil || want == events.NoStream {
		return err
	}
	return s.replace(ctx, want, s.clock().UTC().Truncate(time.Millisecond))
}

// saltedID returns the n-th id that a salt makes of a stored address. It has the form of a random UUID: without the salt it is one.
func saltedID(salt []byte, stored string, n byte) uuid.UUID {
	sum := hmac.New(sha256.New, salt)
	sum.Write(append([]byte(stored), 0, n))
	id := uuid.UUID(sum.Sum(nil)[:16])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4 and its variant, RFC 9562
	return id
}
