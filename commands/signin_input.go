// What the login form and a change of the password send.

package commands

// SignInInput is what the login form sends. Neither is trimmed beyond the name: a password may
// begin with a space.
type SignInInput struct{ Username, Password string }

// ParseSignIn reads a sign-in from JSON. Errors as for [Content].Parse.
func ParseSignIn(body []byte) (SignInInput, error) {
	o, err := readObject(body)
	if err != nil {
		return SignInInput{}, err
	}
	in := SignInInput{Username: o.plain("username"), Password: o.plain("password")}
	var r rules
	name := &in.Username
	r.line("username", &name, maxName)
	r.required("username", name)
	r.required("password", &in.Password)
	if len(in.Password) > maxPassword {
		r.fail("password", "Password must be at most %d bytes long", maxPassword)
	}
	if errs := merge(o.done(body), r.errs); len(errs) > 0 {
		return SignInInput{}, invalid(errs...)
	}
	in.Username = *name
	return in, nil
}

// PasswordChangeInput is a change of the password as the admin types it.
type PasswordChangeInput struct{ Current, New string }

// ParsePasswordChange reads a change of the admin's password from JSON. Errors as for [Content].Parse.
func ParsePasswordChange(body []byte) (PasswordChangeInput, error) {
	o, err := readObject(body)
	if err != nil {
		return PasswordChangeInput{}, err
	}
	in := PasswordChangeInput{Current: o.plain("currentPassword"), New: o.plain("newPassword")}
	var r rules
	r.required("currentPassword", &in.Current)
	if len(in.Current) > maxPassword {
		r.fail("currentPassword", "Password must be at most %d bytes long", maxPassword)
	}
	r.newPassword("newPassword", in.New)
	if in.New == in.Current {
		r.fail("newPassword", "Choose a password that differs from the current one")
	}
	if errs := merge(o.done(body), r.errs); len(errs) > 0 {
		return PasswordChangeInput{}, invalid(errs...)
	}
	return in, nil
}
