package rpc

// A read request, checked.

import (
	"fmt"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// startKind says where a read begins.
type startKind uint8

const (
	fromStart startKind = iota
	fromEnd
	fromHere
)

// query is a checked ReadReq.
type query struct {
	stream    string // "" for $all
	start     startKind
	at        uint64 // revision or position, for fromHere
	backwards bool
	subscribe bool
	count     uint64
	resolve   bool // replace links by what they point to
	positions bool // tell a stream's first and last revision beside its events
	form      uuidForm
	filter    filter
}

// newQuery checks a request. Allowed are, of a stream: both directions, and a subscription forwards; of $all: the same,
// with or without a filter.
func newQuery(req *api.ReadReq) (q query, f *fail) {
	o := req.GetOptions()
	switch {
	case o == nil:
		return q, invalid("options: must be given")
	case o.GetStreamOption() == nil:
		return q, missing("ReadReq", "StreamOption")
	case !allowed(o):
		return q, invalid(fmt.Sprintf("The combination of (%s, %s, %s, %s) is invalid.",
			optionName(o.GetStreamOption()), optionName(o.GetCountOption()), o.GetReadDirection(), optionName(o.GetFilterOption())))
	}
	q = query{
		backwards: o.GetReadDirection() == api.ReadReq_Options_Backwards, subscribe: o.GetSubscription() != nil, count: o.GetCount(),
		resolve: o.GetResolveLinks(), positions: o.GetControlOption().GetCompatibility() >= 1,
	}
	if o.GetUuidOption().GetString_() != nil {
		q.form = uuidText
	}
	if s := o.GetStream(); s != nil {
		f = q.streamOptions(s)
	} else {
		f = q.allOptions(o.GetAll())
	}
	switch {
	case f != nil:
		return q, f
	case !q.subscribe && q.count == 0:
		return q, invalid("count: must be at least 1")
	case o.GetFilter() != nil:
		q.filter, f = newFilter(o.GetFilter(), q.subscribe)
	}
	return q, f
}

// allowed reports whether the options of a request go together.
func allowed(o *api.ReadReq_Options) bool {
	direction := o.GetReadDirection()
	switch {
	case o.GetCountOption() == nil, o.GetFilterOption() == nil, o.GetFilter() != nil && o.GetStream() != nil:
		return false
	case direction == api.ReadReq_Options_Backwards:
		return o.GetSubscription() == nil
	}
	return direction == api.ReadReq_Options_Forwards
}

// optionName is what EventStoreDB calls an option in its errors.
func optionName(option any) string {
	switch option.(type) {
	case *api.ReadReq_Options_Stream:
		return "Stream"
	case *api.ReadReq_Options_All:
		return "All"
	case *api.ReadReq_Options_Count:
		return "Count"
	case *api.ReadReq_Options_Subscription:
		return "Subscription"
	case *api.ReadReq_Options_Filter:
		return "Filter"
	case *api.ReadReq_Options_NoFilter:
		return "NoFilter"
	}
	return "None"
}

func (q *query) streamOptions(s *api.ReadReq_Options_StreamOptions) (f *fail) {
	if q.stream, f = streamName(s.GetStreamIdentifier().GetStreamName()); f != nil {
		return f
	}
	switch r := s.GetRevisionOption().(type) {
	case *api.ReadReq_Options_StreamOptions_Revision:
		switch {
		case r.Revision == 1<<64-1:
			q.start = fromEnd
		case r.Revision > maxRevision:
			return invalid("revision: out of range")
		default:
			q.start, q.at = fromHere, r.Revision
		}
	case *api.ReadReq_Options_StreamOptions_Start:
		q.start = fromStart
	case *api.ReadReq_Options_StreamOptions_End:
		q.start = fromEnd
	default:
		return invalid("revision option: must be given")
	}
	if q.start == fromEnd && !q.backwards && !q.subscribe {
		return invalid("revision option: a read forwards can't begin at the end of a stream")
	}
	return nil
}

func (q *query) allOptions(a *api.ReadReq_Options_AllOptions) *fail {
	switch p := a.GetAllOption().(type) {
	case *api.ReadReq_Options_AllOptions_Position:
		commit, prepare := p.Position.GetCommitPosition(), p.Position.GetPreparePosition()
		switch {
		case commit < prepare:
			return invalid("position: commit must not be before prepare")
		case commit == 1<<64-1:
			q.start = fromEnd
		default:
			q.start, q.at = fromHere, commit
		}
	case *api.ReadReq_Options_AllOptions_Start:
		q.start = fromStart
	case *api.ReadReq_Options_AllOptions_End:
		q.start = fromEnd
	default:
		return invalid("position option: must be given")
	}
	return nil
}
