// The walk: the steps of walkthrough.yaml, ready to be written in any language.

package openapi

import (
	"encoding/json"
	"fmt"
	"strings"
)

// step is one call of the walk.
type step struct {
	Number     int
	Title      string
	Method     string
	operation  operation
	Path       string // may hold {name}, where an earlier step kept a value
	Permission string // that the key needs; "a or b" where either will do; ""
	Body       any    // nil: none
	Fill       int    // the body is a bulk of so many empty items
	Once       string // the Idempotency-Key; ""
	Sign       string // "", "bearer", "wrong", "none"
	Expect     int
	Keep       []kept
	Check      []check
}

// kept is a member of an answer that later steps need.
type kept struct {
	Name string
	Path []any
}

// check is what a member of an answer must be.
type check struct {
	Path []any
	Is   any
}

// walk returns the steps.
func walk() []step {
	operations := operationsByID()
	var steps []step
	for i, item := range assembled().list("x-walkthrough") {
		o := item.(*object)
		call, ok := operations[o.text("operation")]
		if !ok {
			panic(fmt.Errorf("step %d: no operation %q", i+1, o.text("operation")))
		}
		s := step{
			Number: i + 1, Title: o.text("title"), Method: call.Method, operation: call,
			Path: filled(call.Path, o.object("at")), Permission: call.operation.text("x-permission"),
			Body: o.get("with"), Fill: o.number("fill"), Once: o.text("once"), Sign: o.text("sign"), Expect: o.number("expect"),
		}
		if keep := o.object("keep"); keep != nil {
			for _, m := range keep.members {
				s.Keep = append(s.Keep, kept{m.name, m.value.([]any)})
			}
		}
		for _, c := range o.list("check") {
			c := c.(*object)
			s.Check = append(s.Check, check{c.list("path"), c.get("is")})
		}
		steps = append(steps, s)
	}
	return steps
}

// filled returns a path with the values of its parameters.
func filled(path string, at *object) string {
	if at == nil {
		return path
	}
	for _, m := range at.members {
		path = strings.ReplaceAll(path, "{"+m.name+"}", fmt.Sprint(m.value))
	}
	return path
}

// number returns the member's whole number, 0 when it is absent.
func (o *object) number(name string) int {
	n, _ := o.get(name).(json.Number)
	whole, _ := n.Int64()
	return int(whole)
}

// operation is one call of the document.
type operation struct {
	Method, Path string
	operation    *object
}

// operations lists the calls in the order of the document.
func operations() []operation {
	var all []operation
	for _, p := range assembled().object("paths").members {
		for _, m := range p.value.(*object).members {
			all = append(all, operation{strings.ToUpper(m.name), p.name, m.value.(*object)})
		}
	}
	return all
}

func operationsByID() map[string]operation {
	byID := map[string]operation{}
	for _, o := range operations() {
		byID[o.operation.text("operationId")] = o
	}
	return byID
}

// variable returns the name in a text that is nothing but "{name}".
func variable(text string) (name string, ok bool) {
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") && strings.Count(text, "{") == 1 {
		return text[1 : len(text)-1], true
	}
	return "", false
}
