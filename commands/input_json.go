// Reading a JSON object field by field, so that whatever is wrong is said of its field. Unknown
// fields are skipped, however deep; a field that comes twice is refused, for nobody can tell which one was meant.

package commands

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// bodyField names the body as a whole.
const bodyField = "body"

// object reads fields of one JSON object and collects what is wrong with them.
type object struct {
	fields map[string]json.RawMessage
	twice  map[string]bool // names of fields that come twice, until they are asked for: see raw
	errs   []FieldError
}

// readObject splits a JSON object into its fields. Its error is about the body as a whole.
func readObject(body []byte) (*object, error) {
	o := &object{fields: map[string]json.RawMessage{}}
	if err := checkJSON(body); err != nil {
		return o, err
	}
	d := json.NewDecoder(bytes.NewReader(body))
	if opening, _ := d.Token(); opening != json.Delim('{') {
		return o, invalidField(bodyField, "The body must be a JSON object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return o, err
		}
		name, _ := key.(string) // nothing else is a key
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return o, err
		}
		if _, twice := o.fields[name]; !twice {
			o.fields[name] = value
			continue
		}
		if o.twice == nil {
			o.twice = map[string]bool{}
			o.errs = append(o.errs, fieldGivenTwice)
		}
		if len(o.twice) < maxListItems {
			o.twice[name] = true
		}
	}
	return o, nil
}

// fieldGivenTwice refuses a body that gives a field twice, without repeating the field's name: a caller may have made it up, or
// put a secret in its place.
var fieldGivenTwice = FieldError{bodyField, "The body contains a field twice"}

// raw returns a field's value as it stands in the body, nil when there is none. A field that comes twice is refused by its name,
// since whoever asks for it knows the name.
func (o *object) raw(field string) json.RawMessage {
	if o.twice[field] {
		delete(o.twice, field)
		if len(o.twice) == 0 {
			o.errs = slices.DeleteFunc(o.errs, func(e FieldError) bool { return e == fieldGivenTwice })
		}
		o.fail(field, "%s appears twice", label(field))
	}
	return o.fields[field]
}

// checkJSON reports malformed JSON, with the parser's own words.
func checkJSON(body []byte) error {
	if json.Valid(body) {
		return nil
	}
	var discard json.RawMessage
	detail := "it is empty"
	if err := json.Unmarshal(body, &discard); err != nil && len(bytes.TrimSpace(body)) > 0 {
		detail = err.Error()
	}
	return invalidField(bodyField, "The body is not valid JSON: "+detail)
}

// done returns what was wrong, if anything. Bytes that are no UTF-8 are refused even where no
// known field holds them.
func (o *object) done(body []byte) []FieldError {
	if len(o.errs) == 0 && !utf8.Valid(body) {
		o.errs = append(o.errs, FieldError{bodyField, "The body is not valid UTF-8"})
	}
	return o.errs
}

// fail notes what is wrong with a field.
func (o *object) fail(field, format string, args ...any) {
	o.errs = append(o.errs, fieldError(field, format, args...))
}

// text returns the field's text, "" for null, and nil when it is absent or no text.
func (o *object) text(field string) *string {
	text, ok := o.said(field)
	if !ok {
		return nil
	}
	return &text
}

// plain is text for fields without a difference between absent and empty.
func (o *object) plain(field string) string {
	text, _ := o.said(field)
	return text
}

// said returns the field's text, "" for null. It is not ok when there is none.
func (o *object) said(field string) (text string, ok bool) {
	raw := o.raw(field)
	switch {
	case raw == nil:
		return "", false
	case isNull(raw):
		return "", true
	case raw[0] != '"':
		o.fail(field, "%s must be text", label(field))
		return "", false
	}
	if text, ok = unquote(raw); !ok {
		o.fail(field, "%s is not valid text", label(field))
	}
	return text, ok
}

// flag returns the field's truth value, and nil when it is absent, null or something else.
func (o *object) flag(field string) *bool {
	raw := o.raw(field)
	if raw == nil || isNull(raw) {
		return nil
	}
	switch string(raw) {
	case "true", "false":
		v := raw[0] == 't'
		return &v
	}
	o.fail(field, "%s must be true or false", label(field))
	return nil
}

// number returns the field's number, a number in text included. none says that the field is there
// but empty (null or blank text); the number is nil when the field is absent, empty or wrong.
func (o *object) number(field string) (n *float64, none bool) {
	raw := o.raw(field)
	if raw == nil {
		return nil, false
	}
	if isNull(raw) {
		return nil, true
	}
	text := string(raw)
	if raw[0] == '"' {
		var ok bool
		text, ok = unquote(raw)
		if text = strings.TrimSpace(text); ok && text == "" {
			return nil, true
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	// ParseFloat also reads "Inf", "NaN", hexadecimals and underscores.
	if err != nil || strings.Trim(text, "0123456789+-.eE") != "" {
		o.fail(field, "%s must be a number", label(field))
		return nil, false
	}
	return &v, false
}

// list returns the field's list of texts in any of the forms that are taken, an empty list for
// null, and nil when it is absent or wrong. split turns plain text into items.
func (o *object) list(field string, split func(string) []string) *[]string {
	raw := o.raw(field)
	if raw == nil {
		return nil
	}
	items, ok := listOf(raw, split)
	if !ok {
		o.fail(field, "%s must be a list of strings", label(field))
		return nil
	}
	return &items
}

// listOf reads null, an array of texts, text holding such an array, or plain text.
func listOf(raw []byte, split func(string) []string) ([]string, bool) {
	switch {
	case isNull(raw):
		return []string{}, true
	case raw[0] == '[':
		return textsOf(raw)
	case raw[0] == '"':
		text, ok := unquote(raw)
		if !ok {
			return nil, false
		}
		text = strings.TrimSpace(text)
		if !strings.HasPrefix(text, "[") {
			return split(text), true
		}
		if inner := []byte(text); json.Valid(inner) {
			return textsOf(inner)
		}
		return []string{}, true // spec.md section 3: an invalid JSON string is an empty list
	}
	return nil, false
}

// textsOf reads an array of texts; nulls in it are skipped.
func textsOf(raw []byte) ([]string, bool) {
	items := []string{}
	for value := range elementsOf(raw) {
		if isNull(value) {
			continue
		}
		text, ok := unquote(value)
		if !ok {
			return nil, false
		}
		items = append(items, text)
	}
	return items, true
}

func isNull(raw []byte) bool { return string(raw) == "null" }

// unquote decodes a JSON text. It is not ok when raw is something else, holds bytes that are no
// UTF-8, or escapes half a character.
func unquote(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' || !utf8.Valid(raw) {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), true
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return "", false
	}
	// A lone surrogate decodes to U+FFFD; that is data lost, unless U+FFFD was what was sent.
	if strings.ContainsRune(text, utf8.RuneError) && !bytes.Contains(raw, []byte("\uFFFD")) && !bytes.Contains(bytes.ToLower(raw), []byte(`\ufffd`)) {
		return "", false
	}
	return text, true
}

// elementsOf walks the elements of a valid JSON array, one at a time, so that an array of very many costs no more than is read of it.
func elementsOf(raw []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		d := json.NewDecoder(bytes.NewReader(raw))
		for _, err := d.Token(); err == nil && d.More(); {
			var value json.RawMessage
			if err = d.Decode(&value); err != nil || !yield(value) {
				return
			}
		}
	}
}
