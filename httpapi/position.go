// Positions: reading one's own writes, whichever instance answers.
//
// An answer to a write tells where in the log it stands, in Candor-Position, and to the admin's browser in a cookie, too. A request that
// brings such a position is answered once this instance's read models show it. So a client behind a load balancer writes at one instance and
// reads at another as if there were one. Answers stay as they are, and as cacheable as they are: a position changes when a request is
// answered, not with what.

package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"candor/events"
)

const (
	positionHeader = "Candor-Position"
	positionCookie = "candor_position"

	positionUse   = time.Minute     // how long a browser sends it back: any instance has passed it by then, or is at fault
	positionWait  = 2 * time.Second // for the read models; an instance that lags longer answers what it has
	positionWaits = 64              // requests that wait at a time: anybody can name a position
)

// settled tells the client where a write stands and waits for the read models, as passed does.
func (x *exchange) settled(p events.Position, models ...readModel) bool {
	x.tellPosition(p)
	return x.passed(p, models...)
}

// tellPosition says to the admin and to bots which position shows what they did.
func (x *exchange) tellPosition(p events.Position) {
	if p == 0 || x.status != 0 || x.actor.Kind != events.ActorAdmin && x.actor.Kind != events.ActorBot {
		return
	}
	if !x.lags { // what was asked for may be later, where answers have crossed; or of another log, where it can't be reached
		p = max(p, x.askedPosition())
	}
	text := strconv.FormatUint(uint64(p), 10)
	x.set(positionHeader, text)
	if x.actor.Kind == events.ActorAdmin {
		http.SetCookie(x, &http.Cookie{
			Name: positionCookie, Value: text, Path: "/", MaxAge: int(positionUse / time.Second),
			HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: x.secure(),
		})
	}
}

// askedPosition is the position that the request wants to see, 0 without one. What is no number is none: a client may have it from
// another log.
func (x *exchange) askedPosition() events.Position {
	h := x.request.Header
	if h[positionHeader] == nil && h["Cookie"] == nil {
		return 0
	}
	text := h.Get(positionHeader)
	if text == "" {
		cookie, err := x.request.Cookie(positionCookie)
		if err != nil {
			return 0
		}
		text = cookie.Value
	}
	p, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return events.Position(p)
}

// awaitPosition lets the read models that the request is about come to the position that it asks for. When they don't in time, or the
// log is away, it is answered with what is there, and told where that is.
func (x *exchange) awaitPosition() {
	asked := x.askedPosition()
	if asked == 0 || !x.AsOf.IsZero() {
		return
	}
	models := x.endpoint.shows
	if x.request.Header["X-Api-Key"] != nil || x.request.Header["Authorization"] != nil || x.request.Header["Cookie"] != nil {
		models = append(models[:len(models):len(models)], x.Models.Access)
	}
	reached := asked
	for _, m := range models {
		reached = min(reached, m.Position())
	}
	if reached == asked || x.Log.Available() == nil && x.waitFor(asked, models) {
		return
	}
	x.lags = true
	x.set(positionHeader, strconv.FormatUint(uint64(reached), 10))
}

// waitFor waits for read models, if few enough others do.
func (x *exchange) waitFor(p events.Position, models []positioned) bool {
	select {
	case x.awaiting <- struct{}{}:
		defer func() { <-x.awaiting }()
	default:
		return false
	}
	ctx, cancel := context.WithTimeout(x.request.Context(), positionWait)
	defer cancel()
	for _, m := range models {
		if m.WaitFor(ctx, p) != nil {
			return false
		}
	}
	return true
}

// positioned is a read model that knows how far it is.
type positioned interface {
	readModel
	Position() events.Position
}

// shownBy are the read models that answers at a path are made from, sessions and keys aside.
func (s *server) shownBy(pattern string) []positioned {
	if !s.AsOf.IsZero() {
		return nil
	}
	m := s.Models
	for _, row := range []struct {
		prefix string
		models []positioned
	}{
		{"/healthz", nil}, {"/health/", nil}, {"/readyz", nil}, {"/metrics", nil}, {"/api/control/", nil}, {"/api/docs/", nil}, {"/api/openapi.json", nil},
		{"/api/track", nil}, {"/api/contact-messages", []positioned{m.Inbox}}, {"/api/contact", nil}, {"/api/newsletter/", nil},
		{"/api/analytics/", []positioned{m.Analytics}},
		{"/api/checkpoint", []positioned{m.Proof}},
		{"/media/", []positioned{m.Media}},
		{"/api/admin/login", nil}, {"/api/admin/logout", nil}, {"/api/admin/session", nil},
		{"/api/admin/subscribers", []positioned{m.Inbox}}, {"/api/admin/privacy/", []positioned{m.Inbox}},
		{"/api/admin/overview", []positioned{m.Content, m.Inbox, m.Access}},
		{"/api/admin/api-keys", []positioned{m.Access, m.History}},
		{"/api/admin/", []positioned{m.Content, m.History}},
	} {
		if strings.HasPrefix(pattern, row.prefix) {
			return row.models
		}
	}
	return []positioned{m.Content}
}
