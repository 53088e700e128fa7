package server_test

// What the tests of persistent subscriptions share.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// settings are the defaults, changed.
func settings(change func(*esdb.PersistentSubscriptionSettings)) *esdb.PersistentSubscriptionSettings {
	s := esdb.SubscriptionSettingsDefault()
	if change != nil {
		change(&s)
	}
	return &s
}

// group creates a group on a stream, or on $all, from its start.
func group(t testing.TB, c *esdb.Client, stream, name string, change func(*esdb.PersistentSubscriptionSettings)) {
	t.Helper()
	var err error
	if stream == "$all" {
		err = c.CreatePersistentSubscriptionToAll(within(t), name, esdb.PersistentAllSubscriptionOptions{Settings: settings(change), StartFrom: esdb.Start{}})
	} else {
		err = c.CreatePersistentSubscription(within(t), stream, name, esdb.PersistentStreamSubscriptionOptions{Settings: settings(change), StartFrom: esdb.Start{}})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// consumer is a connection to a group, read by a goroutine of its own.
type consumer struct {
	*esdb.PersistentSubscription
	got chan *esdb.PersistentSubscriptionEvent
}

// consume connects to a group.
func consume(t testing.TB, c *esdb.Client, stream, name string, slots uint32) *consumer {
	t.Helper()
	sub, err := tryConsume(t, c, stream, name, slots)
	if err != nil {
		t.Fatal(err)
	}
	con := &consumer{sub, make(chan *esdb.PersistentSubscriptionEvent)}
	done := make(chan struct{})
	t.Cleanup(func() {
		sub.Close()
		close(done)
	})
	go func() {
		for {
			ev := sub.Recv()
			select {
			case con.got <- ev:
			case <-done:
				return
			}
			if ev.SubscriptionDropped != nil {
				return
			}
		}
	}()
	return con
}

func tryConsume(t testing.TB, c *esdb.Client, stream, name string, slots uint32) (*esdb.PersistentSubscription, error) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	o := esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: slots}
	if stream == "$all" {
		return c.SubscribeToPersistentSubscriptionToAll(ctx, name, o)
	}
	return c.SubscribeToPersistentSubscription(ctx, stream, name, o)
}

// next returns the next event of the group; it fails the test if the consumer is dropped.
func (c *consumer) next(t testing.TB) *esdb.EventAppeared {
	t.Helper()
	select {
	case ev := <-c.got:
		if ev.EventAppeared == nil {
			t.Fatalf("dropped: %v", ev.SubscriptionDropped.Error)
		}
		return ev.EventAppeared
	case <-time.After(20 * time.Second):
		t.Fatal("nothing came for 20 s")
		return nil
	}
}

// take returns the next n events as "revision@stream", with " xN" after those that were retried N times.
func (c *consumer) take(t testing.TB, n int) (texts []string, events []*esdb.ResolvedEvent) {
	t.Helper()
	for range n {
		ev := c.next(t)
		e := ev.Event.OriginalEvent()
		text := fmt.Sprintf("%d@%s", e.EventNumber, e.StreamID)
		if ev.RetryCount > 0 {
			text += fmt.Sprintf(" x%d", ev.RetryCount)
		}
		texts, events = append(texts, text), append(events, ev.Event)
	}
	return texts, events
}

// dropped returns the status that ended the consumer.
func (c *consumer) dropped(t testing.TB) codes.Code {
	t.Helper()
	for {
		select {
		case ev := <-c.got:
			if ev.SubscriptionDropped != nil {
				return status.Code(ev.SubscriptionDropped.Error)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("not dropped for 20 s")
		}
	}
}

// quiet fails the test if a consumer gets something within a moment.
func (c *consumer) quiet(t testing.TB) {
	t.Helper()
	select {
	case ev := <-c.got:
		if ev.EventAppeared == nil {
			t.Fatalf("dropped: %v", ev.SubscriptionDropped.Error)
		}
		t.Fatalf("got %s", ev.EventAppeared.Event.OriginalEvent().EventID)
	case <-time.After(50 * time.Millisecond):
	}
}

// info asks about a group.
func info(t testing.TB, c *esdb.Client, stream, name string) *esdb.PersistentSubscriptionInfo {
	t.Helper()
	var i *esdb.PersistentSubscriptionInfo
	var err error
	if stream == "$all" {
		i, err = c.GetPersistentSubscriptionInfoToAll(within(t), name, esdb.GetPersistentSubscriptionOptions{})
	} else {
		i, err = c.GetPersistentSubscriptionInfo(within(t), stream, name, esdb.GetPersistentSubscriptionOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// codeOf is the client's code of an error, -1 of none.
func codeOf(t testing.TB, err error) esdb.ErrorCode {
	t.Helper()
	var e *esdb.Error
	switch {
	case err == nil:
		return -1
	case errors.As(err, &e):
		return e.Code()
	}
	t.Fatalf("%v (%T) is no error of the client's", err, err)
	return 0
}

// must fails the test on an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// texts makes "0@s", "1@s", ….
func texts(stream string, from, to int) (out []string) {
	for i := from; i < to; i++ {
		out = append(out, fmt.Sprintf("%d@%s", i, stream))
	}
	return out
}

func contains(text []byte, part string) bool { return strings.Contains(string(text), part) }
