// Postman: the collection, in its format 2.1. Its first folder is the walk, with tests; the second reads.

package openapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
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

// Postman returns a collection whose variables baseUrl and apiKey are to be set.
func Postman(origin string) []byte {
	if origin == "" {
		origin = anySite
	}
	info := assembled().object("info")
	collection := newObject(
		"info", newObject(
			"name", info.text("title"),
			"description", "Set the variable apiKey to your API key. The first folder walks through the bot API and tests every response. "+
				"It creates drafts, a published review and a published article. The second folder reads what the site has published: a review, "+
				"an article, a page, and whatever belongs to them. Each request is saved with the response to expect.",
			"schema", "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
		),
		"auth", keyAuth("{{apiKey}}"),
		"variable", variables(origin),
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

// variables are the collection's, each with its value until a request sets another.
func variables(origin string) []any {
	all := []any{
		newObject("key", "baseUrl", "value", origin, "type", "string"),
		newObject("key", "apiKey", "value", "", "type", "string"),
	}
	for _, o := range readingOperations() {
		if v, ok := keptFrom(o.Path); ok {
			all = append(all, newObject("key", v.name, "value", "1", "type", "string"))
		}
	}
	return all
}

func keyAuth(value string) *object {
	pair := func(key, value string) *object { return newObject("key", key, "value", value, "type", "string") }
	return newObject("type", "apikey", "apikey", []any{pair("key", "X-API-Key"), pair("value", value), pair("in", "header")})
}

func postmanWalk() []any {
	var items []any
	for _, s := range walk() {
		request := newObject("method", s.Method, "header", []any{}, "url", postmanURL(postman.path(s.Path), operation{}))
		var headers []any
		if s.Once != "" {
			headers = append(headers, newObject("key", "Idempotency-Key", "value", strings.ReplaceAll(s.Once, "{run}", "{{run}}")))
		}
		switch s.Sign {
		case "bearer":
			request.set("auth", newObject("type", "bearer", "bearer",
				[]any{newObject("key", "token", "value", "{{apiKey}}", "type", "string")}))
		case "wrong":
			request.set("auth", keyAuth("this-is-no-key"))
		case "none":
			request.set("auth", newObject("type", "noauth"))
		}
		before := []any{}
		if s.Number == 1 {
			before = append(before, "// New in every run, to avoid conflicts with earlier runs.",
				"pm.collectionVariables.set('run', Date.now().toString(36) + Math.random().toString(36).slice(2, 8));")
		}
		switch {
		case s.Fill > 0:
			before = append(before,
				"pm.variables.set('bulk', JSON.stringify({ reviews: Array.from({ length: "+strconv.Itoa(s.Fill)+" }, () => ({})) }));")
			headers = append(headers, jsonHeader)
			request.set("body", newObject("mode", "raw", "raw", "{{bulk}}"))
		case s.Body != nil:
			headers = append(headers, jsonHeader)
			request.set("body", newObject("mode", "raw", "raw", postman.literal(s.Body, "", widest), "options",
				newObject("raw", newObject("language", "json"))))
		}
		if headers != nil {
			request.set("header", headers)
		}
		events := []any{script("test", postmanTest(s)...)}
		if len(before) > 0 {
			events = append(events, script("prerequest", before...))
		}
		items = append(items, newObject("name", fmt.Sprintf("%d. %s", s.Number, s.Title), "event", events, "request", request, "response",
			savedExample(s.operation, s.Expect, request)))
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

// postmanReading lists the calls that need no key. Each list keeps what its first item is called, for the calls after it.
// Optional query parameters are off.
func postmanReading() []any {
	var items []any
	for _, o := range readingOperations() {
		path, status := o.Path, http.StatusOK
		for _, v := range pathVariables(o.Path) {
			if v.name == "" {
				status = http.StatusNotFound
			}
		}
		lines := []any{fmt.Sprintf("pm.test('Status is %d', () => pm.expect(pm.response.code, pm.response.text()).to.equal(%[1]d));", status)}
		if v, ok := keptFrom(path); ok {
			lines = append(lines,
				"const list = pm.response.json();",
				"const [first] = list.versions || list;",
				fmt.Sprintf("if (first) pm.collectionVariables.set('%s', first.%s);", v.name, v.parameter),
			)
		}
		request := newObject("method", o.Method, "header", []any{}, "url",
			postmanURL(strings.NewReplacer("{", ":", "}", "").Replace(path), o),
			"description", o.operation.text("description"))
		items = append(items, newObject(
			"name", o.operation.text("summary"),
			"event", []any{script("test", lines...)},
			"request", request,
			"response", savedExample(o, status, request),
		))
	}
	return items
}

func readingOperations() []operation {
	return slices.DeleteFunc(operations(), func(o operation) bool { return o.operation.list("tags")[0] != "Reading" })
}

// pathVariable is a parameter of a path, and the collection's variable with its value: "historyRevision" for the revision in
// "/api/reviews/{id}/history/{revision}". name is "" if no list names the values.
type pathVariable struct{ parameter, list, name string }

func pathVariables(path string) []pathVariable {
	var all []pathVariable
	for before := 0; ; {
		at := strings.IndexByte(path[before:], '{')
		if at < 0 {
			return all
		}
		begin, end := before+at, before+strings.IndexByte(path[before:], '}')
		v := pathVariable{parameter: path[begin+1 : end], list: path[:begin-1]}
		if slices.ContainsFunc(readingOperations(), func(o operation) bool { return o.Path == v.list }) {
			v.name = v.list[strings.LastIndexByte(v.list, '/')+1:] + strings.ToUpper(v.parameter[:1]) + v.parameter[1:]
		}
		all, before = append(all, v), end+1
	}
}

// keptFrom returns the variable that an item of the list at the path gives its value; not ok if the path is no list.
func keptFrom(list string) (v pathVariable, ok bool) {
	for _, o := range readingOperations() {
		for _, v := range pathVariables(o.Path) {
			if v.list == list && v.name != "" {
				return v, true
			}
		}
	}
	return pathVariable{}, false
}

// savedExample is a request's response, as a collection stores it.
func savedExample(o operation, status int, request *object) []any {
	kind := "application/json"
	if status >= 400 {
		kind = "application/problem+json"
	}
	saved := newObject(
		"name", fmt.Sprint(status, " ", http.StatusText(status)),
		"originalRequest", request,
		"status", http.StatusText(status),
		"code", status,
		"_postman_previewlanguage", "json",
		"header", []any{newObject("key", "Content-Type", "value", kind)},
		"cookie", []any{},
	)
	if answer := o.operation.object("responses").object(strconv.Itoa(status)); answer != nil {
		if example := resolved(answer).object("content").object(kind).get("example"); example != nil {
			saved.set("body", pretty(example))
		}
	}
	return []any{saved}
}

// postmanURL is a path, as Postman writes it, with the operation's parameters.
func postmanURL(path string, o operation) *object {
	parts := []any{}
	for _, part := range strings.Split(strings.Trim(path, "/"), "/") {
		parts = append(parts, part)
	}
	raw := "{{baseUrl}}" + path
	var query, variables []any
	for _, p := range parametersOf(o) {
		entry := newObject("key", p.text("name"), "value", exampleOf(p), "description", p.text("description"))
		switch {
		case p.text("in") == "path":
			for _, v := range pathVariables(o.Path) {
				if v.parameter == p.text("name") && v.name != "" {
					entry.set("value", "{{"+v.name+"}}")
				}
			}
			variables = append(variables, entry)
		case p.text("in") == "query" && p.get("required") == true:
			raw += "?" + p.text("name") + "=" + url.QueryEscape(exampleOf(p))
			query = append(query, entry)
		case p.text("in") == "query":
			entry.set("disabled", true)
			query = append(query, entry)
		}
	}
	address := newObject("raw", raw, "host", []any{"{{baseUrl}}"}, "path", parts)
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
