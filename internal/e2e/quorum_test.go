// An event store that answers reads and can't be used all the same: a cluster without a quorum, and a version that the client can't read.

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/internal/eventually"
	"candor/internal/logproxy"
)

func TestAStoreWithoutAQuorum(t *testing.T) {
	if testing.Short() {
		t.Skip("a write waits for 8 seconds of real time before it is refused")
	}
	t.Parallel()
	address := freeAddress(t)
	mustOpenInsecureNode(t, address)
	proxy, err := logproxy.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Close()
	p := serveLogging(t, t.TempDir(), proxy.ConnectionString(), &lockedBuffer{}, "--log-level", "warn")
	p.becomes(200, "")
	admin := p.admin()
	admin.want(201, "POST", "/api/reviews", review("First"))

	// The follower refuses each append after 5 s. The appends of before the leader was lost are in the log all the same.
	proxy.OnAnswer(func(c logproxy.Call) error {
		if c.Method != "Append" {
			return nil
		}
		select {
		case <-time.After(5 * time.Second):
		case <-t.Context().Done():
		}
		return status.Error(codes.Aborted, "Operation timed out: Forwarding timeout")
	})
	var views []map[string]any
	for n := range 30 {
		views = append(views, map[string]any{"event": "page_view", "page": "/", "userAgent": "Mozilla/5.0 Firefox",
			"sessionId": fmt.Sprint(n % 3), "id": uuid.NewString()})
	}
	var writing sync.WaitGroup
	refused := func(what string, v *visitor, method, path string, body any, headers ...string) {
		began := time.Now()
		answer, err := v.exchange(method, path, body, headers...)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		defer answer.Body.Close()
		var problem struct{ Type, Detail string }
		if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || answer.StatusCode != 503 ||
			answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d, Retry-After %q, %v", what, answer.StatusCode, answer.Header.Get("Retry-After"), err)
		}
		// Documented are 8 s. A busy machine needs time, too; two batches one after the other would need 16.
		if took := time.Since(began); took > 12*time.Second {
			t.Errorf("%s was refused after %v", what, took)
		}
		switch {
		case problem.Type == "about:blank" && strings.Contains(problem.Detail, "can't be reached"): // it was not sent
		case problem.Type != "urn:candor:problem:outcome-unknown" || !strings.Contains(problem.Detail, "may have been"):
			t.Errorf("%s: %+v", what, problem)
		case path == "/api/track" && !strings.Contains(problem.Detail, "same id counts once"), headers != nil &&
			!strings.Contains(problem.Detail, "same Idempotency-Key"):
			t.Errorf("%s: the answer doesn't tell how to send it again: %+v", what, problem)
		}
	}
	for n, view := range views {
		writing.Go(func() {
			time.Sleep(time.Duration(n) * 400 * time.Millisecond) // some come while others wait, and some when they are refused at once
			refused("a view", &visitor{t: t, url: p.url, http: http.DefaultClient}, "POST", "/api/track", view)
		})
	}
	writing.Go(func() { refused("a change", admin, "PATCH", "/api/reviews/1", map[string]any{"title": "Second"}) })
	writing.Go(func() {
		refused("a new review", admin, "POST", "/api/reviews", review("Third"), "Idempotency-Key", "third")
	})
	p.becomes(503, "not accepting writes")
	written := make(chan struct{})
	go func() {
		writing.Wait()
		close(written)
	}()
	for under := true; under; {
		select {
		case <-written:
			under = false
		case <-time.After(50 * time.Millisecond):
		}
		if r := p.readiness(); r.status != 503 || r.Log.Writable {
			t.Fatalf("/readyz says %+v while nothing can be written", r)
		}
		if writable := p.metric("candor_log_writable"); writable != "0" {
			t.Fatalf("candor_log_writable is %q while nothing can be written", writable)
		}
	}
	p.readable(false)

	proxy.OnAnswer(nil)
	p.becomes(200, "") // nobody writes meanwhile
	for _, view := range views {
		admin.want(204, "POST", "/api/track", view)
	}
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": "Second"})
	if status, answer, err := admin.try("POST", "/api/reviews", review("Third"), "Idempotency-Key", "third"); err != nil || status != 201 {
		t.Errorf("the new review again: %d %s %v", status, answer, err)
	}
	if all := admin.want(200, "GET", "/api/reviews", nil); strings.Count(all, `"title":"Third"`) != 1 {
		t.Errorf("the new review was sent twice with one Idempotency-Key; there are %.2000s", all)
	}
	p.showsViews(admin, len(views))
}

// candidate is an event store whose version isn't three numbers.
type candidate struct {
	serverfeatures.UnimplementedServerFeaturesServer
}

func (candidate) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: "26.1.0-rc.1"}, nil
}

func TestAStoreWhoseVersionCannotBeRead(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	serverfeatures.RegisterServerFeaturesServer(server, candidate{})
	go func() { _ = server.Serve(l) }()
	defer server.Stop()
	said := &lockedBuffer{}
	p := serveLogging(t, t.TempDir(), "esdb://"+l.Addr().String()+"?tls=false", said, "--log-level", "warn")
	p.becomes(503, `the server's version, "26.1.0-rc.1", can't be read`)
	eventually.Holds(t, func() error {
		if text := said.String(); strings.Count(text, `can't be read: it must be three numbers`) == 0 {
			return fmt.Errorf("the log says %s", text)
		}
		return nil
	})
}
