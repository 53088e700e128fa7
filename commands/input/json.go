// Reading a JSON object field by field, so that each error names its field. Unknown fields are skipped, however deep. A repeated field
// is refused, because it is unclear which value was meant.

package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"candor/commands"
)

// BodyField names the body as a whole.
const BodyField = "body"

// Object reads the fields of one JSON object and collects their errors.
type Object struct {
	Fields map[string]json.RawMessage
	twice  map[string]bool // names of repeated fields that raw has not been called for yet
	Errs   []commands.FieldError
}

// ReadObject splits a JSON object into its fields. Its error is about the body as a whole.
func ReadObject(body []byte) (*Object, error) {
	o := &Object{Fields: map[string]json.RawMessage{}}
	own := bytes.Clone(body) // the fields are parts of it, and the caller may use the body's memory again
	d := decoderOf(own)
	if err := o.read(d, own); err != nil {
		return o, malformed(body, err)
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return o, malformed(body, err)
	}
	return o, nil
}

// read reads the fields one after another. Its error is about the syntax, or errNoObject.
func (o *Object) read(d *jsontext.Decoder, body []byte) error {
	switch opening, err := d.ReadToken(); {
	case err != nil:
		return err
	case opening.Kind() != jsontext.KindBeginObject:
		return errNoObject
	}
	for d.PeekKind() == jsontext.KindString {
		key, err := d.ReadToken()
		if err != nil {
			return err
		}
		name := key.String()
		value, err := readValue(d, body)
		if err != nil {
			return err
		}
		if _, twice := o.Fields[name]; !twice {
			o.Fields[name] = value
			continue
		}
		if o.twice == nil {
			o.twice = map[string]bool{}
			o.Errs = append(o.Errs, fieldGivenTwice)
		}
		if len(o.twice) < maxListItems {
			o.twice[name] = true
		}
	}
	_, err := d.ReadToken()
	return err
}

