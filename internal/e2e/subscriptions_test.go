// Dropped subscriptions: the log's server ends them while it takes appends as before, as a busy EventStoreDB does.

package e2e

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"candor/internal/eventually"
	"candor/internal/logproxy"
)

func TestASubscriptionThatTheServerDropsIsNoOutage(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a subscription is dropped again and again")
	}
	t.Parallel()
	for name, drop := range map[string]error{
		"too slow while live": status.Error(codes.Aborted,
			"Operation timed out: Consumer too slow to handle event while live. Client resubscription required."),
		"too slow while transitioning": status.Error(codes.Aborted,
			"Operation timed out: Consumer too slow to handle event while transitioning to live. Client resubscription required."),
		"an election": status.Error(codes.Aborted, "Operation timed out: Forwarding timeout"),
		"not ready":   status.Error(codes.Unavailable, "Server Is Not Ready"),
	} {
		t.Run(name, func(t *testing.T) {
			address := freeAddress(t)
			mustOpenInsecureNode(t, address)
			proxy, err := logproxy.Open(address)
			if err != nil {
				t.Fatal(err)
			}
			defer proxy.Close()
			p := serveOn(t, t.TempDir(), proxy.ConnectionString())
			p.becomes(200, "")
			admin := p.admin()
			admin.want(201, "POST", "/api/reviews", review("First"))

			views := p.viewsWhile(admin, func() { // the subscriptions are live
				for range 12 {
					proxy.Drop(drop)
					time.Sleep(50 * time.Millisecond)
				}
			})
			admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": "After the drops"})
			if answer := admin.want(200, "GET", "/api/reviews/1", nil); !strings.Contains(answer, "After the drops") {
				t.Errorf("a reader gets %s", answer)
			}
			p.showsViews(admin, views)
			if text := p.body("/metrics"); !strings.Contains(text, "\ncandor_log_writable 1\n") ||
				strings.Contains(text, `candor_projection_interruptions_total{model="analytics"} 0`) {
				t.Error("/metrics doesn't tell a dropped subscription from a log that is away")
			}

			// A new instance catches up, and its subscriptions break off again and again on the way.
			var drops atomic.Int64
			proxy.OnAnswer(func(c logproxy.Call) error {
				if c.Subscription && c.Answers == 20 && drops.Add(1) <= 20 {
					return drop
				}
				return nil
			})
			p.kill()
			p = serveOn(t, t.TempDir(), proxy.ConnectionString())
			admin.url = p.url
			views += p.viewsWhile(admin, func() { p.becomes(200, "") })
			p.showsViews(admin, views)
		})
	}
}

// viewsWhile posts page views, and reads, until something is done; all are taken, and /readyz never says that the log is away. It
// returns how many there were.
func (p *process) viewsWhile(admin *visitor, done func()) int {
	p.t.Helper()
	stop := make(chan struct{})
	var busy sync.WaitGroup
	var posted atomic.Int64
	for n := range 4 {
		busy.Go(func() {
			v := &visitor{t: p.t, url: p.url, http: http.DefaultClient}
			for {
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
				view := map[string]any{"event": "page_view", "page": "/", "userAgent": "Mozilla/5.0 Firefox", "sessionId": fmt.Sprint(n),
					"referrer": "", "metadata": nil}
				if status, answer, err := v.try("POST", "/api/track", view); err != nil || status != 204 {
					p.t.Errorf("a page view: %d %s %v", status, answer, err)
					return
				}
				posted.Add(1)
			}
		})
	}
	busy.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
			if r := p.readiness(); !r.Log.Available || !r.Log.Writable {
				p.t.Errorf("/readyz says %+v", r)
				return
			}
		}
	})
	done()
	close(stop)
	busy.Wait()
	return int(posted.Load())
}

// showsViews waits until the analytics show as many page views, and checks that they don't show more.
func (p *process) showsViews(admin *visitor, want int) {
	p.t.Helper()
	p.becomes(200, "")
	eventually.Holds(p.t, func() error {
		if shown := admin.want(200, "GET", "/api/analytics/series?range=24h", nil); !strings.Contains(shown,
			fmt.Sprintf(`"views":%d,"visitors":`, want)) {
			return fmt.Errorf("the analytics show %.400s; %d page views were taken", shown, want)
		}
		return nil
	})
}

// body reads a path.
func (p *process) body(path string) string {
	p.t.Helper()
	answer, err := http.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}
