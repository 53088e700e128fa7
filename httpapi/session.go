// Sessions: whether the admin is signed in.

package httpapi

import (
	"context"
	"net/http"
	"time"

	"candor/commands"
	accesscmd "candor/commands/access"
	"candor/events"
	"candor/projections/access"
)

// requireAdmin refuses everybody but the signed-in admin: 401.
func (c *Call) requireAdmin() error {
	if _, ok := c.Session(); ok {
		return nil
	}
	if err := c.AccessReady(); err != nil {
		return err
	}
	if c.Unsure != nil {
		return c.Unsure
	}
	return &Refusal{Status: http.StatusUnauthorized, Kind: "no-session", Detail: "Please sign in."}
}

// AccessReady returns why sessions and keys can't be known yet: without it, those that are valid
// would look as if they were not.
func (c *Call) AccessReady() error {
	_, err := c.Models.Access.Keys()
	return err
}

// Session returns the session that the request's cookie belongs to and notes its admin. Where nobody can tell now, it notes why in unsure.
func (c *Call) Session() (access.Session, bool) {
	s, ok, err := c.findSession()
	c.Unsure = err
	if ok {
		c.Actor = events.Actor{Kind: events.ActorAdmin, ID: s.Username, Name: s.Username}
		c.via, c.SignedIn = events.ViaDashboard, s.ID
	}
	return s, ok
}

// findSession returns the session that the request's cookie belongs to, if any. Its error says why nobody can tell now.
func (c *Call) findSession() (s access.Session, ok bool, err error) {
	cookie, err := c.Request.Cookie(c.Cookies.Session)
	if err != nil || cookie.Value == "" || !c.AsOf.IsZero() {
		return s, false, nil
	}
	id := accesscmd.SessionID(cookie.Value)
	if s, ok = c.Models.Access.Session(id, c.Clock()); ok && c.fresh.proven() {
		return s, true, nil
	}
	if err = c.freshAccess(); err != nil && !ok {
		return s, false, err
	}
	s, ok = c.Models.Access.Session(id, c.Clock())
	return s, ok, nil
}

// freshAccess returns when sessions and keys are those of the log as it was when the request came. Its error is Unavailable: nobody can
// tell now.
func (c *Call) freshAccess() error {
	s := c.Server
	err := c.fresh.share(c.Request.Context(), func(ctx context.Context) error {
		if err := s.Log.Available(); err != nil {
			return err
		}
		head, err := s.Log.Head(ctx)
		if err != nil {
			return err
		}
		return s.Models.Access.WaitFor(ctx, head)
	})
	if err != nil {
		return &commands.Error{Kind: commands.Unavailable, Message: "Sessions and keys can't be verified right now. Please try again.",
			RetryAfter: time.Second, Err: err}
	}
	return nil
}
