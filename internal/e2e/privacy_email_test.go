// Addresses of subscribers: after an erasure, or a farewell, and a scavenge, nobody who guesses one can confirm it.

package e2e

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/openlog"
)

// putEvents appends to the log of a folder that no server uses.
func putEvents(t *testing.T, dir string, do func(d *openlog.Handle, put func(stream string, e events.Event))) {
	t.Helper()
	d, err := openlog.OpenFolder(datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	do(d, func(stream string, e events.Event) {
		p, err := events.Encode(events.Envelope{Event: e})
		if err == nil {
			_, err = d.Append(t.Context(), stream, events.Any, p)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// oldSubscribers makes a log as the program's first version left it: each address has a stream whose name is its SHA-256. The last one has left.
func oldSubscribers(t *testing.T, dir string, emails ...string) (names []string) {
	t.Helper()
	putEvents(t, dir, func(d *openlog.Handle, put func(string, events.Event)) {
		for i, email := range emails {
			id := events.SubscriberID(i + 1)
			put(events.IDsStream("subscriber"), events.IDReserved{Kind: "subscriber"})
			put(events.OldEmailStream(email), events.EmailReserved{SubscriberID: id})
			put(id.Stream(), events.NewsletterSubscribed{SubscriberID: id, Email: email})
			names = append(names, strings.TrimPrefix(events.OldEmailStream(email), events.EmailPrefix))
		}
		last := events.SubscriberID(len(emails))
		put(last.Stream(), events.NewsletterUnsubscribed{SubscriberID: last})
		for _, stream := range []string{events.OldEmailStream(emails[len(emails)-1]), last.Stream()} {
			if err := d.DeleteStream(t.Context(), stream, events.Any); err != nil {
				t.Fatal(err)
			}
		}
	})
	return names
}

// salts returns the salts of all lists of addresses that the folder's log holds, as they are written there.
func salts(t *testing.T, dir string) (all []string) {
	t.Helper()
	putEvents(t, dir, func(d *openlog.Handle, _ func(string, events.Event)) {
		err := d.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
			if e, err := r.Decode(); err == nil {
				if begun, ok := e.(events.EmailListBegun); ok {
					all = append(all, base64.StdEncoding.EncodeToString(begun.Salt))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	return all
}

func TestNoNameTellsWhoSubscribed(t *testing.T) {
	dir := t.TempDir()
	names := oldSubscribers(t, dir, "ada@example.com", "bob@example.com", "eve@example.com")
	if got := inFolder(t, dir, names...); len(got) != 3 {
		t.Fatalf("the old names are not there to begin with: %v", got)
	}
	mustCandor(t, "", "erase", "--data", dir, "--email", "ada@example.com", "--yes", "--scavenge")
	if got := inFolder(t, dir, append(names, "ada@example.com")...); len(got) != 0 {
		t.Errorf("left after the erasure: %v", got)
	}
	if got := mustCandor(t, "", "verify", "--data", dir); !strings.Contains(got, "matches a fresh replay") {
		t.Error(got)
	}
}

// A server that starts on an old log converts the names automatically.
func TestStartTakesOldNamesOver(t *testing.T) {
	dir := t.TempDir()
	oldSubscribers(t, dir, "ada@example.com", "bob@example.com", "eve@example.com")
	s := serve(t, dir)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if strings.Contains(mustCandor(t, "", "replay", "--data", dir, "--stream", "email-1"), "EmailListReady") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("there is no list of addresses")
		}
	}
	s.visitor().want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": "ADA@example.com"})
	s.stop()
	putEvents(t, dir, func(d *openlog.Handle, _ func(string, events.Event)) {
		for _, email := range []string{"ada@example.com", "bob@example.com", "eve@example.com"} {
			if _, err := d.Last(t.Context(), events.OldEmailStream(email)); !errors.Is(err, events.ErrStreamDeleted) {
				t.Errorf("the old stream of %s: %v", email, err)
			}
		}
		if _, err := d.Last(t.Context(), "subscriber-4"); !errors.Is(err, events.ErrStreamNotFound) {
			t.Errorf("who subscribes already became another subscriber: %v", err)
		}
	})
}

func TestOldNamesGoWithoutAnErasure(t *testing.T) {
	dir := t.TempDir()
	names := oldSubscribers(t, dir, "ada@example.com", "eve@example.com")
	mustCandor(t, "", "scavenge", "--data", dir)
	if got := inFolder(t, dir, names...); len(got) != 0 {
		t.Errorf("left after the scavenge: %v", got)
	}
}

// The salt of a list is what a guess needs. It goes with the person, beside a running server and without one.
func TestSaltGoesWithWhoLeaves(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, dir)
	v := s.visitor()
	for _, email := range []string{"ada@example.com", "bob@example.com", "carl@example.com"} {
		v.want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": email})
	}
	s.stop()
	first := salts(t, dir)
	s = serve(t, dir)
	s.visitor().want(204, "POST", "/api/newsletter/unsubscribe", map[string]string{"email": "bob@example.com"})
	mustCandor(t, "", "scavenge", "--data", dir) // by the server
	s.stop()
	second := salts(t, dir)
	mustCandor(t, "", "erase", "--data", dir, "--email", "carl@example.com", "--yes", "--scavenge")
	third := salts(t, dir)
	if len(first) != 1 || len(second) != 1 || len(third) != 1 || first[0] == second[0] || second[0] == third[0] {
		t.Errorf("salts at first %v, after one has left %v, after one was erased %v", first, second, third)
	}
	if got := inFolder(t, dir, first[0], second[0]); len(got) != 0 {
		t.Errorf("old salts are left: %v", got)
	}
	s = serve(t, dir)
	for range 2 {
		s.visitor().want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": "ADA@example.com"})
	}
	s.stop()
	var who []string
	putEvents(t, dir, func(d *openlog.Handle, _ func(string, events.Event)) {
		if err := d.ReadAll(t.Context(), 0, 1<<40, func(r events.Recorded) error {
			if r.Type == "NewsletterSubscribed" {
				who = append(who, r.Stream)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
	if diff := cmp.Diff([]string{"subscriber-1"}, who); diff != "" {
		t.Errorf("subscribers:\n%s", diff)
	}
}
