// Read models that a process of their own builds.

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/projections"
)

func TestAProcessOfItsOwnBuildsAReadModel(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	// A secret that was read from a file is in the environment twice.
	t.Setenv("CANDOR_ADMIN_PASSWORD", adminPassword)
	t.Setenv("CANDOR_ADMIN_PASSWORD_FILE", filepath.Join(dir, "password"))
	line := &commandLine{Data: dir, LogLevel: "info"}
	announced := make(chan struct{})
	close(announced)
	build := line.builder(candorBinary(t), announced, nobody).Build
	folder := t.TempDir()
	var last, head events.Position
	err := build(t.Context(), "content", filepath.Join(folder, "content.db"), func(at, of events.Position) { last, head = at, of })
	if err != nil {
		t.Fatal(err)
	}
	if last > head {
		t.Errorf("it says that it is at %d of %d", last, head)
	}
	if err := build(t.Context(), "nonsense", filepath.Join(folder, "nonsense.db"), func(_, _ events.Position) {}); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("of a model that doesn't exist it says %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := build(ended, "content", filepath.Join(folder, "ended.db"), func(_, _ events.Position) {}); err == nil {
		t.Error("it goes on although nobody wants the file any more")
	}
	s.stop()

	want, got := contentOf(t, datadir.Folder(dir).Models(), dir), contentOf(t, folder, dir)
	if want != got {
		t.Error("the file holds something else than the server's own")
	}
}

// nobody reads.
func nobody() bool { return false }

func TestABuilderKnowsOfItsServersReaders(t *testing.T) {
	var reads atomic.Bool
	builder := &readersElsewhere{began: time.Now()}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	go tellOfReaders(ctx, builder, reads.Load)
	knows := func(want bool) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); builder.here() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("somebody reads: %t, and the builder knows nothing of it", want)
			}
		}
	}
	knows(false)
	reads.Store(true)
	knows(true)
	reads.Store(false)
	knows(false)
	reads.Store(true)
	knows(true)
	end() // with the server
	knows(false)
}

// contentOf is a sum of what the content's file in a folder holds.
func contentOf(t *testing.T, models, dir string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(models, "content.db")); err != nil {
		t.Fatal(err) // Open would make one
	}
	line := &commandLine{Data: dir}
	d, err := line.openDoor(t.Context(), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	m, err := projections.Open(t.Context(), projections.Config{Dir: models, Log: d, Only: []string{"content"}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.WaitCaughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	sum, err := m.Dump("content")
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
