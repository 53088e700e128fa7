// The admin's session: signing in and out, and the guard of every admin call.

package httpapi

import (
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
	"candor/httpapi/limit"
	"candor/projections"
)

func (t *table) admin() {
	t.handle("/api/admin/login", methods{"POST": upTo(formBody, login)})
	t.handle("/api/admin/logout", methods{"POST": logout})
	t.handle("/api/admin/session", methods{"GET": session})
}

// forAdmin lets only a signed-in admin reach h: 401 for anyone else.
func forAdmin(h handler) handler {
	return func(x *exchange) error {
		if _, ok := x.session(); !ok {
			if err := x.accessReady(); err != nil {
				return err
			}
			if x.unsure != nil {
				return x.unsure
			}
			return &refusal{status: http.StatusUnauthorized, kind: "no-session", detail: "Please sign in."}
		}
		return h(x)
	}
}

// accessReady returns why sessions and keys can't be known yet: without it, those that are valid
// would look as if they were not.
func (x *exchange) accessReady() error {
	_, err := x.Models.Access.Keys()
	return err
}

// session returns the session that the request's cookie belongs to and notes its admin. Where nobody can tell now, it notes why in unsure.
func (x *exchange) session() (projections.Session, bool) {
	s, ok, err := x.findSession()
	x.unsure = err
	if ok {
		x.actor = events.Actor{Kind: events.ActorAdmin, ID: s.Username, Name: s.Username}
		x.via, x.signedIn = events.ViaDashboard, s.ID
	}
	return s, ok
}

// findSession returns the session that the request's cookie belongs to, if any. Its error says why nobody can tell now.
func (x *exchange) findSession() (s projections.Session, ok bool, err error) {
	cookie, err := x.request.Cookie(x.cookies.Session)
	if err != nil || cookie.Value == "" || !x.AsOf.IsZero() {
		return s, false, nil
	}
	id := commands.SessionID(cookie.Value)
	if s, ok = x.Models.Access.Session(id, x.Clock()); ok && x.fresh.proven() {
		return s, true, nil
	}
	if err = x.freshAccess(); err != nil && !ok {
		return s, false, err
	}
	s, ok = x.Models.Access.Session(id, x.Clock())
	return s, ok, nil
}

// POST /api/admin/login
func login(x *exchange) error {
	body, err := x.body()
	if err != nil {
		return err
	}
	in, err := commands.ParseSignIn(body)
	if err != nil {
		return err
	}
	addr, now := x.clientAddr(), x.Clock()
	if err := x.mayTry(addr, now); err != nil {
		return err
	}
	by := commands.Caller{Actor: visitor, Via: events.ViaDashboard, RequestID: x.id}
	s, err := x.Commands.SignIn(x.request.Context(), by, commands.SignIn{
		SignInInput: in, Address: addr, UserAgent: x.request.UserAgent(),
	})
	switch commands.KindOf(err) {
	case commands.Unauthorized:
		return x.json(http.StatusUnauthorized, thanks{false, "Invalid username or password."})
	case commands.RateLimited:
		var limited *commands.Error
		errors.As(err, &limited)
		return x.tooManySignIns(limited.Message, limited.RetryAfter)
	}
	if err != nil {
		if x.Commands.KeepsNoAddresses() && x.request.Context().Err() == nil { // hanging up is no way to try for free
			x.signIns.Refund(addr)
		}
		return err
	}
	x.signIns.Clear(addr)
	x.actor = events.Actor{Kind: events.ActorAdmin, ID: in.Username, Name: in.Username}
	x.cookies.Set(x, x.cookies.Session, s.Token, int(s.ExpiresAt.Sub(now)/time.Second))
	x.settled(s.Shown(), x.Models.Access, x.Models.History)
	return x.json(http.StatusOK, thanks{true, "Login successful"})
}

// mayTry refuses who has failed to sign in too often, without asking the log: SignIn does so again, exactly, for what comes side by side
// and at other instances. Where no addresses are kept, only this process can tell who has failed; an attempt
// then counts as failed until it has succeeded, so that several at once can't slip past the limit together.
func (x *exchange) mayTry(addr netip.Addr, now time.Time) error {
	if x.Commands.KeepsNoAddresses() {
		if a := x.signIns.Take(now, addr); !a.OK {
			return x.tooManySignIns(tooManyFailures, a.Wait)
		}
		return nil
	}
	if addr.Is6() && !addr.Is4In6() {
		return nil // the read model counts by address: of an IPv6 network it knows neither all failures nor the successes that clear them
	}
	who := x.Commands.VisitorAt(addr)
	if who == uuid.Nil {
		return nil
	}
	if n, first := x.Models.Access.LoginFailures(who, now.Add(-limit.SignInSpan)); n >= limit.SignInFailures && !first.After(now) {
		return x.tooManySignIns(tooManyFailures, first.Add(limit.SignInSpan).Sub(now))
	}
	return nil
}

const tooManyFailures = "Too many failed sign-ins from this address. Please try again later."

func (x *exchange) tooManySignIns(detail string, wait time.Duration) error {
	return x.limitedTo("sign-in", detail, wait)
}

// POST /api/admin/logout
func logout(x *exchange) error {
	x.cookies.Set(x, x.cookies.Session, "", -1)
	s, ok := x.session()
	if !ok {
		return &refusal{status: http.StatusUnauthorized, kind: "no-session", detail: "You are not signed in."}
	}
	done, err := x.Commands.SignOut(x.request.Context(), x.by(), s.ID)
	if err != nil {
		return err
	}
	x.settled(done.Shown(), x.Models.Access, x.Models.History)
	return x.noContent()
}

// GET /api/admin/session: who is signed in, for anyone to ask about themselves.
func session(x *exchange) error {
	type answer struct {
		Authenticated bool       `json:"authenticated"`
		Username      string     `json:"username,omitempty"`
		LoginTime     *time.Time `json:"loginTime,omitempty"`
		ExpiresAt     *time.Time `json:"expiresAt,omitempty"`
	}
	s, ok := x.session()
	if !ok {
		return x.json(http.StatusOK, answer{})
	}
	return x.json(http.StatusOK, answer{true, s.Username, &s.CreatedAt, &s.ExpiresAt})
}

// limitedTo refuses with 429.
func (x *exchange) limitedTo(limit, detail string, wait time.Duration) error {
	x.metrics.limited.WithLabelValues(limit).Inc()
	return &refusal{status: http.StatusTooManyRequests, kind: limit + "-limit", detail: detail, retryAfter: max(wait, time.Second)}
}
