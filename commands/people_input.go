// What people send about themselves: contact messages, addresses for the newsletter, sign-ins.

package commands

// MessageInput is a contact message; every field is required.
type MessageInput struct{ Name, Email, Subject, Message string }

// EmailInput is an address for the newsletter.
type EmailInput struct{ Email string }

// SignInInput is what the login form sends. Neither is trimmed beyond the name: a password may
// begin with a space.
type SignInInput struct{ Username, Password string }

// ParseMessage reads a contact message from JSON. Errors as for [Content].Parse.
func ParseMessage(body []byte) (MessageInput, error) {
	o, err := readObject(body)
	if err != nil {
		return MessageInput{}, err
	}
	in := MessageInput{
		Name:    o.plain("name"),
		Email:   o.plain("email"),
		Subject: o.plain("subject"),
		Message: o.plain("message"),
	}
	if errs := merge(o.done(body), in.tidy()); len(errs) > 0 {
		return MessageInput{}, invalid(errs...)
	}
	return in, nil
}

// tidy trims the message and returns the rules that it breaks.
func (in *MessageInput) tidy() []FieldError {
	var r rules
	name, subject, message := &in.Name, &in.Subject, &in.Message
	r.line("name", &name, maxName)
	r.line("subject", &subject, maxTitle)
	r.text("message", &message, maxVerdict)
	r.required("name", name)
	r.email("email", &in.Email)
	r.required("subject", subject)
	r.required("message", message)
	in.Name, in.Subject, in.Message = *name, *subject, *message
	return r.errs
}

// ParseEmail reads an address for the newsletter from JSON. Errors as for [Content].Parse.
func ParseEmail(body []byte) (EmailInput, error) {
	o, err := readObject(body)
	if err != nil {
		return EmailInput{}, err
	}
	in := EmailInput{Email: o.plain("email")}
	if errs := merge(o.done(body), in.tidy()); len(errs) > 0 {
		return EmailInput{}, invalid(errs...)
	}
	return in, nil
}

func (in *EmailInput) tidy() []FieldError {
	var r rules
	r.email("email", &in.Email)
	return r.errs
}

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

// merge adds rule errors for fields that have none yet: a field of the wrong type is not also missing.
func merge(errs, more []FieldError) []FieldError {
	for _, e := range more {
		if !mentions(errs, e.Field) {
			errs = append(errs, e)
		}
	}
	return errs
}
