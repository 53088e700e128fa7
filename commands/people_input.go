// What people send about themselves: contact messages, and addresses for the newsletter.

package commands

// MessageInput is a contact message; every field is required.
type MessageInput struct{ Name, Email, Subject, Message string }

// EmailInput is an address for the newsletter.
type EmailInput struct{ Email string }

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
