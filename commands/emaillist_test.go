// The list of subscribers' addresses: one subscriber an address, whatever is cut short, and nothing of who was erased.

package commands_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

// listed returns who is on the list of addresses that counts, and fails if an address or a subscriber is there twice.
func listed(t testing.TB, log *door) []events.SubscriberID {
	t.Helper()
	streams := surviving(t, log, events.EmailPrefix)
	if len(streams) == 0 {
		return nil
	}
	if len(streams) != 1 {
		t.Fatalf("several lists stand: %v", streams)
	}
	owners := map[string]events.SubscriberID{}
	for _, r := range recorded(t, log, streams[0]) {
		e, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		switch e := e.(type) {
		case events.EmailsListed:
			for _, listed := range e.Emails {
				if owners[string(listed.Digest)] != 0 {
					t.Errorf("an address is listed twice: %+v", listed)
				}
				owners[string(listed.Digest)] = listed.SubscriberID
			}
		case events.EmailUnlisted:
			delete(owners, string(e.Digest))
		}
	}
	ids := slices.Sorted(maps.Values(owners))
	if len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("a subscriber has two addresses: %v", ids)
	}
	return ids
}

// subscribers returns the addresses of those who subscribe now, by their streams.
func subscribers(t testing.TB, log *door) (emails []string) {
	t.Helper()
	for _, stream := range surviving(t, log, events.SubscriberPrefix) {
		evs := recorded(t, log, stream)
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

// confirms reports whether what a log holds lets somebody who guesses the address find out that it was there: as text, or as a hash or an HMAC
// under any bytes that the same stream holds in base64. Only what a scavenge leaves is looked at.
func confirms(t testing.TB, log *door, email string) bool {
	t.Helper()
	deleted := map[string]uint64{}
	look := func(handle func(events.Recorded)) {
		if err := log.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error { handle(r); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	look(func(r events.Recorded) {
		if d, ok := events.ReadDeletion(r); ok {
			deleted[d.Stream] = max(deleted[d.Stream], d.Before)
		}
	})
	var left [][]byte
	var salts [][]byte
	look(func(r events.Recorded) {
		if r.Revision < deleted[r.Stream] {
			return
		}
		left = append(left, slices.Concat([]byte(r.Stream+" "), r.Data, r.Meta))
		if e, err := r.Decode(); err == nil {
			if begun, ok := e.(events.EmailListBegun); ok {
				salts = append(salts, begun.Salt)
			}
		}
	})
	plain := sha256.Sum256([]byte(email))
	traces := [][]byte{[]byte(email), []byte(hex.EncodeToString(plain[:])), []byte(base64.StdEncoding.EncodeToString(plain[:]))}
	for _, salt := range salts {
		sum := hmac.New(sha256.New, salt)
		sum.Write([]byte(email))
		traces = append(traces, []byte(base64.StdEncoding.EncodeToString(sum.Sum(nil))))
	}
	return slices.ContainsFunc(left, func(text []byte) bool {
		return slices.ContainsFunc(traces, func(trace []byte) bool { return bytes.Contains(text, trace) })
	})
}

func TestNobodyCanConfirmAnErasedAddress(t *testing.T) {
	log := openLog(t)
	h := people(t, log)
	if !confirms(t, log, "ada@example.com") || !confirms(t, log, "bob@example.com") {
		t.Fatal("the test sees nothing of who subscribes")
	}
	if _, err := h.ErasePerson(t.Context(), admin, person(t, "ada@example.com", "")); err != nil {
		t.Fatal(err)
	}
	if confirms(t, log, "ada@example.com") {
		t.Error("a guess at the erased address can be confirmed")
	}
	// Who only unsubscribes is forgotten with the next scavenge, which begins so:
	if _, err := h.Unsubscribe(t.Context(), guest, commands.EmailInput{Email: "bob@example.com"}); err != nil {
		t.Fatal(err)
	}
	if err := h.ForgetUnlisted(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := log.appends.Load()
	if err := h.ForgetUnlisted(t.Context()); err != nil || log.appends.Load() != before {
		t.Errorf("where nobody has left there is nothing to forget: %v", err)
	}
	for _, r := range recorded(t, log, "email-3") {
		if r.Type == "EmailsListed" {
			t.Errorf("the list still has an address: %s", r.Data)
		}
	}
}

// Nothing is found of who has unsubscribed; asking for the erasure takes what a guess could be compared with all the same.
func TestErasingWhoHasUnsubscribedForgetsTheAddress(t *testing.T) {
	log := openLog(t)
	h := people(t, log)
	for _, email := range []string{"carl@example.com", "dora@example.com"} {
		if _, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: email}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Unsubscribe(t.Context(), guest, commands.EmailInput{Email: "carl@example.com"}); err != nil {
		t.Fatal(err)
	}
	if !confirms(t, log, "carl@example.com") {
		t.Fatal("the test sees nothing of who has unsubscribed")
	}
	_, err := h.ErasePerson(t.Context(), admin, person(t, "carl@example.com", ""))
	wantKind(t, err, commands.NotFound)
	if confirms(t, log, "carl@example.com") {
		t.Error("a guess can be confirmed")
	}
	if !confirms(t, log, "dora@example.com") || len(listed(t, log)) != 3 {
		t.Error("the others are no longer on the list")
	}
}

// oldLog makes a log as the first version of this program left it: Ada and Bob subscribe, and Eve's reservation was deleted with her.
func oldLog(t *testing.T) *door {
	t.Helper()
	log := openLog(t)
	put := func(stream string, e events.Event) {
		p, err := events.Encode(events.Envelope{Event: e})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), stream, events.Any, p); err != nil {
			t.Fatal(err)
		}
	}
	for i, email := range []string{"ada@example.com", "bob@example.com", "eve@example.com"} {
		id := events.SubscriberID(i + 1)
		put(events.IDsStream("subscriber"), events.IDReserved{Kind: "subscriber"})
		put(events.OldEmailStream(email), events.EmailReserved{SubscriberID: id})
		put(id.Stream(), events.NewsletterSubscribed{SubscriberID: id, Email: email})
	}
	put("subscriber-3", events.NewsletterUnsubscribed{SubscriberID: 3})
	for _, stream := range []string{events.OldEmailStream("eve@example.com"), "subscriber-3"} {
		if err := log.DeleteStream(t.Context(), stream, events.Any); err != nil {
			t.Fatal(err)
		}
	}
	return log
}

func TestOldReservationsAreTakenOver(t *testing.T) {
	for name, do := range map[string]func(h *commands.Handler) error{
		"at the start":    func(h *commands.Handler) error { return h.MakeEmailList(t.Context()) },
		"before scavenge": func(h *commands.Handler) error { return h.ForgetUnlisted(t.Context()) },
		"by a subscriber": func(h *commands.Handler) error {
			_, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: "ADA@example.com"})
			return err
		},
		"by an erasure": func(h *commands.Handler) error {
			_, err := h.ReceiveMessage(t.Context(), guest, commands.MessageInput{Name: "N", Email: "zoe@example.com", Subject: "S", Message: "M"})
			if err == nil {
				_, err = h.ErasePerson(t.Context(), admin, person(t, "zoe@example.com", ""))
			}
			return err
		},
	} {
		log := oldLog(t)
		h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
		if found, err := h.FindPerson(t.Context(), person(t, "ada@example.com", "")); err != nil || len(found.Subscribers) != 1 {
			t.Errorf("%s: found %+v, %v", name, found, err)
		}
		if err := do(h); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff([]events.SubscriberID{1, 2}, listed(t, log)); diff != "" {
			t.Errorf("%s: on the list:\n%s", name, diff)
		}
		for _, email := range []string{"ada@example.com", "bob@example.com", "eve@example.com"} {
			if _, err := log.Last(t.Context(), events.OldEmailStream(email)); !errors.Is(err, events.ErrStreamDeleted) {
				t.Errorf("%s: the old stream of %s is not deleted for ever: %v", name, email, err)
			}
		}
		if _, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: "bob@example.com"}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"ada@example.com", "bob@example.com"}, subscribers(t, log)); diff != "" {
			t.Errorf("%s: subscribers:\n%s", name, diff)
		}
	}
}

