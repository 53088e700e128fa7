package people_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/events"
)

// counting is a log that notes what is asked of it: the kind of call and of stream.
type counting struct {
	*commandstest.Door
	mu    sync.Mutex
	calls []string
}

func (c *counting) note(call, stream string) {
	kind, _, _ := strings.Cut(stream, "-")
	if stream == events.SubscribersStream && call == "append" {
		kind = "subscriber" // an append is an append
	}
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
	return c.Door.Append(ctx, stream, want, ps...)
}

func (c *counting) Load(ctx context.Context, stream string, from uint64, handle func(events.Recorded) error) error {
	c.note("load", stream)
	return c.Door.Load(ctx, stream, from, handle)
}

func (c *counting) Last(ctx context.Context, stream string) (events.Recorded, error) {
	c.note("last", stream)
	return c.Door.Last(ctx, stream)
}

func (c *counting) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	c.note("delete", stream)
	return c.Door.DeleteStream(ctx, stream, want)
}

func (c *counting) TombstoneStream(ctx context.Context, stream string) error {
	c.note("tombstone", stream)
	return c.Door.TombstoneStream(ctx, stream)
}

func (c *counting) SetMaxCount(ctx context.Context, stream string, count int) (events.Position, error) {
	c.note("limit", stream)
	return c.Door.SetMaxCount(ctx, stream, count)
}

func (c *counting) Subscribe(ctx context.Context, after events.Position, f events.Filter, handle func(events.Message) error) error {
	c.note("subscribe", "all")
	return c.Door.Subscribe(ctx, after, f, handle)
}

// Whether an address is subscribed shows neither in how long a request takes nor in where the log stands afterwards.
func TestKnownAndUnknownAddressesCostTheSame(t *testing.T) {
	log := &counting{Door: commandstest.OpenLog(t)}
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	ctx := t.Context()
	if _, err := h.People.Subscribe(ctx, commandstest.Guest, people.EmailInput{Email: "first@example.com"}); err != nil {
		t.Fatal(err)
	}
	log.taken()
	type call func(context.Context, commands.Caller, people.EmailInput) (commands.Result, error)
	cost := func(do call, email string) []string {
		t.Helper()
		before, err := log.Head(ctx)
		if err != nil {
			t.Fatal(err)
		}
		result, err := do(ctx, commandstest.Guest, people.EmailInput{Email: email})
		if err != nil {
			t.Fatal(err)
		}
		if result.Shown() <= before {
			t.Errorf("%s: the result is at %d, nothing after %d", email, result.Shown(), before)
		}
		return log.taken()
	}
	newcomer := cost(h.People.Subscribe, "ada@example.com")
	for name, email := range map[string]string{"a known address": "ada@example.com", "a known address in capitals": " ADA@Example.com",
		"another known one": "first@example.com", "another unknown one": "bob@example.com"} {
		if diff := cmp.Diff(newcomer, cost(h.People.Subscribe, email)); diff != "" {
			t.Errorf("subscribing %s (-an unknown address):\n%s", name, diff)
		}
	}
	leaver := cost(h.People.Unsubscribe, "ada@example.com")
	for name, email := range map[string]string{"one who has left": "ada@example.com", "a stranger": "nobody@example.com",
		"another subscriber": "bob@example.com"} {
		if diff := cmp.Diff(leaver, cost(h.People.Unsubscribe, email)); diff != "" {
			t.Errorf("unsubscribing %s (-a subscriber):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(newcomer, cost(h.People.Subscribe, "ada@example.com")); diff != "" {
		t.Errorf("subscribing one who has left (-an unknown address):\n%s", diff)
	}
	if got := subscribers(t, log.Door); !slices.Equal(got, []string{"ada@example.com", "first@example.com"}) {
		t.Errorf("subscribers: %v", got)
	}
}

// However often a request that changes nothing is repeated, the log holds few events of it.
func TestRequestsThatChangeNothingLeaveLittleBehind(t *testing.T) {
	h, log := commandstest.Start(t)
	for range 20 {
		if _, err := h.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "ada@example.com"}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.People.Unsubscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "nobody@example.com"}); err != nil {
			t.Fatal(err)
		}
	}
	for stream, want := range map[string]int{events.RepeatedSubscriptionStream: 1, events.UnknownSubscriptionStream: 0,
		events.SubscribersStream: 1} {
		if got := commandstest.Recorded(t, log, stream); len(got) != want {
			t.Errorf("%s has %d events, want %d", stream, len(got), want)
		}
	}
	if got := subscribers(t, log); !slices.Equal(got, []string{"ada@example.com"}) {
		t.Errorf("subscribers: %v", got)
	}
}

