// Problems: the one place where an error becomes an answer (RFC 9457).

package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"candor/commands"
	"candor/events"
	"candor/httpapi/limit"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/projector"
)

// listsFullRetry is when a list may be had again that found no memory: the readers before it are slow.
const listsFullRetry = 10 * time.Second

// Statuses is the table: what each kind of refusal is in HTTP.
var Statuses = map[commands.Kind]int{
	commands.Internal:      http.StatusInternalServerError,
	commands.Invalid:       http.StatusBadRequest,
	commands.NotFound:      http.StatusNotFound,
	commands.Conflict:      http.StatusConflict, // 412 when the caller sent If-Match
	commands.Unauthorized:  http.StatusUnauthorized,
	commands.Forbidden:     http.StatusForbidden,
	commands.TooLarge:      http.StatusRequestEntityTooLarge,
	commands.RateLimited:   http.StatusTooManyRequests,
	commands.Unavailable:   http.StatusServiceUnavailable,
	commands.Unprocessable: http.StatusUnprocessableEntity,
	commands.InUse:         http.StatusConflict,
	commands.Outdated:      http.StatusPreconditionFailed,
}

// Refusal is an error for which HTTP has a status and commands has no kind.
type Refusal struct {
	Status     int
	Kind       string // makes the problem's type, "urn:candor:problem:" + kind; "": about:blank
	Detail     string
	Fields     []commands.FieldError
	Count      *int64     // as in Problem
	At         *time.Time // as in Problem
	RetryAfter time.Duration
}

func (r *Refusal) Error() string { return r.Detail }

// InvalidField refuses one field of the input: 400.
func InvalidField(field, message string) error {
	return &commands.Error{Kind: commands.Invalid, Message: message, Fields: []commands.FieldError{{Field: field, Message: message}}}
}

// NotFound says that there is no such thing, or that readers may not know of it: 404.
func NotFound(noun string) error {
	return &commands.Error{Kind: commands.NotFound, Message: noun + " not found"}
}

// LimitedTo refuses with 429.
func (c *Call) LimitedTo(limit, detail string, wait time.Duration) error {
	c.Metrics.Limited.WithLabelValues(limit).Inc()
	return &Refusal{Status: http.StatusTooManyRequests, Kind: limit + "-limit", Detail: detail, RetryAfter: max(wait, time.Second)}
}

// Problem is the body of every refusal. Message repeats Detail for the spec's clients, which read
// message and errors[].message.
type Problem struct {
	Type            string                `json:"type"`
	Title           string                `json:"title"`
	Status          int                   `json:"status"`
	Detail          string                `json:"detail"`
	Message         string                `json:"message"`
	Errors          []commands.FieldError `json:"errors,omitempty"`
	CurrentRevision *uint64               `json:"currentRevision,omitempty"` // 412
	ChangedBy       *events.Actor         `json:"changedBy,omitempty"`       // 412: who made the current revision
	ChangedAt       *time.Time            `json:"changedAt,omitempty"`       // 412: and when
	Progress        *float64              `json:"progress,omitempty"`        // of a past that is being built, 0 to 1
	Count           *int64                `json:"count,omitempty"`           // of what would be deleted, for want of a confirmation
	At              *time.Time            `json:"at,omitempty"`              // when the first of it would be
	RequestID       string                `json:"requestId"`
}

// answerHeaders are about an answer that was prepared, and not about its refusal.
var answerHeaders = []string{"Etag", "Last-Modified", "Content-Encoding", "Vary", "Link", "X-Total-Count"}

// fail answers with the problem that err is.
func (c *Call) fail(err error) {
	var over *overload
	if errors.As(err, &over) && c.status == 0 {
		c.shed(over.class)
		return
	}
	p, retryAfter := c.Problem(err)
	if p.Status >= http.StatusInternalServerError {
		c.Cause = err
	}
	if c.status != 0 {
		c.Cause = err
		return // the answer has begun; the client sees it end early or not at all
	}
	body, err := json.Marshal(p)
	if err != nil { // strings and numbers always encode
		panic(err)
	}
	h := c.Header()
	for _, name := range answerHeaders {
		delete(h, name)
	}
	if p.CurrentRevision != nil {
		c.Set("Etag", `"`+strconv.FormatUint(*p.CurrentRevision, 10)+`"`)
	}
	if retryAfter > 0 {
		c.Set("Retry-After", seconds(retryAfter))
	}
	if p.Status == http.StatusUnauthorized && h["Www-Authenticate"] == nil {
		c.Set("Www-Authenticate", `Session realm="candor"`)
	}
	c.Set("Content-Type", "application/problem+json")
	c.Set("Cache-Control", "no-store")
	c.Set("Content-Length", strconv.Itoa(len(body)))
	c.WriteHeader(p.Status)
	_, _ = c.Write(body) // nobody is left to tell
}

