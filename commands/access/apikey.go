// The API key aggregate. Only a key's hash is stored; the key itself is shown once.

package access

import (
	"time"

	"candor/commands"
	"candor/events"
)

// The permissions a key can carry: those of spec.md section 6, and the analyst's.
const (
	PermitReviews     = "create_reviews"
	PermitNews        = "create_news"
	PermitCategories  = "create_categories"
	PermitAnalytics   = "read_analytics"
	PermitUnpublished = "read_unpublished" // with PermitAnalytics: what readers may not see, too
)

// permissions in the order in which they are stored and shown.
var permissions = []string{PermitReviews, PermitNews, PermitCategories, PermitAnalytics, PermitUnpublished}

// apiKey is the state of one key. It follows from the last event of its stream alone: only a deletion follows a deactivation,
// and nothing follows a deletion. That matters, because a busy key's stream holds many events.
type apiKey struct{ exists, active, deleted bool }

func (s apiKey) Evolve(e events.Event) apiKey {
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

// createKey issues a key.
type createKey struct {
	id   events.KeyID
	in   KeyInput
	hash string
	hint string
	at   time.Time
}

// Decide refuses a key that would be expired from the start.
func (c createKey) Decide(apiKey) ([]events.Event, error) {
	if c.in.ExpiresAt != nil && !c.in.ExpiresAt.After(c.at) {
		return nil, commands.RefuseField("expiresAt", "Expiry date must not be in the past")
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

// Decide drops use that is recorded after the key's end: those requests were accepted just before it.
func (c useKey) Decide(s apiKey) ([]events.Event, error) {
	if !s.active {
		return nil, nil
	}
	return []events.Event{events.ApiKeyUsed{KeyID: c.id, Requests: c.requests, At: c.at}}, nil
}

// deactivateKey makes a key invalid for ever.
type deactivateKey struct {
	id events.KeyID
	at time.Time
}

func (c deactivateKey) Decide(s apiKey) ([]events.Event, error) {
	switch {
	case !s.exists || s.deleted:
		return nil, commands.Missing("API key")
	case !s.active:
		return nil, nil
	}
	return []events.Event{events.ApiKeyDeactivated{KeyID: c.id, At: c.at}}, nil
}

// deleteKey removes a key from the list and makes it invalid for ever.
type deleteKey struct {
	id events.KeyID
	at time.Time
}

func (c deleteKey) Decide(s apiKey) ([]events.Event, error) {
	if !s.exists || s.deleted {
		return nil, commands.Missing("API key")
	}
	return []events.Event{events.ApiKeyDeleted{KeyID: c.id, At: c.at}}, nil
}

const keyKind = "apikey" // whose ids are reserved together
