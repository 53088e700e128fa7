// Bots: calls made with an API key, and the key's limit.

package httpapi

import (
	"crypto/subtle"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"candor/commands"
	"candor/events"
	"candor/httpapi/limit"
	"candor/projections"
)

func (t *table) bots() {
	t.handle("/api/bot/reviews", methods{"POST": forBots("create_reviews", botReview)})
	t.handle("/api/bot/reviews/bulk", methods{"POST": botReviews})
	t.handle("/api/bot/news", methods{"POST": forBots("create_news", botArticle)})
	t.handle("/api/bot/categories", methods{"POST": forBots("create_categories", botCategory)})
	t.handle("/api/bot/status", methods{"GET": forBots("", botStatus)})
}

// forBots lets only the bearer of a valid key with the permission ("": any key) reach h. The call
// counts as one request, refused or not.
func forBots(permission string, h handler) handler {
	return func(c *request) error {
		if err := c.authenticate(); err != nil {
			return err
		}
		if err := c.charge(1); err != nil {
			return err
		}
		if err := c.permitted(permission); err != nil {
			return err
		}
		return h(c)
	}
}

// POST /api/bot/reviews
func botReview(c *request) error { return c.createReview(http.StatusOK) }

// POST /api/bot/news
func botArticle(c *request) error { return c.createArticle(http.StatusOK) }

// POST /api/bot/categories
func botCategory(c *request) error { return c.createCategory(http.StatusOK) }

// POST /api/bot/reviews/bulk: each item counts as one request, but not when the bulk is sent again.
func botReviews(c *request) error {
	if err := c.authenticate(); err != nil {
		return err
	}
	if c.request.Header["Idempotency-Key"] == nil && c.keys.Left(events.KeyID(c.key.ID)) == 0 {
		return c.charge(1) // refused, before the body is read
	}
	if err := c.permitted("create_reviews"); err != nil {
		return c.chargeAnd(err)
	}
	body, err := c.body()
	if err != nil {
		return c.chargeAnd(err)
	}
	items, err := commands.ParseReviewBulk(body)
	if err != nil {
		return c.chargeAnd(err)
	}
	by, err := c.caller(body)
	if err != nil {
		return c.chargeAnd(err)
	}
	if err := c.chargeBulk(by, len(items)); err != nil {
		return err
	}
	done, err := c.Commands.CreateReviews(c.request.Context(), by, items)
	if err != nil {
		return err
	}
	if len(done.Created) == 0 {
		return &refusal{status: http.StatusBadRequest, detail: "None of the reviews is valid.", fields: indexed(done.Errors)}
	}
	c.settled(done.Position, c.contentModels(nil)...)
	if done.Errors == nil {
		done.Errors = []commands.IndexErrors{}
	}
	return c.json(http.StatusOK, struct {
		Created []commands.BulkCreated `json:"created"`
		Errors  []commands.IndexErrors `json:"errors"`
	}{done.Created, done.Errors})
}

// indexed flattens the errors of a bulk: field "reviews[3].title".
func indexed(errors []commands.IndexErrors) []commands.FieldError {
	var all []commands.FieldError
	for _, item := range errors {
		for _, e := range item.Errors {
			name := "reviews[" + strconv.Itoa(item.Index) + "]"
			if e.Field != "" {
				name += "." + e.Field
			}
			all = append(all, commands.FieldError{Field: name, Message: e.Message})
		}
	}
	return all
}

// GET /api/bot/status
func botStatus(c *request) error {
	return c.json(http.StatusOK, struct {
		Status      string     `json:"status"`
		Name        string     `json:"name"`
		Permissions []string   `json:"permissions"`
		IsActive    bool       `json:"isActive"`
		ExpiresAt   *time.Time `json:"expiresAt"`
	}{"online", c.key.Name, c.key.Permissions, c.key.IsActive, c.key.ExpiresAt})
}