// Problem finds the words and the status for err.
func (c *Call) Problem(err error) (Problem, time.Duration) {
	p := Problem{Type: "about:blank", RequestID: c.ID}
	var retryAfter time.Duration
	var refused *Refusal
	var command *commands.Error
	var tooLarge *http.MaxBytesError
	var building *projections.BuildingError
	switch {
	case errors.As(err, &refused):
		p.Status, p.Detail, p.Errors, retryAfter = refused.Status, refused.Detail, refused.Fields, refused.RetryAfter
		p.Count, p.At = refused.Count, refused.At
		if refused.Kind != "" {
			p.Type = "urn:candor:problem:" + refused.Kind
		}
	case errors.As(err, &tooLarge):
		p.Status, p.Detail = http.StatusRequestEntityTooLarge, "The body is larger than "+limit.Size(tooLarge.Limit)+"."
	case errors.Is(err, projector.ErrOtherLog):
		p.Status, p.Type = http.StatusServiceUnavailable, "urn:candor:problem:other-log"
		p.Detail, retryAfter = "Changes can't be saved right now: this is not the event log that this site was built from.", operatorRetry
	case errors.Is(err, events.ErrUnwritable):
		p.Status, p.Type = http.StatusServiceUnavailable, "urn:candor:problem:storage-failed"
		p.Detail, retryAfter = "Changes can't be saved right now: "+WhyUnwritable(err)+".", operatorRetry
	case errors.Is(err, events.ErrReserved):
		p.Status, p.Type = http.StatusServiceUnavailable, "urn:candor:problem:disk-low"
		p.Detail, retryAfter = "This can't be saved right now: the event log's disk is nearly full. Please try again later.", operatorRetry
	case errors.Is(err, answers.ErrListsFull):
		p.Status, p.Type = http.StatusServiceUnavailable, "urn:candor:problem:overloaded"
		p.Detail, retryAfter = "Too many large lists are being sent right now. Please try again, or request fewer items with limit.",
			listsFullRetry
	case errors.As(err, &building):
		p.Status, p.Type, p.Progress = http.StatusServiceUnavailable, "urn:candor:problem:being-built", &building.Progress
		p.Detail = fmt.Sprintf("The data as of that time is being built: %.0f%%. Please try again in a moment.", 100*building.Progress)
	case errors.Is(err, projector.ErrNotFound):
		p.Status, p.Detail = http.StatusNotFound, "Nothing was found at this URL."
	case errors.Is(err, projector.ErrNotReady), errors.Is(err, projector.ErrClosed):
		p.Status, p.Detail = http.StatusServiceUnavailable, "This is still being prepared. Please try again."
	case errors.As(err, &command):
		p.Status, p.Detail, p.Errors, retryAfter = Statuses[command.Kind], command.Message, command.Fields, command.RetryAfter
		if errors.Is(err, events.ErrUnknownOutcome) {
			p.Type = "urn:candor:problem:outcome-unknown"
			if c.Request.Header["Idempotency-Key"] != nil {
				p.Detail = "The event log didn't confirm this in time, so it may have been saved. You can send it again with the same Idempotency-Key: it counts once."
			}
		}
		if command.Kind == commands.Outdated || command.Kind == commands.Conflict && c.Request.Header["If-Match"] != nil {
			p.Status, p.CurrentRevision = http.StatusPreconditionFailed, &command.CurrentRevision
			if command.Changed != nil {
				p.ChangedBy, p.ChangedAt = &command.Changed.By, &command.Changed.At
			}
			c.SetPosition(command.Seen) // so that looking again shows it
		}
	case errors.Is(err, context.Canceled):
		p.Status, p.Detail = http.StatusServiceUnavailable, "The request was cancelled."
	default:
		p.Status = Statuses[commands.KindOf(err)]
	}
	switch {
	case p.Status == 0 || p.Status == http.StatusInternalServerError:
		p.Status, p.Detail = http.StatusInternalServerError,
			"Something went wrong on our side. Quote the request ID "+c.ID+" when you report it."
	case p.Status == http.StatusServiceUnavailable:
		retryAfter = max(retryAfter, time.Second)
		if p.Detail == "" {
			p.Detail = "The event log can't be reached right now. Please try again."
		}
	}
	p.Title, p.Message = http.StatusText(p.Status), p.Detail
	return p, retryAfter
}

// seconds rounds up to whole seconds, at least one.
func seconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}

// WhyUnwritable says for anybody to read why a log that answers takes no writes.
func WhyUnwritable(err error) string {
	if !errors.Is(err, events.ErrUnwritable) {
		return "the event log is not accepting writes right now"
	}
	if text := err.Error(); strings.Contains(text, syscall.ENOSPC.Error()) || strings.Contains(text, syscall.EDQUOT.Error()) {
		return "the event log's disk is full; free some space, then restart the event log"
	}
	return "the event log's storage has failed; repair it, then restart the event log"
}