// taken returns the subscribers who have taken their addresses.
func taken(t testing.TB, log *commandstest.Door) (ids []events.SubscriberID) {
	t.Helper()
	for _, r := range commandstest.Recorded(t, log, events.SubscribersStream) {
		e, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		switch e := e.(type) {
		case events.EmailTaken:
			ids = append(ids, e.SubscriberID)
		case events.EmailFreed:
			ids = slices.DeleteFunc(ids, func(id events.SubscriberID) bool { return id == e.SubscriberID })
		}
	}
	return ids
}

// subscribers returns the addresses of those who subscribe now, by their streams.
func subscribers(t testing.TB, log *commandstest.Door) (emails []string) {
	t.Helper()
	for _, stream := range commandstest.Surviving(t, log, events.SubscriberPrefix) {
		evs := commandstest.Recorded(t, log, stream)
		e, err := evs[len(evs)-1].Decode()
		if err != nil {
			t.Fatal(err)
		}
		if subscribed, ok := e.(events.NewsletterSubscribed); ok {
			emails = append(emails, subscribed.Email)
		}
	}
	slices.Sort(emails)
	return emails
}

// holding returns the streams that hold an address as text or as a hash, as a scavenge leaves them.
func holding(t testing.TB, log *commandstest.Door, email string) (streams []string) {
	t.Helper()
	all := func(handle func(events.Recorded)) {
		if err := log.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error { handle(r); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	deleted, last, forEver := map[string]uint64{}, map[string]uint64{}, map[string]bool{}
	all(func(r events.Recorded) {
		if d, ok := events.ReadDeletion(r); ok {
			deleted[d.Stream] = max(deleted[d.Stream], d.Before)
			forEver[d.Stream] = forEver[d.Stream] || r.Type == events.TombstoneType
		}
		last[r.Stream] = r.Revision
	})
	sum := sha256.Sum256([]byte(email))
	traces := []string{email, hex.EncodeToString(sum[:]), base64.StdEncoding.EncodeToString(sum[:])}
	all(func(r events.Recorded) {
		text := r.Stream + " " + string(r.Data) + string(r.Meta)
		left := r.Revision >= deleted[r.Stream] || r.Revision == last[r.Stream] && !forEver[r.Stream]
		if left && slices.ContainsFunc(traces, func(trace string) bool { return strings.Contains(text, trace) }) {
			streams = append(streams, r.Stream)
		}
	})
	return streams
}

func TestOnlyTheirOwnStreamHoldsASubscribersAddress(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.WithPeople(t, log)
	if diff := cmp.Diff([]string{"message-2", "subscriber-1"}, holding(t, log, "bob@example.com")); diff != "" {
		t.Error(diff)
	}
	if _, err := h.People.ErasePerson(t.Context(), commandstest.Admin, commandstest.PersonBy(t, "bob@example.com", "")); err != nil {
		t.Fatal(err)
	}
	if _, err := h.People.Unsubscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "ada@example.com"}); err != nil {
		t.Fatal(err)
	}
	for email, want := range map[string][]string{"bob@example.com": nil, "ada@example.com": {"message-1"}} {
		if diff := cmp.Diff(want, holding(t, log, email)); diff != "" {
			t.Errorf("%s, after an erasure or a farewell:\n%s", email, diff)
		}
	}
}

// cutting is a log that fails from one change on; that one may have happened all the same.
type cutting struct {
	*commandstest.Door
	left    int
	happens bool
}

func (c *cutting) change(do func() error) error {
	if c.left--; c.left >= 0 {
		return do()
	}
	if c.left == -1 && c.happens {
		_ = do()
	}
	return events.ErrUnavailable
}

