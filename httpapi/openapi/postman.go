// Postman: the collection, in its format 2.1. Its first folder is the walk, with tests; the second reads.

package openapi

import (
	"fmt"
	"strconv"
	"strings"
)

// newObject makes an object of names and values.
func newObject(pairs ...any) *object {
	o := &object{}
	for i := 0; i < len(pairs); i += 2 {
		o.set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// Postman returns a collection whose variables are baseUrl and apiKey.
func Postman(origin string) []byte {
	if origin == "" {
		origin = anySite
	}
	info := assembled().object("info")
	collection := newObject(
		"info", newObject(
			"name", info.text("title"),
			"description", "Set the variable apiKey to your API key. The first folder walks through the bot API and tests every response. "+
				"It creates drafts, a published review and a published article.",
			"schema", "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
		),
		"auth", keyAuth("{{apiKey}}"),
		"variable", []any{
			newObject("key", "baseUrl", "value", origin, "type", "string"),
			newObject("key", "apiKey", "value", "", "type", "string"),
		},
		"item", []any{
			newObject("name", "The bot API, step by step", "item", postmanWalk()),
			newObject("name", "Reading, without a key", "auth", newObject("type", "noauth"), "item", postmanReading()),
		},
	)
	body, err := encode(collection)
	if err != nil {
		panic(err) // texts, numbers and lists always encode
	}
	return body
}

func keyAuth(value string) *object {
	pair := func(key, value string) *object { return newObject("key", key, "value", value, "type", "string") }
	return newObject("type", "apikey", "apikey", []any{pair("key", "X-API-Key"), pair("value", value), pair("in", "header")})
}

func postmanWalk() []any {
	var items []any
	for _, s := range walk() {
		request := newObject("method", s.Method, "header", []any{}, "url", postmanURL(postman.path(s.Path), nil))
		var headers []any
		if s.Once != "" {
			headers = append(headers, newObject("key", "Idempotency-Key", "value", strings.ReplaceAll(s.Once, "{run}", "{{run}}")))
		}
		switch s.Sign {
		case "bearer":
			request.set("auth", newObject("type", "bearer", "bearer", []any{newObject("key", "token", "value", "{{apiKey}}", "type", "string")}))
		case "wrong":
			request.set("auth", keyAuth("this-is-no-key"))
		case "none":
			request.set("auth", newObject("type", "noauth"))
		}
		before := []any{}
		if s.Number == 1 {
			before = append(before, "// New in every run, to avoid conflicts with earlier runs.", "pm.collectionVariables.set('run', Date.now().toString(36) + Math.random().toString(36).slice(2, 8));")
		}
		switch {
		case s.Fill > 0:
			before = append(before, "pm.variables.set('bulk', JSON.stringify({ reviews: Array.from({ length: "+strconv.Itoa(s.Fill)+" }, () => ({})) }));")
			headers = append(headers, jsonHeader)
			request.set("body", newObject("mode", "raw", "raw", "{{bulk}}"))
		case s.Body != nil:
			headers = append(headers, jsonHeader)
			request.set("body", newObject("mode", "raw", "raw", postman.literal(s.Body, "", widest), "options", newObject("raw", newObject("language", "json"))))
		}
		if headers != nil {
			request.set("header", headers)
		}
		events := []any{script("test", postmanTest(s)...)}
		if len(before) > 0 {
			events = append(events, script("prerequest", before...))
		}
		items = append(items, newObject("name", fmt.Sprintf("%d. %s", s.Number, s.Title), "event", events, "request", request))
	}
	return items
}

var jsonHeader = newObject("key", "Content-Type", "value", "application/json")

func script(listen string, lines ...any) *object {
	return newObject("listen", listen, "script", newObject("type", "text/javascript", "exec", lines))
}

// postmanTest is the test of a step's answer, line by line.
func postmanTest(s step) []any {
	lines := []any{}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if s.Number == 1 {
		add("pm.collectionVariables.set('permissions', JSON.stringify(pm.response.json().permissions || []));")
	}
	expected := strconv.Itoa(s.Expect)
	if s.Permission != "" {
		add("const permissions = JSON.parse(pm.collectionVariables.get('permissions'));")
		add("const permitted = '%s'.split(' or ').some((one) => permissions.includes(one));", s.Permission)
		expected = "permitted ? " + expected + " : 403"
	}
	add("pm.test(%s, () => {", javaScript.inline(s.Title))
	add("  pm.expect(pm.response.code, pm.response.text()).to.equal(%s);", expected)
	if len(s.Keep)+len(s.Check) > 0 {
		if s.Permission != "" {
			add("  if (!permitted) return;")
		}
		add("  const answer = pm.response.json();")
	}
	for _, k := range s.Keep {
		add("  pm.collectionVariables.set('%s', JSON.stringify(answer%s));", k.Name, access(k.Path)) // as it is written in a body
	}
	for _, c := range s.Check {
		is := javaScript.inline(c.Is)
		if text, ok := c.Is.(string); ok && strings.Contains(text, "{") {
			is = "pm.variables.replaceIn(" + quoted(strings.NewReplacer("{", "{{", "}", "}}").Replace(text)) + ")"
		}
		add("  pm.expect(String(answer%s)).to.equal(String(%s));", access(c.Path), is)
	}
	add("});")
	return lines
}

// access is a path as JavaScript goes it: ".errors[0].field".
func access(path []any) string {
	var b strings.Builder
	for _, p := range path {
		if name, ok := p.(string); ok {
			b.WriteString("." + name)
		} else {
			fmt.Fprintf(&b, "[%v]", p)
		}
	}
	return b.String()
}

// postmanReading lists the calls that need no key. What an address does not name yet is off until it is asked for.
func postmanReading() []any {
	var items []any
	for _, o := range operations() {
		if tag, _ := o.operation.list("tags")[0].(string); tag != "Reading" {
			continue
		}
		documented := []string{}
		for _, r := range o.operation.object("responses").members {
			if r.name < "500" {
				documented = append(documented, r.name)
			}
		}
		items = append(items, newObject(
			"name", o.operation.text("summary"),
			"event", []any{script("test", "pm.test('Status is as documented', () => pm.expect(["+strings.Join(documented, ", ")+"]).to.include(pm.response.code));")},
			"request", newObject("method", o.Method, "header", []any{}, "url", postmanURL(strings.NewReplacer("{", ":", "}", "").Replace(o.Path), parametersOf(o)), "description", o.operation.text("description")),
		))
	}
	return items
}

// postmanURL is a path, as Postman writes it, with its parameters.
func postmanURL(path string, parameters []*object) *object {
	parts := []any{}
	for _, part := range strings.Split(strings.Trim(path, "/"), "/") {
		parts = append(parts, part)
	}
	address := newObject("raw", "{{baseUrl}}"+path, "host", []any{"{{baseUrl}}"}, "path", parts)
	var query, variables []any
	for _, p := range parameters {
		entry := newObject("key", p.text("name"), "value", exampleOf(p), "description", p.text("description"))
		switch p.text("in") {
		case "query":
			entry.set("disabled", true)
			query = append(query, entry)
		case "path":
			variables = append(variables, entry)
		}
	}
	if query != nil {
		address.set("query", query)
	}
	if variables != nil {
		address.set("variable", variables)
	}
	return address
}

// exampleOf is a parameter's example as text.
func exampleOf(p *object) string {
	if e := p.get("example"); e != nil {
		return fmt.Sprint(e)
	}
	return ""
}

// parametersOf returns an operation's parameters, looked up.
func parametersOf(o operation) []*object {
	var all []*object
	for _, p := range o.operation.list("parameters") {
		all = append(all, resolved(p.(*object)))
	}
	return all
}

// resolved is what a reference names; anything else is itself.
func resolved(o *object) *object {
	if ref := o.text("$ref"); ref != "" {
		return lookUp(assembled().object("components"), ref)
	}
	return o
}
