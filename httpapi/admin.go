// The admin: signing in and out.

package httpapi

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/access"
	"candor/events"
	"candor/httpapi/limit"
)

func (t *table) admin() {
	t.handle("/api/admin/login", methods{"POST": {handle: login, who: signing, dependsOn: nothing, class: classForms, body: formBody}})
	t.handle("/api/admin/logout", methods{"POST": {handle: logout, who: signing, dependsOn: models{accessModel}, class: classNeeded, body: noBody, withoutLog: true}})
	t.handle("/api/admin/session", methods{"GET": {handle: session, who: anybody, dependsOn: models{accessModel}, class: classNeeded, asOf: onPastServer}})
}

// POST /api/admin/login
func login(c *request) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := access.ParseSignIn(body)
	if err != nil {
		return err
	}
	addr, now := c.clientAddr(), c.Clock()
	if err := c.mayTry(addr, now); err != nil {
		return err
	}
	by := commands.Caller{Actor: visitor, Via: events.ViaDashboard, RequestID: c.id}
	s, err := c.Commands.Access.SignIn(c.request.Context(), by, access.SignIn{
		SignInInput: in, Address: addr, UserAgent: c.request.UserAgent(),
	})
	switch {
	case commands.KindOf(err) == commands.Unauthorized:
		return c.json(http.StatusUnauthorized, thanks{false, "Invalid username or password."})
	case err != nil:
		return c.signInFailed(err, addr, commands.Unauthorized)
	}
	c.signIns.Clear(addr)
	c.actor = events.Actor{Kind: events.ActorAdmin, ID: in.Username, Name: in.Username}
	c.cookies.Set(c, c.cookies.Session, s.Token, int(s.ExpiresAt.Sub(now)/time.Second))
	c.settled(s.Shown(), c.Models.Access, c.Models.History)
	return c.json(http.StatusOK, thanks{true, "Login successful"})
}

// mayTry refuses who has failed to sign in too often, without asking the log: SignIn does so again, exactly, for what comes side by side
// and at other instances. Where failures aren't recorded with an address, only this process can tell who has failed; an attempt
// then counts as failed until it has succeeded, so that several at once can't slip past the limit together.
func (c *request) mayTry(addr netip.Addr, now time.Time) error {
	if c.countsSignIns() {
		if a := c.signIns.Take(now, addr); !a.OK {
			return c.tooManySignIns(tooManyFailures, a.Wait)
		}
		return nil
	}
	if addr.Is6() && !addr.Is4In6() {
		return nil // the read model counts by address: of an IPv6 network it knows neither all failures nor the successes that clear them
	}
	who := c.Commands.Traffic.VisitorAt(addr)
	if who == uuid.Nil {
		return nil
	}
	if n, first := c.Models.Access.LoginFailures(who, now.Add(-limit.SignInSpan)); n >= limit.SignInFailures && !first.After(now) {
		return c.tooManySignIns(tooManyFailures, first.Add(limit.SignInSpan).Sub(now))
	}
	return nil
}

// countsSignIns reports whether this process alone counts failed sign-ins: no addresses are kept, or the disk reserve keeps failures out of the
// log.
func (c *request) countsSignIns() bool { return c.Commands.Access.StoresNoAddresses() || c.diskLow() }

const tooManyFailures = "Too many failed sign-ins from this address. Please try again later."

func (c *request) tooManySignIns(detail string, wait time.Duration) error {
	return c.limitedTo("sign-in", detail, wait)
}

// POST /api/admin/logout
func logout(c *request) error {
	c.cookies.Set(c, c.cookies.Session, "", -1)
	s, ok := c.session()
	if !ok {
		return &refusal{status: http.StatusUnauthorized, kind: "no-session", detail: "You are not signed in."}
	}
	result, err := c.Commands.Access.SignOut(c.request.Context(), c.by(), s.ID)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Access, c.Models.History)
	return c.noContent()
}

// GET /api/admin/session: who is signed in, for anyone to ask about themselves.
func session(c *request) error {
	type answer struct {
		Authenticated bool       `json:"authenticated"`
		Username      string     `json:"username,omitempty"`
		LoginTime     *time.Time `json:"loginTime,omitempty"`
		ExpiresAt     *time.Time `json:"expiresAt,omitempty"`
	}
	s, ok := c.session()
	if !ok {
		return c.json(http.StatusOK, answer{})
	}
	return c.json(http.StatusOK, answer{true, s.Username, &s.CreatedAt, &s.ExpiresAt})
}
