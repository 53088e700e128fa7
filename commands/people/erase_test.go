// Erasing a person: what is found, what goes, and that an erasure which is cut short anywhere is finished.

package people_test

import (
	"net/netip"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"candor/commands"
	"candor/commands/commandstest"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
)

func TestPersonIsErasedByEmail(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.WithPeople(t, log)
	ada := commandstest.PersonBy(t, "aDa@example.com", "")
	found, err := h.People.FindPerson(t.Context(), ada)
	if err != nil || len(found.Messages) != 2 || len(found.Subscribers) != 1 || len(found.Visitors) != 0 {
		t.Fatalf("found %+v, %v", found, err)
	}
	got, err := h.People.ErasePerson(t.Context(), commandstest.Admin, ada)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"message-1", "message-3", "subscriber-2"}, got.Streams); diff != "" || got.Messages != 2 ||
		got.Subscribers != 1 {
		t.Errorf("receipt %+v\n%s", got, diff)
	}
	if diff := cmp.Diff([]string{"message-2"}, commandstest.Surviving(t, log, events.MessagePrefix)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"subscriber-1"}, commandstest.Surviving(t, log, events.SubscriberPrefix)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]events.SubscriberID{1}, taken(t, log)); diff != "" {
		t.Errorf("subscribers who have their addresses:\n%s", diff)
	}
	if found, err = h.People.FindPerson(t.Context(), ada); err != nil || !found.Empty() {
		t.Errorf("found again: %+v, %v", found, err)
	}
	_, err = h.People.ErasePerson(t.Context(), commandstest.Admin, ada)
	commandstest.WantKind(t, err, commands.NotFound)
}

func TestPersonIsErasedByAddress(t *testing.T) {
	log := commandstest.OpenLog(t)
	h := commandstest.WithPeople(t, log)
	for _, step := range []struct {
		ip   string
		want int
	}{{"2001:DB8::1", 1}, {"203.0.113.0/24", 2}, {"::ffff:198.51.100.1", 1}} {
		got, err := h.People.ErasePerson(t.Context(), commandstest.Admin, commandstest.PersonBy(t, "", step.ip))
		if err != nil || got.Visitors != step.want {
			t.Errorf("%s: %+v, %v", step.ip, got, err)
		}
	}
	if got := commandstest.Surviving(t, log, events.VisitorPrefix); len(got) != 0 {
		t.Errorf("left: %v", got)
	}
	// Who comes back is somebody new.
	if err := h.Traffic.Track(t.Context(), commandstest.Guest, []traffic.TrackInput{{Event: "page_view", Page: "/"}},
		netip.MustParseAddr("2001:db8::1")); err != nil {
		t.Fatal(err)
	}
	if got := commandstest.Surviving(t, log, events.VisitorPrefix); len(got) != 1 {
		t.Errorf("after coming back: %v", got)
	}
}

// The log goes away after each number of changes in turn; FinishErasures does the rest, at two instances at once.
func TestErasureThatIsCutShortIsFinished(t *testing.T) {
	for left, cut := 0, true; cut; left++ {
		log := commandstest.OpenLog(t)
		commandstest.WithPeople(t, log)
		b := &commandstest.Brittle{Door: log, Left: left}
		_, err := commandstest.HandlerOn(t, rooms.Config{Log: b, Logger: zerolog.Nop()}).People.ErasePerson(t.Context(), commandstest.Admin,
			commandstest.PersonBy(t, "ada@example.com", ""))
		if cut = err != nil; cut {
			commandstest.WantKind(t, err, commands.Unavailable)
		}
		var h *rooms.Handlers
		var finishing sync.WaitGroup
		begun := commandstest.Surviving(t, log, events.ErasurePrefix)
		for range 2 { // instances that start at the same moment
			instance := commandstest.HandlerOn(t, rooms.Config{Log: log, Logger: zerolog.Nop()})
			h = instance
			finishing.Go(func() {
				if err := instance.FinishErasures(t.Context(), begun); err != nil {
					t.Errorf("cut after %d changes: %v", left, err)
				}
			})
		}
		finishing.Wait()
		// nothing was begun, where the first change failed
		_, err = h.People.ErasePerson(t.Context(), commandstest.Admin, commandstest.PersonBy(t, "ada@example.com", ""))
		if left > 0 {
			commandstest.WantKind(t, err, commands.NotFound)
		}
		if got := len(commandstest.Surviving(t, log, events.MessagePrefix)); got != 1 {
			t.Errorf("cut after %d changes: %d messages are left", left, got)
		}
		streams := commandstest.Surviving(t, log, events.ErasurePrefix)
		if len(streams) != 1 {
			t.Fatalf("cut after %d changes: erasures %v", left, streams)
		}
		evs := commandstest.Recorded(t, log, streams[0])
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
	for _, in := range [][2]string{{"", ""}, {"a@example.com", "192.0.2.1"}, {"nobody", ""}, {"", "300.1.1.1"}, {"", "10.0.0.0/8"},
		{"", "2001:db8::/16"}, {"", "0.0.0.0/0"}} {
		_, err := people.PersonBy(in[0], in[1])
		commandstest.WantKind(t, err, commands.Invalid)
	}
}
