// Page views as browsers send them: one event, or a backlog of stored ones (spec.md sections 4 and 7).

package traffic

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/input"
	"candor/events/characters"
)

const (
	maxBacklog   = 500 // events in one request
	maxEventName = 100
	maxSessionID = 100
	maxReferrer  = 1_024 // longer ones are cut
	maxMetadata  = 512
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
	o, err := input.ReadObject(body)
	if err != nil {
		return nil, nil, err
	}
	raw := o.Raw("events")
	if raw == nil {
		view := readTrack(o)
		if errs := o.Done(body); len(errs) > 0 {
			return nil, nil, commands.Refuse(errs...)
		}
		return []TrackInput{view}, nil, nil
	}
	if raw[0] != '[' {
		return nil, nil, commands.RefuseField("events", "Events must be an array")
	}
	index := -1
	for value := range input.ElementsOf(raw) {
		if index++; index == maxBacklog {
			return nil, nil, commands.Refuse(input.Wrong("events", "Events can have at most %d items", maxBacklog))
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
	e := commands.RefuseField("events", "Events must have at least one event")
	if len(rejected) > 0 {
		e = &commands.Error{Kind: commands.Invalid, Message: "No event is valid."}
		for _, r := range rejected {
			e.Fields = append(e.Fields, commands.FieldError{Field: fmt.Sprintf("events[%d]", r.Index), Message: r.Message})
		}
	}
	return nil, rejected, e
}

// parseTracked reads one event of a backlog, or returns the reason why it is refused.
func parseTracked(raw []byte) (TrackInput, string) {
	if raw[0] != '{' {
		return TrackInput{}, "The event must be a JSON object"
	}
	o, err := input.ReadObject(raw)
	if err != nil {
		return TrackInput{}, err.Error()
	}
	view := readTrack(o)
	errs := o.Done(raw)
	problems := make([]string, len(errs))
	for i, e := range errs {
		problems[i] = e.Message
	}
	return view, strings.Join(problems, "; ")
}

// readTrack reads the fields of one event.
func readTrack(o *input.Object) TrackInput {
	v := TrackInput{
		ID:        readEventID(o, "id"),
		Event:     readTracked(o, "event", maxEventName),
		Page:      readTracked(o, "page", input.MaxAddress),
		UserAgent: readCut(o, "userAgent", MaxUserAgent),
		Referrer:  readCut(o, "referrer", input.MaxAddress), // without its query it is shorter: see cleanAddress
		SessionID: readTracked(o, "sessionId", maxSessionID),
		Metadata:  readMetadata(o, "metadata"),
		At:        readMoment(o, "timestamp"),
	}
	if v.At.IsZero() {
		v.At = readMoment(o, "createdAt")
	}
	readRequired(o, "event", v.Event)
	readRequired(o, "page", v.Page)
	return v
}

// readRequired refuses an empty field.
func readRequired(o *input.Object, field, value string) {
	if value == "" {
		o.Fail(field, "%s is required", input.Label(field))
	}
}

// readTracked reads one line of text, of at most limit characters.
func readTracked(o *input.Object, field string, limit int) string {
	text := readVisible(o, field)
	if characters.Count(text) > limit {
		o.Fail(field, "%s must be at most %d characters", input.Label(field), limit)
	}
	return text
}

// readCut reads one line of text and truncates it: browsers set these values, not people.
func readCut(o *input.Object, field string, limit int) string {
	return input.Truncate(readVisible(o, field), limit)
}

// readVisible reads one line of text without NUL.
func readVisible(o *input.Object, field string) string {
	text := o.Plain(field)
	if strings.IndexByte(text, 0) >= 0 {
		o.Fail(field, "%s must be valid UTF-8 without NUL", input.Label(field))
	}
	return input.TidyLine(text)
}

// readMetadata reads text that holds JSON.
func readMetadata(o *input.Object, field string) string {
	text := o.Plain(field)
	switch {
	case text == "":
	case characters.Count(text) > maxMetadata:
		o.Fail(field, "%s must be at most %d characters", input.Label(field), maxMetadata)
	case !json.Valid([]byte(text)):
		o.Fail(field, "%s must be text containing JSON, or null", input.Label(field))
	}
	return text
}

// readEventID reads the event's id, uuid.Nil if the browser gave none.
func readEventID(o *input.Object, field string) uuid.UUID {
	text := o.Plain(field)
	if text == "" {
		if raw := o.Raw(field); raw != nil && !input.IsNull(raw) {
			o.Fail(field, "%s must be a UUID", input.Label(field))
		}
		return uuid.Nil
	}
	id, err := uuid.Parse(text)
	if err != nil || len(text) != 36 || id == uuid.Nil { // Parse also takes URNs and braces
		o.Fail(field, "%s must be a UUID", input.Label(field))
		return uuid.Nil
	}
	return id
}

// readMoment reads a time: RFC 3339 text, or milliseconds since 1970 as browsers count them.
func readMoment(o *input.Object, field string) time.Time {
	raw := o.Raw(field)
	if raw == nil || input.IsNull(raw) {
		return time.Time{}
	}
	if text, ok := input.Unquote(raw); ok {
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return at.UTC()
		}
	} else if ms, err := strconv.ParseFloat(string(raw), 64); err == nil && ms > 0 && ms < 1e15 {
		return time.UnixMilli(int64(ms)).UTC()
	}
	o.Fail(field, "%s must be an RFC 3339 time or milliseconds since 1970", input.Label(field))
	return time.Time{}
}
