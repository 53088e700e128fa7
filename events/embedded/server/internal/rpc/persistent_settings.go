package rpc

// The settings of groups as they come in a request.

import (
	"time"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/server/internal/persistent"
)

// settingsMessage is what the settings of a new and of a changed group have in common.
type settingsMessage interface {
	GetResolveLinks() bool
	GetExtraStatistics() bool
	GetMaxRetryCount() int32
	GetMinCheckpointCount() int32
	GetMaxCheckpointCount() int32
	GetMaxSubscriberCount() int32
	GetLiveBufferSize() int32
	GetReadBatchSize() int32
	GetHistoryBufferSize() int32
	GetMessageTimeoutTicks() int64
	GetMessageTimeoutMs() int32
	GetCheckpointAfterTicks() int64
	GetCheckpointAfterMs() int32
}

// tick is the unit of times that old clients send.
const tick = 100 * time.Nanosecond

func newSettings(m settingsMessage, strategy string, startFrom int64) persistent.Settings {
	return persistent.Settings{
		StartFrom:       startFrom,
		ResolveLinks:    m.GetResolveLinks(),
		ExtraStatistics: m.GetExtraStatistics(),
		MessageTimeout:  duration(m.GetMessageTimeoutTicks(), m.GetMessageTimeoutMs()),
		MaxRetries:      int(m.GetMaxRetryCount()),
		MinCheckpoint:   int(m.GetMinCheckpointCount()),
		MaxCheckpoint:   int(m.GetMaxCheckpointCount()),
		CheckpointAfter: duration(m.GetCheckpointAfterTicks(), m.GetCheckpointAfterMs()),
		MaxConsumers:    int(m.GetMaxSubscriberCount()),
		LiveBuffer:      int(m.GetLiveBufferSize()),
		HistoryBuffer:   int(m.GetHistoryBufferSize()),
		ReadBatch:       int(m.GetReadBatchSize()),
		Strategy:        strategy,
	}
}

// duration adds the two forms of a time, of which one is 0. The log keeps milliseconds.
func duration(ticks int64, ms int32) time.Duration {
	const longest = int64(time.Duration(1<<62) / tick)
	d := time.Duration(min(max(ticks, -1), longest))*tick + time.Duration(ms)*time.Millisecond
	return d.Truncate(time.Millisecond)
}

// startOption is where a group begins: at a revision or position, at the start, or with what comes after its creation.
type startOption interface {
	GetStart() *shared.Empty
	GetEnd() *shared.Empty
}

func startAt(o startOption, set bool, at uint64) (int64, *fail) {
	switch {
	case !set:
		return 0, invalid("start option: must be given")
	case o.GetStart() != nil:
		return 0, nil
	case o.GetEnd() != nil:
		return -1, nil
	}
	return int64(at), nil // 2^64-1 is the end too
}

// positionOf reads a position in $all.
func positionOf(p interface {
	GetCommitPosition() uint64
	GetPreparePosition() uint64
}) (uint64, *fail) {
	if p.GetCommitPosition() < p.GetPreparePosition() {
		return 0, invalid("position: commit must not be before prepare")
	}
	return p.GetCommitPosition(), nil
}

// ofStream is the stream of a group. The Go client names it beside where the group begins (today), the Node clients in
// a field of old.
func ofStream(today, old *shared.StreamIdentifier) *shared.StreamIdentifier {
	if today == nil {
		return old
	}
	return today
}

// newGroup reads the options of a group to be created.
func newGroup(o *api.CreateReq_Options) (k persistent.Key, s persistent.Settings, f *fail) {
	//lint:ignore SA1019 the Node clients set no other field
	old := o.GetStreamIdentifier()
	k, f = groupKey(o.GetAll() != nil, ofStream(o.GetStream().GetStreamIdentifier(), old), o.GetGroupName())
	if f != nil {
		return k, s, f
	}
	var from int64
	var filter *persistent.Filter
	if a := o.GetAll(); a != nil {
		var at uint64
		if at, f = positionOf(a.GetPosition()); f == nil {
			from, f = startAt(a, a.GetAllOption() != nil, at)
		}
		if f == nil {
			filter, f = groupFilter(a.GetFilter(), a.GetFilterOption() != nil)
		}
	} else if k.Stream == persistent.All {
		f = invalid("stream name: $all has an option of its own")
	} else if r := o.GetStream(); r == nil {
		//lint:ignore SA1019 the Node clients set no other field
		from = int64(o.GetSettings().GetRevision())
	} else {
		from, f = startAt(r, r.GetRevisionOption() != nil, r.GetRevision())
	}
	if f != nil {
		return k, s, f
	}
	strategy := o.GetSettings().GetConsumerStrategy()
	if strategy == "" { // as the clients of today send it
		//lint:ignore SA1019 there is no other field that they set
		strategy = o.GetSettings().GetNamedConsumerStrategy().String()
	}
	s = newSettings(o.GetSettings(), strategy, from)
	s.Filter = filter
	return k, s, nil
}

// changedGroup reads the options of a group to be updated.
func changedGroup(o *api.UpdateReq_Options) (k persistent.Key, s persistent.Settings, f *fail) {
	//lint:ignore SA1019 the Node clients set no other field
	old := o.GetStreamIdentifier()
	k, f = groupKey(o.GetAll() != nil, ofStream(o.GetStream().GetStreamIdentifier(), old), o.GetGroupName())
	if f != nil {
		return k, s, f
	}
	var from int64
	if a := o.GetAll(); a != nil {
		var at uint64
		if at, f = positionOf(a.GetPosition()); f == nil {
			from, f = startAt(a, a.GetAllOption() != nil, at)
		}
	} else if r := o.GetStream(); r == nil {
		//lint:ignore SA1019 the Node clients set no other field
		from = int64(o.GetSettings().GetRevision())
	} else {
		from, f = startAt(r, r.GetRevisionOption() != nil, r.GetRevision())
	}
	return k, newSettings(o.GetSettings(), o.GetSettings().GetNamedConsumerStrategy().String(), from), f
}

// groupFilter reads a filter; without one a group wants everything.
func groupFilter(o *api.CreateReq_AllOptions_FilterOptions, set bool) (*persistent.Filter, *fail) {
	expr, byType := o.GetStreamIdentifier(), false
	if o.GetEventType() != nil {
		expr, byType = o.GetEventType(), true
	}
	switch {
	case o == nil || !set:
		return nil, nil
	case expr == nil:
		return nil, invalid("filter: must be by stream name or by event type")
	}
	if _, err := engine.NewMatcher(expr.Regex, expr.Prefix); err != nil {
		return nil, invalid("filter: " + err.Error())
	}
	return &persistent.Filter{ByType: byType, Regex: expr.Regex, Prefixes: expr.Prefix}, nil
}
