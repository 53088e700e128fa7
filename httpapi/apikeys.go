// API keys: the admin's side of them. bots.go is the other.

package httpapi

import (
	"net/http"
	"time"

	"candor/commands"
	"candor/events"
)

func (t *table) keys() {
	t.handle("/api/admin/api-keys", methods{"GET": forAdmin(listKeys), "POST": forAdmin(createKey)})
	t.handle("/api/admin/api-keys/{id}", methods{"DELETE": forAdmin(deleteKey)})
	t.handle("/api/admin/api-keys/{id}/deactivate", methods{"PATCH": forAdmin(deactivateKey)})
}

// newKey is the one answer that ever holds a key.
type newKey struct {
	APIKey      string     `json:"apiKey"`
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Hint        string     `json:"hint"`
	Permissions []string   `json:"permissions"`
	IsActive    bool       `json:"isActive"`
	LastUsed    *time.Time `json:"lastUsed"`
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	Revision    uint64     `json:"revision"`
}

// GET /api/admin/api-keys
func listKeys(x *exchange) error {
	a, err := x.Models.Access.KeysAnswer()
	if err != nil {
		return err
	}
	return x.list(a, listQuery{}, privateCache)
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
	x.passed(k.Position, x.Models.Access, x.Models.History)
	return x.json(http.StatusCreated, newKey{
		APIKey: k.Plain, ID: k.ID, Name: k.Name, Hint: k.Hint, Permissions: k.Permissions, IsActive: true,
		CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt, Revision: k.Revision,
	})
}

// PATCH /api/admin/api-keys/{id}/deactivate
func deactivateKey(x *exchange) error {
	id, _, err := x.existing("API key", x.Models.Access.KeyAnswer)
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
	return x.wrote(http.StatusOK, done, x.Models.Access.KeyAnswer, x.Models.Access, x.Models.History)
}

// DELETE /api/admin/api-keys/{id}
func deleteKey(x *exchange) error {
	id, _, err := x.existing("API key", x.Models.Access.KeyAnswer)
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
	x.passed(done.Position, x.Models.Access, x.Models.History)
	return x.noContent()
}
