// Literals: values of the walk as they are written in a programming language.

package openapi

import (
	"encoding/json"
	"fmt"
	"strings"
)

// language is how values are written. Texts may hold {run}, and a text that is nothing but {name} is a variable.
type language struct {
	yes, no, none, indent string
	text                  func(string) string // a text without variables, or with {run}
	path                  func(string) string // a path, which may hold variables
	name                  func(string) string // a variable
	bareKeys              bool                // of objects, where they are names
}

var (
	python = language{yes: "True", no: "False", none: "None", indent: "    ", text: func(s string) string {
		if strings.Contains(s, "{run}") {
			return "f" + quoted(s)
		}
		return quoted(s)
	}, path: func(s string) string {
		if strings.Contains(s, "{") {
			return "f" + quoted(s)
		}
		return quoted(s)
	}, name: func(s string) string { return s }}

	javaScript = language{yes: "true", no: "false", none: "null", bareKeys: true, indent: "  ", text: func(s string) string {
		if strings.Contains(s, "{run}") {
			inner := strings.NewReplacer("`", "\\`", "{run}", "${run}").Replace(strings.Trim(quoted(s), `"`))
			return "`" + inner + "`"
		}
		single := strings.ReplaceAll(strings.ReplaceAll(strings.Trim(quoted(s), `"`), `\"`, `"`), "'", `\'`)
		return "'" + single + "'"
	}, path: func(s string) string {
		if strings.Contains(s, "{") {
			return "`" + strings.ReplaceAll(s, "{", "${") + "`"
		}
		return "'" + s + "'"
	}, name: func(s string) string { return s }}

	// Postman fills in {{name}} before the body is read as JSON.
	postman = language{yes: "true", no: "false", none: "null", indent: "  ", text: func(s string) string {
		return strings.ReplaceAll(quoted(s), "{run}", "{{run}}")
	}, path: func(s string) string {
		return strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
	}, name: func(s string) string { return "{{" + s + "}}" }}
)

func quoted(s string) string {
	text, err := encode(s)
	if err != nil {
		panic(err) // texts always encode
	}
	return string(text)
}

// widest is how long a line of code may be.
const widest = 110

// literal writes v, on one line where it fits beside so many characters that stand there already.
func (l language) literal(v any, indent string, taken int) string {
	line := l.inline(v)
	if len(indent)+taken+len(line) <= widest {
		return line
	}
	var b strings.Builder
	inner := indent + l.indent
	switch v := v.(type) {
	case *object:
		b.WriteString("{\n")
		for i, m := range v.members {
			key := l.key(m.name)
			b.WriteString(inner + key + ": " + l.literal(m.value, inner, len(key)+3) + comma(i, len(v.members)) + "\n")
		}
		b.WriteString(indent + "}")
	case []any:
		b.WriteString("[\n")
		for i, item := range v {
			b.WriteString(inner + l.literal(item, inner, 1) + comma(i, len(v)) + "\n")
		}
		b.WriteString(indent + "]")
	default:
		return line
	}
	return b.String()
}

func comma(i, n int) string {
	if i < n-1 {
		return ","
	}
	return ""
}

func (l language) key(name string) string {
	if l.bareKeys {
		return name
	}
	return quoted(name)
}

func (l language) inline(v any) string {
	switch v := v.(type) {
	case nil:
		return l.none
	case bool:
		if v {
			return l.yes
		}
		return l.no
	case string:
		if name, ok := variable(v); ok {
			return l.name(name)
		}
		return l.text(v)
	case json.Number:
		return v.String()
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = l.inline(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *object:
		parts := make([]string, len(v.members))
		for i, m := range v.members {
			parts[i] = l.key(m.name) + ": " + l.inline(m.value)
		}
		if l.bareKeys {
			return "{ " + strings.Join(parts, ", ") + " }"
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	panic(fmt.Errorf("%T can't be written", v))
}
