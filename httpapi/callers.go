// Callers: who may call a route. A role is added here.

package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"candor/commands/access"
	"candor/events"
)

var (
	anybody = caller{name: "anybody"}

	// signing is a visitor who signs in or out as the admin.
	signing = caller{name: "anybody", spendsReserve: true}

	// admin is who has signed in.
	admin = caller{"admin", (*request).requireAdmin, true}

	// analyst is the signed-in admin or the bearer of a key with read_analytics. A request with a key is the key's, whatever
	// cookie it carries.
	analyst = caller{name: "admin or key with " + access.PermitAnalytics, admit: func(c *request) error {
		plain, err := c.plainKey()
		if err != nil {
			return err
		}
		if plain == "" {
			return c.requireAdmin()
		}
		return c.requireKey(access.PermitAnalytics)
	}}

	// anyKey is the bearer of a valid API key.
	anyKey = caller{name: "key", admit: func(c *request) error { return c.requireKey("") }}

	// commandLine is another command on this machine: the bearer of the control token.
	commandLine = caller{"control token", (*request).requireControlToken, true}
)

// keyWith is the bearer of a valid API key with a permission. The call counts as one request, refused or not.
func keyWith(permission string) caller {
	return caller{name: "key with " + permission, admit: func(c *request) error { return c.requireKey(permission) }}
}

// creatingKey is the bearer of a valid API key that may create something, whatever it is. The call counts as one request, refused or not.
var creatingKey = caller{name: "key with a creating permission", admit: func(c *request) error {
	return c.requireKeyWithAny(access.PermitReviews, access.PermitNews, access.PermitCategories)
}}

// bulkKeyWith is keyWith for a call that counts as many requests as it has items. Its handler counts them; a refusal counts as one.
func bulkKeyWith(permission string) caller {
	return caller{name: "key with " + permission + ", charged by item", admit: func(c *request) error { return c.requireBulkKey(permission) }}
}

// requireControlToken refuses everybody but the bearer of the control token.
func (c *request) requireControlToken() error {
	given, ok := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bearer ")
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(c.ControlToken))
	if !ok || subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
		c.set("Www-Authenticate", `Bearer realm="candor control"`)
		return &refusal{status: http.StatusUnauthorized, detail: "This call needs the server's control token."}
	}
	c.actor, c.via = events.System, events.ViaSystem
	return nil
}
