// The errors of commands: one type with a kind, so that a caller needs one table to answer them.

package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"candor/events"
)

// Kind says what sort of failure an [*Error] is.
type Kind int

// The kinds. Internal is the zero value: whatever has no kind is our own fault.
const (
	Internal      Kind = iota
	Invalid            // the input breaks a rule; Fields says which
	NotFound           // there is no such thing, or it is deleted
	Conflict           // the thing has changed since the caller saw it; CurrentRevision is where it is
	Unauthorized       // wrong or missing credentials
	Forbidden          // known, but not allowed
	TooLarge           // more than is taken at once
	RateLimited        // too often; RetryAfter
	Unavailable        // not now; RetryAfter
	Unprocessable      // an Idempotency-Key used again for something else
	InUse              // something else needs the thing
	Outdated           // the caller's work began from an older revision; CurrentRevision is where the thing is
)

// FieldError says what is wrong with one field of the input.
type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// LatestChange says who changed a thing last, and when.
type LatestChange struct {
	By events.Actor
	At time.Time
}

// Error is a command's refusal.
type Error struct {
	Kind            Kind
	Message         string          // for people
	Fields          []FieldError    // for Invalid
	CurrentRevision uint64          // for Conflict and Outdated
	Seen            events.Position // where that is in the log
	Changed         *LatestChange   // for Conflict and Outdated: the change that made it so; nil if that is not known
	RetryAfter      time.Duration   // for RateLimited and Unavailable
	Err             error           // the cause, if any; not for the caller's eyes
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Message)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " [%s: %s]", f.Field, f.Message)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// RetryAfter is how long a caller should wait when the log is away or the page views queue is full.
const RetryAfter = time.Second

// KindOf returns the kind of err: that of an [*Error] in its chain, Unavailable for a log that is
// away or nearly full or a caller who has no time left, and otherwise Internal.
func KindOf(err error) Kind {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Kind
	case errors.Is(err, events.ErrUnavailable), errors.Is(err, events.ErrReserved), errors.Is(err, events.ErrAccessDenied),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Unavailable
	}
	return Internal
}

// Typed gives an error of the log its kind.
func Typed(err error) error {
	var e *Error
	switch {
	case err == nil || errors.As(err, &e):
		return err
	case errors.Is(err, events.ErrUnknownOutcome):
		return Unconfirmed("it may have been saved. Please check before you try again.", err)
	case KindOf(err) == Unavailable:
		return &Error{Kind: Unavailable, Message: "The event log can't be reached right now. Please try again.",
			RetryAfter: RetryAfter, Err: err}
	case errors.Is(err, events.ErrStreamDeleted):
		return &Error{Kind: NotFound, Message: "This was permanently erased.", Err: err}
	case errors.Is(err, events.ErrTooLarge):
		return &Error{Kind: TooLarge, Message: "This is too large to be stored at once.", Err: err}
	}
	return err
}

// Unconfirmed says that a write may have been carried out, in words that go on from "so".
func Unconfirmed(text string, err error) *Error {
	return &Error{Kind: Unavailable, Message: "The event log didn't confirm this in time, so " + text, RetryAfter: RetryAfter, Err: err}
}

// Refuse refuses input.
func Refuse(fields ...FieldError) *Error {
	message := "The input is invalid."
	if len(fields) == 1 {
		message = fields[0].Message
	}
	return &Error{Kind: Invalid, Message: message, Fields: fields}
}

// RefuseField refuses one field.
func RefuseField(field, message string) *Error {
	return Refuse(FieldError{Field: field, Message: message})
}

// Missing says that there is no such thing: "Review not found".
func Missing(noun string) *Error {
	return &Error{Kind: NotFound, Message: noun + " not found"}
}
