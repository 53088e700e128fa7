// Real answers held against the description that the site gives of itself.

package httpapi_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"candor/internal/eventually"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// described checks answers against the description that the site gives of itself.
type described struct {
	*site
	doc    *openapi3.T
	router routers.Router
	seen   map[string]map[int]bool // statuses by operation
	placed map[string]bool         // operations that have told a position
}

// description reads the description. Answers may then hold nothing that it does not name.
func (s *site) description() *described {
	s.Helper()
	var whole map[string]any
	s.do("GET", "/api/openapi.json", "").is(200).has("Content-Type", "application/json").decode(&whole)
	components := whole["components"].(map[string]any)
	for name, schema := range components["schemas"].(map[string]any) {
		if !strings.HasPrefix(name, "New") && !strings.HasSuffix(name, "Changes") && name != "TrackedEvent" {
			closeObjects(schema)
		}
	}
	closeObjects(components["responses"])
	for _, item := range whole["paths"].(map[string]any) {
		for _, operation := range item.(map[string]any) {
			closeObjects(operation.(map[string]any)["responses"])
		}
	}
	text, err := json.Marshal(whole)
	if err != nil {
		s.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		s.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: s.url}} // its public address is not where the test reaches it
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		s.Fatal(err)
	}
	return &described{s, doc, router, map[string]map[int]bool{}, map[string]bool{}}
}

// closeObjects forbids, in every schema below v, what it does not name.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if v["properties"] != nil && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for _, inner := range v {
			closeObjects(inner)
		}
	case []any:
		for _, inner := range v {
			closeObjects(inner)
		}
	}
}

// call makes a call and holds its answer against the description, and so the request where it succeeds.
func (d *described) call(method, path, body string, options ...option) *answer {
	d.Helper()
	a := d.do(method, path, body, options...)
	r, err := http.NewRequestWithContext(context.Background(), method, d.url+path, strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, o := range options {
		o(r)
	}
	route, parameters, err := d.router.FindRoute(r)
	if err != nil {
		d.Fatalf("%s: %v", a.what, err)
	}
	id := route.Operation.OperationID
	if d.seen[id] == nil {
		d.seen[id] = map[int]bool{}
	}
	d.seen[id][a.status] = true
	asked := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	if a.status < 300 {
		if err := openapi3filter.ValidateRequest(d.Context(), asked); err != nil {
			d.Errorf("%s succeeds against its description: %v", a.what, err)
		}
	}
	got := &openapi3filter.ResponseValidationInput{RequestValidationInput: asked, Status: a.status, Header: a.header, Options: asked.Options}
	if err := openapi3filter.ValidateResponse(d.Context(), got.SetBodyBytes([]byte(a.body))); err != nil {
		d.Errorf("%s: %d is not as described: %v", a.what, a.status, err)
	}
	for _, name := range timely {
		if a.header.Get(name) != "" && !d.describes(route.Operation, a.status, name) {
			d.Errorf("%s: %d carries %s, which is not described", a.what, a.status, name)
		}
	}
	d.placed[id] = d.placed[id] || a.header.Get("Candor-Position") != ""
	return a
}

// timely are the headers that tell how an answer stands to the log; only some answers have them.
var timely = []string{"Age", "Candor-Position"}

// describes tells whether an operation's answers of a status may carry a header.
func (d *described) describes(o *openapi3.Operation, status int, header string) bool {
	return o.Responses.Status(status).Value.Headers[header] != nil
}

// away makes the calls that read again while the log is away, and asks for a position that no log has: what answers then carries the
// age and the position that are described of it.
func (d *described) away(rows []row, admin option) {
	d.Helper()
	d.stopNode()
	for _, r := range rows {
		if r.method != "GET" || r.path == "/api/admin/session" && len(r.options) == 0 { // of whom nothing is known, nothing is asked
			continue
		}
		options := append(r.options[:len(r.options):len(r.options)], with("Candor-Position", "99999999"), admin) // the rows' own has signed out
		a := d.call(r.method, r.path, "", options...)
		for _, name := range timely {
			if want := d.describes(d.operation(r), a.status, name); want != (a.header.Get(name) != "") {
				d.Errorf("%s: %d while the log is away: %s is %q; described: %v", a.what, a.status, name, a.header.Get(name), want)
			}
		}
	}
	d.startNode()
}

// stopNode takes the log away.
func (s *site) stopNode() {
	s.Helper()
	s.closeNode()
	eventually.Holds(s, func() error {
		if s.log.Available() == nil {
			return errors.New("the log counts as available without its node")
		}
		return nil
	})
}

// startNode brings the log back, so that the site stops in good order.
func (s *site) startNode() {
	s.Helper()
	s.openNode()
	s.caughtUp()
}

// init says how bodies are read that are neither JSON nor a form.
func init() {
	for _, kind := range []string{"text/markdown", "text/x-python", "text/javascript", "application/x-ndjson", "text/csv", "text/plain",
		"text/event-stream", "application/vnd.apache.parquet"} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.PlainBodyDecoder)
	}
}

