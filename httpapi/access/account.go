// The admin's account: the password, and the open sessions.

package access

import (
	"errors"
	"net/http"
	"net/netip"
	"time"

	"candor/commands"
	"candor/commands/access"
	"candor/httpapi"
)

// Account registers the routes of the admin's account.
func Account(t *httpapi.Table) {
	t.Handle("/api/admin/account", httpapi.Methods{"GET": httpapi.AdminReads(getAccount, httpapi.AccessModel)})
	t.Handle("/api/admin/password", httpapi.Methods{"POST": httpapi.AdminWrites(changePassword, httpapi.FormBody, httpapi.AccessModel)})
	t.Handle("/api/admin/sessions/others", httpapi.Methods{"DELETE": httpapi.AdminWrites(endOtherSessions, 0, httpapi.AccessModel)})
}

// GET /api/admin/account
func getAccount(c *httpapi.Call) error {
	type session struct {
		Current   bool      `json:"current"`
		LoginTime time.Time `json:"loginTime"`
		ExpiresAt time.Time `json:"expiresAt"`
		Address   string    `json:"address"`
		UserAgent string    `json:"userAgent"`
	}
	open, err := c.Models.Access.Sessions(c.Clock())
	if err != nil {
		return err
	}
	sessions := []session{}
	for _, s := range open {
		from, _ := c.Models.Access.SignInOf(s.ID)
		sessions = append(sessions, session{s.ID == c.SignedIn, s.CreatedAt, s.ExpiresAt, from.Address, from.UserAgent})
	}
	return c.JSON(http.StatusOK, struct {
		Username                string    `json:"username"`
		PasswordFromEnvironment bool      `json:"passwordFromEnvironment"`
		Sessions                []session `json:"sessions"`
	}{c.Actor.Name, c.PasswordFromEnvironment, sessions})
}

// POST /api/admin/password
func changePassword(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	in, err := access.ParsePasswordChange(body)
	if err != nil {
		return err
	}
	addr, now := c.ClientAddr(), c.Clock()
	if err := mayTry(c, addr, now); err != nil {
		return err
	}
	s, err := c.Commands.Access.ChangePassword(c.Request.Context(), c.By(), access.PasswordChange{
		PasswordChangeInput: in, Address: addr, UserAgent: c.Request.UserAgent(),
	})
	if err != nil {
		return signInFailed(c, err, addr, commands.Invalid)
	}
	c.SignIns.Clear(addr)
	c.Cookies.Set(c, c.Cookies.Session, s.Token, int(s.ExpiresAt.Sub(now)/time.Second))
	c.Settled(s.Shown(), c.Models.Access, c.Models.History)
	return c.NoContent()
}

// signInFailed returns the answer to an attempt that failed. Only the kind of error that a wrong password has counts as one.
func signInFailed(c *httpapi.Call, err error, addr netip.Addr, wrong commands.Kind) error {
	switch kind := commands.KindOf(err); {
	case kind == commands.RateLimited:
		var limited *commands.Error
		errors.As(err, &limited)
		return tooManySignIns(c, limited.Message, limited.RetryAfter)
	case kind != wrong && countsSignIns(c) && c.Request.Context().Err() == nil: // hanging up is no way to try for free
		c.SignIns.Refund(addr)
	}
	return err
}

// DELETE /api/admin/sessions/others
func endOtherSessions(c *httpapi.Call) error {
	result, err := c.Commands.Access.EndOtherSessions(c.Request.Context(), c.By(), c.SignedIn)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Access, c.Models.History)
	return c.NoContent()
}
