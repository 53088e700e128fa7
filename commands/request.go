// IDs for new things, and requests that are carried out once however often they are sent.
//
// A create under an Idempotency-Key first appends RequestAccepted, with the ids it reserved, to
// the key's own stream with expected revision NoStream: the first append wins, and every
// retry reads the same ids and time there. What the request then appends has event ids derived from caller, key, body and
// stream, so the log drops what an earlier try has appended. A crash before RequestAccepted leaves
// only reserved numbers that nothing uses.

package commands

import (
	"context"
	"time"

	"candor/events"
)

// claim holds the ids and the time with which a request creates things.
type claim struct {
	IDs     []int64
	At      time.Time
	Request string // the id of the accepted request: an earlier one if this one repeats it
}

// request is the state of an Idempotency-Key. A request is accepted once: what another program appends after that changes nothing.
type request struct{ accepted *events.RequestAccepted }

func (s request) Evolve(e events.Event) request {
	if e, ok := e.(events.RequestAccepted); ok && s.accepted == nil {
		s.accepted = &e
	}
	return s
}

// acceptRequest accepts a body under a key, once. A repeated request appends no event; the state holds what it was given.
type acceptRequest struct {
	bodyHash string
	ids      []int64
	at       time.Time
}

func (c acceptRequest) Decide(s request) ([]events.Event, error) {
	switch {
	case s.accepted == nil:
		return []events.Event{events.RequestAccepted{BodyHash: c.bodyHash, IDs: c.ids, At: c.at}}, nil
	case s.accepted.BodyHash != c.bodyHash:
		return nil, reusedKey()
	}
	return nil, nil
}

func reusedKey() *Error {
	return &Error{Kind: Unprocessable, Message: "This Idempotency-Key was used for another request."}
}

// Repeats reports whether the request was accepted before, under its Idempotency-Key and with the same body. Its error is
// Unavailable.
func (x *Executor) Repeats(ctx context.Context, by Caller) (bool, error) {
	accepted, err := x.Accepted(ctx, by)
	return accepted != nil, err
}

// Accept records a request under its Idempotency-Key that changed nothing, so that Repeats knows it. Its error is Unavailable.
func (x *Executor) Accept(ctx context.Context, by Caller) (Result, error) {
	return Execute(ctx, x, by, events.RequestStream(by.account(), by.IdempotencyKey), nil,
		acceptRequest{bodyHash: by.BodyHash, at: x.At(by)})
}

// Accepted returns how the request was accepted before, nil when it was not. Its error is Unavailable.
func (x *Executor) Accepted(ctx context.Context, by Caller) (*events.RequestAccepted, error) {
	if by.IdempotencyKey == "" {
		return nil, nil
	}
	var l Loaded[request]
	if err := CatchUp(ctx, x.Log, events.RequestStream(by.account(), by.IdempotencyKey), &l); err != nil {
		return nil, Typed(err)
	}
	if l.State.accepted == nil || l.State.accepted.BodyHash != by.BodyHash {
		return nil, nil
	}
	return l.State.accepted, nil
}

// Claim returns n ids of a kind for the request: new ones, or those it was given before.
func (x *Executor) Claim(ctx context.Context, by Caller, kind string, n int) (claim, error) {
	return x.ClaimFrom(ctx, by, n, func() ([]int64, error) { return x.Reserve(ctx, by, kind, n) })
}

// ClaimFrom is claim with new ids from reserve, which is called each time that they are needed.
func (x *Executor) ClaimFrom(ctx context.Context, by Caller, n int, reserve func() ([]int64, error)) (claim, error) {
	if by.IdempotencyKey == "" {
		ids, err := reserve()
		return claim{ids, x.At(by), by.RequestID}, err
	}
	stream := events.RequestStream(by.account(), by.IdempotencyKey)
	for {
		var l Loaded[request]
		if err := CatchUp(ctx, x.Log, stream, &l); err != nil {
			return claim{}, Typed(err)
		}
		c := acceptRequest{bodyHash: by.BodyHash, at: x.At(by)}
		if l.State.accepted == nil {
			var err error
			if c.ids, err = reserve(); err != nil {
				return claim{}, err
			}
		}
		evs, err := c.Decide(l.State)
		if err != nil {
			return claim{}, err
		}
		if len(evs) == 0 {
			accepted := l.State.accepted
			if len(accepted.IDs) != n {
				return claim{}, reusedKey()
			}
			request, err := x.acceptedRequest(ctx, stream)
			return claim{accepted.IDs, accepted.At, request}, err
		}
		// A random event id: two tries at the same moment have reserved different numbers, and
		// the log must not drop the second as a repetition of the first.
		once := by
		once.IdempotencyKey = ""
		_, err = x.Append(ctx, once, stream, l.Expected(), "", "", evs...)
		if err == nil {
			return claim{c.ids, c.at, by.RequestID}, nil
		}
		if !events.IsConflict(err) {
			return claim{}, Typed(err)
		}
		x.Metrics.Conflicts.Inc()
	}
}

// acceptedRequest returns the id of the request that was accepted in stream. Its error is Unavailable.
func (x *Executor) acceptedRequest(ctx context.Context, stream string) (id string, err error) {
	err = x.Log.Load(ctx, stream, 0, func(r events.Recorded) error {
		id = r.Metadata().CorrelationID
		return nil
	})
	return id, Typed(err)
}

// Reserve returns the next n ids of a kind, reserved in one append; none for n = 0.
func (x *Executor) Reserve(ctx context.Context, by Caller, kind string, n int) ([]int64, error) {
	if n == 0 {
		return nil, nil
	}
	by.IdempotencyKey = "" // every try reserves numbers of its own
	evs := make([]events.Event, n)
	for i := range evs {
		evs[i] = events.IDReserved{Kind: kind, At: x.At(by)}
	}
	w, err := x.Append(ctx, by, events.IDsStream(kind), events.Any, "", "", evs...)
	if err != nil {
		return nil, Typed(err)
	}
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = int64(w.Revision) + 2 - int64(n) + int64(i)
	}
	return ids, nil
}
