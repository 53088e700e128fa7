// The admin: signing in and out.

package access

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/access"
	"candor/events"
	"candor/httpapi"
	"candor/httpapi/limit"
)

// Admin registers the routes of signing in and out.
func Admin(t *httpapi.Table) {
	t.Handle("/api/admin/login", httpapi.Methods{"POST": {
		Handle: login, Who: httpapi.Signing, DependsOn: httpapi.Nothing, Class: httpapi.ClassForms, Body: httpapi.FormBody,
	}})
	t.Handle("/api/admin/logout", httpapi.Methods{"POST": {
		Handle: logout, Who: httpapi.Signing, DependsOn: httpapi.Models{httpapi.AccessModel},
		Class: httpapi.ClassNeeded, Body: httpapi.NoBody, WithoutLog: true,
	}})
	t.Handle("/api/admin/session", httpapi.Methods{"GET": {
		Handle: session, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.AccessModel},
		Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer,
	}})
}

// POST /api/admin/login
func login(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := access.ParseSignIn(body)
	if err != nil {
		return err
	}
	addr, now := c.ClientAddr(), c.Clock()
	if err := mayTry(c, addr, now); err != nil {
		return err
	}
	by := commands.Caller{Actor: httpapi.Visitor, Via: events.ViaDashboard, RequestID: c.ID}
	s, err := c.Commands.Access.SignIn(c.Request.Context(), by, access.SignIn{
		SignInInput: in, Address: addr, UserAgent: c.Request.UserAgent(),
	})
	switch {
	case commands.KindOf(err) == commands.Unauthorized:
		return c.JSON(http.StatusUnauthorized, httpapi.Thanks{Success: false, Message: "Invalid username or password."})
	case err != nil:
		return signInFailed(c, err, addr, commands.Unauthorized)
	}
	c.SignIns.Clear(addr)
	c.Actor = events.Actor{Kind: events.ActorAdmin, ID: in.Username, Name: in.Username}
	c.Cookies.Set(c, c.Cookies.Session, s.Token, int(s.ExpiresAt.Sub(now)/time.Second))
	c.Settled(s.Shown(), c.Models.Access, c.Models.History)
	return c.JSON(http.StatusOK, httpapi.Thanks{Success: true, Message: "Login successful"})
}

// mayTry refuses an address with too many failed sign-ins without reading the log. SignIn checks again, exactly: several attempts may come
// at once, and at other instances. Where failures are recorded without an address, this process alone counts them. Then an attempt counts
// as failed until it succeeds, so that several at once can't pass the limit together.
func mayTry(c *httpapi.Call, addr netip.Addr, now time.Time) error {
	if countsSignIns(c) {
		if a := c.SignIns.Take(now, addr); !a.OK {
			return tooManySignIns(c, tooManyFailures, a.Wait)
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
		return tooManySignIns(c, tooManyFailures, first.Add(limit.SignInSpan).Sub(now))
	}
	return nil
}

// countsSignIns reports whether this process alone counts failed sign-ins: no addresses are kept, or the disk reserve keeps failures out of
// the log.
func countsSignIns(c *httpapi.Call) bool {
	return c.Commands.Access.StoresNoAddresses() || c.ReserveOnly()
}

const tooManyFailures = "Too many failed sign-ins from this address. Please try again later."

func tooManySignIns(c *httpapi.Call, detail string, wait time.Duration) error {
	return c.LimitedTo("sign-in", detail, wait)
}

// POST /api/admin/logout
func logout(c *httpapi.Call) error {
	c.Cookies.Set(c, c.Cookies.Session, "", -1)
	s, ok := c.Session()
	if !ok {
		return &httpapi.Refusal{Status: http.StatusUnauthorized, Kind: "no-session", Detail: "You are not signed in."}
	}
	result, err := c.Commands.Access.SignOut(c.Request.Context(), c.By(), s.ID)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Access, c.Models.History)
	return c.NoContent()
}

// GET /api/admin/session: whether the caller is signed in, and as whom.
func session(c *httpapi.Call) error {
	type answer struct {
		Authenticated bool       `json:"authenticated"`
		Username      string     `json:"username,omitempty"`
		LoginTime     *time.Time `json:"loginTime,omitempty"`
		ExpiresAt     *time.Time `json:"expiresAt,omitempty"`
	}
	s, ok := c.Session()
	if !ok {
		return c.JSON(http.StatusOK, answer{})
	}
	return c.JSON(http.StatusOK, answer{true, s.Username, &s.CreatedAt, &s.ExpiresAt})
}
