// API keys as their bearers send them: whether they are valid, and what they may do.

package httpapi

import (
	"crypto/subtle"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"candor/commands"
	accesscmd "candor/commands/access"
	"candor/events"
	"candor/httpapi/limit"
	"candor/projections/access"
)

// requireKey refuses everybody but the bearer of a valid key with the permission ("": any key). The call counts as one request,
// refused or not.
func (c *Call) requireKey(permission string) error {
	if err := c.authenticate(); err != nil {
		return err
	}
	if err := c.charge(1); err != nil {
		return err
	}
	return c.permitted(permission)
}

// requireKeyWithAny is requireKey for a call that any of some permissions allows.
func (c *Call) requireKeyWithAny(permissions ...string) error {
	if err := c.requireKey(""); err != nil {
		return err
	}
	if slices.ContainsFunc(permissions, func(p string) bool { return slices.Contains(c.Key.Permissions, p) }) {
		return nil
	}
	return c.lacks("needs one of the permissions " + strings.Join(permissions, ", "))
}

// requireBulkKey is requireKey for a call whose handler counts one request for each of its items; a refusal counts as one.
func (c *Call) requireBulkKey(permission string) error {
	if err := c.authenticate(); err != nil {
		return err
	}
	if c.Request.Header["Idempotency-Key"] == nil && c.Keys.Left(events.KeyID(c.Key.ID)) == 0 {
		if err := c.charge(1); err != nil { // refused, before the body is read
			return err
		}
	}
	if err := c.permitted(permission); err != nil {
		return c.ChargeAnd(err)
	}
	return nil
}

// authenticate finds the key that the request carries. Errors: 400 for two different ones, 401
// for none and for one that is malformed, unknown, inactive or expired.
func (c *Call) authenticate() error {
	plain, err := c.plainKey()
	if err != nil {
		return err
	}
	if plain == "" {
		c.Set("Www-Authenticate", `Bearer realm="candor"`)
		return c.rejected("missing", "Send an API key in X-API-Key or as Authorization: Bearer.")
	}
	c.Set("Www-Authenticate", `Bearer realm="candor", error="invalid_token"`)
	if !accesscmd.ValidKeyFormat(plain) {
		return c.rejected("malformed", "This is not a valid API key: its format or checksum is wrong.")
	}
	key, ok, err := c.findKey(plain)
	switch {
	case err != nil:
		return err
	case !ok:
		return c.rejected("unknown", "This API key does not exist.")
	case !key.IsActive:
		return c.rejected("inactive", "This API key is deactivated.")
	case expired(key, c.Clock()):
		return c.rejected("expired", "This API key expired on "+key.ExpiresAt.UTC().Format(time.RFC3339)+".")
	}
	delete(c.Header(), "Www-Authenticate")
	c.Key = &key
	c.Actor = events.Actor{Kind: events.ActorBot, ID: strconv.FormatInt(key.ID, 10), Name: key.Name}
	c.via, c.SignedIn = events.ViaBotAPI, ""
	return nil
}

// findKey returns the key with this text, if there is one. Its error says why nobody can tell now.
func (c *Call) findKey(plain string) (key access.Key, ok bool, err error) {
	hash := accesscmd.HashKey(plain)
	if key, ok = c.Models.Access.KeyByHash(hash); !ok {
		if err := c.AccessReady(); err != nil {
			return key, false, err
		}
	}
	if !ok || !c.fresh.proven() {
		if err := c.freshAccess(); err == nil {
			key, ok = c.Models.Access.KeyByHash(hash)
		} else if !ok {
			return key, false, err
		}
	}
	return key, ok && subtle.ConstantTimeCompare([]byte(key.Hash), []byte(hash)) == 1, nil
}

// expired reports whether a key's time is over.
func expired(key access.Key, now time.Time) bool {
	return key.ExpiresAt != nil && !now.Before(*key.ExpiresAt)
}

// rejected refuses a key with 401.
func (c *Call) rejected(reason, detail string) error {
	c.Metrics.RejectedKeys.WithLabelValues(reason).Inc()
	return &Refusal{Status: http.StatusUnauthorized, Kind: "key-" + reason, Detail: detail}
}

// plainKey is the key's text, from X-API-Key or the Bearer authorization; "" without one.
func (c *Call) plainKey() (string, error) {
	given := slices.Clone(c.Request.Header["X-Api-Key"])
	for _, line := range c.Request.Header["Authorization"] {
		if scheme, token, ok := strings.Cut(line, " "); ok && strings.EqualFold(scheme, "Bearer") {
			given = append(given, token)
		}
	}
	plain := ""
	for _, key := range given {
		if key = strings.TrimSpace(key); plain != "" && key != plain {
			return "", InvalidField("X-API-Key", "Two different API keys were sent. Send one.")
		}
		plain = key
	}
	return plain, nil
}

// permitted refuses a key without the permission with 403.
func (c *Call) permitted(permission string) error {
	if permission == "" || slices.Contains(c.Key.Permissions, permission) {
		return nil
	}
	return c.lacks("lacks the permission " + permission)
}

// lacks refuses a key that may not make the call with 403.
func (c *Call) lacks(what string) error {
	c.Metrics.RejectedKeys.WithLabelValues("permission").Inc()
	return &Refusal{Status: http.StatusForbidden, Kind: "key-permission", Detail: "This API key " + what + "."}
}

// charge counts cost requests against the key, and tells it where it stands. Over the limit it
// refuses with 429, and nothing is counted.
func (c *Call) charge(cost int) error {
	a := c.spend(cost)
	h := c.Header()
	h["Ratelimit-Limit"] = keyLimitHeader
	c.Set("Ratelimit-Remaining", strconv.Itoa(a.Remaining))
	if !a.OK {
		c.Set("Ratelimit-Reset", seconds(a.Wait))
		if a.Remaining > 0 {
			return c.LimitedTo("key",
				"Each item of a bulk request counts as one request, and this API key has "+strconv.Itoa(a.Remaining)+" left of its 1000 per hour.",
				a.Wait)
		}
		return c.LimitedTo("key", "This API key has used up its 1000 requests per hour.", a.Wait)
	}
	c.Set("Ratelimit-Reset", seconds(a.Reset))
	return nil
}

// ChargeBulk counts the items of a bulk. One that is sent again because its answer was lost was counted the first time, and
// may have used up all there was; so that this is no way around the limit, it is possible a few times only.
func (c *Call) ChargeBulk(by commands.Caller, items int) error {
	again, err := c.Commands.Repeats(c.Request.Context(), by)
	if err != nil {
		return err
	}
	if !again {
		return c.charge(items)
	}
	if err := c.charge(0); err != nil {
		return err
	}
	if a := c.bulkRepeats.Take(c.Clock(), events.KeyID(c.Key.ID), 1); !a.OK {
		return c.LimitedTo("key", "This API key has retried bulk requests too often.", a.Wait)
	}
	return nil
}

var keyLimitHeader = []string{strconv.Itoa(limit.KeyRequests)}

// ChargeAnd counts one request and refuses it with err.
func (c *Call) ChargeAnd(err error) error {
	if limited := c.charge(1); limited != nil {
		return limited
	}
	return err
}