// authenticate finds the key that the request carries. Errors: 400 for two different ones, 401
// for none and for one that is malformed, unknown, inactive or expired.
func (c *request) authenticate() error {
	plain, err := c.plainKey()
	if err != nil {
		return err
	}
	if plain == "" {
		c.set("Www-Authenticate", `Bearer realm="candor"`)
		return c.rejected("missing", "Send an API key in X-API-Key or as Authorization: Bearer.")
	}
	c.set("Www-Authenticate", `Bearer realm="candor", error="invalid_token"`)
	if !commands.ValidKeyFormat(plain) {
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
	c.key = &key
	c.actor = events.Actor{Kind: events.ActorBot, ID: strconv.FormatInt(key.ID, 10), Name: key.Name}
	c.via, c.signedIn = events.ViaBotAPI, ""
	return nil
}

// findKey returns the key with this text, if there is one. Its error says why nobody can tell now.
func (c *request) findKey(plain string) (key projections.Key, ok bool, err error) {
	hash := commands.HashKey(plain)
	if key, ok = c.Models.Access.KeyByHash(hash); !ok {
		if err := c.accessReady(); err != nil {
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
func expired(key projections.Key, now time.Time) bool {
	return key.ExpiresAt != nil && !now.Before(*key.ExpiresAt)
}

// rejected refuses a key with 401.
func (c *request) rejected(reason, detail string) error {
	c.metrics.keys.WithLabelValues(reason).Inc()
	return &refusal{status: http.StatusUnauthorized, kind: "key-" + reason, detail: detail}
}

// plainKey is the key's text, from X-API-Key or the Bearer authorization; "" without one.
func (c *request) plainKey() (string, error) {
	given := slices.Clone(c.request.Header["X-Api-Key"])
	for _, line := range c.request.Header["Authorization"] {
		if scheme, token, ok := strings.Cut(line, " "); ok && strings.EqualFold(scheme, "Bearer") {
			given = append(given, token)
		}
	}
	plain := ""
	for _, key := range given {
		if key = strings.TrimSpace(key); plain != "" && key != plain {
			return "", invalidField("X-API-Key", "Two different API keys were sent. Send one.")
		}
		plain = key
	}
	return plain, nil
}

// permitted refuses a key without the permission with 403.
func (c *request) permitted(permission string) error {
	if permission == "" || slices.Contains(c.key.Permissions, permission) {
		return nil
	}
	c.metrics.keys.WithLabelValues("permission").Inc()
	return &refusal{status: http.StatusForbidden, kind: "key-permission", detail: "This API key lacks the permission " + permission + "."}
}

// charge counts cost requests against the key, and tells it where it stands. Over the limit it
// refuses with 429, and nothing is counted.
func (c *request) charge(cost int) error {
	a := c.spend(cost)
	h := c.Header()
	h["Ratelimit-Limit"] = keyLimitHeader
	c.set("Ratelimit-Remaining", strconv.Itoa(a.Remaining))
	if !a.OK {
		c.set("Ratelimit-Reset", seconds(a.Wait))
		if a.Remaining > 0 {
			return c.limitedTo("key", "Each item of a bulk request counts as one request, and this API key has "+strconv.Itoa(a.Remaining)+" left of its 1000 per hour.", a.Wait)
		}
		return c.limitedTo("key", "This API key has used up its 1000 requests per hour.", a.Wait)
	}
	c.set("Ratelimit-Reset", seconds(a.Reset))
	return nil
}

// chargeBulk counts the items of a bulk. One that is sent again because its answer was lost was counted the first time, and
// may have used up all there was; so that this is no way around the limit, it is possible a few times only.
func (c *request) chargeBulk(by commands.Caller, items int) error {
	again, err := c.Commands.Repeats(c.request.Context(), by)
	if err != nil {
		return err
	}
	if !again {
		return c.charge(items)
	}
	if err := c.charge(0); err != nil {
		return err
	}
	if a := c.bulkRepeats.Take(c.Clock(), events.KeyID(c.key.ID), 1); !a.OK {
		return c.limitedTo("key", "This API key has retried bulk requests too often.", a.Wait)
	}
	return nil
}

var keyLimitHeader = []string{strconv.Itoa(limit.KeyRequests)}

// chargeAnd counts one request and refuses it with err.
func (c *request) chargeAnd(err error) error {
	if limited := c.charge(1); limited != nil {
		return limited
	}
	return err
}
