// The API key aggregate and its commands. Only a key's hash is stored; the key itself is shown once.

package commands

import (
	"context"
	"slices"
	"time"

	"candor/events"
)

// The permissions a key can carry: those of spec.md section 6, and the analyst's.
const (
	PermitReviews    = "create_reviews"
	PermitNews       = "create_news"
	PermitCategories = "create_categories"
	PermitAnalytics  = "read_analytics"
)

// permissions in the order in which they are stored and shown.
var permissions = []string{PermitReviews, PermitNews, PermitCategories, PermitAnalytics}

// apiKey is the state of one key. The last event of its stream tells all of it: nothing but the
// deletion follows a deactivation, and nothing a deletion. That matters, because a busy key's stream
// holds many.
type apiKey struct{ exists, active, deleted bool }

func (s apiKey) evolve(e events.Event) apiKey {
	switch e.(type) {
	case events.ApiKeyCreated, events.ApiKeyUsed:
		s.exists, s.active = true, true
	case events.ApiKeyDeactivated:
		s.exists, s.active = true, false
	case events.ApiKeyDeleted:
		s.exists, s.active, s.deleted = true, false, true
	}
	return s
}

// createKey hands a key out.
type createKey struct {
	id   events.KeyID
	in   KeyInput
	hash string
	hint string
	at   time.Time
}

// decide refuses a key that would be born expired.
func (c createKey) decide(apiKey) ([]events.Event, error) {
	if c.in.ExpiresAt != nil && !c.in.ExpiresAt.After(c.at) {
		return nil, invalidField("expiresAt", "Expiry date must not be in the past")
	}
	return []events.Event{events.ApiKeyCreated{
		KeyID: c.id, Name: c.in.Name, Hash: c.hash, Hint: c.hint, Permissions: c.in.Permissions, ExpiresAt: c.in.ExpiresAt, At: c.at,
	}}, nil
}

// useKey records requests made with a key.
type useKey struct {
	id       events.KeyID
	requests int
	at       time.Time
}

// decide drops what comes after the key's end: those requests were let in just before it.
func (c useKey) decide(s apiKey) ([]events.Event, error) {
	if !s.active {
		return nil, nil
	}
	return []events.Event{events.ApiKeyUsed{KeyID: c.id, Requests: c.requests, At: c.at}}, nil
}

// deactivateKey refuses a key for ever.
type deactivateKey struct {
	id events.KeyID
	at time.Time
}

func (c deactivateKey) decide(s apiKey) ([]events.Event, error) {
	switch {
	case !s.exists || s.deleted:
		return nil, notFound("API key")
	case !s.active:
		return nil, nil
	}
	return []events.Event{events.ApiKeyDeactivated{KeyID: c.id, At: c.at}}, nil
}

// deleteKey takes a key off the list and refuses it for ever.
type deleteKey struct {
	id events.KeyID
	at time.Time
}

func (c deleteKey) decide(s apiKey) ([]events.Event, error) {
	if !s.exists || s.deleted {
		return nil, notFound("API key")
	}
	return []events.Event{events.ApiKeyDeleted{KeyID: c.id, At: c.at}}, nil
}

// NewKey is a key just handed out; Plain is nowhere else and never again.
type NewKey struct {
	Result
	Name        string
	Plain       string
	Hint        string
	Permissions []string
	ExpiresAt   *time.Time
	CreatedAt   time.Time
}

// CreateKey hands out a key. Errors: Invalid, Unavailable.
func (h *Handler) CreateKey(ctx context.Context, by Caller, in KeyInput) (NewKey, error) {
	if errs := in.tidy(); len(errs) > 0 {
		return NewKey{}, invalid(errs...)
	}
	by.IdempotencyKey = "" // a retry could not be told the same key
	plain := newKeyText()
	c := createKey{in: in, hash: HashKey(plain), hint: keyHint(plain), at: h.at(by)}
	if _, err := c.decide(apiKey{}); err != nil {
		return NewKey{}, err // before a number is spent on it
	}
	ids, err := h.reserve(ctx, by, keyKind, 1)
	if err != nil {
		return NewKey{}, err
	}
	c.id = events.KeyID(ids[0])
	evs, err := c.decide(apiKey{})
	if err != nil {
		return NewKey{}, err
	}
	result, err := h.create(ctx, by, c.id.Stream(), evs...)
	if err != nil {
		return NewKey{}, err
	}
	result.ID = ids[0]
	return NewKey{
		Result: result, Name: in.Name, Plain: plain, Hint: c.hint,
		Permissions: slices.Clone(in.Permissions), ExpiresAt: in.ExpiresAt, CreatedAt: c.at,
	}, nil
}

// DeactivateKey refuses a key from now on, for ever. Errors: NotFound, Unavailable.
func (h *Handler) DeactivateKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return h.changeKey(ctx, by, id, deactivateKey{id: id, at: h.at(by)})
}

// DeleteKey takes a key off the list; it is refused from now on. Errors: NotFound, Unavailable.
func (h *Handler) DeleteKey(ctx context.Context, by Caller, id events.KeyID) (Result, error) {
	return h.changeKey(ctx, by, id, deleteKey{id: id, at: h.at(by)})
}

func (h *Handler) changeKey(ctx context.Context, by Caller, id events.KeyID, c decider[apiKey]) (Result, error) {
	if id <= 0 {
		return Result{}, notFound("API key")
	}
	result, err := step[apiKey]{stream: id.Stream(), load: latest[apiKey], command: c}.run(ctx, h, by)
	result.ID = int64(id)
	return result, err
}
