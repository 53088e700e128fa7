// What a route must state.

package httpapi

import (
	"strings"
	"testing"

	"candor/httpapi/metrics"
	"candor/projections"
	"candor/projections/answers"
)

func TestARouteStatesEverythingAndContradictsNothing(t *testing.T) {
	handle := func(*request) error { return nil }
	read := route{handle: handle, who: anybody, dependsOn: models{contentModel}, class: classReady, asOf: anyMoment}
	write := route{handle: handle, who: admin, dependsOn: models{contentModel}, class: classNeeded, body: maxBody}
	pages := func(*projections.Models, pageAddress) (func() (*answers.Answer, error), error) {
		return nil, nil
	}
	for name, tt := range map[string]struct {
		method string
		of     route
		change func(r *route)
		says   string
	}{
		"a read":                     {"GET", read, func(*route) {}, ""},
		"a write":                    {"POST", write, func(*route) {}, ""},
		"a deletion":                 {"DELETE", write, func(r *route) { r.body = 0 }, ""},
		"no handler":                 {"GET", read, func(r *route) { r.handle = nil }, "no handler"},
		"no caller":                  {"GET", read, func(r *route) { r.who = caller{} }, "who may call it"},
		"no read models":             {"GET", read, func(r *route) { r.dependsOn = nil }, "what it depends on"},
		"no class":                   {"GET", read, func(r *route) { r.class = 0 }, "class"},
		"a read without moments":     {"GET", read, func(r *route) { r.asOf = 0 }, "moments"},
		"a write without a limit":    {"PATCH", write, func(r *route) { r.body = 0 }, "limit of its body"},
		"a write in the past":        {"POST", write, func(r *route) { r.asOf = anyMoment }, "other moments"},
		"a read with a body":         {"GET", read, func(r *route) { r.body = noBody }, "no body"},
		"a deletion with a body":     {"DELETE", write, func(*route) {}, "no body"},
		"the admin's in the past":    {"GET", read, func(r *route) { r.who, r.class = admin, classAdmin }, "everybody may see the past"},
		"the admin's as a reader's":  {"GET", read, func(r *route) { r.who, r.asOf = admin, presentOnly }, "for strangers"},
		"a reader's as the admin's":  {"GET", read, func(r *route) { r.class = classAdmin }, "not for everybody"},
		"bytes as requests":          {"GET", read, func(r *route) { r.class = classListBytes }, "counts bytes"},
		"a cached write":             {"POST", write, func(r *route) { r.cached = true }, "only public reads are cached"},
		"a read as a page view":      {"GET", read, func(r *route) { r.class = classViews }, "a page view is written"},
		"a page that reads a write":  {"POST", write, func(r *route) { r.render = pages }, "pages can only read"},
		"a page that reads a secret": {"GET", read, func(r *route) { r.who, r.class, r.asOf, r.render = admin, classAdmin, presentOnly, pages }, "pages can only read"},
		"a silent write":             {"POST", write, func(r *route) { r.debugLog = true }, "logged for debugging"},
		"a read without the log":     {"GET", read, func(r *route) { r.withoutLog = true }, "needs no log"},
	} {
		r := tt.of
		tt.change(&r)
		err := r.check(tt.method, "/api/things")
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), tt.method+" /api/things")) {
			t.Errorf("%s: %v, want an error that says %q", name, err, tt.says)
		}
	}
}

func TestNewRefusesARouteThatStatesTooLittle(t *testing.T) {
	s := &server{metrics: &metrics.Metrics{}, load: newLoad()}
	table := newTable(s)
	table.handle("/api/things", methods{"GET": {handle: func(*request) error { return nil }}})
	if len(table.errs) != 1 {
		t.Errorf("errors: %v", table.errs)
	}
}
