// The system streams that other clients may ask for: Candor's own parts must not notice them.

package e2e

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/datadir"
	"candor/internal/eventually"
)

// linkedStreams reads a system stream of the running server as an analyst does, and names what its links lead to: "" for a
// link whose event is gone.
func linkedStreams(t *testing.T, dir, stream string) (streams []string) {
	t.Helper()
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	config, err := esdb.ParseConnectionString(server.ConnectionString)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = func(esdb.LogLevel, string, ...any) {}
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	found, err := client.ReadStream(ctx, stream, esdb.ReadStreamOptions{From: esdb.Start{}, ResolveLinkTos: true}, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for {
		e, err := found.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return streams
		case err != nil:
			t.Fatalf("%s: %v", stream, err)
		case e.Event == nil:
			streams = append(streams, "")
		default:
			streams = append(streams, e.Event.StreamID)
		}
	}
}

var (
	projectionsAt = regexp.MustCompile(`(?m)^candor_node_projections_position (\S+)$`)
	nodeAt        = regexp.MustCompile(`(?m)^candor_node_position (\S+)$`)
)

// awaitProjections waits until the system streams hold everything.
func (s *site) awaitProjections() {
	s.t.Helper()
	admin := s.visitor()
	eventually.Holds(s.t, func() error {
		said := admin.want(200, "GET", "/metrics", nil)
		if at, head := projectionsAt.FindStringSubmatch(said), nodeAt.FindStringSubmatch(said); at == nil || head == nil || at[1] != head[1] {
			return fmt.Errorf("the projections are not at the end of the log: %v of %v", at, head)
		}
		return nil
	})
}

func TestSystemStreamsDisturbNoPartOfCandor(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a log with system projections runs beside the whole product")
	}
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	v := s.visitor()
	v.want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/", "userAgent": "Mozilla/5.0 Firefox", "sessionId": "s",
		"referrer": "", "metadata": nil})
	v.want(201, "POST", "/api/contact", map[string]string{"name": "Bo", "email": "bo@example.com", "subject": "Hello", "message": "Hi."})
	before := mustCandor(t, "", "--data", dir, "replay")
	whole := mustCandor(t, "", "--data", dir, "verify")
	s.stop()

	s = serve(t, dir, "CANDOR_EVENTSTORE_PASSWORD="+storePassword, "--eventstore-listen", "127.0.0.1:0", "--eventstore-projections")
	s.awaitProjections()
	if got := len(linkedStreams(t, dir, "$ce-review")); got < 28 { // 14 created, 14 published
		t.Errorf("$ce-review has %d events", got)
	}
	if got := linkedStreams(t, dir, "$et-MessageReceived"); len(got) != 4 || got[3] != "message-4" { // 3 of the demo
		t.Errorf("$et-MessageReceived leads to %q", got)
	}
	if got := linkedStreams(t, dir, "$et-PageViewed"); len(got) < 2_000 ||
		slices.ContainsFunc(got, func(stream string) bool { return !strings.HasPrefix(stream, "pageviews-") }) {
		t.Errorf("$et-PageViewed leads to %d streams: %.200q", len(got), got)
	}
	if after := mustCandor(t, "", "--data", dir, "replay"); after != before {
		t.Error("a replay shows more than before")
	}
	check := func(dir string) {
		t.Helper()
		// The counts are of events and streams that Candor's rules are about.
		if said := mustCandor(t, "", "--data", dir, "verify"); said != whole {
			t.Errorf("verify says\n%swant\n%s", said, whole)
		}
	}
	check(dir)
	mustCandor(t, "", "--data", dir, "rebuild")
	check(dir)
	eventually.Holds(t, func() error { // the server's own work may have moved the log's end
		ready := s.visitor().want(200, "GET", "/readyz", nil)
		if models := strings.Count(ready, `"name":`); models == 0 || strings.Count(ready, `"lag":0,`) != models ||
			strings.Count(ready, `"skipped":0,`) != models {
			return fmt.Errorf("models lag or skip: %s", ready)
		}
		return nil
	})

	backup := filepath.Join(t.TempDir(), "site.candor")
	links := fmt.Sprint(linkedStreams(t, dir, "$streams")) // before the backup, which is recorded behind what it holds
	mustCandor(t, "", "--data", dir, "backup", backup)
	s.stop()
	copied := filepath.Join(t.TempDir(), "copied")
	mustCandor(t, "", "--data", copied, "restore", backup)
	check(copied)
	s = serve(t, copied, "CANDOR_EVENTSTORE_PASSWORD="+storePassword, "--eventstore-listen", "127.0.0.1:0", "--eventstore-projections")
	s.awaitProjections()
	if got := fmt.Sprint(linkedStreams(t, copied, "$streams")); !strings.HasPrefix(got, strings.TrimSuffix(links, "]")) {
		t.Errorf("the restored log links anew:\n%s\nwas\n%s", got, links)
	}

	// A deletion leaves links that lead nowhere, also after the bytes are gone.
	admin := s.visitor()
	if status := admin.signIn(adminPassword); status != 200 {
		t.Fatalf("sign in: %d", status)
	}
	admin.want(204, "DELETE", "/api/contact-messages/4", nil)
	mustCandor(t, "", "--data", copied, "scavenge")
	s.awaitProjections()
	if got := linkedStreams(t, copied, "$et-MessageReceived"); len(got) != 4 || got[3] != "" {
		t.Errorf("the deleted message's link leads to %q", got)
	}
	if said := mustCandor(t, "", "--data", copied, "verify"); !strings.Contains(said, "The log is intact") {
		t.Error(said)
	}
}
