package rpc

// A read request, checked.

import (
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
	form      uuidForm
	filter    filter
}

// newQuery checks a request. Allowed are, of a stream: both directions, and a subscription forwards; of $all: the same,
// with or without a filter.
func newQuery(req *api.ReadReq) (query, *fail) {
	o := req.GetOptions()
	q := query{resolve: o.GetResolveLinks()}
	if o.GetUuidOption() == nil {
		return q, invalid("uuid option: must be given")
	}
	if o.GetUuidOption().GetString_() != nil {
		q.form = uuidText
	}
	switch o.GetReadDirection() {
	case api.ReadReq_Options_Forwards:
	case api.ReadReq_Options_Backwards:
		q.backwards = true
	default:
		return q, invalid("read direction: unknown")
	}
	switch c := o.GetCountOption().(type) {
	case *api.ReadReq_Options_Count:
		q.count = c.Count
	case *api.ReadReq_Options_Subscription:
		q.subscribe = true
	default:
		return q, invalid("count option: must be a count or a subscription")
	}
	if q.subscribe && q.backwards {
		return q, invalid("read direction: a subscription goes forwards")
	}
	switch s := o.GetStreamOption().(type) {
	case *api.ReadReq_Options_Stream:
		if f := q.streamOptions(s.Stream); f != nil {
			return q, f
		}
	case *api.ReadReq_Options_All:
		if f := q.allOptions(s.All); f != nil {
			return q, f
		}
	default:
		return q, invalid("stream option: must be a stream or $all")
	}
	return q, q.filterOptions(o)
}

func (q *query) filterOptions(o *api.ReadReq_Options) (f *fail) {
	switch o.GetFilterOption().(type) {
	case *api.ReadReq_Options_Filter:
		if q.stream != "" {
			return invalid("filter: only $all can be filtered")
		}
		q.filter, f = newFilter(o.GetFilter(), q.subscribe)
		return f
	case *api.ReadReq_Options_NoFilter:
		return nil
	}
	return invalid("filter option: must be given")
}

func (q *query) streamOptions(s *api.ReadReq_Options_StreamOptions) (f *fail) {
	if q.stream, f = streamName(s.GetStreamIdentifier().GetStreamName()); f != nil {
		return f
	}
	switch r := s.GetRevisionOption().(type) {
	case *api.ReadReq_Options_StreamOptions_Revision:
		q.start, q.at = fromHere, r.Revision
	case *api.ReadReq_Options_StreamOptions_Start:
		q.start = fromStart
	case *api.ReadReq_Options_StreamOptions_End:
		q.start = fromEnd
	default:
		return invalid("revision option: must be given")
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
