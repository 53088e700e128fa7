// Building a read model's file in a process of its own: how the server starts it, and what it does.

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"candor/events"
	"candor/projections"
)

const (
	builderFrom  = 20_000          // events of a file
	builderPipes = 2 * time.Second // how long a builder that has ended may leave its output open
	builderWords = 4 << 10         // bytes of what it complained of that are told

	readersWord = 250 * time.Millisecond // between two words to a builder that somebody reads
	readersHold = 3 * readersWord        // how long such a word holds
)

// builder starts a program, this one, once more for each large file. That reads the log as other commands on the data folder do, which
// need to find the server announced. busy says whether somebody reads; builders are told, and give way.
func (line *commandLine) builder(program string, announced <-chan struct{}, busy func() bool) *projections.Builder {
	build := func(ctx context.Context, model, path string, progress func(at, head events.Position)) error {
		select {
		case <-announced:
		case <-ctx.Done():
			return ctx.Err()
		}
		c := exec.CommandContext(ctx, program, "--data", line.Data, "build", model, path)
		c.Env, c.WaitDelay = builderEnv(os.Environ(), line.EventStore), builderPipes
		var complaints lastWords
		c.Stderr = &complaints
		says, err := c.StdoutPipe()
		if err != nil {
			return err
		}
		hears, err := c.StdinPipe() // open for as long as this process lives
		if err != nil {
			return err
		}
		if err := c.Start(); err != nil {
			return err
		}
		ended, end := context.WithCancel(ctx)
		defer end()
		go tellOfReaders(ended, hears, busy)
		for lines := bufio.NewScanner(says); lines.Scan(); {
			var at, head events.Position
			if _, err := fmt.Sscan(lines.Text(), &at, &head); err == nil {
				progress(at, head)
			}
		}
		if err := c.Wait(); err != nil {
			return fmt.Errorf("candor build: %w: %s", err, bytes.TrimSpace(complaints))
		}
		return nil
	}
	return &projections.Builder{Build: build, From: builderFrom}
}

// tellOfReaders writes a byte every now and then while somebody reads, until ctx ends or nobody listens.
func tellOfReaders(ctx context.Context, w io.Writer, busy func() bool) {
	again := time.NewTicker(readersWord)
	defer again.Stop()
	for {
		select {
		case <-again.C:
		case <-ctx.Done():
			return
		}
		if busy() {
			if _, err := w.Write([]byte{'r'}); err != nil {
				return
			}
		}
	}
}

// readersElsewhere is what a builder knows of its server's readers. It is safe for concurrent use.
type readersElsewhere struct {
	began time.Time
	heard atomic.Int64 // when, counted from began; 0: never
}

// Write takes words that somebody reads.
func (r *readersElsewhere) Write(words []byte) (int, error) {
	r.heard.Store(int64(time.Since(r.began)))
	return len(words), nil
}

// here reports whether somebody reads.
func (r *readersElsewhere) here() bool {
	heard := r.heard.Load()
	return heard != 0 && time.Since(r.began)-time.Duration(heard) < readersHold
}

// lastWords keeps the end of what is written to it.
type lastWords []byte

func (w *lastWords) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	*w = slices.Delete(*w, 0, max(0, len(*w)-builderWords))
	return len(p), nil
}

// ownProgram is the file that this process runs, also when an upgrade has put another one in its place.
func ownProgram() string {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe"
	}
	if program, err := os.Executable(); err == nil {
		return program
	}
	return os.Args[0]
}

// builderEnv is what a builder finds in its environment: ours, with the log's address as it is known here, and no
// secret twice, as a file and read from it.
func builderEnv(ours []string, eventStore string) []string {
	env := slices.DeleteFunc(slices.Clone(ours), func(setting string) bool {
		name, _, _ := strings.Cut(setting, "=")
		return name == "CANDOR_EVENTSTORE" || slices.Contains(secrets, strings.TrimSuffix(name, "_FILE")) && strings.HasSuffix(name, "_FILE")
	})
	return append(env, "CANDOR_EVENTSTORE="+eventStore)
}

// buildCommand builds one file for the server that has started it.
type buildCommand struct {
	Model string `arg:""`
	File  string `arg:""`
}

func (b buildCommand) Run(ctx context.Context, line *commandLine, c *console) (err error) {
	giveWayToAll()
	// Where both processors are taken, a reader may wait for the kernel's next tick, 4 ms in some systems.
	runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)/2))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	readers := &readersElsewhere{began: time.Now()}
	go func() {
		_, _ = io.Copy(readers, c.stdin)
		cancel(errors.New("the server has ended"))
	}()
	d, err := line.openDoor(ctx, c.logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	err = projections.Build(ctx, projections.Config{Log: d, Logger: c.logger, Busy: readers.here}, b.Model, b.File, func(at, head events.Position) {
		fmt.Fprintln(c.stdout, at, head)
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
