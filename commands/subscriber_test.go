package commands_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

// counting is a log that notes what is asked of it: the kind of call and of stream.
type counting struct {
	*door
	mu    sync.Mutex
	calls []string
}

func (c *counting) note(call, stream string) {
	kind, _, _ := strings.Cut(stream, "-")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call+" "+kind)
}

// taken returns the calls since the last time.
func (c *counting) taken() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	calls := c.calls
	c.calls = nil
	return calls
}

func (c *counting) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	c.note("append", stream)
	return c.door.Append(ctx, stream, want, ps...)
}

func (c *counting) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	c.note("load", stream)
	return c.door.Load(ctx, stream, from, handle)
}

func (c *counting) Last(ctx context.Context, stream string) (events.Recorded, error) {
	c.note("last", stream)
	return c.door.Last(ctx, stream)
}

func (c *counting) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	c.note("delete", stream)
	return c.door.DeleteStream(ctx, stream, want)
}

func (c *counting) TombstoneStream(ctx context.Context, stream string) error {
	c.note("tombstone", stream)
	return c.door.TombstoneStream(ctx, stream)
}

func (c *counting) SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error) {
	c.note("limit", stream)
	return c.door.SetMaxCount(ctx, stream, count)
}

func (c *counting) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	c.note("subscribe", "all")
	return c.door.Subscribe(ctx, after, f, handle)
}

// Whether an address is subscribed shows neither in how long a request takes nor in where the log stands afterwards.
func TestKnownAndUnknownAddressesCostTheSame(t *testing.T) {
	log := &counting{door: openLog(t)}
	h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
	ctx := t.Context()
	if _, err := h.Subscribe(ctx, guest, commands.EmailInput{Email: "first@example.com"}); err != nil { // begins the list
		t.Fatal(err)
	}
	log.taken()
	type call func(context.Context, commands.Caller, commands.EmailInput) (commands.Result, error)
	cost := func(do call, email string) []string {
		t.Helper()
		before, err := log.Head(ctx)
		if err != nil {
			t.Fatal(err)
		}
		result, err := do(ctx, guest, commands.EmailInput{Email: email})
		if err != nil {
			t.Fatal(err)
		}
		if result.Shown() <= before {
			t.Errorf("%s: the result is at %d, nothing after %d", email, result.Shown(), before)
		}
		return log.taken()
	}
	newcomer := cost(h.Subscribe, "ada@example.com")
	for name, email := range map[string]string{"a known address": "ada@example.com", "a known address in capitals": " ADA@Example.com", "another known one": "first@example.com", "another unknown one": "bob@example.com"} {
		if diff := cmp.Diff(newcomer, cost(h.Subscribe, email)); diff != "" {
			t.Errorf("subscribing %s (-an unknown address):\n%s", name, diff)
		}
	}
	leaver := cost(h.Unsubscribe, "ada@example.com")
	for name, email := range map[string]string{"one who has left": "ada@example.com", "a stranger": "nobody@example.com", "another subscriber": "bob@example.com"} {
		if diff := cmp.Diff(leaver, cost(h.Unsubscribe, email)); diff != "" {
			t.Errorf("unsubscribing %s (-a subscriber):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(newcomer, cost(h.Subscribe, "ada@example.com")); diff != "" {
		t.Errorf("subscribing one who has left (-an unknown address):\n%s", diff)
	}
	if got := subscribers(t, log.door); !slices.Equal(got, []string{"ada@example.com", "first@example.com"}) {
		t.Errorf("subscribers: %v", got)
	}
}

// However often a request that changes nothing is repeated, the log holds few events of it, and the list is renewed before a scavenge.
func TestRequestsThatChangeNothingLeaveLittleBehind(t *testing.T) {
	h, log := start(t)
	for range 20 {
		if _, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: "ada@example.com"}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Unsubscribe(t.Context(), guest, commands.EmailInput{Email: "nobody@example.com"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := types(t, log, events.RepeatedSubscriptionStream); len(got) != 1 {
		t.Errorf("%d repeated subscriptions are kept, want the last", len(got))
	}
	if got := recorded(t, log, events.UnknownSubscriptionStream); got != nil {
		t.Errorf("%d unsubscriptions of strangers are kept, want none", len(got))
	}
	if got := subscribers(t, log); !slices.Equal(got, []string{"ada@example.com"}) {
		t.Errorf("subscribers: %v", got)
	}
	nothing, err := events.Encode(events.Envelope{Event: events.EmailUnlisted{Digest: make([]byte, 32), At: time.Now()}})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if _, err := log.Append(t.Context(), events.EmailListStream(1), events.Any, withNewIDs(nothing, 1001)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.ForgetUnlisted(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := recorded(t, log, events.EmailListStream(2)); len(got) != 3 {
		t.Errorf("the next list has %d events, want its start, one address and its end", len(got))
	}
}

// withNewIDs returns an event many times, each with an id of its own.
func withNewIDs(p events.Proposed, many int) []events.Proposed {
	all := make([]events.Proposed, many)
	for i := range all {
		all[i] = p
		all[i].ID = uuid.New()
	}
	return all
}
