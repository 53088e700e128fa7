// The examples for analysts, run against a server: each handles what is there and what comes, and resumes after a kill.

package e2e

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/events/esdb"
	"candor/internal/openlog"
)

func TestExamplesCountViewsByDay(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("examples/node_modules"); err != nil {
		t.Fatalf("the example in Node has no client, run npm ci in examples (make test does): %v", err)
	}
	dir := t.TempDir()
	s := serve(t, dir, opened...)
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	log, err := esdb.Open(esdb.Config{ConnectionString: server.ConnectionString, Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	past := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	for _, event := range []string{"page_view", "page_view", "click"} {
		p, err := events.Encode(events.Envelope{Event: events.PageViewed{Event: event, Page: "/", VisitorID: uuid.New(),
			Country: "Local", At: past}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), events.PageViewStream(past), events.Any, p); err != nil {
			t.Fatal(err)
		}
	}
	day := time.Now().UTC()
	if left := time.Until(day.Truncate(24 * time.Hour).Add(24 * time.Hour)); left < time.Minute { // the count is of one day
		time.Sleep(left)
		day = time.Now().UTC()
	}
	today, views := day.Format(time.DateOnly), 0
	view := func() {
		s.visitor().want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/", "userAgent": "Mozilla/5.0 Firefox",
			"sessionId": "s", "referrer": "", "metadata": nil})
		views++
	}
	view()

	program := built(t, "./examples/countviews")
	for name, command := range map[string][]string{"Go": {program}, "Node": {"node", "examples/count-views.mjs"}} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "views.json")
			example := func() (line func() string, kill func()) {
				cmd := exec.Command(command[0], append(command[1:], as(t, server.ConnectionString, openlog.AnalystUser, analystPassword), file)...)
				cmd.Stderr = os.Stderr
				out, err := cmd.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				timeout := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
				lines := bufio.NewScanner(out)
				line = func() string { lines.Scan(); return lines.Text() }
				return line, func() {
					timeout.Stop()
					_ = cmd.Process.Kill()
					_ = cmd.Wait() // it was killed
				}
			}
			expect := func(line func() string) {
				t.Helper()
				want := []string{"2026-11-01 2", fmt.Sprint(today, " ", views), "live"}
				if got := []string{line(), line(), line()}; !slices.Equal(got, want) {
					t.Fatalf("got %q, want %q", got, want)
				}
			}
			line, kill := example()
			expect(line)
			view()
			if got, want := line(), fmt.Sprint(today, " ", views); got != want {
				t.Errorf("live: got %q, want %q", got, want)
			}
			kill()
			view()
			view()
			line, kill = example()
			defer kill()
			expect(line)
		})
	}
}

func TestExampleWorkerAnnouncesNewReviewsAndForgetsNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, slices.Concat(opened, []string{"--eventstore-analyst-content"})...)
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	program, file := built(t, "./examples/announce"), filepath.Join(t.TempDir(), "announced.txt")
	admin := s.visitor()
	admin.signIn(adminPassword)
	publish := func(title string) { admin.want(201, "POST", "/api/reviews", review(title)) }
	announced := "nothing yet" // the last line about a review
	worker := func() (expect func(want ...string), kill func()) {
		cmd := exec.Command(program, as(t, server.ConnectionString, openlog.AnalystUser, analystPassword), file)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timeout := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		lines := bufio.NewScanner(out)
		expect = func(want ...string) {
			t.Helper()
			for _, line := range want {
				lines.Scan()
				for lines.Text() == announced && announced != line { // it was killed before it saved its position
					lines.Scan()
				}
				if lines.Text() != line {
					t.Fatalf("got %q, want %q", lines.Text(), line)
				}
				if line != "waiting" {
					announced = line
				}
			}
		}
		return expect, func() {
			timeout.Stop()
			_ = cmd.Process.Kill()
			_ = cmd.Wait() // it was killed
		}
	}
	publish("Before")
	expect, kill := worker()
	expect("waiting")
	kill()
	publish("While it is away, before it has handled any")
	expect, kill = worker()
	expect("waiting", "published: 2")
	publish("While it waits")
	expect("published: 3")
	kill()
	publish("While it is away")
	expect, kill = worker()
	defer kill()
	expect("waiting", "published: 4")
}
