package editorial

import (
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func p[T any](v T) *T { return &v }

// happened lists events.
var happened = decisiontest.Happened

// scenario is a row of a table of decisions.
type scenario[S commands.Aggregate[S]] decisiontest.Scenario[S]

// stranger is an event that no aggregate knows; evolve must not mind.
type stranger struct{}

func (stranger) EventType() string { return "Stranger" }
