// Caller: who asks, under which request, and the event ids that a repeated request repeats.

package commands

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// Caller is who asks, and under which request.
type Caller struct {
	Actor          events.Actor
	Via            events.Source // where the request came from
	Session        string        // the admin's session, by its id; "" without one
	RequestID      string        // becomes $correlationId and $causationId of every event
	IdempotencyKey string        // "" when the caller sent none
	BodyHash       string        // hex SHA-256 of method, path and body; needed with IdempotencyKey
	At             time.Time     // when it happened, for imports; zero: now
	Demo           bool          // the request belongs to the demo site
	Undoes         string        // whose changes are undone; see events.Metadata
}

// idNamespace is the UUIDv5 namespace of all derived event ids. It never changes: ids derived
// from the same words must be the same in every version of the program.
var idNamespace = uuid.MustParse("6d1bb6c7-8a2e-4f5c-9d0e-3f6f1c2a7b90")

// Metadata returns the metadata of every event that the request appends at a time.
func (by Caller) Metadata(now time.Time) events.Metadata {
	return events.Metadata{At: now, CorrelationID: by.RequestID, CausationID: by.RequestID, Actor: by.Actor,
		Via: by.Via, Session: by.Session,
		Undoes: by.Undoes, Demo: by.Demo}
}

// account names the caller for whom an Idempotency-Key is unique: one API key, or the admin. Importing an item again
// finds the first import, even under another account.
func (by Caller) account() string {
	if by.Via == events.ViaImport {
		return "import:"
	}
	return string(by.Actor.Kind) + ":" + by.Actor.ID
}

// SystemCaller returns the program itself as the caller.
func SystemCaller(request string) Caller {
	return Caller{Actor: events.System, Via: events.ViaSystem, RequestID: request}
}

// EventID returns the id of the n-th event that the request appends to a stream for a purpose. With an Idempotency-Key it
// is derived, so that a retry proposes the same ids and the log drops them; the body's hash is part of
// it, so that a key that is reused for another request is noticed. Without a key it is the zero
// id, and the event gets a random one.
func (by Caller) EventID(stream, purpose string, n int) uuid.UUID {
	if by.IdempotencyKey == "" {
		return uuid.Nil
	}
	return DerivedID(by.account(), by.IdempotencyKey, by.BodyHash, stream, purpose, strconv.Itoa(n))
}

// DerivedID returns the UUIDv5 of words; a NUL distinguishes ("ab", "c") from ("a", "bc").
func DerivedID(words ...string) uuid.UUID {
	var name []byte
	for _, w := range words {
		name = append(append(name, w...), 0)
	}
	return uuid.NewSHA1(idNamespace, name)
}
