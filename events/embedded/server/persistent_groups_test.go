package server_test

// Persistent subscriptions: groups are made, changed, listed and removed; what goes wrong is said as EventStoreDB says it.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

func TestGroupErrors(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	group(t, client, "s", "g", func(s *esdb.PersistentSubscriptionSettings) { s.MaxSubscriberCount = 1 })
	consume(t, client, "s", "g", 1)
	ctx := within(t)
	create := func(stream string, from esdb.StreamPosition, change func(*esdb.PersistentSubscriptionSettings)) error {
		return client.CreatePersistentSubscription(ctx, stream, "g", esdb.PersistentStreamSubscriptionOptions{Settings: settings(change), StartFrom: from})
	}
	for what, c := range map[string]struct {
		err  error
		code esdb.ErrorCode
	}{
		"create again":     {create("s", esdb.Start{}, nil), esdb.ErrorCodeResourceAlreadyExists},
		"update missing":   {client.UpdatePersistentSubscription(ctx, "s", "x", esdb.PersistentStreamSubscriptionOptions{Settings: settings(nil)}), esdb.ErrorCodeResourceNotFound},
		"update $all":      {client.UpdatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{Settings: settings(nil)}), esdb.ErrorCodeResourceNotFound},
		"delete missing":   {client.DeletePersistentSubscription(ctx, "x", "g", esdb.DeletePersistentSubscriptionOptions{}), esdb.ErrorCodeResourceNotFound},
		"delete from $all": {client.DeletePersistentSubscriptionToAll(ctx, "g", esdb.DeletePersistentSubscriptionOptions{}), esdb.ErrorCodeResourceNotFound},
		"replay missing":   {client.ReplayParkedMessages(ctx, "s", "x", esdb.ReplayParkedMessagesOptions{}), esdb.ErrorCodeResourceNotFound},
		"replay backwards": {client.ReplayParkedMessages(ctx, "s", "g", esdb.ReplayParkedMessagesOptions{StopAt: -1}), esdb.ErrorCodeUnknown},
		"no group name":    {client.CreatePersistentSubscription(ctx, "s", "", esdb.PersistentStreamSubscriptionOptions{}), esdb.ErrorCodeUnknown},
		"$all by name":     {create("$all", esdb.Start{}, nil), esdb.ErrorCodeUnknown},
		"batch too large":  {create("t", esdb.Start{}, func(s *esdb.PersistentSubscriptionSettings) { s.ReadBatchSize, s.HistoryBufferSize = 20, 20 }), esdb.ErrorCodeUnknown},
		"no live buffer":   {create("t", esdb.Start{}, func(s *esdb.PersistentSubscriptionSettings) { s.LiveBufferSize = 0 }), esdb.ErrorCodeUnknown},
		"long name":        {create(strings.Repeat("s", 2040), esdb.Start{}, nil), esdb.ErrorCodeUnknown},
		"after the end": {client.CreatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{
			StartFrom: esdb.Position{Commit: 1 << 40, Prepare: 1 << 40}}), esdb.ErrorCodeUnknown},
		"bad filter": {client.CreatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{
			StartFrom: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Regex: "("}}), esdb.ErrorCodeUnknown},
	} {
		if got := codeOf(t, c.err); got != c.code {
			t.Errorf("%s: code %v (%v), want %v", what, got, c.err, c.code)
		}
	}
	for what, c := range map[string]struct {
		stream, group string
		code          esdb.ErrorCode
	}{
		"consume missing": {"s", "x", esdb.ErrorCodeResourceNotFound},
		"consume $all":    {"$all", "g", esdb.ErrorCodeResourceNotFound},
		"consume full":    {"s", "g", esdb.ErrorCodeUnknown},
	} {
		_, err := tryConsume(t, client, c.stream, c.group, 1)
		if got := codeOf(t, err); got != c.code {
			t.Errorf("%s: code %v (%v), want %v", what, got, err, c.code)
		}
	}
	if _, err := client.ListPersistentSubscriptionsForStream(ctx, "x", esdb.ListPersistentSubscriptionsOptions{}); codeOf(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("list of a stream without groups: %v", err)
	}
}

