// Markdown: the documentation to read.

package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Markdown returns the documentation of all calls.
func Markdown(origin string) []byte {
	if origin == "" {
		origin = anySite
	}
	whole := assembled()
	var b strings.Builder
	info := whole.object("info").naming(origin)
	fmt.Fprintf(&b, "# %s\n\n%s\n\nThe site is %s. This document, openapi.json and the examples are generated from the same description: %s/docs.\n\n%s\n", info.text("title"), info.text("summary"), origin, origin, info.text("description"))
	for _, tag := range whole.list("tags") {
		tag := tag.(*object)
		fmt.Fprintf(&b, "## %s\n\n%s\n", tag.text("name"), tag.text("description"))
		for _, o := range operations() {
			if o.operation.list("tags")[0] == tag.text("name") {
				describe(&b, o, origin)
			}
		}
	}
	b.WriteString("\n## Objects\n")
	for _, m := range whole.object("components").object("schemas").members {
		s := m.value.(*object)
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", m.name, s.text("description"))
		fields(&b, s)
	}
	return []byte(b.String())
}

// describe writes one call.
func describe(b *strings.Builder, o operation, origin string) {
	fmt.Fprintf(b, "\n### %s\n\n`%s %s`\n\n", o.operation.text("summary"), o.Method, o.Path)
	if text := strings.TrimSpace(o.operation.text("description")); text != "" {
		b.WriteString(text + "\n\n")
	}
	if p := o.operation.text("x-permission"); p != "" {
		fmt.Fprintf(b, "Requires the `%s` permission.\n\n", strings.ReplaceAll(p, " or ", "` or `"))
	}
	if parameters := parametersOf(o); len(parameters) > 0 {
		b.WriteString("| Parameter | In | Type | Description |\n| --- | --- | --- | --- |\n")
		for _, p := range parameters {
			fmt.Fprintf(b, "| `%s`%s | %s | %s | %s |\n", p.text("name"), required(p.get("required") == true), p.text("in"),
				kindOf(p.object("schema")), cell(p.text("description")))
		}
		b.WriteString("\n")
	}
	if body := o.operation.object("requestBody").object("content").object("application/json"); body != nil {
		b.WriteString("Request body:\n\n")
		fields(b, resolved(body.object("schema")))
	}
	if command := curl(o, origin); command != "" {
		fmt.Fprintf(b, "```sh\n%s\n```\n\n", command)
	}
	b.WriteString("| Status | Description |\n| --- | --- |\n")
	for _, r := range o.operation.object("responses").members {
		fmt.Fprintf(b, "| %s | %s |\n", r.name, cell(resolved(r.value.(*object)).text("description")))
	}
	b.WriteString("\n")
	if example := answerExample(o); example != nil {
		fmt.Fprintf(b, "Example response:\n\n```json\n%s\n```\n", pretty(example))
	}
}

// fields writes the members of an object, or what else it is.
func fields(b *strings.Builder, s *object) {
	if s.object("properties") == nil {
		for _, name := range []string{"anyOf", "oneOf"} {
			for _, one := range s.list(name) {
				fmt.Fprintf(b, "- %s\n", kindOf(one.(*object)))
			}
		}
		b.WriteString("\n")
		return
	}
	needed := s.list("required")
	b.WriteString("| Field | Type | Description |\n| --- | --- | --- |\n")
	for _, m := range s.object("properties").members {
		p := m.value.(*object)
		fmt.Fprintf(b, "| `%s`%s | %s | %s |\n", m.name, required(slices.Contains(needed, any(m.name))), kindOf(p),
			cell(p.text("description")+limits(p)))
	}
	b.WriteString("\n")
}

func required(is bool) string {
	if is {
		return " (required)"
	}
	return ""
}

// cell is text that may stand in a table.
func cell(text string) string {
	return strings.TrimSpace(strings.NewReplacer("|", "\\|", "\n", " ").Replace(text))
}

// kindOf says in a few words what a schema takes.
func kindOf(s *object) string {
	if ref := s.text("$ref"); ref != "" {
		name := ref[strings.LastIndexByte(ref, '/')+1:]
		return "[" + name + "](#" + strings.ToLower(name) + ")"
	}
	if alternatives := s.list("anyOf"); alternatives != nil {
		kinds := make([]string, len(alternatives))
		for i, one := range alternatives {
			kinds[i] = kindOf(one.(*object))
		}
		return strings.Join(kinds, " or ")
	}
	var names []string
	switch t := s.get("type").(type) {
	case string:
		names = []string{t}
	case []any:
		for _, name := range t {
			names = append(names, name.(string))
		}
	}
	for i, name := range names {
		if items := s.object("items"); name == "array" && items != nil {
			names[i] = "array of " + kindOf(items)
		}
	}
	kind := strings.Join(names, " or ")
	if choices := s.list("enum"); choices != nil {
		texts := make([]string, len(choices))
		for i, c := range choices {
			texts[i] = fmt.Sprintf("`%v`", c)
		}
		return strings.Join(texts, ", ")
	}
	if format := s.text("format"); format != "" {
		kind += " (" + format + ")"
	}
	return kind
}

// limits says what bounds a field, or one of its alternatives.
func limits(s *object) string {
	var said []string
	for _, one := range s.list("anyOf") {
		if text := limits(one.(*object)); text != "" {
			return text
		}
	}
	for _, limit := range []struct{ name, words string }{
		{"minimum", "at least %v"}, {"maximum", "at most %v"}, {"maxLength", "at most %v characters"},
		{"maxItems", "at most %v items"}, {"default", "%v by default"},
	} {
		if v := s.get(limit.name); v != nil {
			said = append(said, fmt.Sprintf(limit.words, v))
		}
	}
	if said == nil {
		return ""
	}
	text := strings.Join(said, ", ")
	return " " + strings.ToUpper(text[:1]) + text[1:] + "."
}

// curl is the call as a command; "" where no example of its body is given.
func curl(o operation, origin string) string {
	sign := ""
	if tag := o.operation.list("tags")[0]; tag == "Bots" {
		sign = ` -H "X-API-Key: $CANDOR_API_KEY"`
	} else if tag != "Reading" {
		return ""
	}
	command := "curl -s " + origin + strings.NewReplacer("{id}", "1").Replace(o.Path) + sign
	if o.Method == "GET" {
		return command
	}
	example := requestExample(o)
	if example == nil {
		return ""
	}
	if o.Method != "POST" {
		command = strings.Replace(command, "curl -s ", "curl -s -X "+o.Method+" ", 1)
	}
	return command + " \\\n  -H \"Content-Type: application/json\" -H \"Idempotency-Key: $(uuidgen)\" \\\n  -d '" +
		strings.ReplaceAll(pretty(example), "'", `'\''`) + "'"
}

// requestExample is the first example of a call's body.
func requestExample(o operation) any {
	content := o.operation.object("requestBody").object("content").object("application/json")
	if examples := content.object("examples"); examples != nil && len(examples.members) > 0 {
		return examples.members[0].value.(*object).get("value")
	}
	return content.get("example")
}

// answerExample is the example of the first answer that has one.
func answerExample(o operation) any {
	for _, r := range o.operation.object("responses").members {
		if r.name >= "300" {
			return nil
		}
		if e := resolved(r.value.(*object)).object("content").object("application/json").get("example"); e != nil {
			return e
		}
	}
	return nil
}

// pretty is JSON for people.
func pretty(v any) string {
	line, err := encode(v)
	if err != nil {
		panic(err) // examples always encode
	}
	var b bytes.Buffer
	if err := json.Indent(&b, line, "", "  "); err != nil {
		panic(err)
	}
	return b.String()
}
