package server_test

// Regular expressions that only .NET's engine knows, and such as never come to an end.

import (
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// notSystem is what the client for Python filters by unless told otherwise.
const notSystem = `^(?!(\$.+$|PersistentConfig\d+$))`

func TestFilterWithLookAhead(t *testing.T) {
	client := connect(t, open(t, config(t)))
	appended(t, client, "a", esdb.Any{}, event("$hidden", "{}"), event("Shown", "{}"), event("PersistentConfig1", "{}"))
	setMetadata(t, client, "a", func(m *esdb.StreamMetadata) { m.SetMaxCount(10) })
	appended(t, client, "b", esdb.Any{}, event("PersistentConfiguration", "{}"))
	filter := &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Regex: notSystem}
	sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: filter})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "1@a", "0@b")
}

// An expression that would try more ways than there is time for ends the call that brought it, and nobody else's.
func TestExpressionThatNeverEnds(t *testing.T) {
	client := connect(t, open(t, config(t)))
	name := strings.Repeat("a", 60) + "!"
	appended(t, client, name, esdb.Any{}, event(name, "{}"))
	for _, by := range []esdb.FilterType{esdb.StreamFilterType, esdb.EventFilterType} {
		filter := &esdb.SubscriptionFilter{Type: by, Regex: `^(a+)+$`}
		sub, err := client.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: filter})
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		dropped := sub.Recv().SubscriptionDropped
		if dropped == nil || status.Code(dropped.Error) != codes.InvalidArgument ||
			!strings.Contains(dropped.Error.Error(), "regular expression") {
			t.Errorf("by %v: dropped with %+v, want an invalid argument that names the regular expression", by, dropped)
		}
	}
	appended(t, client, "s", esdb.Any{}, events(1)...)
}
