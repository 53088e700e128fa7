// Plain page views: the bodies that browsers usually send are read with one pass of encoding/json.

package commands

import (
	"bytes"
	"encoding/json"
	"errors"
)

// plainView lists the fields of a page view.
type plainView struct {
	ID        plainValue `json:"id"`
	Event     plainValue `json:"event"`
	Page      plainValue `json:"page"`
	UserAgent plainValue `json:"userAgent"`
	Referrer  plainValue `json:"referrer"`
	SessionID plainValue `json:"sessionId"`
	Metadata  plainValue `json:"metadata"`
	Timestamp plainValue `json:"timestamp"`
	CreatedAt plainValue `json:"createdAt"`
}

// plainValue holds a field's JSON, nil if the field is absent.
type plainValue json.RawMessage

var errNotPlain = errors.New("a repeated field, an object or an array")

// UnmarshalJSON refuses repeated fields, objects and arrays.
func (v *plainValue) UnmarshalJSON(raw []byte) error {
	if *v != nil || raw[0] == '{' || raw[0] == '[' {
		return errNotPlain
	}
	*v = bytes.Clone(raw)
	return nil
}

// readView returns the fields of a page view. Its error is about the body as a whole.
func readView(body []byte) (*object, error) {
	if o := readPlainView(body); o != nil {
		return o, nil
	}
	return readObject(body)
}

// readPlainView returns what readObject does for a body that holds known fields alone, each of them once; nil for any other body.
func readPlainView(body []byte) *object {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	var v plainView
	if err := d.Decode(&v); err != nil || d.InputOffset() != int64(len(body)) || v.Event == nil {
		return nil
	}
	o := &object{fields: make(map[string]json.RawMessage, 8)}
	for _, field := range []struct {
		name  string
		value plainValue
	}{
		{"id", v.ID}, {"event", v.Event}, {"page", v.Page}, {"userAgent", v.UserAgent}, {"referrer", v.Referrer},
		{"sessionId", v.SessionID}, {"metadata", v.Metadata}, {"timestamp", v.Timestamp}, {"createdAt", v.CreatedAt},
	} {
		if field.value == nil {
			continue
		}
		// encoding/json takes names in any case, readObject doesn't. No value holds this text: a quote in a string is escaped.
		if !bytes.Contains(body, []byte(`"`+field.name+`":`)) {
			return nil
		}
		o.fields[field.name] = json.RawMessage(field.value)
	}
	return o
}