// row is a call that succeeds.
type row struct {
	method, path, body string
	status             int
	options            []option
}

// refusals makes the call in the ways in which it is refused. None of them changes anything.
func (d *described) refusals(r row) {
	d.Helper()
	o := d.operation(r)
	documented := func(status int) bool { return o.Responses.Status(status) != nil }
	security := *o.Security
	if len(security) > 0 {
		d.call(r.method, r.path, r.body).is(401)
	}
	if r.method != "GET" && !strings.HasPrefix(r.path, "/api/bot/") {
		d.call(r.method, r.path, r.body, append(r.options, with("Origin", "https://elsewhere.example"))...).is(403)
	}
	if o.RequestBody != nil {
		d.call(r.method, r.path, "nonsense", r.options...).is(400)
		d.call(r.method, r.path, r.body, append(r.options, instead("Content-Type", "text/plain"))...).is(415)
		d.call(r.method, r.path, `"`+strings.Repeat("x", 8<<20)+`"`, r.options...).is(413)
	}
	if documented(404) && strings.Contains(d.template(r), "{id}") {
		parts := strings.Split(r.path, "/")
		parts[slices.IndexFunc(strings.Split(d.template(r), "/"), func(p string) bool { return p == "{id}" })] = "999999"
		d.call(r.method, strings.Join(parts, "/"), r.body, r.options...).is(404)
	}
}

func (d *described) operation(r row) *openapi3.Operation {
	d.Helper()
	return d.doc.Paths.Find(d.template(r)).GetOperation(r.method)
}

// template is the path as the description writes it.
func (d *described) template(r row) string {
	d.Helper()
	request, err := http.NewRequestWithContext(d.Context(), r.method, d.url+r.path, bytes.NewReader(nil))
	if err != nil {
		d.Fatal(err)
	}
	route, _, err := d.router.FindRoute(request)
	if err != nil {
		d.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	return route.Path
}

// complete checks that every operation was seen with every status that it may have, but for those that need an accident.
func (d *described) complete() {
	d.Helper()
	var missing []string
	for path, item := range d.doc.Paths.Map() {
		for method, o := range item.Operations() {
			for status := range o.Responses.Map() {
				var n int
				if _, err := fmt.Sscan(status, &n); err != nil {
					d.Fatal(err)
				}
				if n != http.StatusAccepted && n != http.StatusServiceUnavailable && !d.seen[o.OperationID][n] {
					missing = append(missing, fmt.Sprintf("%s %s: %d", method, path, n))
				}
				// nothing was left to undo
				if method != "GET" && n < 300 && d.describes(o, n, "Candor-Position") && !d.placed[o.OperationID] && !strings.HasSuffix(path, "/undo") {
					missing = append(missing, fmt.Sprintf("%s %s: %d with Candor-Position", method, path, n))
				}
			}
		}
	}
	slices.SortFunc(missing, cmp.Compare)
	if missing != nil {
		d.Errorf("described, but not seen:\n%s", strings.Join(missing, "\n"))
	}
}
