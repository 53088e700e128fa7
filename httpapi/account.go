// The admin's account: the password, and the open sessions.

package httpapi

import (
	"errors"
	"net/http"
	"net/netip"
	"time"

	"candor/commands"
	"candor/commands/access"
)

func (t *table) account() {
	t.handle("/api/admin/account", methods{"GET": {handle: getAccount, who: admin, dependsOn: models{accessModel}, class: classAdmin, asOf: presentOnly}})
	t.handle("/api/admin/password", methods{"POST": {handle: changePassword, who: admin, dependsOn: models{accessModel}, class: classNeeded, body: formBody}})
	t.handle("/api/admin/sessions/others", methods{"DELETE": {handle: endOtherSessions, who: admin, dependsOn: models{accessModel}, class: classNeeded}})
}

// GET /api/admin/account
func getAccount(c *request) error {
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
		sessions = append(sessions, session{s.ID == c.signedIn, s.CreatedAt, s.ExpiresAt, from.Address, from.UserAgent})
	}
	return c.json(http.StatusOK, struct {
		Username                string    `json:"username"`
		PasswordFromEnvironment bool      `json:"passwordFromEnvironment"`
		Sessions                []session `json:"sessions"`
	}{c.actor.Name, c.PasswordFromEnvironment, sessions})
}

// POST /api/admin/password
func changePassword(c *request) error {
	body, err := c.body()
	if err != nil {
		return err
	}
	in, err := access.ParsePasswordChange(body)
	if err != nil {
		return err
	}
	addr, now := c.clientAddr(), c.Clock()
	if err := c.mayTry(addr, now); err != nil {
		return err
	}
	s, err := c.Commands.Access.ChangePassword(c.request.Context(), c.by(), access.PasswordChange{
		PasswordChangeInput: in, Address: addr, UserAgent: c.request.UserAgent(),
	})
	if err != nil {
		return c.signInFailed(err, addr, commands.Invalid)
	}
	c.signIns.Clear(addr)
	c.cookies.Set(c, c.cookies.Session, s.Token, int(s.ExpiresAt.Sub(now)/time.Second))
	c.settled(s.Shown(), c.Models.Access, c.Models.History)
	return c.noContent()
}

// signInFailed returns the answer to an attempt that failed. Only the kind of error that a wrong password has counts as one.
func (c *request) signInFailed(err error, addr netip.Addr, wrong commands.Kind) error {
	switch kind := commands.KindOf(err); {
	case kind == commands.RateLimited:
		var limited *commands.Error
		errors.As(err, &limited)
		return c.tooManySignIns(limited.Message, limited.RetryAfter)
	case kind != wrong && c.countsSignIns() && c.request.Context().Err() == nil: // hanging up is no way to try for free
		c.signIns.Refund(addr)
	}
	return err
}

// DELETE /api/admin/sessions/others
func endOtherSessions(c *request) error {
	result, err := c.Commands.Access.EndOtherSessions(c.request.Context(), c.by(), c.signedIn)
	if err != nil {
		return err
	}
	c.settled(result.Shown(), c.Models.Access, c.Models.History)
	return c.noContent()
}
