package events

import (
	"maps"
	"slices"
)

// ClassifiedTypes lists the types in the table of withdrawals, sorted.
func ClassifiedTypes() []string { return slices.Sorted(maps.Keys(withdrawals)) }
