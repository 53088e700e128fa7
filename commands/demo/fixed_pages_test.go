package demo_test

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"candor/commands/rooms"
	"candor/events"
)

// A site has its four pages once, wherever its first start died, and however many instances start at the same time.
func TestFixedPagesAreMadeOnce(t *testing.T) {
	ctx := t.Context()
	create := func(log events.Log) error {
		h, err := rooms.New(rooms.Config{Log: log})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Close(context.Background()) })
		return h.Editorial.CreateFixedPages(ctx, false)
	}
	made := func(log events.Log) (all []string) {
		_ = log.ReadAll(ctx, 0, 1<<20, func(r events.Recorded) error {
			if strings.HasPrefix(r.Stream, events.PagePrefix) {
				all = append(all, r.Type)
			}
			return nil
		})
		return all
	}
	for appends := 0; ; appends++ {
		log := newLog(t, nil)
		cut := create(&flaky{log, appends})
		var group errgroup.Group
		for range 3 {
			group.Go(func() error { return create(log) })
		}
		if err := group.Wait(); err != nil {
			t.Fatalf("after %d appends: %v", appends, err)
		}
		if all := made(log); len(all) != 2*len(events.FixedPages) {
			t.Fatalf("after %d appends: %v", appends, all)
		}
		before, _ := log.Head(ctx)
		if err := create(log); err != nil {
			t.Fatal(err)
		}
		if head, _ := log.Head(ctx); head != before {
			t.Fatal("a start wrote something to a log that has its pages")
		}
		if cut == nil {
			return
		}
	}
}
