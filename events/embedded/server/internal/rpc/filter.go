package rpc

// Filters of $all.

import (
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"candor/events/embedded/internal/engine"
)

// defaultWindow is how many events are considered in one go when the request does not say.
const defaultWindow = 32

// filter decides which events of the log a read wants. The zero value wants all.
type filter struct {
	match    *engine.Matcher // nil: everything
	byType   bool            // what it matches is the event's type, otherwise its stream's name
	interval int             // considered events between two checkpoints
}

// newFilter reads a filter.
func newFilter(o *api.ReadReq_Options_FilterOptions, subscription bool) (filter, *fail) {
	expr := o.GetStreamIdentifier()
	f := filter{}
	if o.GetEventType() != nil {
		expr, f.byType = o.GetEventType(), true
	}
	if expr == nil {
		return f, invalid("filter: must be by stream name or by event type")
	}
	var err error
	if f.match, err = engine.NewMatcher(expr.Regex, expr.Prefix); err != nil {
		return f, invalid("filter: " + err.Error())
	}
	window := uint64(defaultWindow)
	switch w := o.GetWindow().(type) {
	case *api.ReadReq_Options_FilterOptions_Max:
		window = uint64(w.Max)
	case *api.ReadReq_Options_FilterOptions_Count:
	default:
		return f, invalid("filter: window: must be given")
	}
	if window == 0 {
		return f, invalid("filter: window: must be at least 1")
	}
	if !subscription {
		return f, nil
	}
	multiplier := uint64(o.GetCheckpointIntervalMultiplier())
	if multiplier == 0 {
		return f, invalid("filter: checkpoint interval multiplier: must be at least 1")
	}
	f.interval = int(min(window*multiplier, 1<<40))
	return f, nil
}
