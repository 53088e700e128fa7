package rpc

// Persistent subscriptions: the calls about groups. What a group does is in package persistent.

import (
	"context"
	"encoding/base64"
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/server/internal/persistent"
)

// Groups serves persistent subscriptions.
type Groups struct {
	api.UnimplementedPersistentSubscriptionsServer
	guard
	manager *persistent.Manager
}

// NewGroups returns the service on a manager. authenticates is as for [NewStreams].
func NewGroups(m *persistent.Manager, e *engine.Engine, authenticates bool) *Groups {
	return &Groups{guard: guard{e, authenticates}, manager: m}
}

// Create implements the service.
func (s *Groups) Create(ctx context.Context, req *api.CreateReq) (*api.CreateResp, error) {
	k, settings, f := newGroup(req.GetOptions())
	if f != nil {
		return nil, f
	}
	if err := s.manager.Create(k, settings, callerName(ctx)); err != nil {
		return nil, groupFailure(k, err)
	}
	return &api.CreateResp{}, nil
}

// Update implements the service.
func (s *Groups) Update(ctx context.Context, req *api.UpdateReq) (*api.UpdateResp, error) {
	k, settings, f := changedGroup(req.GetOptions())
	if f != nil {
		return nil, f
	}
	if err := s.manager.Update(k, settings, callerName(ctx)); err != nil {
		return nil, groupFailure(k, err)
	}
	return &api.UpdateResp{}, nil
}

// Delete implements the service.
func (s *Groups) Delete(ctx context.Context, req *api.DeleteReq) (*api.DeleteResp, error) {
	o := req.GetOptions()
	k, f := groupKey(o.GetAll() != nil, o.GetStreamIdentifier(), o.GetGroupName())
	if f != nil {
		return nil, f
	}
	if err := s.manager.Delete(k, callerName(ctx)); err != nil {
		return nil, groupFailure(k, err)
	}
	return &api.DeleteResp{}, nil
}

// ReplayParked implements the service.
func (s *Groups) ReplayParked(_ context.Context, req *api.ReplayParkedReq) (*api.ReplayParkedResp, error) {
	o := req.GetOptions()
	k, f := groupKey(o.GetAll() != nil, o.GetStreamIdentifier(), o.GetGroupName())
	if f != nil {
		return nil, f
	}
	stopAt := int64(math.MaxInt64)
	switch option := o.GetStopAtOption().(type) {
	case *api.ReplayParkedReq_Options_StopAt:
		stopAt = option.StopAt
	case *api.ReplayParkedReq_Options_NoLimit:
	default:
		return nil, invalid("stop at option: must be given")
	}
	err := error(persistent.Failed("Cannot stop replaying parked message at a negative version."))
	if stopAt >= 0 {
		err = s.manager.Replay(k, stopAt)
	}
	if err != nil {
		return nil, groupFailure(k, err)
	}
	return &api.ReplayParkedResp{}, nil
}

// RestartSubsystem implements the service.
func (s *Groups) RestartSubsystem(context.Context, *shared.Empty) (*shared.Empty, error) {
	s.manager.Restart()
	return &shared.Empty{}, nil
}

// groupKey reads which group a request is about. $all may also come as a stream's name, as old clients send it.
func groupKey(all bool, id *shared.StreamIdentifier, group string) (k persistent.Key, f *fail) {
	k = persistent.Key{Stream: persistent.All, Group: group}
	switch {
	case group == "":
		return k, invalid("group name: must not be empty")
	case !utf8.ValidString(group):
		return k, invalid("group name: not valid UTF-8")
	case all:
		return k, nil
	}
	k.Stream, f = streamName(id.GetStreamName())
	return k, f
}

// groupFailure turns an error about a group into one for the caller.
func groupFailure(k persistent.Key, err error) error {
	group := "group " + k.Group + " on stream " + k.Stream
	trailers := func(exception string, more ...string) []string {
		names := []string{"exception", exception, "stream-name", headerText(k.Stream)}
		if k.Group != "" {
			names = append(names, "group-name", headerText(k.Group))
		}
		return append(names, more...)
	}
	var failed persistent.Failed
	switch {
	case errors.Is(err, persistent.ErrExists):
		return &fail{codes.AlreadyExists, "Subscription " + group + " exists.", trailers("persistent-subscription-exists")}
	case errors.Is(err, persistent.ErrNotFound):
		return &fail{codes.NotFound, "Subscription " + group + " does not exist.", trailers("persistent-subscription-does-not-exist")}
	case errors.Is(err, persistent.ErrFull):
		return &fail{codes.FailedPrecondition, "Maximum subscriptions reached for subscription " + group + ".", trailers("maximum-subscribers-reached")}
	case errors.Is(err, persistent.ErrDropped):
		return &fail{codes.Canceled, "Subscription " + group + " was dropped.", trailers("persistent-subscription-dropped")}
	case errors.As(err, &failed):
		return &fail{codes.Internal, "Subscription " + group + " failed: '" + string(failed) + "'", trailers("persistent-subscription-failed", "reason", headerText(string(failed)))}
	}
	return failure(k.Stream, err)
}

// callerName is the name that a caller gives with its credentials, which were checked before.
func callerName(ctx context.Context) string {
	md, _ := metadata.FromIncomingContext(ctx)
	for _, header := range md.Get("authorization") {
		_, value, _ := strings.Cut(header, " ")
		if given, err := base64.StdEncoding.DecodeString(value); err == nil {
			name, _, _ := strings.Cut(string(given), ":")
			return name
		}
	}
	return "anonymous"
}
