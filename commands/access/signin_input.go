// What the login form and a change of the password send.

package access

import (
	"candor/commands"
	"candor/commands/input"
	"candor/events/characters"
)

// SignInInput holds the fields of the login form. The name is trimmed; the password is not, as it may begin with a space.
type SignInInput struct{ Username, Password string }

// ParseSignIn reads a sign-in from JSON. Errors as package input says.
func ParseSignIn(body []byte) (SignInInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return SignInInput{}, err
	}
	in := SignInInput{Username: o.Plain("username"), Password: o.Plain("password")}
	var r input.Rules
	name := &in.Username
	r.Line("username", &name, input.MaxName)
	r.Required("username", name)
	r.Required("password", &in.Password)
	if characters.Count(in.Password) > maxPassword {
		r.Fail("password", "Password must be at most %d characters", maxPassword)
	}
	if errs := input.Merge(o.Done(body), r.Errs); len(errs) > 0 {
		return SignInInput{}, commands.Refuse(errs...)
	}
	in.Username = *name
	return in, nil
}

// PasswordChangeInput is a change of the password as the admin types it.
type PasswordChangeInput struct{ Current, New string }

// ParsePasswordChange reads a change of the admin's password from JSON. Errors as package input says.
func ParsePasswordChange(body []byte) (PasswordChangeInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return PasswordChangeInput{}, err
	}
	in := PasswordChangeInput{Current: o.Plain("currentPassword"), New: o.Plain("newPassword")}
	var r input.Rules
	r.Required("currentPassword", &in.Current)
	if characters.Count(in.Current) > maxPassword {
		r.Fail("currentPassword", "Password must be at most %d characters", maxPassword)
	}
	tidyNewPassword(&r, "newPassword", in.New)
	if in.New == in.Current {
		r.Fail("newPassword", "Choose a password that differs from the current one")
	}
	if errs := input.Merge(o.Done(body), r.Errs); len(errs) > 0 {
		return PasswordChangeInput{}, commands.Refuse(errs...)
	}
	return in, nil
}