func (c *cutting) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (w events.Written,
	err error) {
	err = c.change(func() (err error) { w, err = c.Door.Append(ctx, stream, want, ps...); return err })
	return w, err
}

func (c *cutting) TombstoneStream(ctx context.Context, stream string) error {
	return c.change(func() error { return c.Door.TombstoneStream(ctx, stream) })
}

func (c *cutting) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	return c.change(func() error { return c.Door.DeleteStream(ctx, stream, want) })
}

// The log fails at each change in turn, with and without the change having happened. Whatever is cut short, the next start finishes it, and
// each address has one subscriber.
func TestWhatIsCutShortLeavesOneSubscriberAnAddress(t *testing.T) {
	erase := func(h *rooms.Handlers) error {
		_, err := h.People.ErasePerson(t.Context(), commandstest.Admin, commandstest.PersonBy(t, "ada@example.com", ""))
		return err
	}
	subscribe := func(email string) func(h *rooms.Handlers) error {
		return func(h *rooms.Handlers) error {
			_, err := h.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: email})
			return err
		}
	}
	leave := func(h *rooms.Handlers) error {
		_, err := h.People.Unsubscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "ada@example.com"})
		return err
	}
	for name, do := range map[string]func(h *rooms.Handlers) error{"an erasure": erase, "a farewell": leave,
		"a subscription": subscribe("carl@example.com"), "a repeated one": subscribe("bob@example.com")} {
		for _, happens := range []bool{false, true} {
			for left, cut := 0, true; cut; left++ {
				at := fmt.Sprintf("%s, change %d, happening %v", name, left, happens)
				log := commandstest.OpenLog(t)
				commandstest.WithPeople(t, log)
				err := do(commandstest.HandlerOn(t, rooms.Config{Log: &cutting{Door: log, left: left, happens: happens}, Logger: zerolog.Nop()}))
				cut = err != nil
				h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
				if err := h.FinishErasures(t.Context(), slices.Concat(commandstest.Surviving(t, log, events.SubscriberPrefix),
					commandstest.Surviving(t, log, events.ErasurePrefix))); err != nil {
					t.Errorf("%s: %v", at, err)
				}
				for _, email := range []string{"ada@example.com", "bob@example.com", "carl@example.com"} {
					if err := subscribe(email)(h); err != nil {
						t.Fatalf("%s: %s can't subscribe: %v", at, email, err)
					}
				}
				if diff := cmp.Diff([]string{"ada@example.com", "bob@example.com", "carl@example.com"}, subscribers(t, log)); diff != "" {
					t.Errorf("%s: subscribers:\n%s", at, diff)
				}
				if got := taken(t, log); len(got) != 3 {
					t.Errorf("%s: addresses taken: %v", at, got)
				}
				for _, email := range []string{"bob@example.com", "carl@example.com"} {
					if got := slices.DeleteFunc(holding(t, log, email),
						func(stream string) bool { return !strings.HasPrefix(stream, events.SubscriberPrefix) }); len(got) != 1 {
						t.Errorf("%s: a scavenge leaves %s in %v", at, email, got)
					}
				}
			}
		}
	}
}

// behind is an index that knows nothing beyond the position that it was to wait for, as the read model of another instance may be.
type behind struct{ *commandstest.Door }

func (b behind) SubscriberOf(ctx context.Context, email string, upTo events.Position) (owner events.SubscriberID, err error) {
	emails := map[events.SubscriberID]string{}
	err = b.ReadAll(ctx, 0, 1<<40, func(r events.Recorded) error {
		if r.Position > upTo {
			return nil
		}
		decoded, err := r.Salvage()
		switch e := decoded.(type) {
		case events.NewsletterSubscribed:
			emails[e.SubscriberID] = events.NormalEmail(e.Email)
		case events.EmailTaken:
			if emails[e.SubscriberID] == email {
				owner = e.SubscriberID
			}
		case events.NewsletterUnsubscribed:
			if owner == e.SubscriberID {
				owner = 0
			}
		}
		return err
	})
	return owner, err
}

