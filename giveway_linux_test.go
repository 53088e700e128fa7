// Tests of giving way, which Linux can be asked about.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"candor/events"
)

// Beside a rebuild readers must not wait: every thread of the process that builds soon runs only where no other one wants to.
func TestABuilderGivesWayToAll(t *testing.T) {
	dir := t.TempDir()
	serve(t, dir, "--demo")
	announced := make(chan struct{})
	close(announced)
	line := &commandLine{Data: dir, LogLevel: "info"}
	built := make(chan error, 1)
	go func() {
		built <- line.builder(candorBinary(t), announced, nobody).Build(t.Context(), "content", filepath.Join(t.TempDir(), "content.db"), func(_, _ events.Position) {})
	}()
	gaveWay := false
	for {
		select {
		case err := <-built:
			if err != nil {
				t.Fatal(err)
			}
			if !gaveWay {
				t.Error("at no look all threads of the builder gave way")
			}
			return
		case <-time.After(time.Millisecond):
			threads := threadsOfBuilder(t)
			gaveWay = gaveWay || len(threads) > 0 && !slices.ContainsFunc(threads, func(a *unix.SchedAttr) bool {
				return a.Nice != lowest || a.Policy != unix.SCHED_IDLE
			})
		}
	}
}

// threadsOfBuilder says how the threads of this process's child run that is called build.
func threadsOfBuilder(t *testing.T) []*unix.SchedAttr {
	t.Helper()
	processes, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var all []*unix.SchedAttr
	for _, file := range processes {
		stat, _ := os.ReadFile(file) // it may have ended meanwhile
		var state string
		var parent int
		if _, err := fmt.Sscan(string(stat[bytes.LastIndexByte(stat, ')')+1:]), &state, &parent); err != nil || parent != os.Getpid() {
			continue
		}
		words, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		if !bytes.Contains(words, []byte("\x00build\x00")) {
			continue
		}
		threads, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "task", "[0-9]*"))
		for _, thread := range threads {
			id, err := strconv.Atoi(filepath.Base(thread))
			if err != nil {
				t.Fatal(err)
			}
			if attr, err := unix.SchedGetAttr(id, 0); err == nil {
				all = append(all, attr)
			}
		}
	}
	return all
}
