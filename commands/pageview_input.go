// Page views as browsers send them: one event, or a backlog of stored ones (spec.md sections 4 and 7).

package commands

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	maxBacklog   = 500   // events in one request
	maxEventName = 100   // bytes
	maxSessionID = 100   // bytes
	maxReferrer  = 1_024 // bytes; longer ones are cut
	maxMetadata  = 512   // bytes
)

// TrackInput is one tracked event. ID and At are zero if the browser gave none; At is its time by the browser's clock. Metadata is JSON
// text or "".
type TrackInput struct {
	ID        uuid.UUID
	Event     string
	Page      string
	UserAgent string
	Referrer  string
	SessionID string
	Metadata  string
	At        time.Time
}

// IndexError says why an event of a backlog is refused.
type IndexError struct {
	Index   int    `json:"index"`
	Message string `json:"message"`
}

// ParseTrack reads one tracked event, or {"events": […]}. Each event of a backlog is accepted or refused by itself; rejected lists the
// refused ones. Error: Invalid, for a malformed body or one without a valid event.
func ParseTrack(body []byte) (views []TrackInput, rejected []IndexError, err error) {
	o, err := readObject(body)
	if err != nil {
		return nil, nil, err
	}
	raw := o.raw("events")
	if raw == nil {
		view := o.track()
		if errs := o.done(body); len(errs) > 0 {
			return nil, nil, invalid(errs...)
		}
		return []TrackInput{view}, nil, nil
	}
	if raw[0] != '[' {
		return nil, nil, invalidField("events", "Events must be an array")
	}
	index := -1
	for value := range elementsOf(raw) {
		if index++; index == maxBacklog {
			return nil, nil, invalid(fieldError("events", "Events can have at most %d items", maxBacklog))
		}
		view, problem := parseTracked(value)
		if problem != "" {
			rejected = append(rejected, IndexError{index, problem})
			continue
		}
		views = append(views, view)
	}
	if len(views) > 0 {
		return views, rejected, nil
	}
	e := invalidField("events", "Events must have at least one event")
	if len(rejected) > 0 {
		e = &Error{Kind: Invalid, Message: "No event is valid."}
		for _, r := range rejected {
			e.Fields = append(e.Fields, FieldError{fmt.Sprintf("events[%d]", r.Index), r.Message})
		}
	}
	return nil, rejected, e
}

// parseTracked reads one event of a backlog, or returns the reason why it is refused.
func parseTracked(raw []byte) (TrackInput, string) {
	if raw[0] != '{' {
		return TrackInput{}, "The event must be a JSON object"
	}
	o, err := readObject(raw)
	if err != nil {
		return TrackInput{}, err.Error()
	}
	view := o.track()
	errs := o.done(raw)
	problems := make([]string, len(errs))
	for i, e := range errs {
		problems[i] = e.Message
	}
	return view, strings.Join(problems, "; ")
}

// track reads the fields of one event.
func (o *object) track() TrackInput {
	v := TrackInput{
		ID:        o.eventID("id"),
		Event:     o.tracked("event", maxEventName),
		Page:      o.tracked("page", maxAddress),
		UserAgent: o.cut("userAgent", maxUserAgent),
		Referrer:  o.cut("referrer", maxAddress), // without its query it is shorter: see cleanAddress
		SessionID: o.tracked("sessionId", maxSessionID),
		Metadata:  o.metadata("metadata"),
		At:        o.moment("timestamp"),
	}
	if v.At.IsZero() {
		v.At = o.moment("createdAt")
	}
	o.required("event", v.Event)
	o.required("page", v.Page)
	return v
}

// required refuses an empty field.
func (o *object) required(field, value string) {
	if value == "" {
		o.fail(field, "%s is required", label(field))
	}
}

// tracked reads one line of text, at most limit bytes long.
func (o *object) tracked(field string, limit int) string {
	text := o.visible(field)
	if len(text) > limit {
		o.fail(field, "%s must be at most %d bytes long", label(field), limit)
	}
	return text
}

// cut reads one line of text and truncates it: browsers set these values, not people.
func (o *object) cut(field string, limit int) string { return truncate(o.visible(field), limit) }

// visible reads one line of text without NUL.
func (o *object) visible(field string) string {
	text := o.plain(field)
	if strings.IndexByte(text, 0) >= 0 {
		o.fail(field, "%s must be valid UTF-8 without NUL", label(field))
	}
	return tidyLine(text)
}

// metadata reads text that holds JSON.
func (o *object) metadata(field string) string {
	text := o.plain(field)
	switch {
	case text == "":
	case len(text) > maxMetadata:
		o.fail(field, "%s must be at most %d bytes long", label(field), maxMetadata)
	case !json.Valid([]byte(text)):
		o.fail(field, "%s must be text containing JSON, or null", label(field))
	}
	return text
}

// eventID reads the event's id, uuid.Nil if the browser gave none.
func (o *object) eventID(field string) uuid.UUID {
	text := o.plain(field)
	if text == "" {
		if raw := o.raw(field); raw != nil && !isNull(raw) {
			o.fail(field, "%s must be a UUID", label(field))
		}
		return uuid.Nil
	}
	id, err := uuid.Parse(text)
	if err != nil || len(text) != 36 || id == uuid.Nil { // Parse also takes URNs and braces
		o.fail(field, "%s must be a UUID", label(field))
		return uuid.Nil
	}
	return id
}

// moment reads a time: RFC 3339 text, or milliseconds since 1970 as browsers count them.
func (o *object) moment(field string) time.Time {
	raw := o.raw(field)
	if raw == nil || isNull(raw) {
		return time.Time{}
	}
	if text, ok := unquote(raw); ok {
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return at.UTC()
		}
	} else if ms, err := strconv.ParseFloat(string(raw), 64); err == nil && ms > 0 && ms < 1e15 {
		return time.UnixMilli(int64(ms)).UTC()
	}
	o.fail(field, "%s must be an RFC 3339 time or milliseconds since 1970", label(field))
	return time.Time{}
}