// Three instances subscribe, unsubscribe and erase the same few addresses at once.
func TestOneSubscriberAnAddressWhateverInstancesDo(t *testing.T) {
	log := commandstest.OpenLog(t)
	emails := []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com"}
	var group sync.WaitGroup
	for n := range 3 {
		h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Subscribers: behind{log}})
		for _, email := range emails {
			group.Go(func() {
				for round := range 4 {
					var err error
					switch (round + n) % 4 {
					case 0, 2:
						_, err = h.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: email})
					case 1:
						_, err = h.People.Unsubscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: email})
					case 3:
						_, err = h.People.ErasePerson(t.Context(), commandstest.Admin, commandstest.PersonBy(t, email, ""))
					}
					if kind := commands.KindOf(err); err != nil && kind != commands.NotFound && kind != commands.Unavailable {
						t.Errorf("round %d of instance %d: %v", round, n, err)
					}
				}
			})
		}
	}
	group.Wait()
	h := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	if err := h.FinishErasures(t.Context(), slices.Concat(commandstest.Surviving(t, log, events.SubscriberPrefix),
		commandstest.Surviving(t, log, events.ErasurePrefix))); err != nil {
		t.Fatal(err)
	}
	for _, email := range emails {
		if _, err := h.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: email}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(emails, subscribers(t, log)); diff != "" {
		t.Errorf("subscribers:\n%s", diff)
	}
	if got := taken(t, log); len(got) != len(emails) {
		t.Errorf("addresses taken: %v", got)
	}
}

// meanwhile is a log to which something else happens just before the first subscriber is appended.
type meanwhile struct {
	*commandstest.Door
	do   func()
	once sync.Once
}

func (m *meanwhile) Append(ctx context.Context, stream string, want events.ExpectedRevision,
	ps ...events.Proposed) (events.Written, error) {
	if _, ok := events.Number(stream, events.SubscriberPrefix); ok {
		m.once.Do(m.do)
	}
	return m.Door.Append(ctx, stream, want, ps...)
}

// Another instance takes an address, this one or another, between the moment when it is found to be free and the moment when it is taken.
func TestAnAddressIsTakenOnceWhenAnotherInstanceIsFaster(t *testing.T) {
	for _, other := range []string{"carl@example.com", "CARL@example.com", "dora@example.com"} {
		log := commandstest.OpenLog(t)
		faster := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
		between := &meanwhile{Door: log, do: func() {
			if _, err := faster.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: other}); err != nil {
				t.Error(err)
			}
		}}
		h := commandstest.HandlerOn(t, rooms.Config{Log: between, Logger: zerolog.Nop()})
		if _, err := h.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "carl@example.com"}); err != nil {
			t.Error(err)
		}
		want := []string{other}
		if other == "dora@example.com" {
			want = []string{"carl@example.com", other}
		}
		if diff := cmp.Diff(want, subscribers(t, log)); diff != "" {
			t.Errorf("beside %s, subscribers:\n%s", other, diff)
		}
		if got := taken(t, log); len(got) != len(want) {
			t.Errorf("beside %s, addresses taken: %v", other, got)
		}
		streams := commandstest.Surviving(t, log, events.SubscriberPrefix)
		for _, stream := range holding(t, log, "carl@example.com") {
			if !slices.Contains(streams, stream) {
				t.Errorf("beside %s, a scavenge leaves the address in %s", other, stream)
			}
		}
	}
}

// Who has left at one instance can come back at another whose read model lags.
func TestWhoHasLeftElsewhereCanComeBack(t *testing.T) {
	log := commandstest.OpenLog(t)
	here := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
	elsewhere := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop(), Subscribers: behind{log}})
	for range 3 {
		if _, err := elsewhere.People.Subscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "ada@example.com"}); err != nil {
			t.Fatal(err)
		}
		if got := subscribers(t, log); !slices.Equal(got, []string{"ada@example.com"}) {
			t.Errorf("subscribers: %v", got)
		}
		if _, err := here.People.Unsubscribe(t.Context(), commandstest.Guest, people.EmailInput{Email: "ada@example.com"}); err != nil {
			t.Fatal(err)
		}
	}
}
