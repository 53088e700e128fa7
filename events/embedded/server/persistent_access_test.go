package server_test

// Persistent subscriptions: who may do what with groups.

import (
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Groups are the administrators'; who may read a stream may consume what its groups have, unless it may change nothing.
func TestWhoMayReadAStreamMayConsume(t *testing.T) {
	t.Parallel()
	n := open(t, withUsers(t))
	admin, ann, fenced := connect(t, n), signIn(t, n, "ann", "anns"), signIn(t, n, "fenced", "fences")
	closed := esdb.StreamMetadata{}
	var acl esdb.Acl
	acl.AddReadRoles("$admins")
	closed.SetAcl(acl)
	_, err := admin.SetStreamMetadata(within(t), "closed", esdb.AppendToStreamOptions{}, closed)
	must(t, err)
	appended(t, admin, "closed", esdb.Any{}, events(1)...)
	appended(t, admin, "open-1", esdb.Any{}, event("$>", "0@closed"))
	for _, stream := range []string{"open-1", "closed", "$all"} {
		group(t, admin, stream, "g", func(s *esdb.PersistentSubscriptionSettings) { s.ResolveLinkTos = true })
	}
	for what, c := range map[string]struct {
		client *esdb.Client
		stream string
		want   esdb.ErrorCode
	}{
		"ann, a stream":            {ann, "open-1", -1},
		"ann, a closed stream":     {ann, "closed", esdb.ErrorCodeAccessDenied},
		"ann, $all":                {ann, "$all", esdb.ErrorCodeAccessDenied},
		"who may not change":       {fenced, "open-1", esdb.ErrorCodeAccessDenied},
		"who may not change, $all": {fenced, "$all", esdb.ErrorCodeAccessDenied},
		"an administrator":         {signIn(t, n, "second", "seconds"), "closed", -1},
	} {
		sub, err := tryConsume(t, c.client, c.stream, "g", 1)
		if got := codeOf(t, err); got != c.want {
			t.Errorf("%s: %v (%v), want %v", what, got, err, c.want)
		}
		if err == nil {
			sub.Close()
		}
	}
	ev := consume(t, ann, "open-1", "g", 10).next(t)
	if ev.Event.Link == nil || ev.Event.Event != nil {
		t.Errorf("ann follows a link to %+v", ev.Event.Event)
	}
	ctx := within(t)
	for what, err := range map[string]error{
		"create":  ann.CreatePersistentSubscription(ctx, "open-1", "h", esdb.PersistentStreamSubscriptionOptions{}),
		"update":  ann.UpdatePersistentSubscription(ctx, "open-1", "g", esdb.PersistentStreamSubscriptionOptions{Settings: settings(nil)}),
		"delete":  ann.DeletePersistentSubscription(ctx, "open-1", "g", esdb.DeletePersistentSubscriptionOptions{}),
		"replay":  ann.ReplayParkedMessages(ctx, "open-1", "g", esdb.ReplayParkedMessagesOptions{}),
		"restart": ann.RestartPersistentSubscriptionSubsystem(ctx, esdb.RestartPersistentSubscriptionSubsystemOptions{}),
	} {
		if got := codeOf(t, err); got != esdb.ErrorCodeAccessDenied {
			t.Errorf("%s: %v (%v)", what, got, err)
		}
	}
	if who := info(t, admin, "open-1", "g").Connections[0].Username; who != "ann" {
		t.Errorf("the consumer is %s", who)
	}
}