// The log fails at each change of an erasure in turn, with and without the change having happened. The next start finishes
// it; before that, each address still has one subscriber at most.
func TestErasureThatIsCutShortForgetsTheAddress(t *testing.T) {
	for _, old := range []bool{false, true} {
		for _, happens := range []bool{false, true} {
			for left, cut := 0, true; cut; left++ {
				at := fmt.Sprintf("old log %v, change %d, happening %v", old, left, happens)
				log := openLog(t)
				if old {
					log = oldLog(t)
				} else {
					people(t, log)
				}
				b := &cutting{door: log, left: left, happens: happens}
				_, err := handlerOn(t, commands.Config{Log: b, Logger: zerolog.Nop()}).ErasePerson(t.Context(), admin, person(t, "ada@example.com", ""))
				cut = err != nil
				b.left = 0
				h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
				for _, email := range []string{"bob@example.com", "carl@example.com"} {
					if _, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: email}); err != nil {
						t.Fatalf("%s: %s can't subscribe: %v", at, email, err)
					}
				}
				begun := surviving(t, log, events.ErasurePrefix)
				if err := h.FinishErasures(t.Context(), begun); err != nil {
					t.Errorf("%s: %v", at, err)
				}
				if len(begun) == 0 { // nothing was begun
					continue
				}
				if diff := cmp.Diff([]string{"bob@example.com", "carl@example.com"}, subscribers(t, log)); diff != "" {
					t.Errorf("%s: subscribers:\n%s", at, diff)
				}
				if got := listed(t, log); len(got) != 2 {
					t.Errorf("%s: on the list: %v", at, got)
				}
				if confirms(t, log, "ada@example.com") {
					t.Errorf("%s: a guess can be confirmed", at)
				}
			}
		}
	}
}

