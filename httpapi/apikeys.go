// API keys: the admin's side of them. bots.go is the other.

package httpapi

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"candor/commands"
	"candor/events"
	"candor/httpapi/limit"
	"candor/httpapi/respond"
	"candor/projections"
)

func (t *table) keys() {
	t.handle("/api/admin/api-keys", methods{"GET": forAdmin(listKeys), "POST": forAdmin(createKey)})
	t.handle("/api/admin/api-keys/deleted", methods{"GET": forAdmin(listDeletedKeys)})
	t.handle("/api/admin/api-keys/{id}", methods{"DELETE": forAdmin(deleteKey)})
	t.handle("/api/admin/api-keys/{id}/deactivate", methods{"PATCH": forAdmin(deactivateKey)})
}

// shownKey is a key as the API answers it: everything but the hash, and where it stands with its limit.
type shownKey struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Hint        string     `json:"hint"`
	Permissions []string   `json:"permissions"`
	IsActive    bool       `json:"isActive"`
	LastUsed    *time.Time `json:"lastUsed"`
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	Revision    uint64     `json:"revision"`
	Limit       int        `json:"limit"`     // requests in any hour
	Remaining   int        `json:"remaining"` // of them
}

// newKey is the one answer that ever holds a key.
type newKey struct {
	APIKey string `json:"apiKey"`
	shownKey
}

func (x *exchange) shownKey(k projections.Key) shownKey {
	// The read model learns of a use within a minute: a key that was used a moment ago must not say Never.
	if at := x.Commands.LastUse(events.KeyID(k.ID)).UTC(); !at.IsZero() && (k.LastUsed == nil || at.After(*k.LastUsed)) {
		k.LastUsed = &at
	}
	return shownKey{
		ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: k.IsActive, LastUsed: k.LastUsed,
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision,
		Limit: limit.KeyRequests, Remaining: x.keys.Left(events.KeyID(k.ID)),
	}
}

// keyAnswer is one key, ready to be answered.
func (x *exchange) keyAnswer(id int64) (*projections.Answer, error) {
	k, err := x.Models.Access.Key(id)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(x.shownKey(k))
	tag := strconv.FormatUint(k.Revision, 10) + "-" + respond.Hash(body)
	a := projections.NewAnswer(body, `"`+tag+`"`)
	a.Revision = k.Revision
	return a, err
}

// GET /api/admin/api-keys: what is left of each key's limit changes without an event, so that the
// read model can't have the answer ready. There are few keys.
func listKeys(x *exchange) error {
	keys, err := x.Models.Access.Keys()
	if err != nil {
		return err
	}
	shown := make([]shownKey, len(keys))
	for i, k := range keys {
		shown[i] = x.shownKey(k)
	}
	body, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	a := projections.NewAnswer(body, `"`+respond.Hash(body)+`"`)
	a.Total = len(keys)
	return x.list(a, listQuery{}, privateCache)
}

// GET /api/admin/api-keys/deleted: what is left of deleted keys, the latest deleted first. Their changes can still be undone.
func listDeletedKeys(x *exchange) error {
	q, err := parseQuery(x.request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := x.Models.History.DeletedKeysAnswer(q.limit, q.offset)
	if err != nil {
		return err
	}
	return x.list(a, q, privateCache)
}

// POST /api/admin/api-keys
func createKey(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseKey(body)
	if err != nil {
		return err
	}
	by, err := x.caller(body)
	if err != nil {
		return err
	}
	k, err := x.Commands.CreateKey(x.request.Context(), by, in)
	if err != nil {
		return err
	}
	x.settled(k.Shown(), x.Models.Access, x.Models.History)
	return x.json(http.StatusCreated, newKey{
		APIKey: k.Plain,
		shownKey: shownKey{
			ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: true,
			CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision, Limit: limit.KeyRequests, Remaining: limit.KeyRequests,
		},
	})
}

// PATCH /api/admin/api-keys/{id}/deactivate
func deactivateKey(x *exchange) error {
	id, _, err := x.existing("API key", x.keyAnswer)
	if err != nil {
		return err
	}
	by, err := x.caller(nil)
	if err != nil {
		return err
	}
	done, err := x.Commands.DeactivateKey(x.request.Context(), by, events.KeyID(id))
	if err != nil {
		return err
	}
	return x.wrote(http.StatusOK, done, x.keyAnswer, x.Models.Access, x.Models.History)
}

// DELETE /api/admin/api-keys/{id}
func deleteKey(x *exchange) error {
	id, _, err := x.existing("API key", x.keyAnswer)
	if err != nil {
		return err
	}
	by, err := x.caller(nil)
	if err != nil {
		return err
	}
	done, err := x.Commands.DeleteKey(x.request.Context(), by, events.KeyID(id))
	if err != nil {
		return err
	}
	x.settled(done.Shown(), x.Models.Access, x.Models.History)
	return x.noContent()
}
