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
	Anybody = Who{name: "anybody"}

	// Signing is a visitor who signs in or out as the admin.
	Signing = Who{name: "anybody", spendsReserve: true}

	// Admin is who has signed in.
	Admin = Who{"admin", (*Call).requireAdmin, true}

	// Analyst is the signed-in admin or the bearer of a key with read_analytics. A request with a key is the key's, whatever
	// cookie it carries.
	Analyst = Who{name: "admin or key with " + access.PermitAnalytics, admit: func(c *Call) error {
		plain, err := c.plainKey()
		if err != nil {
			return err
		}
		if plain == "" {
			return c.requireAdmin()
		}
		return c.requireKey(access.PermitAnalytics)
	}}

	// AnyKey is the bearer of a valid API key.
	AnyKey = Who{name: "key", admit: func(c *Call) error { return c.requireKey("") }}

	// CommandLine is another command on this machine: the bearer of the control token.
	CommandLine = Who{"control token", (*Call).requireControlToken, true}
)

// KeyWith is the bearer of a valid API key with a permission. The call counts as one request, refused or not.
func KeyWith(permission string) Who {
	return Who{name: "key with " + permission, admit: func(c *Call) error { return c.requireKey(permission) }}
}

// CreatingKey is the bearer of a valid API key that may create something, whatever it is. The call counts as one request, refused or not.
var CreatingKey = Who{name: "key with a creating permission", admit: func(c *Call) error {
	return c.requireKeyWithAny(access.PermitReviews, access.PermitNews, access.PermitCategories)
}}

// BulkKeyWith is KeyWith for a call that counts as many requests as it has items. Its handler counts them; a refusal counts as one.
func BulkKeyWith(permission string) Who {
	return Who{name: "key with " + permission + ", charged by item", admit: func(c *Call) error { return c.requireBulkKey(permission) }}
}

// requireControlToken refuses everybody but the bearer of the control token.
func (c *Call) requireControlToken() error {
	given, ok := strings.CutPrefix(c.Request.Header.Get("Authorization"), "Bearer ")
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(c.ControlToken))
	if !ok || subtle.ConstantTimeCompare(a[:], b[:]) != 1 {
		c.Set("Www-Authenticate", `Bearer realm="candor control"`)
		return &Refusal{Status: http.StatusUnauthorized, Detail: "This call needs the server's control token."}
	}
	c.Actor, c.via = events.System, events.ViaSystem
	return nil
}
