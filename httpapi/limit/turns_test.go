package limit_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"candor/httpapi/limit"
)

// queue lets clients wait for a turn one after the other, in a bubble of fake time. Each gets its turn when the one before has sent its
// name.
func queue(t *testing.T, turns *limit.Turns[string], clients ...string) <-chan string {
	t.Helper()
	got := make(chan string)
	for _, client := range clients {
		go func() {
			if err := turns.Begin(t.Context(), client); err != nil {
				return
			}
			got <- client
			turns.End()
		}()
		synctest.Wait() // until it waits
	}
	return got
}

func TestTurnsGoFromClientToClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := limit.NewTurns[string](1)
		if err := turns.Begin(t.Context(), "first"); err != nil {
			t.Fatal(err)
		}
		got := queue(t, turns, "greedy", "greedy", "greedy", "modest", "late", "modest")
		turns.End()
		var order []string
		for range 6 {
			order = append(order, <-got)
		}
		if want := []string{"greedy", "modest", "late", "greedy", "modest", "greedy"}; !slices.Equal(order, want) {
			t.Errorf("turns: %v, want %v", order, want)
		}
	})
}

func TestWhoStopsWaitingTakesNoTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := limit.NewTurns[string](1)
		if err := turns.Begin(t.Context(), "first"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- turns.Begin(ctx, "gone") }()
		synctest.Wait()
		got := queue(t, turns, "gone") // the same client's other computation
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("who has stopped waiting got %v", err)
		}
		turns.End()
		<-got
		synctest.Wait()
		if turns.Busy() {
			t.Error("a turn that has ended is not free")
		}
	})
}

// A turn may come at the moment at which a computation stops waiting for it.
func TestATurnThatNobodyWaitsForAnyMoreIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := limit.NewTurns[string](1)
		for range 100 {
			if err := turns.Begin(t.Context(), "first"); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				if turns.Begin(ctx, "second") == nil {
					turns.End()
				}
			}()
			synctest.Wait()
			cancel()
			turns.End() // before it has stopped waiting, most times
			synctest.Wait()
			if turns.Busy() {
				t.Fatal("nobody computes, and no turn is free")
			}
		}
	})
}

func TestAsManyTurnsAsThereAreProcessors(t *testing.T) {
	turns := limit.NewTurns[string](2)
	for range 2 {
		if turns.Busy() {
			t.Fatal("no request is served")
		}
		if err := turns.Begin(t.Context(), "one"); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := turns.Begin(ctx, "two"); err == nil {
		t.Error("a third got a turn beside two")
	}
	turns.End()
	if err := turns.Begin(t.Context(), "two"); err != nil {
		t.Error(err)
	}
}

func TestAClientHasAShareAndLeavesTheRest(t *testing.T) {
	shares := limit.NewShares[string](10, 4)
	for _, step := range []struct {
		client string
		n      int64
		want   bool
	}{
		{"a", 3, true}, {"a", 2, false}, {"a", 1, true}, {"a", 1, false},
		{"b", 5, true},  // more than its share, but it had nothing
		{"b", 1, false}, // and no more beside that
		{"c", 2, false}, // all together have no more
		{"c", 1, true},
	} {
		if got := shares.Take(step.client, step.n); got != step.want {
			t.Errorf("%s takes %d: %v, want %v", step.client, step.n, got, step.want)
		}
	}
	if !shares.Full("a") || shares.Full("c") {
		t.Error("a has its share, and c has not")
	}
	for client, n := range map[string]int64{"a": 4, "b": 5, "c": 1} {
		shares.Return(client, n)
	}
	if shares.Used() != 0 || shares.Full("a") {
		t.Errorf("%d in use after all was returned", shares.Used())
	}
}