// What the Go client makes of errors hides the trailers that others read.
func TestGroupErrorsHaveTheirTrailers(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	group(t, client, "s", "g", func(s *esdb.PersistentSubscriptionSettings) { s.MaxSubscriberCount = 1 })
	raw := connectRaw(t, n)
	read := func(stream, name string, slots int32) (api.PersistentSubscriptions_ReadClient, error) {
		call, err := raw.persistent.Read(raw.ctx)
		must(t, err)
		must(t, call.Send(&api.ReadReq{Content: &api.ReadReq_Options_{Options: &api.ReadReq_Options{
			StreamOption: &api.ReadReq_Options_StreamIdentifier{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)}},
			GroupName:    name, BufferSize: slots,
			UuidOption: &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_String_{String_: &shared.Empty{}}},
		}}}))
		resp, err := call.Recv()
		if err == nil && resp.GetSubscriptionConfirmation().GetSubscriptionId() != stream+"::"+name {
			t.Errorf("confirmed %v", resp)
		}
		return call, err
	}
	check := func(what string, err error, trailer metadata.MD, code codes.Code, exception, stream, group, reason string) {
		t.Helper()
		got := []string{status.Code(err).String()}
		for _, key := range []string{"exception", "stream-name", "group-name", "reason"} {
			got = append(got, strings.Join(trailer.Get(key), ","))
		}
		if diff := cmp.Diff([]string{code.String(), exception, stream, group, reason}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	first, err := read("s", "g", 1)
	must(t, err)
	full, err := read("s", "g", 1)
	check("full", err, full.Trailer(), codes.FailedPrecondition, "maximum-subscribers-reached", "s", "g", "")
	missing, err := read("s", "x", 1)
	check("missing", err, missing.Trailer(), codes.NotFound, "persistent-subscription-does-not-exist", "s", "x", "")
	none, err := read("s", "g", 0)
	check("no slots", err, none.Trailer(), codes.InvalidArgument, "", "", "", "")

	options := func(batch int32) *api.CreateReq {
		return &api.CreateReq{Options: &api.CreateReq_Options{
			GroupName: "g", StreamOption: &api.CreateReq_Options_Stream{Stream: &api.CreateReq_StreamOptions{
				StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")},
				RevisionOption:   &api.CreateReq_StreamOptions_Start{Start: &shared.Empty{}},
			}},
			Settings: &api.CreateReq_Settings{HistoryBufferSize: 50, LiveBufferSize: 50, ReadBatchSize: batch},
		}}
	}
	var trailer metadata.MD
	_, err = raw.persistent.Create(raw.ctx, options(5), grpc.Trailer(&trailer))
	check("exists", err, trailer, codes.AlreadyExists, "persistent-subscription-exists", "s", "g", "")
	bad := options(50)
	bad.Options.GroupName = "h"
	_, err = raw.persistent.Create(raw.ctx, bad, grpc.Trailer(&trailer))
	check("failed", err, trailer, codes.Internal, "persistent-subscription-failed", "s", "h", "read batch size: 50 must be less than the history buffer size, 50")

	// A strategy that the Go client has no name for.
	named := options(5)
	named.Options.GroupName = "h"
	named.Options.Settings.ConsumerStrategy = "PinnedByCorrelation"
	_, err = raw.persistent.Create(raw.ctx, named)
	must(t, err)
	if got := info(t, client, "s", "h").Settings.ConsumerStrategyName; got != "PinnedByCorrelation" {
		t.Errorf("the strategy is %s", got)
	}

	// Names that a trailer can't hold are percent-encoded.
	_, err = raw.persistent.Delete(raw.ctx, &api.DeleteReq{Options: &api.DeleteReq_Options{
		GroupName: "größte", StreamOption: &api.DeleteReq_Options_StreamIdentifier{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("straße")}},
	}}, grpc.Trailer(&trailer))
	check("other names", err, trailer, codes.NotFound, "persistent-subscription-does-not-exist", "stra%C3%9Fe", "gr%C3%B6%C3%9Fte", "")
	if !strings.Contains(err.Error(), "Subscription group größte on stream straße does not exist.") {
		t.Errorf("got %v", err)
	}

	must(t, client.DeletePersistentSubscription(within(t), "s", "g", esdb.DeletePersistentSubscriptionOptions{}))
	_, err = first.Recv()
	check("dropped", err, first.Trailer(), codes.Canceled, "persistent-subscription-dropped", "s", "g", "")
}

