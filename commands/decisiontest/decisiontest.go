// Package decisiontest runs tables of decisions: given these events, when this command, then those events or that refusal.
package decisiontest

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands"
	"candor/events"
)

// Scenario is one row: Given and Then are events, When is a command.
type Scenario[S commands.Aggregate[S]] struct {
	Name  string
	Given []events.Event
	When  commands.Decider[S]
	Then  []events.Event
	Err   commands.Kind // 0: none
	Field string        // that the error names; "": any
}

// row is satisfied by types that a package makes of Scenario, so that it can write rows without the names of their fields.
type row[S commands.Aggregate[S]] interface {
	~struct {
		Name  string
		Given []events.Event
		When  commands.Decider[S]
		Then  []events.Event
		Err   commands.Kind
		Field string
	}
}

// Play runs rows.
func Play[S commands.Aggregate[S], R row[S]](t *testing.T, rows []R) {
	t.Helper()
	var start S
	PlayFrom(t, start, rows)
}

// PlayFrom runs rows on a state before any event.
func PlayFrom[S commands.Aggregate[S], R row[S]](t *testing.T, start S, rows []R) {
	t.Helper()
	for _, one := range rows {
		run(t, start, Scenario[S](one))
	}
}

func run[S commands.Aggregate[S]](t *testing.T, start S, row Scenario[S]) {
	t.Helper()
	t.Run(row.Name, func(t *testing.T) {
		s := start
		for _, e := range row.Given {
			s = s.Evolve(e)
		}
		got, err := row.When.Decide(s)
		if row.Err != 0 {
			var fields []commands.FieldError
			if e, ok := err.(*commands.Error); ok {
				fields = e.Fields
			}
			if commands.KindOf(err) != row.Err || err == nil {
				t.Fatalf("got %v, want an error of kind %v", err, row.Err)
			}
			if row.Field != "" && !slices.ContainsFunc(fields, func(f commands.FieldError) bool { return f.Field == row.Field }) {
				t.Fatalf("got errors of %v, want one of %s", fields, row.Field)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.Then, got, cmp.Comparer(bytes.Equal)); diff != "" {
			t.Fatalf("events (-want +got):\n%s", diff)
		}
	})
}

// Happened lists events.
func Happened(es ...events.Event) []events.Event { return es }
