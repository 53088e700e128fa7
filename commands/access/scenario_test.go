package access

import (
	"testing"
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func happened(es ...events.Event) []events.Event { return es }

// scenario is a row of a table of decisions.
type scenario[S commands.Aggregate[S]] decisiontest.Scenario[S]

// play runs the rows.
func play[S commands.Aggregate[S]](t *testing.T, rows []scenario[S]) {
	t.Helper()
	var zero S
	playFrom(t, zero, rows)
}

// playFrom runs the rows on a state before any event.
func playFrom[S commands.Aggregate[S]](t *testing.T, start S, rows []scenario[S]) {
	t.Helper()
	for _, row := range rows {
		decisiontest.Run(t, start, decisiontest.Scenario[S](row))
	}
}
