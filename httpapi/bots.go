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
	return func(x *exchange) error {
		if err := x.authenticate(); err != nil {
			return err
		}
		if err := x.charge(1); err != nil {
			return err
		}
		if err := x.permitted(permission); err != nil {
			return err
		}
		return h(x)
	}
}

// POST /api/bot/reviews
func botReview(x *exchange) error { return x.createReview(http.StatusOK) }

// POST /api/bot/news
func botArticle(x *exchange) error { return x.createArticle(http.StatusOK) }

// POST /api/bot/categories
func botCategory(x *exchange) error { return x.createCategory(http.StatusOK) }

// POST /api/bot/reviews/bulk: each item counts as one request, but not when the bulk is sent again.
func botReviews(x *exchange) error {
	if err := x.authenticate(); err != nil {
		return err
	}
	if x.request.Header["Idempotency-Key"] == nil && x.keys.Left(events.KeyID(x.key.ID)) == 0 {
		return x.charge(1) // refused, before the body is read
	}
	if err := x.permitted("create_reviews"); err != nil {
		return x.chargeAnd(err)
	}
	body, err := x.body()
	if err != nil {
		return x.chargeAnd(err)
	}
	items, err := commands.ParseReviewBulk(body)
	if err != nil {
		return x.chargeAnd(err)
	}
	by, err := x.caller(body)
	if err != nil {
		return x.chargeAnd(err)
	}
	if err := x.chargeBulk(by, len(items)); err != nil {
		return err
	}
	done, err := x.Commands.CreateReviews(x.request.Context(), by, items)
	if err != nil {
		return err
	}
	if len(done.Created) == 0 {
		return &refusal{status: http.StatusBadRequest, detail: "None of the reviews is valid.", fields: indexed(done.Errors)}
	}
	x.settled(done.Position, x.contentModels(nil)...)
	if done.Errors == nil {
		done.Errors = []commands.IndexErrors{}
	}
	return x.json(http.StatusOK, struct {
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
func botStatus(x *exchange) error {
	return x.json(http.StatusOK, struct {
		Status      string     `json:"status"`
		Name        string     `json:"name"`
		Permissions []string   `json:"permissions"`
		IsActive    bool       `json:"isActive"`
		ExpiresAt   *time.Time `json:"expiresAt"`
	}{"online", x.key.Name, x.key.Permissions, x.key.IsActive, x.key.ExpiresAt})
}

// authenticate finds the key that the request carries. Errors: 400 for two different ones, 401
// for none and for one that is malformed, unknown, inactive or expired.
func (x *exchange) authenticate() error {
	plain, err := x.plainKey()
	if err != nil {
		return err
	}
	if plain == "" {
		x.set("Www-Authenticate", `Bearer realm="candor"`)
		return x.rejected("missing", "Send an API key in X-API-Key or as Authorization: Bearer.")
	}
	x.set("Www-Authenticate", `Bearer realm="candor", error="invalid_token"`)
	if !commands.ValidKeyFormat(plain) {
		return x.rejected("malformed", "This is not a valid API key: its format or checksum is wrong.")
	}
	key, ok, err := x.findKey(plain)
	switch {
	case err != nil:
		return err
	case !ok:
		return x.rejected("unknown", "This API key does not exist.")
	case !key.IsActive:
		return x.rejected("inactive", "This API key is deactivated.")
	case expired(key, x.Clock()):
		return x.rejected("expired", "This API key expired on "+key.ExpiresAt.UTC().Format(time.RFC3339)+".")
	}
	delete(x.Header(), "Www-Authenticate")
	x.key = &key
	x.actor = events.Actor{Kind: events.ActorBot, ID: strconv.FormatInt(key.ID, 10), Name: key.Name}
	x.via, x.signedIn = events.ViaBotAPI, ""
	return nil
}

// findKey returns the key with this text, if there is one. Its error says why nobody can tell now.
func (x *exchange) findKey(plain string) (key projections.Key, ok bool, err error) {
	hash := commands.HashKey(plain)
	if key, ok = x.Models.Access.KeyByHash(hash); !ok {
		if err := x.accessReady(); err != nil {
			return key, false, err
		}
	}
	if !ok || !x.fresh.proven() {
		if err := x.freshAccess(); err == nil {
			key, ok = x.Models.Access.KeyByHash(hash)
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
func (x *exchange) rejected(reason, detail string) error {
	x.metrics.keys.WithLabelValues(reason).Inc()
	return &refusal{status: http.StatusUnauthorized, kind: "key-" + reason, detail: detail}
}

// plainKey is the key's text, from X-API-Key or the Bearer authorization; "" without one.
func (x *exchange) plainKey() (string, error) {
	given := slices.Clone(x.request.Header["X-Api-Key"])
	for _, line := range x.request.Header["Authorization"] {
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
func (x *exchange) permitted(permission string) error {
	if permission == "" || slices.Contains(x.key.Permissions, permission) {
		return nil
	}
	x.metrics.keys.WithLabelValues("permission").Inc()
	return &refusal{status: http.StatusForbidden, kind: "key-permission", detail: "This API key lacks the permission " + permission + "."}
}

// charge counts cost requests against the key, and tells it where it stands. Over the limit it
// refuses with 429, and nothing is counted.
func (x *exchange) charge(cost int) error {
	a := x.spend(cost)
	h := x.Header()
	h["Ratelimit-Limit"] = keyLimitHeader
	x.set("Ratelimit-Remaining", strconv.Itoa(a.Remaining))
	if !a.OK {
		x.set("Ratelimit-Reset", seconds(a.Wait))
		if a.Remaining > 0 {
			return x.limitedTo("key", "Each item of a bulk request counts as one request, and this API key has "+strconv.Itoa(a.Remaining)+" left of its 1000 per hour.", a.Wait)
		}
		return x.limitedTo("key", "This API key has used up its 1000 requests per hour.", a.Wait)
	}
	x.set("Ratelimit-Reset", seconds(a.Reset))
	return nil
}

// chargeBulk counts the items of a bulk. One that is sent again because its answer was lost was counted the first time, and
// may have used up all there was; so that this is no way around the limit, it is possible a few times only.
func (x *exchange) chargeBulk(by commands.Caller, items int) error {
	again, err := x.Commands.Repeats(x.request.Context(), by)
	if err != nil {
		return err
	}
	if !again {
		return x.charge(items)
	}
	if err := x.charge(0); err != nil {
		return err
	}
	if a := x.bulkRepeats.Take(x.Clock(), events.KeyID(x.key.ID), 1); !a.OK {
		return x.limitedTo("key", "This API key has retried bulk requests too often.", a.Wait)
	}
	return nil
}

var keyLimitHeader = []string{strconv.Itoa(limit.KeyRequests)}

// chargeAnd counts one request and refuses it with err.
func (x *exchange) chargeAnd(err error) error {
	if limited := x.charge(1); limited != nil {
		return limited
	}
	return err
}
