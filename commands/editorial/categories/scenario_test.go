package categories

import (
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// happened lists events.
var happened = decisiontest.Happened

// scenario is a row of a table of decisions.
type scenario[S commands.Aggregate[S]] decisiontest.Scenario[S]
