package persistent_test

// What a group does while there is nothing to do.

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
	"candor/events/embedded/server/internal/persistent"
)

// reader is what the goroutine does that reads for the test's only group, as the runtime names it: "select", "running", …
func reader() string {
	stacks := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, "(*Group).read(") {
			_, state, _ := strings.Cut(stack, "[")
			state, _, _ = strings.Cut(state, "]")
			state, _, _ = strings.Cut(state, ",") // for how long
			return state
		}
	}
	return "not started"
}

// resting expects the reader to come to rest soon, and to stay so.
func resting(t *testing.T, when string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		rest := 0
		for rest < 50 && reader() == "select" {
			rest++
			time.Sleep(100 * time.Microsecond)
		}
		if rest == 50 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s the reader never rests", when)
		}
	}
}

func TestAGroupWithNothingToDoRests(t *testing.T) {
	store, err := storage.Open(filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(store, time.Now, func(err error) { t.Error(err) })
	groups := persistent.Open(e, time.Now, func(problem string, err error) { t.Errorf("%s: %v", problem, err) })
	t.Cleanup(func() {
		groups.Close()
		e.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	key := persistent.Key{Stream: "s", Group: "g"}
	if err := groups.Create(key, persistent.Settings{MaxRetries: 1, MessageTimeout: time.Minute, LiveBuffer: 4, HistoryBuffer: 4, ReadBatch: 2, Strategy: persistent.RoundRobin}, "admin"); err != nil {
		t.Fatal(err)
	}
	resting(t, "on an empty stream")
	events := 0
	write := func() {
		events++
		b := &storage.Body{}
		b.Add(storage.Event{ID: storage.ID{byte(events)}, Type: []byte("Tested"), Data: []byte("x")})
		if res := e.Append(t.Context(), "s", engine.Expected{Kind: engine.Any}, b); res.Err != nil {
			t.Fatal(res.Err)
		}
	}
	write()
	resting(t, "with room for more than there is")
	for range 9 {
		write()
	}
	resting(t, "with a full buffer")
	c, err := groups.Connect(key, persistent.Client{Slots: 20})
	if err != nil {
		t.Fatal(err)
	}
	for got := 0; got < events; {
		messages, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got += len(messages)
	}
	resting(t, "when a consumer has all there is")
}
