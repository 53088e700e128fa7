// API keys: the admin's side of them. bots.go is the other.

package httpapi

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	accesscmd "candor/commands/access"
	"candor/events"
	"candor/httpapi/limit"
	"candor/httpapi/respond"
	"candor/projections/access"
	"candor/projections/answers"
)

func (t *table) keys() {
	t.handle("/api/admin/api-keys", methods{
		"GET":  {handle: listKeys, who: admin, dependsOn: models{accessModel, auditModel}, class: classAdmin, asOf: presentOnly},
		"POST": {handle: createKey, who: admin, dependsOn: models{accessModel, auditModel}, class: classNeeded, body: maxBody},
	})
	t.handle("/api/admin/api-keys/deleted", methods{"GET": {handle: listDeletedKeys, who: admin, dependsOn: models{accessModel, auditModel}, class: classAdmin, asOf: presentOnly}})
	t.handle("/api/admin/api-keys/{id}", methods{"DELETE": {handle: deleteKey, who: admin, dependsOn: models{accessModel, auditModel}, class: classNeeded}})
	t.handle("/api/admin/api-keys/{id}/deactivate", methods{"PATCH": {handle: deactivateKey, who: admin, dependsOn: models{accessModel, auditModel}, class: classNeeded, body: noBody}})
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

func (c *request) shownKey(k access.Key) shownKey {
	// The read model learns of a use within a minute: a key that was used a moment ago must not say Never.
	if at := c.Commands.Access.LastUse(events.KeyID(k.ID)).UTC(); !at.IsZero() && (k.LastUsed == nil || at.After(*k.LastUsed)) {
		k.LastUsed = &at
	}
	return shownKey{
		ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: k.IsActive, LastUsed: k.LastUsed,
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision,
		Limit: limit.KeyRequests, Remaining: c.keys.Left(events.KeyID(k.ID)),
	}
}

// keyAnswer returns one key as an answer.
func (c *request) keyAnswer(id int64) (*answers.Answer, error) {
	k, err := c.Models.Access.Key(id)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(c.shownKey(k))
	tag := strconv.FormatUint(k.Revision, 10) + "-" + respond.Hash(body)
	a := answers.New(body, `"`+tag+`"`)
	a.Revision = k.Revision
	return a, err
}

// GET /api/admin/api-keys: what is left of each key's limit changes without an event, so that the
// read model can't have the answer ready. There are few keys.
func listKeys(c *request) error {
	keys, err := c.Models.Access.Keys()
	if err != nil {
		return err
	}
	shown := make([]shownKey, len(keys))
	for i, k := range keys {
		shown[i] = c.shownKey(k)
	}
	body, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	a := answers.New(body, `"`+respond.Hash(body)+`"`)
	a.Total = len(keys)
	return c.list(a, listQuery{}, privateCache)
}

// GET /api/admin/api-keys/deleted: what is left of deleted keys, the latest deleted first. Their changes can still be undone.
func listDeletedKeys(c *request) error {
	q, err := parseQuery(c.request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := c.Models.History.DeletedAnswer(events.KeyKind, "", q.limit, q.offset)
	if err != nil {
		return err
	}
	return c.list(a, q, privateCache)
}

// POST /api/admin/api-keys
func createKey(c *request) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := accesscmd.ParseKey(body)
	if err != nil {
		return err
	}
	by, err := c.caller(body)
	if err != nil {
		return err
	}
	k, err := c.Commands.Access.CreateKey(c.request.Context(), by, in)
	if err != nil {
		return err
	}
	c.settled(k.Shown(), c.Models.Access, c.Models.History)
	return c.json(http.StatusCreated, newKey{
		APIKey: k.Plain,
		shownKey: shownKey{
			ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: true,
			CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision, Limit: limit.KeyRequests, Remaining: limit.KeyRequests,
		},
	})
}

// PATCH /api/admin/api-keys/{id}/deactivate
func deactivateKey(c *request) error {
	id, _, err := c.existing("API key", c.keyAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Access.DeactivateKey(c.request.Context(), by, events.KeyID(id))
	if err != nil {
		return err
	}
	return c.wrote(http.StatusOK, result, c.keyAnswer, c.Models.Access, c.Models.History)
}

// DELETE /api/admin/api-keys/{id}
func deleteKey(c *request) error {
	id, _, err := c.existing("API key", c.keyAnswer)
	if err != nil {
		return err
	}
	by, err := c.caller(nil)
	if err != nil {
		return err
	}
	result, err := c.Commands.Access.DeleteKey(c.request.Context(), by, events.KeyID(id))
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Access, c.Models.History)
	return c.noContent()
}
