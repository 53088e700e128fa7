package projections_test

import (
	"maps"
	"os"
	"slices"

	"github.com/rs/zerolog"
)

// testLogger is silent unless PROJECTIONS_LOG is set.
var testLogger = func() zerolog.Logger {
	if os.Getenv("PROJECTIONS_LOG") == "" {
		return zerolog.Nop()
	}
	return zerolog.New(zerolog.ConsoleWriter{Out: os.Stderr})
}()

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
