package rpc

// Persistent subscriptions: what groups tell about themselves.

import (
	"context"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"

	"candor/events/embedded/server/internal/persistent"
)

// GetInfo implements the service.
func (s *Groups) GetInfo(_ context.Context, req *api.GetInfoReq) (*api.GetInfoResp, error) {
	o := req.GetOptions()
	k, f := groupKey(o.GetAll() != nil, o.GetStreamIdentifier(), o.GetGroupName())
	if f != nil {
		return nil, f
	}
	info, err := s.manager.Info(k)
	if err != nil {
		return nil, groupFailure(k, err)
	}
	return &api.GetInfoResp{SubscriptionInfo: groupInfo(&info)}, nil
}

// List implements the service.
func (s *Groups) List(_ context.Context, req *api.ListReq) (*api.ListResp, error) {
	stream := ""
	switch o := req.GetOptions().GetListOption().(type) {
	case *api.ListReq_Options_ListAllSubscriptions:
	case *api.ListReq_Options_ListForStream:
		if stream = persistent.All; o.ListForStream.GetAll() == nil {
			var f *fail
			if stream, f = streamName(o.ListForStream.GetStream().GetStreamName()); f != nil {
				return nil, f
			}
		}
	default:
		return nil, invalid("list option: must be given")
	}
	infos, err := s.manager.List(stream)
	if err != nil {
		return nil, groupFailure(persistent.Key{Stream: stream}, err)
	}
	resp := &api.ListResp{}
	for i := range infos {
		resp.Subscriptions = append(resp.Subscriptions, groupInfo(&infos[i]))
	}
	return resp, nil
}

func groupInfo(i *persistent.Info) *api.SubscriptionInfo {
	out := &api.SubscriptionInfo{
		EventSource:                   i.Stream,
		GroupName:                     i.Group,
		Status:                        i.Status,
		AveragePerSecond:              int32(i.PerSecond),
		TotalItems:                    i.Total,
		CountSinceLastMeasurement:     i.SinceLast,
		LastCheckpointedEventPosition: i.Checkpoint,
		LastKnownEventPosition:        i.Known,
		ResolveLinkTos:                i.ResolveLinks,
		StartFrom:                     i.StartFrom,
		MessageTimeoutMilliseconds:    int32(i.MessageTimeout.Milliseconds()),
		ExtraStatistics:               i.ExtraStatistics,
		MaxRetryCount:                 int32(i.MaxRetries),
		LiveBufferSize:                int32(i.LiveBuffer),
		BufferSize:                    int32(i.HistoryBuffer),
		ReadBatchSize:                 int32(i.ReadBatch),
		CheckPointAfterMilliseconds:   int32(i.CheckpointAfter.Milliseconds()),
		MinCheckPointCount:            int32(i.MinCheckpoint),
		MaxCheckPointCount:            int32(i.MaxCheckpoint),
		ReadBufferCount:               int32(i.Buffered),
		LiveBufferCount:               int64(i.BufferedLive),
		RetryBufferCount:              int32(i.Retrying),
		TotalInFlightMessages:         int32(i.InFlight),
		OutstandingMessagesCount:      int32(i.InFlight),
		NamedConsumerStrategy:         i.Strategy,
		MaxSubscriberCount:            int32(i.MaxConsumers),
		ParkedMessageCount:            i.Parked,
	}
	for _, c := range i.Consumers {
		info := &api.SubscriptionInfo_ConnectionInfo{
			From:                      c.From,
			Username:                  c.User,
			AverageItemsPerSecond:     int32(c.PerSecond),
			TotalItems:                c.Total,
			CountSinceLastMeasurement: c.SinceLast,
			AvailableSlots:            int32(c.Free),
			InFlightMessages:          int32(c.InFlight),
			ConnectionName:            c.Name,
		}
		for _, m := range c.Measurements {
			info.ObservedMeasurements = append(info.ObservedMeasurements, &api.SubscriptionInfo_Measurement{Key: m.Key, Value: m.Value})
		}
		out.Connections = append(out.Connections, info)
	}
	return out
}
