// A disk that is full, by the kernel's hand: whatever is full, readers are served, writers are told why not, and nothing that was
// acknowledged is lost.

package e2e

import (
	"candor/internal/eventually"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"
)

// smallDisk is a small file system in memory.
type smallDisk struct {
	t       *testing.T
	dir     string
	ballast string
}

func newSmallDisk(t *testing.T) *smallDisk {
	t.Helper()
	d := &smallDisk{t: t, dir: filepath.Join(t.TempDir(), "disk")}
	d.ballast = filepath.Join(d.dir, "ballast")
	if err := os.Mkdir(d.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size=64m"); errors.Is(err, syscall.EPERM) {
		t.Skipf("only root may mount the small disk that this test fills: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // after the processes on it are dead
		if err := syscall.Unmount(d.dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d
}

// fill uses up all free space.
func (d *smallDisk) fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.ballast, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, step := range []int{1 << 20, 4096} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, step))
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		d.t.Fatal(err)
	}
}

// clear frees the space again.
func (d *smallDisk) clear() {
	d.t.Helper()
	if err := os.Remove(d.ballast); err != nil {
		d.t.Fatal(err)
	}
}

// launchAt starts a server on the folder at a fixed address, where it can be asked although it can't write its run file, and waits until
// readers can be served.
func launchAt(t *testing.T, dir, address string) *process {
	t.Helper()
	p := launch(t, dir, nil, "serve", "--addr", address, "--log-level", "error")
	p.url = "http://" + address
	eventually.Holds(t, func() error {
		if err := p.alive(); err != nil {
			t.Fatal(err)
		}
		return answersOK(p.url + "/health/readable")
	})
	return p
}

// untilRefused sends page views until one is refused, and returns the ids of those that were taken.
func (p *process) untilRefused() (taken []string, refusal string) {
	p.t.Helper()
	v := p.visitor()
	for range 20_000 { // a few pages that bbolt writes over still fit
		id := uuid.NewString()
		switch status, answer := v.call("POST", "/api/track", pageView(id)); status {
		case 204:
			taken = append(taken, id)
		case 503:
			return taken, answer
		default:
			p.t.Fatalf("a page view: %d %s", status, answer)
		}
	}
	p.t.Fatal("everything was taken by a disk that is full")
	return nil, ""
}

// metric returns the value of a metric.
func (p *process) metric(name string) string {
	p.t.Helper()
	answer, err := http.Get(p.url + "/metrics")
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	_, value, _ := strings.Cut(string(text), "\n"+name+" ")
	value, _, _ = strings.Cut(value, "\n")
	return value
}

// readsOnly checks that readers are served and writers told that the event log's disk is full.
func (p *process) readsOnly(admin *visitor, key string) {
	p.t.Helper()
	p.becomes(503, "the event log's disk is full")
	if r := p.readiness(); !r.Log.Available || r.Log.Writable {
		p.t.Errorf("/readyz says of the log: %+v", r.Log)
	}
	if available, writable := p.metric("candor_log_available"), p.metric("candor_log_writable"); available != "1" || writable != "0" {
		p.t.Errorf("the metrics say that the log is available: %q, writable: %q", available, writable)
	}
	for _, path := range []string{"/reviews/1", "/api/reviews", "/api/reviews/1", "/feed.xml", "/health/readable"} {
		if answer := p.get(path); answer.StatusCode != 200 {
			p.t.Errorf("GET %s: %d", path, answer.StatusCode)
		}
	}
	if overview := admin.want(200, "GET", "/api/admin/overview", nil); !strings.Contains(overview, `"available":true,"writable":false`) {
		p.t.Errorf("the dashboard is told %s", overview)
	}
	p.refuses(admin, key, `"urn:candor:problem:storage-failed","title":"Service Unavailable","status":503,"detail":"Changes can't be saved right now: the event log's disk is full`)
}

// begin fills a new site with what the tests look for, and returns its admin and a key.
func (p *process) begin() (admin *visitor, key string) {
	p.t.Helper()
	admin = p.admin()
	admin.want(201, "POST", "/api/reviews", review("Before the disk was full"))
	var created struct{ APIKey string }
	decode(p.t, admin.want(201, "POST", "/api/admin/api-keys", map[string]any{"name": "bot", "permissions": []string{"create_reviews"}}),
		&created)
	return admin, created.APIKey
}

func TestFullDiskServesReaders(t *testing.T) {
	t.Parallel()
	disk := newSmallDisk(t)
	dir, address := filepath.Join(disk.dir, "site"), freeAddress(t)
	p := launchAt(t, dir, address)
	p.becomes(200, "")
	admin, key := p.begin()

	// It becomes full beside the running server.
	disk.fill()
	taken, refusal := p.untilRefused()
	if !strings.Contains(refusal, "the event log's disk is full") {
		t.Errorf("the first refusal is %s", refusal)
	}
	p.readsOnly(admin, key)
	p.awaitOutput("event store takes no more writes")

	// It is full when the server starts.
	p.kill()
	if err := os.Remove(filepath.Join(dir, "server.json")); err != nil { // which would be found otherwise
		t.Fatal(err)
	}
	disk.fill()
	p = launchAt(t, dir, address)
	more, _ := p.untilRefused()
	taken = append(taken, more...)
	p.readsOnly(admin, key)
	p.awaitOutput("THE DISK IS FULL")
	p.awaitOutput("event store takes no more writes")

	// With room again, commands find the server; it takes writes after another start.
	disk.clear()
	awaitRunFile(t, dir, p.pid, p.alive)
	if status, answer := admin.call("PATCH", "/api/reviews/1", map[string]any{"title": "Too soon"}); status != 503 ||
		!strings.Contains(answer, "restart the event log") {
		t.Errorf("with room again, before another start: %d %s", status, answer)
	}
	p.kill()
	p = launchAt(t, dir, address)
	p.becomes(200, "")
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": "After"})
	p.kill()
	recorded := mustCandor(t, "", "--data", dir, "replay", "--type", "PageViewed")
	for _, id := range taken {
		if !strings.Contains(recorded, id) {
			t.Fatalf("the page view %s of %d was acknowledged and is not there", id, len(taken))
		}
	}
	mustCandor(t, "", "--data", dir, "verify")
}

// A node in another process whose disk is full: its instances say what is true of it, and go on by themselves when it does.
func TestInstanceOfANodeWhoseDiskIsFull(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: a disk is filled, emptied and filled again")
	}
	t.Parallel()
	disk := newSmallDisk(t)
	dir := filepath.Join(disk.dir, "node")
	node := startNodeProcess(t, dir, "")
	p := serveOn(t, t.TempDir(), node.connection())
	p.becomes(200, "")
	admin, key := p.begin()
	disk.fill()
	p.untilRefused()
	p.readsOnly(admin, key)
	p.readable(false) // and up to date
	for _, m := range p.readiness().Models {
		if !m.Ready || m.Error != "" {
			t.Errorf("a read model of an instance whose own disk is well: %+v", m)
		}
	}
	disk.clear()
	node.kill()
	startNodeProcess(t, dir, node.address)
	p.becomes(200, "")
	admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": "After"})
	if writable := p.metric("candor_log_writable"); writable != "1" {
		t.Errorf("the metrics say that the log is writable: %q", writable)
	}
}
