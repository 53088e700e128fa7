// The commands on the admin's account.

package access

import (
	"context"
	"errors"
	"net/netip"

	"candor/commands"
	"candor/commands/input"
)

// SetPassword changes the admin's password and ends all sessions; the password that is set already
// changes nothing. Errors: Invalid on "password", Unavailable.
func (h *Handler) SetPassword(ctx context.Context, by commands.Caller, password string) (commands.Result, error) {
	if err := CheckPassword(password); err != nil {
		return commands.Result{}, err
	}
	return h.setPassword(ctx, by, password, false)
}

// SetFirstPassword sets the admin's password, if none was ever set; otherwise the result's Position is 0. Of several instances that
// start on an empty log, only one sets its password. Errors as for SetPassword.
func (h *Handler) SetFirstPassword(ctx context.Context, by commands.Caller, password string) (commands.Result, error) {
	return h.setPassword(ctx, by, password, true)
}

// setPassword compares again when the password was changed in the meantime.
func (h *Handler) setPassword(ctx context.Context, by commands.Caller, password string, first bool) (commands.Result, error) {
	for range commands.MaxAttempts {
		state, err := h.admin.read(ctx, h.Log)
		if err != nil || first && state.passwordHash != "" {
			return commands.Result{}, err
		}
		c := setPassword{old: state.passwordHash, at: h.At(by)}
		err = h.hasher.do(ctx, func() error {
			if matches(password, state.passwordHash) {
				return nil
			}
			var err error
			c.hash, err = hashPassword(password)
			return err
		})
		if err != nil || c.hash == "" {
			return commands.Result{}, err
		}
		if result, err := h.admin.execute(ctx, h.Executor, by, c); !errors.Is(err, errOtherPassword) {
			return result, err
		}
	}
	return commands.Result{}, commands.TooBusy()
}

// PasswordChange is a change of the password as it was received.
type PasswordChange struct {
	PasswordChangeInput
	Address   netip.Addr // of the client
	UserAgent string
}

// ChangePassword sets another password, ends all sessions and begins a new one. A wrong current password is Invalid on "currentPassword",
// and is recorded and limited as a failed sign-in is. Other errors: RateLimited, Unavailable.
func (h *Handler) ChangePassword(ctx context.Context, by commands.Caller, in PasswordChange) (Session, error) {
	state, err := h.admin.read(ctx, h.Log)
	if err != nil {
		return Session{}, err
	}
	from, err := h.signInOrigin(ctx, in.Address)
	if err != nil {
		return Session{}, commands.Typed(err)
	}
	if err := state.signInAllowed(from, h.At(by)); err != nil {
		return Session{}, err
	}
	var right bool
	var hash string
	if err := h.hasher.do(ctx, func() (err error) {
		if right = matches(in.Current, state.passwordHash); right {
			hash, err = hashPassword(in.New)
		}
		return err
	}); err != nil {
		return Session{}, err
	}
	userAgent := tidyUserAgent(in.UserAgent)
	if !right {
		result, err := h.failSignIn(ctx, by, in.Address, userAgent, from)
		if err != nil {
			return Session{}, err
		}
		return Session{Result: result}, wrongCurrentPassword()
	}
	s, c := h.newSession(by, state.passwordHash, from, in.Address, userAgent)
	s.Result, err = h.admin.execute(ctx, h.Executor, by, changePassword{setPassword{hash: hash, old: state.passwordHash, at: c.at}, c})
	switch {
	case errors.Is(err, errOtherPassword):
		return Session{}, wrongCurrentPassword()
	case err != nil:
		return Session{}, err
	}
	return s, nil
}

func wrongCurrentPassword() error {
	return commands.Refuse(input.Wrong("currentPassword", "The current password is wrong"))
}
