// API keys: the admin's side of them. bots.go is the other.

package access

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	accesscmd "candor/commands/access"
	"candor/events"
	"candor/httpapi"
	"candor/httpapi/limit"
	"candor/httpapi/respond"
	"candor/projections/access"
	"candor/projections/answers"
)

// Keys registers the routes of API keys.
func Keys(t *httpapi.Table) {
	t.Handle("/api/admin/api-keys", httpapi.Methods{
		"GET":  httpapi.AdminReads(listKeys, httpapi.AccessModel, httpapi.AuditModel),
		"POST": httpapi.AdminWrites(createKey, httpapi.MaxBody, httpapi.AccessModel, httpapi.AuditModel),
	})
	t.Handle("/api/admin/api-keys/deleted",
		httpapi.Methods{"GET": httpapi.AdminReads(listDeletedKeys, httpapi.AccessModel, httpapi.AuditModel)})
	t.Handle("/api/admin/api-keys/{id}", httpapi.Methods{"DELETE": httpapi.AdminWrites(deleteKey, 0,
		httpapi.AccessModel, httpapi.AuditModel)})
	t.Handle("/api/admin/api-keys/{id}/deactivate",
		httpapi.Methods{"PATCH": httpapi.AdminWrites(deactivateKey, httpapi.NoBody, httpapi.AccessModel, httpapi.AuditModel)})
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

// newKey is the only answer that holds the text of a key.
type newKey struct {
	APIKey string `json:"apiKey"`
	shownKey
}

// showKey returns a key as it is shown now.
func showKey(c *httpapi.Call, k access.Key) shownKey {
	// The read model learns of a use within a minute: a key that was used a moment ago must not say Never.
	if at := c.Commands.Access.LastUse(events.KeyID(k.ID)).UTC(); !at.IsZero() && (k.LastUsed == nil || at.After(*k.LastUsed)) {
		k.LastUsed = &at
	}
	return shownKey{
		ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: k.IsActive, LastUsed: k.LastUsed,
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision,
		Limit: limit.KeyRequests, Remaining: c.Keys.Left(events.KeyID(k.ID)),
	}
}

// keyAnswer returns what looks a key up as an answer.
func keyAnswer(c *httpapi.Call) httpapi.Lookup {
	return func(id int64) (*answers.Answer, error) {
		k, err := c.Models.Access.Key(id)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(showKey(c, k))
		tag := strconv.FormatUint(k.Revision, 10) + "-" + respond.Hash(body)
		a := answers.New(body, `"`+tag+`"`)
		a.Revision = k.Revision
		return a, err
	}
}

// GET /api/admin/api-keys: what is left of each key's limit changes without an event, so that the
// read model can't have the answer ready. There are few keys.
func listKeys(c *httpapi.Call) error {
	keys, err := c.Models.Access.Keys()
	if err != nil {
		return err
	}
	shown := make([]shownKey, len(keys))
	for i, k := range keys {
		shown[i] = showKey(c, k)
	}
	body, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	a := answers.New(body, `"`+respond.Hash(body)+`"`)
	a.Total = len(keys)
	return c.List(a, httpapi.ListQuery{}, httpapi.PrivateCache)
}

// GET /api/admin/api-keys/deleted: what is left of deleted keys, the latest deleted first. Their changes can still be undone.
func listDeletedKeys(c *httpapi.Call) error {
	q, err := httpapi.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := c.Models.History.DeletedAnswer(events.KeyKind, "", q.Limit, q.Offset)
	if err != nil {
		return err
	}
	return c.List(a, q, httpapi.PrivateCache)
}

// POST /api/admin/api-keys
func createKey(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := accesscmd.ParseKey(body)
	if err != nil {
		return err
	}
	by, err := c.Caller(body)
	if err != nil {
		return err
	}
	k, err := c.Commands.Access.CreateKey(c.Request.Context(), by, in)
	if err != nil {
		return err
	}
	c.Settled(k.Shown(), c.Models.Access, c.Models.History)
	return c.JSON(http.StatusCreated, newKey{
		APIKey: k.Plain,
		shownKey: shownKey{
			ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: true,
			CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision, Limit: limit.KeyRequests, Remaining: limit.KeyRequests,
		},
	})
}

// PATCH /api/admin/api-keys/{id}/deactivate
func deactivateKey(c *httpapi.Call) error {
	id, _, err := c.Existing("API key", keyAnswer(c))
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Access.DeactivateKey(c.Request.Context(), by, events.KeyID(id))
	if err != nil {
		return err
	}
	return c.Wrote(http.StatusOK, result, keyAnswer(c), c.Models.Access, c.Models.History)
}

// DELETE /api/admin/api-keys/{id}
func deleteKey(c *httpapi.Call) error {
	id, _, err := c.Existing("API key", keyAnswer(c))
	if err != nil {
		return err
	}
	by, err := c.Caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Access.DeleteKey(c.Request.Context(), by, events.KeyID(id))
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Access, c.Models.History)
	return c.NoContent()
}