// decoderOf returns a reader of JSON that leaves it to its caller what is done about repeated fields and bytes that are not UTF-8.
func decoderOf(body []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// readValue reads the next value, and returns it as a part of the body.
func readValue(d *jsontext.Decoder, body []byte) (json.RawMessage, error) {
	value, err := d.ReadValue()
	if err != nil {
		return nil, err
	}
	end := int(d.InputOffset())
	return body[end-len(value) : end : end], nil
}

// errNoObject says that a body is something else than an object, and may be malformed besides.
var errNoObject = errors.New("not an object")

// malformed returns the error about a body that could not be read.
func malformed(body []byte, err error) error {
	switch refused := CheckJSON(body); {
	case refused != nil:
		return refused
	case errors.Is(err, errNoObject):
		return commands.RefuseField(BodyField, "The body must be a JSON object")
	default:
		return commands.RefuseField(BodyField, fmt.Sprintf("The body is not valid JSON: %v", err))
	}
}

// fieldGivenTwice refuses a body with a repeated field that is none of ours. It doesn't contain the field's name, which may be a
// misplaced secret.
var fieldGivenTwice = commands.FieldError{Field: BodyField, Message: "The body contains a field twice"}

// Raw returns a field's JSON, nil if the field is absent. If the field is repeated, the error names it: it is one of ours.
func (o *Object) Raw(field string) json.RawMessage {
	if o.twice[field] {
		delete(o.twice, field)
		if len(o.twice) == 0 {
			o.Errs = slices.DeleteFunc(o.Errs, func(e commands.FieldError) bool { return e == fieldGivenTwice })
		}
		o.Fail(field, "%s appears twice", Label(field))
	}
	return o.Fields[field]
}

// CheckJSON refuses malformed JSON with the parser's error text.
func CheckJSON(body []byte) error {
	if json.Valid(body) {
		return nil
	}
	var discard json.RawMessage
	detail := "it is empty"
	if err := json.Unmarshal(body, &discard); err != nil && len(bytes.TrimSpace(body)) > 0 {
		detail = err.Error()
	}
	return commands.RefuseField(BodyField, "The body is not valid JSON: "+detail)
}

// Done returns all errors. Bytes that are not UTF-8 are refused even outside of known fields.
func (o *Object) Done(body []byte) []commands.FieldError {
	if len(o.Errs) == 0 && !utf8.Valid(body) {
		o.Errs = append(o.Errs, commands.FieldError{Field: BodyField, Message: "The body is not valid UTF-8"})
	}
	return o.Errs
}

// Fail adds an error about a field, unless it has one already: the first says what to mend.
func (o *Object) Fail(field, format string, args ...any) {
	if !Mentions(o.Errs, field) {
		o.Errs = append(o.Errs, Wrong(field, format, args...))
	}
}

// Mentions reports whether one of the errors is about a field.
func Mentions(errs []commands.FieldError, field string) bool {
	for _, e := range errs {
		if e.Field == field {
			return true
		}
	}
	return false
}

// Text returns the field's text, "" for null, and nil if the field is absent or not text.
func (o *Object) Text(field string) *string {
	text, ok := o.Lookup(field)
	if !ok {
		return nil
	}
	return &text
}

// Plain returns the field's text, "" for null or if the field is absent or not text.
func (o *Object) Plain(field string) string {
	text, _ := o.Lookup(field)
	return text
}

// Lookup returns the field's text, "" for null. It is not ok if the field is absent or not text.
func (o *Object) Lookup(field string) (text string, ok bool) {
	raw := o.Raw(field)
	switch {
	case raw == nil:
		return "", false
	case IsNull(raw):
		return "", true
	case raw[0] != '"':
		o.Fail(field, "%s must be text", Label(field))
		return "", false
	}
	if text, ok = Unquote(raw); !ok {
		o.Fail(field, "%s is not valid text", Label(field))
	}
	return text, ok
}

// Flag returns the field's boolean, nil if the field is absent, null or anything else.
func (o *Object) Flag(field string) *bool {
	raw := o.Raw(field)
	if raw == nil || IsNull(raw) {
		return nil
	}
	switch string(raw) {
	case "true", "false":
		v := raw[0] == 't'
		return &v
	}
	o.Fail(field, "%s must be true or false", Label(field))
	return nil
}

// Number returns the field's number, which may also be given as text. none reports that the field is present but empty (null or blank
// text). The number is nil if the field is absent, empty or invalid.
func (o *Object) Number(field string) (n *float64, none bool) {
	raw := o.Raw(field)
	if raw == nil {
		return nil, false
	}
	if IsNull(raw) {
		return nil, true
	}
	text := string(raw)
	if raw[0] == '"' {
		var ok bool
		text, ok = Unquote(raw)
		if text = strings.TrimSpace(text); ok && text == "" {
			return nil, true
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	// ParseFloat also reads "Inf", "NaN", hexadecimals and underscores.
	if err != nil || strings.Trim(text, "0123456789+-.eE") != "" {
		o.Fail(field, "%s must be a number", Label(field))
		return nil, false
	}
	return &v, false
}

// list returns the field's list of texts in any of the accepted forms, an empty list for null, and nil if the field is absent or
// invalid. split turns plain text into items.
func (o *Object) list(field string, split func(string) []string) *[]string {
	raw := o.Raw(field)
	if raw == nil {
		return nil
	}
	items, ok := listOf(raw, split)
	if !ok {
		o.Fail(field, "%s must be a list of strings", Label(field))
		return nil
	}
	return &items
}

// listOf reads null, an array of texts, text holding such an array, or plain text.
func listOf(raw []byte, split func(string) []string) ([]string, bool) {
	switch {
	case IsNull(raw):
		return []string{}, true
	case raw[0] == '[':
		return TextsOf(raw)
	case raw[0] == '"':
		text, ok := Unquote(raw)
		if !ok {
			return nil, false
		}
		text = strings.TrimSpace(text)
		if !strings.HasPrefix(text, "[") {
			return split(text), true
		}
		if inner := []byte(text); json.Valid(inner) {
			return TextsOf(inner)
		}
		return []string{}, true // spec.md section 3: an invalid JSON string is an empty list
	}
	return nil, false
}

// TextsOf reads an array of texts; nulls in it are skipped.
func TextsOf(raw []byte) ([]string, bool) {
	items := []string{}
	for value := range ElementsOf(raw) {
		if IsNull(value) {
			continue
		}
		text, ok := Unquote(value)
		if !ok {
			return nil, false
		}
		items = append(items, text)
	}
	return items, true
}

func IsNull(raw []byte) bool { return string(raw) == "null" }

// Unquote decodes a JSON string. It is not ok if raw is anything else, contains bytes that are not UTF-8, or escapes half a character.
func Unquote(raw []byte) (string, bool) {
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
	// A lone surrogate decodes to U+FFFD, which loses data unless U+FFFD was sent.
	if strings.ContainsRune(text, utf8.RuneError) && !bytes.Contains(raw, []byte("\uFFFD")) &&
		!bytes.Contains(bytes.ToLower(raw), []byte(`\ufffd`)) {
		return "", false
	}
	return text, true
}

// Objects reads the field's objects one after another with each, up to one more than most, whose errors it names as "links[0].url". It
// reports whether the field is there and an array of objects; null is an empty one. example shows one in an error.
func (o *Object) Objects(field string, most int, example string, each func(i int, one *Object)) bool {
	raw := o.Raw(field)
	switch {
	case raw == nil:
		return false
	case IsNull(raw):
		return true
	case raw[0] != '[':
		o.Fail(field, "%s must be an array", Label(field))
		return false
	}
	i := 0
	for value := range ElementsOf(raw) {
		if i > most { // the rules refuse them
			break
		}
		var one *Object
		if value[0] == '{' {
			one, _ = ReadObject(value) // it is valid JSON
		}
		if one == nil {
			o.Fail(field, "%s must be objects such as %s", Label(field), example)
			return false
		}
		each(i, one)
		for _, e := range one.Errs {
			o.Fail(MemberField(field, i, e.Field), "%s", e.Message)
		}
		i++
	}
	return true
}

// MemberField names a field of an object in a list: "links[0].url".
func MemberField(field string, i int, name string) string {
	return fmt.Sprintf("%s[%d].%s", field, i, name)
}

// ElementsOf iterates over the elements of a valid JSON array, which are parts of it. It parses one at a time, so the rest of a huge array
// costs nothing if the caller stops early.
func ElementsOf(raw []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		d := decoderOf(raw)
		for _, err := d.ReadToken(); err == nil && d.PeekKind() != jsontext.KindEndArray; {
			var value json.RawMessage
			if value, err = readValue(d, raw); err != nil || !yield(value) {
				return
			}
		}
	}
}

// Encode returns a value that always encodes, such as a text, a list or an event, as JSON.
func Encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}
