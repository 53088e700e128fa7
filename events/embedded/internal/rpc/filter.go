package rpc

// Filters of $all.

import (
	"bytes"
	"regexp"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// defaultWindow is how many events are considered in one go when the request does not say.
const defaultWindow = 32

// filter decides which events of the log a read wants. The zero value wants all.
type filter struct {
	matches  func(text []byte) bool // nil: everything
	byType   bool                   // text is the event's type, otherwise its stream's name
	interval int                    // considered events between two checkpoints
}

// newFilter reads a filter. The regular expression is RE2: what only .NET knows (look-around, back-references) is refused.
func newFilter(o *api.ReadReq_Options_FilterOptions, subscription bool) (filter, *fail) {
	expr := o.GetStreamIdentifier()
	f := filter{}
	if o.GetEventType() != nil {
		expr, f.byType = o.GetEventType(), true
	}
	switch {
	case expr == nil:
		return f, invalid("filter: must be by stream name or by event type")
	case expr.Regex != "":
		re, err := regexp.Compile(expr.Regex)
		if err != nil {
			return f, invalid("filter: regular expression: " + err.Error())
		}
		f.matches = re.Match
	case len(expr.Prefix) > 0:
		prefixes := make([][]byte, len(expr.Prefix))
		for i, p := range expr.Prefix {
			prefixes[i] = []byte(p)
		}
		f.matches = func(text []byte) bool {
			for _, p := range prefixes {
				if bytes.HasPrefix(text, p) {
					return true
				}
			}
			return false
		}
	default:
		return f, invalid("filter: must have a regular expression or a prefix")
	}
	window := uint64(defaultWindow)
	switch w := o.GetWindow().(type) {
	case *api.ReadReq_Options_FilterOptions_Max:
		window = uint64(w.Max)
	case *api.ReadReq_Options_FilterOptions_Count:
	default:
		return f, invalid("filter: window: must be given")
	}
	if !subscription {
		return f, nil
	}
	if window == 0 {
		return f, invalid("filter: window: must be at least 1")
	}
	multiplier := uint64(o.GetCheckpointIntervalMultiplier())
	if multiplier == 0 {
		return f, invalid("filter: checkpoint interval multiplier: must be at least 1")
	}
	f.interval = int(min(window*multiplier, 1<<40))
	return f, nil
}