func TestListTellsAboutAllGroups(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	group(t, client, "b", "1", nil)
	group(t, client, "$all", "2", nil)
	group(t, client, "a", "3", func(s *esdb.PersistentSubscriptionSettings) {
		*s = esdb.PersistentSubscriptionSettings{
			ResolveLinkTos: true, ExtraStatistics: true, MaxRetryCount: 1, CheckpointLowerBound: 2, CheckpointUpperBound: 3, MaxSubscriberCount: 4,
			LiveBufferSize: 5, ReadBatchSize: 6, HistoryBufferSize: 7, ConsumerStrategyName: esdb.ConsumerStrategyPinned, MessageTimeout: 8, CheckpointAfter: 9,
		}
	})
	group(t, client, "a", "4", nil)
	names := func(infos []esdb.PersistentSubscriptionInfo, err error) (out []string) {
		t.Helper()
		must(t, err)
		for _, i := range infos {
			out = append(out, i.EventSource+" "+i.GroupName)
		}
		return out
	}
	var o esdb.ListPersistentSubscriptionsOptions
	want(t, names(client.ListAllPersistentSubscriptions(within(t), o)), []string{"$all 2", "a 3", "a 4", "b 1"})
	want(t, names(client.ListPersistentSubscriptionsForStream(within(t), "a", o)), []string{"a 3", "a 4"})
	want(t, names(client.ListPersistentSubscriptionsToAll(within(t), o)), []string{"$all 2"})
	got := info(t, client, "a", "3").Settings
	if diff := cmp.Diff(&esdb.PersistentSubscriptionSettings{
		StartFrom:      esdb.Start{},
		ResolveLinkTos: true, ExtraStatistics: true, MaxRetryCount: 1, CheckpointLowerBound: 2, CheckpointUpperBound: 3, MaxSubscriberCount: 4,
		LiveBufferSize: 5, ReadBatchSize: 6, HistoryBufferSize: 7, ConsumerStrategyName: esdb.ConsumerStrategyPinned, MessageTimeout: 8, CheckpointAfter: 9,
	}, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	if s := n.Stats(); s.Groups != 4 || s.Consumers != 0 || s.Parked != 0 {
		t.Errorf("stats: %+v", s)
	}
}

// A live group is updated, deleted and made anew, and the subsystem restarted: consumers are dropped each time.
func TestConsumersAreDroppedWhenTheGroupChanges(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(20)...)
	group(t, client, "s", "g", nil)
	con := consume(t, client, "s", "g", 4)
	_, all := con.take(t, 4)
	must(t, con.Ack(all[0], all[1], all[2]))
	con.take(t, 3) // the answers have arrived
	must(t, client.UpdatePersistentSubscription(within(t), "s", "g", esdb.PersistentStreamSubscriptionOptions{
		StartFrom: esdb.Start{}, Settings: settings(func(s *esdb.PersistentSubscriptionSettings) { s.MaxRetryCount = 0 }),
	}))
	if code := con.dropped(t); code != codes.Canceled {
		t.Errorf("dropped by an update with %v", code)
	}
	if got := info(t, client, "s", "g").Settings.MaxRetryCount; got != 0 {
		t.Errorf("max retry count is %d after the update", got)
	}
	con = consume(t, client, "s", "g", 4)
	got, _ := con.take(t, 4)
	want(t, got, texts("s", 3, 7)) // what was done stays done
	must(t, client.RestartPersistentSubscriptionSubsystem(within(t), esdb.RestartPersistentSubscriptionSubsystemOptions{}))
	if code := con.dropped(t); code != codes.Canceled {
		t.Errorf("dropped by a restart with %v", code)
	}
	con = consume(t, client, "s", "g", 4)
	got, all = con.take(t, 4)
	want(t, got, texts("s", 3, 7))
	must(t, con.Nack("bad", esdb.NackActionPark, all[0]))
	eventually(t, func() string {
		if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != 1 {
			return fmt.Sprintf("%d are parked", n)
		}
		return ""
	})
	must(t, client.DeletePersistentSubscription(within(t), "s", "g", esdb.DeletePersistentSubscriptionOptions{}))
	if code := con.dropped(t); code != codes.Canceled {
		t.Errorf("dropped by a deletion with %v", code)
	}
	_, err := client.GetPersistentSubscriptionInfo(within(t), "s", "g", esdb.GetPersistentSubscriptionOptions{})
	if codeOf(t, err) != esdb.ErrorCodeResourceNotFound {
		t.Errorf("info of a deleted group: %v", err)
	}
	group(t, client, "s", "g", nil)
	if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != 0 {
		t.Errorf("%d messages of the deleted group are parked in the new one", n)
	}
	con = consume(t, client, "s", "g", 4)
	got, all = con.take(t, 4)
	want(t, got, texts("s", 0, 4))
	must(t, con.Nack("bad", esdb.NackActionPark, all...))
	con.take(t, 4)
	eventually(t, func() string { // a replay is of what is parked by then
		if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != 4 {
			return fmt.Sprintf("%d are parked", n)
		}
		return ""
	})
	must(t, client.ReplayParkedMessages(within(t), "s", "g", esdb.ReplayParkedMessagesOptions{}))
	eventually(t, func() string {
		if n := info(t, client, "s", "g").Stats.ParkedMessagesCount; n != 0 {
			return fmt.Sprintf("%d are parked", n)
		}
		return ""
	})
}

