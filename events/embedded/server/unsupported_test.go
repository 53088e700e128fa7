package server_test

// Persistent subscriptions, which this node doesn't serve: what callers learn.

import (
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestPersistentSubscriptionsAreUnimplementedAndSaySo(t *testing.T) {
	t.Parallel()
	n := open(t, withUsers(t))
	raw := connectRaw(t, n)
	methods := []string{}
	for _, m := range persistent.PersistentSubscriptions_ServiceDesc.Methods {
		methods = append(methods, m.MethodName)
	}
	for _, m := range append(methods, "Read") {
		for user, password := range map[string]string{user: password, "ann": "anns", "fenced": "fences"} {
			err := raw.conn.Invoke(as(within(t), user, password), "/event_store.client.persistent_subscriptions.PersistentSubscriptions/"+m,
				&shared.Empty{}, &shared.Empty{})
			if status.Code(err) != codes.Unimplemented || !strings.Contains(err.Error(), "need EventStoreDB or KurrentDB") {
				t.Errorf("%s, by %s: %v", m, user, err)
			}
		}
	}
	supported, err := raw.features.GetSupportedMethods(raw.ctx, &shared.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range supported.Methods {
		if strings.Contains(m.ServiceName, "persistent") {
			t.Errorf("%s of %s is listed", m.MethodName, m.ServiceName)
		}
	}
}

func TestOfficialClientIsToldThatPersistentSubscriptionsAreUnsupported(t *testing.T) {
	t.Parallel()
	for _, insecure := range []bool{false, true} {
		c := config(t)
		c.Insecure = insecure
		client := connect(t, open(t, c))
		ctx := within(t)
		subscribe := func(_ *esdb.PersistentSubscription, err error) error { return err }
		settings := esdb.SubscriptionSettingsDefault()
		changed := esdb.PersistentStreamSubscriptionOptions{Settings: &settings, StartFrom: esdb.Start{}}
		for what, err := range map[string]error{
			"create":           client.CreatePersistentSubscription(ctx, "s", "g", changed),
			"create on $all":   client.CreatePersistentSubscriptionToAll(ctx, "g", esdb.PersistentAllSubscriptionOptions{}),
			"update":           client.UpdatePersistentSubscription(ctx, "s", "g", changed),
			"delete":           client.DeletePersistentSubscription(ctx, "s", "g", esdb.DeletePersistentSubscriptionOptions{}),
			"delete on $all":   client.DeletePersistentSubscriptionToAll(ctx, "g", esdb.DeletePersistentSubscriptionOptions{}),
			"subscribe":        subscribe(client.SubscribeToPersistentSubscription(ctx, "s", "g", esdb.SubscribeToPersistentSubscriptionOptions{})),
			"subscribe on all": subscribe(client.SubscribeToPersistentSubscriptionToAll(ctx, "g", esdb.SubscribeToPersistentSubscriptionOptions{})),
		} {
			if code(t, err) != esdb.ErrorCodeUnsupportedFeature {
				t.Errorf("%s: %v", what, err)
			}
		}
		if insecure { // for these the client falls back to HTTP, which knows no certificate authority but the system's
			_, err := client.GetPersistentSubscriptionInfo(ctx, "s", "g", esdb.GetPersistentSubscriptionOptions{})
			if code(t, err) != esdb.ErrorCodeInternalServer || !strings.Contains(err.Error(), "501") {
				t.Errorf("info: %v", err)
			}
			err = client.ReplayParkedMessages(ctx, "s", "g", esdb.ReplayParkedMessagesOptions{})
			if code(t, err) != esdb.ErrorCodeInternalServer || !strings.Contains(err.Error(), "501") {
				t.Errorf("replay: %v", err)
			}
		}
		appended(t, client, "s", esdb.Any{}, events(1)...) // and the connection goes on
	}
}