// cutting is a log that fails from one change on; that one may have happened all the same.
type cutting struct {
	*door
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

func (c *cutting) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (w events.Written, err error) {
	err = c.change(func() (err error) { w, err = c.door.Append(ctx, stream, want, ps...); return err })
	return w, err
}

func (c *cutting) DeleteStream(ctx context.Context, stream string, want events.ExpectedRevision) error {
	return c.change(func() error { return c.door.DeleteStream(ctx, stream, want) })
}

func (c *cutting) TombstoneStream(ctx context.Context, stream string) error {
	return c.change(func() error { return c.door.TombstoneStream(ctx, stream) })
}

// Three instances subscribe, unsubscribe and erase the same few addresses at once.
func TestOneSubscriberAnAddressWhateverInstancesDo(t *testing.T) {
	log := openLog(t)
	emails := []string{"a@example.com", "b@example.com", "c@example.com", "d@example.com"}
	var group sync.WaitGroup
	for n := range 3 {
		h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
		for _, email := range emails {
			group.Go(func() {
				for round := range 4 {
					var err error
					switch (round + n) % 4 {
					case 0, 2:
						_, err = h.Subscribe(t.Context(), guest, commands.EmailInput{Email: email})
					case 1:
						_, err = h.Unsubscribe(t.Context(), guest, commands.EmailInput{Email: email})
					case 3:
						_, err = h.ErasePerson(t.Context(), admin, person(t, email, ""))
					}
					if kind := commands.KindOf(err); err != nil && kind != commands.NotFound && kind != commands.Unavailable {
						t.Errorf("round %d of instance %d: %v", round, n, err)
					}
				}
			})
		}
	}
	group.Wait()
	h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
	if err := h.FinishErasures(t.Context(), slices.Concat(surviving(t, log, events.SubscriberPrefix), surviving(t, log, events.ErasurePrefix))); err != nil {
		t.Fatal(err)
	}
	for _, email := range emails {
		if _, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: email}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(emails, subscribers(t, log)); diff != "" {
		t.Errorf("subscribers:\n%s", diff)
	}
	if got := listed(t, log); len(got) != len(emails) {
		t.Errorf("on the list: %v", got)
	}
}

// Another instance replaces the list between the moment when an address is taken and the moment when its subscriber comes to be; and this one may die
// just after that.
func TestListIsReplacedWhileSomebodySubscribes(t *testing.T) {
	for _, dies := range []bool{false, true} {
		log := openLog(t)
		other := people(t, log)
		between := &meanwhile{door: log, dies: dies, do: func() {
			if _, err := other.ErasePerson(t.Context(), admin, person(t, "ada@example.com", "")); err != nil {
				t.Error(err)
			}
			if _, err := other.Subscribe(t.Context(), guest, commands.EmailInput{Email: "carl@example.com"}); err != nil {
				t.Error(err)
			}
		}}
		h := handlerOn(t, commands.Config{Log: between, Logger: zerolog.Nop()})
		if _, err := h.Subscribe(t.Context(), guest, commands.EmailInput{Email: "carl@example.com"}); (err != nil) != dies {
			t.Error(err)
		}
		if diff := cmp.Diff([]string{"bob@example.com", "carl@example.com"}, subscribers(t, log)); diff != "" {
			t.Errorf("subscribers:\n%s", diff)
		}
		if got := listed(t, log); len(got) != 2 {
			t.Errorf("on the list: %v", got)
		}
	}
}

// meanwhile is a log to which something else happens just before the first subscriber is appended.
type meanwhile struct {
	*door
	do   func()
	dies bool // with the subscriber's append
	dead bool
	once sync.Once
}

func (m *meanwhile) Append(ctx context.Context, stream string, want events.ExpectedRevision, ps ...events.Proposed) (events.Written, error) {
	if strings.HasPrefix(stream, events.SubscriberPrefix) {
		m.once.Do(m.do)
	}
	if m.dead {
		return events.Written{}, events.ErrUnavailable
	}
	if m.dies && strings.HasPrefix(stream, events.SubscriberPrefix) {
		m.dead = true
		_, _ = m.door.Append(ctx, stream, want, ps...)
		return events.Written{}, events.ErrUnavailable
	}
	return m.door.Append(ctx, stream, want, ps...)
}

func TestManyAddressesMoveToTheNextList(t *testing.T) {
	log := openLog(t)
	const many = 9000 // more than one event holds
	var group sync.WaitGroup
	for worker := range 32 {
		group.Go(func() {
			for i := worker; i < many; i += 32 {
				id := events.SubscriberID(i + 1)
				p, err := events.Encode(events.Envelope{Event: events.NewsletterSubscribed{SubscriberID: id, Email: fmt.Sprintf("reader%d@example.com", i), At: time.Now()}})
				if err == nil {
					_, err = log.Append(t.Context(), id.Stream(), events.NoStream, p)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	h := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
	for _, want := range []int{many - 1, many - 2} {
		if _, err := h.ErasePerson(t.Context(), admin, person(t, fmt.Sprintf("reader%d@example.com", want), "")); err != nil {
			t.Fatal(err)
		}
		if got := listed(t, log); len(got) != want {
			t.Errorf("%d addresses are listed, want %d", len(got), want)
		}
	}
}