func TestNackStopEndsTheConsumer(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(3)...)
	group(t, client, "s", "g", nil)
	con := consume(t, client, "s", "g", 2)
	_, all := con.take(t, 2)
	must(t, con.Nack("enough", esdb.NackActionStop, all[0]))
	if code := con.dropped(t); code != codes.Canceled {
		t.Errorf("stopped with %v", code)
	}
	got, _ := consume(t, client, "s", "g", 3).take(t, 3)
	want(t, got, []string{"0@s x1", "1@s x1", "2@s"})
}

// What one consumer has and does not answer is given to another: when it is gone at once, otherwise after the message timeout.
func TestUnansweredMessagesGoToOthers(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(4)...)
	group(t, client, "s", "g", func(s *esdb.PersistentSubscriptionSettings) {
		s.MessageTimeout, s.MaxRetryCount = 60_000, 1
	})
	first := consume(t, client, "s", "g", 2)
	first.take(t, 2)
	second := consume(t, client, "s", "g", 10)
	got, _ := second.take(t, 2)
	want(t, got, texts("s", 2, 4))
	first.Close()
	got, all := second.take(t, 2)
	want(t, got, []string{"0@s x1", "1@s x1"})
	must(t, second.Ack(all...))
	second.Close()

	appended(t, client, "t", esdb.Any{}, events(1)...)
	group(t, client, "t", "g", func(s *esdb.PersistentSubscriptionSettings) { s.MessageTimeout, s.MaxRetryCount = 100, 1 })
	slow := consume(t, client, "t", "g", 10)
	got, _ = slow.take(t, 2)
	want(t, got, []string{"0@t", "0@t x1"})
	eventually(t, func() string {
		if i := info(t, client, "t", "g"); i.Stats.ParkedMessagesCount != 1 || i.Stats.TotalInFlightMessages != 0 {
			return fmt.Sprintf("after two timeouts: %+v", i.Stats)
		}
		return ""
	})
}

