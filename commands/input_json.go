// Reading a JSON object field by field, so that whatever is wrong is said of its field. Unknown
// fields are skipped, however deep; a field that comes twice is refused, for nobody can tell which one was meant.

package commands

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// bodyField names the body as a whole.
const bodyField = "body"

// object reads fields of one JSON object and collects what is wrong with them.
type object struct {
	fields map[string][]byte // raw values, parts of the body
	errs   []FieldError
}

// readObject splits a JSON object into its fields. Its error is about the body as a whole.
func readObject(body []byte) (*object, error) {
	if err := checkJSON(body); err != nil {
		return nil, err
	}
	body = bytes.TrimSpace(body)
	if body[0] != '{' {
		return nil, invalidField(bodyField, "The body must be a JSON object")
	}
	o := &object{fields: make(map[string][]byte, 24)}
	for key, value := range fieldsOf(body) {
		if _, ok := o.fields[key]; ok {
			if len(o.errs) < maxListItems {
				o.fail(key, "%s is given twice", label(key))
			}
			continue
		}
		o.fields[key] = value
	}
	return o, nil
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
	raw, ok := o.fields[field]
	if !ok {
		return nil
	}
	if isNull(raw) {
		return new(string)
	}
	if raw[0] != '"' {
		o.fail(field, "%s must be text", label(field))
		return nil
	}
	text, ok := unquote(raw)
	if !ok {
		o.fail(field, "%s is not valid text", label(field))
		return nil
	}
	return &text
}

// flag returns the field's truth value, and nil when it is absent, null or something else.
func (o *object) flag(field string) *bool {
	raw, ok := o.fields[field]
	if !ok || isNull(raw) {
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
	raw, ok := o.fields[field]
	if !ok {
		return nil, false
	}
	if isNull(raw) {
		return nil, true
	}
	text := string(raw)
	if raw[0] == '"' {
		if text, ok = unquote(raw); ok && strings.TrimSpace(text) == "" {
			return nil, true
		}
		text = strings.TrimSpace(text)
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
	raw, ok := o.fields[field]
	if !ok {
		return nil
	}
	items, ok := listOf(raw, split)
	if !ok {
		o.fail(field, "%s must be a list of texts", label(field))
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

// fieldsOf walks the fields of a valid JSON object; values are parts of it.
func fieldsOf(body []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for i := nextToken(body, 1); body[i] != '}'; i = nextToken(body, i) {
			end := stringEnd(body, i)
			key, ok := unquote(body[i:end])
			if !ok {
				key = string(body[i:end]) // of no known field
			}
			from := nextToken(body, end) // the colon counts as space here
			end = valueEnd(body, from)
			if !yield(key, body[from:end]) {
				return
			}
			i = end
		}
	}
}

// elementsOf walks the elements of a valid JSON array; they are parts of it.
func elementsOf(raw []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := nextToken(raw, 1); raw[i] != ']'; i = nextToken(raw, i) {
			end := valueEnd(raw, i)
			if !yield(raw[i:end]) {
				return
			}
			i = end
		}
	}
}

// nextToken skips space and separators from i on.
func nextToken(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t' || b[i] == ',' || b[i] == ':' {
		i++
	}
	return i
}

// stringEnd returns where the string that begins at i ends.
func stringEnd(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// valueEnd returns where the value that begins at i ends, however deep it is.
func valueEnd(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = stringEnd(b, i) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
			if depth < 0 {
				return i // the end of what encloses a bare number
			}
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}
