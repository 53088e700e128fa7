// The commands on the admin's account.

package commands

import (
	"context"
	"errors"
)

// SetPassword changes the admin's password and ends all sessions; the password that is set already
// changes nothing. Errors: Invalid on "password", Unavailable.
func (h *Handler) SetPassword(ctx context.Context, by Caller, password string) (Result, error) {
	if err := CheckPassword(password); err != nil {
		return Result{}, err
	}
	return h.setPassword(ctx, by, password, false)
}

// SetFirstPassword sets the admin's password, if none was ever set; otherwise the result's Position is 0. Of several instances that
// start on an empty log, only one sets its password. Errors as for SetPassword.
func (h *Handler) SetFirstPassword(ctx context.Context, by Caller, password string) (Result, error) {
	return h.setPassword(ctx, by, password, true)
}

// setPassword compares again when the password was changed in the meantime.
func (h *Handler) setPassword(ctx context.Context, by Caller, password string, first bool) (Result, error) {
	for range maxAttempts {
		state, err := h.admin.read(ctx, h.log)
		if err != nil || first && state.passwordHash != "" {
			return Result{}, err
		}
		c := setPassword{old: state.passwordHash, at: h.at(by)}
		err = h.hasher.do(ctx, func() error {
			if matches(password, state.passwordHash) {
				return nil
			}
			var err error
			c.hash, err = hashPassword(password)
			return err
		})
		if err != nil || c.hash == "" {
			return Result{}, err
		}
		if result, err := h.admin.execute(ctx, h.executor, by, c); !errors.Is(err, errOtherPassword) {
			return result, err
		}
	}
	return Result{}, tooBusy()
}