func TestExtraStatisticsMeasureConsumers(t *testing.T) {
	t.Parallel()
	client := connect(t, open(t, config(t)))
	appended(t, client, "s", esdb.Any{}, events(5)...)
	group(t, client, "s", "g", func(s *esdb.PersistentSubscriptionSettings) { s.ExtraStatistics = true })
	con := consume(t, client, "s", "g", 5)
	_, all := con.take(t, 5)
	time.Sleep(30 * time.Millisecond)
	must(t, con.Ack(all...))
	eventually(t, func() string {
		got := map[string]int64{}
		for _, m := range info(t, client, "s", "g").Connections[0].ExtraStatistics {
			got[m.Key] = m.Value
		}
		if len(got) != 14 || got["Fastest"] < 30 || got["Highest"] < got["Median"] || got["Median"] < got["Fastest"] {
			return fmt.Sprintf("measured %v", got)
		}
		return ""
	})
}

// A consumer that says what makes no sense is told so, and the group goes on without it.
func TestConsumersThatMakeNoSenseAreTold(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	appended(t, client, "s", esdb.Any{}, events(1)...)
	group(t, client, "s", "g", nil)
	raw := connectRaw(t, n)
	options := &api.ReadReq{Content: &api.ReadReq_Options_{Options: &api.ReadReq_Options{
		StreamOption: &api.ReadReq_Options_StreamIdentifier{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")}},
		GroupName:    "g", BufferSize: 1,
		UuidOption: &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}}}
	id := func(text string) []*shared.UUID {
		return []*shared.UUID{{Value: &shared.UUID_String_{String_: text}}}
	}
	ack := func(ids []*shared.UUID) *api.ReadReq {
		return &api.ReadReq{Content: &api.ReadReq_Ack_{Ack: &api.ReadReq_Ack{Ids: ids}}}
	}
	unknown := "00000000-0000-0000-0000-000000000001"
	for what, c := range map[string]struct {
		says []*api.ReadReq
		want codes.Code
	}{
		"no options first":     {[]*api.ReadReq{ack(nil)}, codes.InvalidArgument},
		"nothing in a message": {[]*api.ReadReq{{}}, codes.InvalidArgument},
		"options twice":        {[]*api.ReadReq{options, options}, codes.InvalidArgument},
		"an id that is none":   {[]*api.ReadReq{options, ack(id("one"))}, codes.InvalidArgument},
		"an unknown action": {[]*api.ReadReq{options, {Content: &api.ReadReq_Nack_{Nack: &api.ReadReq_Nack{
			Ids: id(unknown), Action: 99}}}}, codes.InvalidArgument},
		"an unknown message": {[]*api.ReadReq{options, ack(id(unknown))}, codes.OK},
	} {
		call, err := raw.persistent.Read(raw.ctx)
		must(t, err)
		for _, m := range c.says {
			must(t, call.Send(m))
		}
		if c.want == codes.OK {
			continue // it ends with the test
		}
		for err == nil {
			_, err = call.Recv()
		}
		if status.Code(err) != c.want {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
	got := consume(t, client, "s", "g", 1)
	raw.conn.Close() // the last of those still has the message
	if e := got.next(t).Event.Event; e.EventNumber != 0 {
		t.Errorf("got %d", e.EventNumber)
	}
}

// The Node client updates from the end if it isn't told otherwise; what came before the first checkpoint is not to be left out by that.
func TestUpdateFromTheEndLosesNothing(t *testing.T) {
	t.Parallel()
	n := open(t, config(t))
	client := connect(t, n)
	must(t, client.CreatePersistentSubscription(within(t), "s", "g", esdb.PersistentStreamSubscriptionOptions{StartFrom: esdb.End{}}))
	appended(t, client, "s", esdb.Any{}, events(3)...)
	raw := connectRaw(t, n)
	_, err := raw.persistent.Update(raw.ctx, &api.UpdateReq{Options: &api.UpdateReq_Options{
		GroupName: "g", StreamOption: &api.UpdateReq_Options_Stream{Stream: &api.UpdateReq_StreamOptions{
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")},
			RevisionOption:   &api.UpdateReq_StreamOptions_End{End: &shared.Empty{}},
		}},
		Settings: &api.UpdateReq_Settings{HistoryBufferSize: 50, LiveBufferSize: 50, ReadBatchSize: 5, NamedConsumerStrategy: api.UpdateReq_RoundRobin},
	}})
	must(t, err)
	got, _ := consume(t, client, "s", "g", 10).take(t, 3)
	want(t, got, texts("s", 0, 3))
}
