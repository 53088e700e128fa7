// What people send about themselves: contact messages, and addresses for the newsletter.

package people

import (
	"candor/commands"
	"candor/commands/input"
)

// MessageInput is a contact message; every field is required.
type MessageInput struct{ Name, Email, Subject, Message string }

// EmailInput is an address for the newsletter.
type EmailInput struct{ Email string }

// ParseMessage reads a contact message from JSON. Errors as package input says.
func ParseMessage(body []byte) (MessageInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return MessageInput{}, err
	}
	in := MessageInput{
		Name:    o.Plain("name"),
		Email:   o.Plain("email"),
		Subject: o.Plain("subject"),
		Message: o.Plain("message"),
	}
	if errs := input.Merge(o.Done(body), in.tidy()); len(errs) > 0 {
		return MessageInput{}, commands.Refuse(errs...)
	}
	return in, nil
}

// tidy trims the message and returns the rules that it breaks.
func (in *MessageInput) tidy() []commands.FieldError {
	var r input.Rules
	name, subject, message := &in.Name, &in.Subject, &in.Message
	r.Line("name", &name, input.MaxName)
	r.Line("subject", &subject, input.MaxTitle)
	r.Text("message", &message, input.MaxVerdict)
	r.Required("name", name)
	r.Email("email", &in.Email)
	r.Required("subject", subject)
	r.Required("message", message)
	in.Name, in.Subject, in.Message = *name, *subject, *message
	return r.Errs
}

// ParseEmail reads an address for the newsletter from JSON. Errors as package input says.
func ParseEmail(body []byte) (EmailInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return EmailInput{}, err
	}
	in := EmailInput{Email: o.Plain("email")}
	if errs := input.Merge(o.Done(body), in.tidy()); len(errs) > 0 {
		return EmailInput{}, commands.Refuse(errs...)
	}
	return in, nil
}

func (in *EmailInput) tidy() []commands.FieldError {
	var r input.Rules
	r.Email("email", &in.Email)
	return r.Errs
}
