// candor serve --as-of as its user meets it: beside a running server, without one, and on a log of one's own.

package e2e

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/internal/eventually"
)

var pastAddress = regexp.MustCompile(`the site as it stood at \S+: (http://\S+)`)

// servePast starts a server of the past and waits until it has said where it is.
func servePast(t *testing.T, moment time.Time, args ...string) *site {
	t.Helper()
	s := &site{t: t, errs: &lockedBuffer{}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--as-of", events.FormatMoment(moment)}, args...),
			strings.NewReader(""), io.Discard, s.errs)
	}()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server of the past ended with: %v", err)
		}
	})
	t.Cleanup(s.stop)
	eventually.Holds(t, func() error {
		if said := pastAddress.FindStringSubmatch(s.errs.String()); said != nil {
			s.url = said[1]
			return nil
		}
		select {
		case err := <-ended:
			ended <- nil
			t.Fatalf("the server of the past ended: %v\n%s", err, s.errs)
		default:
		}
		return fmt.Errorf("the server of the past doesn't serve:\n%s", s.errs)
	})
	return s
}

func TestServeAsOfShowsThePastAndChangesNothing(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	admin := s.visitor()
	admin.signIn(adminPassword)
	moment := time.Now()
	admin.want(200, "PATCH", "/api/reviews/14", map[string]any{"title": "Not so quiet any more"})
	admin.want(204, "DELETE", "/api/reviews/2", nil)

	check := func(past *site) {
		t.Helper()
		v := past.visitor()
		v.want(200, "GET", "/readyz", nil)
		for _, path := range []string{"/api/reviews/14", "/reviews/14", "/feed.xml"} {
			if answer := v.want(200, "GET", path, nil); !strings.Contains(answer, "the quiet laptop") || strings.Contains(answer, "Not so quiet") {
				t.Errorf("%s is not as it was: %s", path, answer)
			}
		}
		picture := regexp.MustCompile(`/media/[0-9a-f]{64}\.webp`).FindString(v.want(200, "GET", "/reviews/2", nil))
		v.want(200, "GET", picture, nil)
		for _, path := range []string{"/api/track", "/api/contact", "/api/admin/login", "/api/reviews", "/api/bot/reviews"} {
			if answer := v.want(403, "POST", path, map[string]any{}); !strings.Contains(answer, "This is the site as it stood on") {
				t.Errorf("%s: %s", path, answer)
			}
		}
		v.want(403, "GET", "/admin-login", nil)
	}
	log := mustCandor(t, "", "--data", dir, "replay")
	past := servePast(t, moment, "--data", dir)
	check(past)
	past.stop()
	s.stop()
	alone := servePast(t, moment, "--data", dir)
	check(alone)
	if now := mustCandor(t, "", "--data", dir, "replay"); now != log {
		t.Errorf("the log has changed:\n%s", strings.TrimPrefix(now, log))
	}
	s = serve(t, dir) // beside it: the past has let go of the log
	s.visitor().want(404, "GET", "/api/reviews/2", nil)
	alone.visitor().want(200, "GET", "/api/reviews/2", nil)
	alone.stop()
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestServeAsOfReadsALogOfOnesOwn(t *testing.T) {
	t.Parallel()
	node, err := nodeserver.Open(context.Background(), nodeserver.Config{Path: filepath.Join(t.TempDir(), "log.db"),
		Listen: "127.0.0.1:0", Insecure: true})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	s := serve(t, t.TempDir(), "--eventstore", node.ConnectionString())
	nowhere := filepath.Join(t.TempDir(), "none")
	past := servePast(t, time.Now(), "--eventstore", node.ConnectionString(), "--data", nowhere)
	before := servePast(t, time.Now().Add(-time.Hour), "--eventstore", node.ConnectionString(), "--data", nowhere)
	if got := past.visitor().want(200, "GET", "/api/categories", nil); !strings.Contains(got, "gadgets") {
		t.Errorf("categories: %s", got)
	}
	if got := before.visitor().want(200, "GET", "/api/categories", nil); strings.TrimSpace(got) != "[]" {
		t.Errorf("categories before the beginning: %s", got)
	}
	past.stop()
	before.stop()
	s.stop()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--as-of", "2100-01-01", "--data", nowhere}, "--as-of must not be in the future"},
		{[]string{"--as-of", "yesterday", "--data", nowhere}, "--as-of must be a time such as"},
		{[]string{"--as-of", "2026-01-01", "--demo", "--data", nowhere}, "can't be combined with --demo"},
		{[]string{"--as-of", "2026-01-01", "--data", nowhere}, "there is no log"},
	} {
		if _, _, err := candor(t, "", append([]string{"serve", "--addr", "127.0.0.1:0"}, test.args...)...); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("serve %v: %v", test.args, err)
		}
	}
	if _, err := os.Stat(nowhere); !os.IsNotExist(err) {
		t.Errorf("looking at the past has made a data folder: %v", err)
	}
}

// Readers of the past don't see a version that is withheld now, and the public history isn't part of the past.
func TestServeAsOfLeavesOutWithheldVersions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--demo")
	admin := s.visitor()
	admin.signIn(adminPassword)
	moment := time.Now()
	admin.want(200, "PATCH", "/api/reviews/14", map[string]any{"title": "Not so quiet any more"})
	first := regexp.MustCompile(`"revision":(\d+),"at":"[^"]*","type":"published"`).FindStringSubmatch(admin.want(200, "GET",
		"/api/reviews/14/history", nil))
	if first == nil {
		t.Fatal("the review has no first version")
	}
	admin.want(200, "POST", "/api/admin/reviews/14/history/"+first[1]+"/withhold", map[string]any{"reason": "A court order."})
	past := servePast(t, moment, "--data", dir).visitor()
	past.want(404, "GET", "/api/reviews/14", nil)
	past.want(404, "GET", "/reviews/14", nil)
	past.want(200, "GET", "/api/reviews/2", nil)
	past.want(403, "GET", "/api/reviews/2/history", nil)
	if got := past.want(200, "GET", "/api/site", nil); !strings.Contains(got, `"off"`) {
		t.Errorf("the past has a public history: %s", got)
	}
}
