// Erasing a person: what is found, what goes, and that an erasure which is cut short anywhere is finished.

package commands_test

import (
	"net/netip"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/events"
)

func TestPersonIsErasedByEmail(t *testing.T) {
	log := openLog(t)
	h := withPeople(t, log)
	ada := personBy(t, "aDa@example.com", "")
	found, err := h.FindPerson(t.Context(), ada)
	if err != nil || len(found.Messages) != 2 || len(found.Subscribers) != 1 || len(found.Visitors) != 0 {
		t.Fatalf("found %+v, %v", found, err)
	}
	got, err := h.ErasePerson(t.Context(), admin, ada)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"message-1", "message-3", "subscriber-2"}, got.Streams); diff != "" || got.Messages != 2 || got.Subscribers != 1 {
		t.Errorf("receipt %+v\n%s", got, diff)
	}
	if diff := cmp.Diff([]string{"message-2"}, surviving(t, log, events.MessagePrefix)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"subscriber-1"}, surviving(t, log, events.SubscriberPrefix)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]events.SubscriberID{1}, taken(t, log)); diff != "" {
		t.Errorf("subscribers who have their addresses:\n%s", diff)
	}
	if found, err = h.FindPerson(t.Context(), ada); err != nil || !found.Empty() {
		t.Errorf("found again: %+v, %v", found, err)
	}
	_, err = h.ErasePerson(t.Context(), admin, ada)
	wantKind(t, err, commands.NotFound)
}

func TestPersonIsErasedByAddress(t *testing.T) {
	log := openLog(t)
	h := withPeople(t, log)
	for _, step := range []struct {
		ip   string
		want int
	}{{"2001:DB8::1", 1}, {"203.0.113.0/24", 2}, {"::ffff:198.51.100.1", 1}} {
		got, err := h.ErasePerson(t.Context(), admin, personBy(t, "", step.ip))
		if err != nil || got.Visitors != step.want {
			t.Errorf("%s: %+v, %v", step.ip, got, err)
		}
	}
	if got := surviving(t, log, events.VisitorPrefix); len(got) != 0 {
		t.Errorf("left: %v", got)
	}
	// Who comes back is somebody new.
	if err := h.Track(t.Context(), guest, []commands.TrackInput{{Event: "page_view", Page: "/"}}, netip.MustParseAddr("2001:db8::1")); err != nil {
		t.Fatal(err)
	}
	if got := surviving(t, log, events.VisitorPrefix); len(got) != 1 {
		t.Errorf("after coming back: %v", got)
	}
}

// The log goes away after each number of changes in turn; FinishErasures does the rest, at two instances at once.
func TestErasureThatIsCutShortIsFinished(t *testing.T) {
	for left, cut := 0, true; cut; left++ {
		log := openLog(t)
		withPeople(t, log)
		b := &brittle{door: log, left: left}
		_, err := handlerOn(t, commands.Config{Log: b, Logger: zerolog.Nop()}).ErasePerson(t.Context(), admin, personBy(t, "ada@example.com", ""))
		if cut = err != nil; cut {
			wantKind(t, err, commands.Unavailable)
		}
		var h *commands.Handler
		var finishing sync.WaitGroup
		begun := surviving(t, log, events.ErasurePrefix)
		for range 2 { // instances that start at the same moment
			instance := handlerOn(t, commands.Config{Log: log, Logger: zerolog.Nop()})
			h = instance
			finishing.Go(func() {
				if err := instance.FinishErasures(t.Context(), begun); err != nil {
					t.Errorf("cut after %d changes: %v", left, err)
				}
			})
		}
		finishing.Wait()
		_, err = h.ErasePerson(t.Context(), admin, personBy(t, "ada@example.com", "")) // nothing was begun, where the first change failed
		if left > 0 {
			wantKind(t, err, commands.NotFound)
		}
		if got := len(surviving(t, log, events.MessagePrefix)); got != 1 {
			t.Errorf("cut after %d changes: %d messages are left", left, got)
		}
		streams := surviving(t, log, events.ErasurePrefix)
		if len(streams) != 1 {
			t.Fatalf("cut after %d changes: erasures %v", left, streams)
		}
		evs := recorded(t, log, streams[0])
		last, err := evs[len(evs)-1].Decode()
		if err != nil {
			t.Fatal(err)
		}
		done, ok := last.(events.PersonErased)
		if len(evs) != 2 || !ok || done.Messages != 2 || done.Subscribers != 1 {
			t.Errorf("cut after %d changes: %+v", left, evs)
		}
	}
}

func TestPersonMustBeOne(t *testing.T) {
	for _, in := range [][2]string{{"", ""}, {"a@example.com", "192.0.2.1"}, {"nobody", ""}, {"", "300.1.1.1"}, {"", "10.0.0.0/8"}, {"", "2001:db8::/16"}, {"", "0.0.0.0/0"}} {
		_, err := commands.PersonBy(in[0], in[1])
		wantKind(t, err, commands.Invalid)
	}
}
