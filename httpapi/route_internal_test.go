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
	handle := func(*Call) error { return nil }
	read := Route{Handle: handle, Who: Anybody, DependsOn: Models{ContentModel}, Class: ClassReady, AsOf: AnyMoment}
	write := Route{Handle: handle, Who: Admin, DependsOn: Models{ContentModel}, Class: ClassNeeded, Body: MaxBody}
	pages := func(*projections.Models, PageAddress) (func() (*answers.Answer, error), error) {
		return nil, nil
	}
	for name, tt := range map[string]struct {
		method string
		of     Route
		change func(r *Route)
		says   string
	}{
		"a read":                    {"GET", read, func(*Route) {}, ""},
		"a write":                   {"POST", write, func(*Route) {}, ""},
		"a deletion":                {"DELETE", write, func(r *Route) { r.Body = 0 }, ""},
		"no handler":                {"GET", read, func(r *Route) { r.Handle = nil }, "no handler"},
		"no caller":                 {"GET", read, func(r *Route) { r.Who = Who{} }, "who may call it"},
		"no read models":            {"GET", read, func(r *Route) { r.DependsOn = nil }, "what it depends on"},
		"no class":                  {"GET", read, func(r *Route) { r.Class = 0 }, "class"},
		"a read without moments":    {"GET", read, func(r *Route) { r.AsOf = 0 }, "moments"},
		"a write without a limit":   {"PATCH", write, func(r *Route) { r.Body = 0 }, "limit of its body"},
		"a write in the past":       {"POST", write, func(r *Route) { r.AsOf = AnyMoment }, "other moments"},
		"a read with a body":        {"GET", read, func(r *Route) { r.Body = NoBody }, "no body"},
		"a deletion with a body":    {"DELETE", write, func(*Route) {}, "no body"},
		"the admin's in the past":   {"GET", read, func(r *Route) { r.Who, r.Class = Admin, ClassAdmin }, "everybody may see the past"},
		"the admin's as a reader's": {"GET", read, func(r *Route) { r.Who, r.AsOf = Admin, PresentOnly }, "for strangers"},
		"a reader's as the admin's": {"GET", read, func(r *Route) { r.Class = ClassAdmin }, "not for everybody"},
		"bytes as requests":         {"GET", read, func(r *Route) { r.Class = classListBytes }, "counts bytes"},
		"a cached write":            {"POST", write, func(r *Route) { r.Cached = true }, "only public reads are cached"},
		"a read as a page view":     {"GET", read, func(r *Route) { r.Class = ClassViews }, "a page view is written"},
		"a page that reads a write": {"POST", write, func(r *Route) { r.Render = pages }, "pages can only read"},
		"a page that reads a secret": {"GET", read, func(r *Route) { r.Who, r.Class, r.AsOf, r.Render = Admin, ClassAdmin, PresentOnly, pages },
			"pages can only read"},
		"a silent write":         {"POST", write, func(r *Route) { r.DebugLog = true }, "logged for debugging"},
		"a read without the log": {"GET", read, func(r *Route) { r.WithoutLog = true }, "needs no log"},
	} {
		r := tt.of
		tt.change(&r)
		err := r.check(tt.method, "/api/things")
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says) ||
			!strings.Contains(err.Error(), tt.method+" /api/things")) {
			t.Errorf("%s: %v, want an error that says %q", name, err, tt.says)
		}
	}
}

func TestNewRefusesARouteThatStatesTooLittle(t *testing.T) {
	s := &Server{Metrics: &metrics.Metrics{}, load: newLoad()}
	table := newTable(s)
	table.Handle("/api/things", Methods{"GET": {Handle: func(*Call) error { return nil }}})
	if len(table.errs) != 1 {
		t.Errorf("errors: %v", table.errs)
	}
}
