// The log away: a node in a process of its own is killed, stopped and replaced while a server works on it.

package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	nodeserver "candor/events/embedded/server"
	"candor/internal/eventually"
)

// nodeProcess runs `candor node` in a separate process, at an address that it keeps over restarts.
type nodeProcess struct {
	t       *testing.T
	address string
	dir     string
	cmd     *exec.Cmd
	ended   chan struct{}
}

const nodePassword = "a node of our own"

func startNodeProcess(t *testing.T, dir, address string, environment ...string) *nodeProcess {
	t.Helper()
	if address == "" {
		address = freeAddress(t)
	}
	n := &nodeProcess{t: t, address: address, dir: dir, ended: make(chan struct{})}
	n.cmd = exec.Command(candorBinary(t), "node", "--listen", address, "--data", dir, "--log-level", "error")
	n.cmd.Env = slices.Concat(os.Environ(), everywhere, []string{"CANDOR_EVENTSTORE_PASSWORD=" + nodePassword}, environment)
	said := &lockedBuffer{}
	n.cmd.Stderr = said
	if err := n.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = n.cmd.Wait()
		close(n.ended)
	}()
	t.Cleanup(n.kill)
	awaitRunFile(t, dir, n.cmd.Process.Pid, func() error {
		select {
		case <-n.ended:
			return fmt.Errorf("the node ended:\n%s", said)
		default:
			return nil
		}
	})
	return n
}

func (n *nodeProcess) kill() {
	_ = n.cmd.Process.Kill()
	<-n.ended
}

func (n *nodeProcess) signal(s syscall.Signal) {
	n.t.Helper()
	if err := n.cmd.Process.Signal(s); err != nil {
		n.t.Fatal(err)
	}
}

// connection returns the node's connection string.
func (n *nodeProcess) connection() string {
	return "esdb://admin:" + strings.ReplaceAll(nodePassword, " ", "%20") + "@" + n.address + "?tlsCaFile=" + filepath.Join(n.dir,
		"eventstore-ca.crt")
}

// serveOn starts a server on a log that need not be there, and returns once it answers.
func serveOn(t *testing.T, dir, connection string) *process {
	t.Helper()
	return serveLogging(t, dir, connection, &lockedBuffer{}, "--log-level", "error")
}

// serveLogging is serveOn for tests that read what the server writes, or pass more flags.
func serveLogging(t *testing.T, dir, connection string, said *lockedBuffer, args ...string) *process {
	t.Helper()
	cmd := exec.Command(candorBinary(t), append([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--eventstore", connection},
		args...)...)
	cmd.Env = append(os.Environ(), everywhere...)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	p := &process{t: t, dir: dir, output: said}
	p.kill = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if t.Failed() {
			t.Logf("the server said:\n%s", said)
		}
	})
	t.Cleanup(p.kill)
	alive := func() error {
		select {
		case <-ended:
			return fmt.Errorf("the server ended:\n%s", said)
		default:
			return nil
		}
	}
	p.url = awaitRunFile(t, dir, cmd.Process.Pid, alive).HTTP
	eventually.Holds(t, func() error {
		if err := alive(); err != nil {
			t.Fatal(err)
		}
		return answersOK(p.url + "/healthz")
	})
	return p
}

// readiness holds the answer of /readyz.
type readiness struct {
	status int
	Log    struct {
		Available bool   `json:"available"`
		Writable  bool   `json:"writable"`
		Error     string `json:"error"`
	} `json:"log"`
	Models []struct {
		Name  string `json:"name"`
		Ready bool   `json:"ready"`
		Error string `json:"error"`
	} `json:"models"`
}

func (p *process) readiness() (r readiness) {
	p.t.Helper()
	answer, err := http.Get(p.url + "/readyz")
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&r); err != nil {
		p.t.Fatal(err)
	}
	r.status = answer.StatusCode
	return r
}

// becomes waits until /readyz answers with status and says what in the log's error.
func (p *process) becomes(status int, what string) {
	p.t.Helper()
	eventually.Holds(p.t, func() error {
		if r := p.readiness(); r.status != status || !strings.Contains(r.Log.Error, what) {
			return fmt.Errorf("/readyz says %+v, want %d and %q", r, status, what)
		}
		return nil
	})
}

// get reads path and returns the answer, its body closed.
func (p *process) get(path string, headers ...string) *http.Response {
	p.t.Helper()
	request, err := http.NewRequest("GET", p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer
}

// readable checks that readers are served, with the age of what they get where it may be out of date.
func (p *process) readable(stale bool) {
	p.t.Helper()
	for _, path := range []string{"/", "/reviews/1", "/api/reviews", "/api/reviews/1", "/feed.xml", "/sitemap.xml"} {
		answer := p.get(path)
		age, err := strconv.Atoi(answer.Header.Get("Age"))
		if answer.StatusCode != 200 || stale != (err == nil) || age < 0 || age > 600 {
			p.t.Errorf("GET %s: %d, Age %q; stale: %v", path, answer.StatusCode, answer.Header.Get("Age"), stale)
		}
		if !strings.Contains(answer.Header.Get("Cache-Control"), "max-age=0, must-revalidate") {
			p.t.Errorf("GET %s: a cache may keep it: %q", path, answer.Header.Get("Cache-Control"))
		}
		again, tries := answer, 0
		for etag := answer.Header.Get("Etag"); etag != "" && again.StatusCode == 200 && tries < 20; tries++ {
			// A page that took too long to render on a busy machine came as its shell, and is there the next time.
			again = p.get(path, "If-None-Match", etag)
			etag = again.Header.Get("Etag")
		}
		if tries > 0 && (again.StatusCode != 304 || stale != (again.Header.Get("Age") != "")) {
			p.t.Errorf("GET %s again: %d, Age %q", path, again.StatusCode, again.Header.Get("Age"))
		}
	}
}

// refuses checks that everything that writes is answered 503 with Retry-After.
func (p *process) refuses(admin *visitor, key, problem string) {
	p.t.Helper()
	bot := &visitor{t: p.t, url: p.url, http: http.DefaultClient, key: key}
	guest := &visitor{t: p.t, url: p.url, http: http.DefaultClient}
	picture, _ := noisyPicture(p.t, 20)
	for _, call := range []struct {
		who          *visitor
		method, path string
		body         any
	}{
		{admin, "PATCH", "/api/reviews/1", map[string]any{"title": "Other"}},
		{admin, "POST", "/api/reviews", review("New")},
		{admin, "DELETE", "/api/reviews/1", nil},
		{admin, "POST", "/api/admin/media", map[string]any{"data": picture}},
		{bot, "POST", "/api/bot/reviews", review("By a bot")},
		{guest, "POST", "/api/contact", map[string]any{"name": "Ada", "email": "ada@example.com", "subject": "Hello", "message": "There"}},
		{guest, "POST", "/api/newsletter/subscribe", map[string]any{"email": "ada@example.com"}},
		{guest, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/"}},
		{guest, "POST", "/api/admin/login", map[string]any{"username": "admin", "password": adminPassword}},
	} {
		status, answer, err := call.who.try(call.method, call.path, call.body)
		if err != nil || status != 503 || !strings.Contains(answer, `"status":503`) || !strings.Contains(answer, problem) {
			p.t.Errorf("%s %s: %d %s %v; want 503 and %q", call.method, call.path, status, answer, err, problem)
		}
	}
	if answer, err := http.Post(p.url+"/api/track", "application/json", strings.NewReader(`{}`)); err != nil ||
		answer.Header.Get("Retry-After") == "" ||
		answer.Header.Get("Content-Type") != "application/problem+json" {
		p.t.Errorf("a refused write: %v, %v", answer, err)
	} else {
		_ = answer.Body.Close()
	}
}

func TestTheLogMayGoAwayAndComeBack(t *testing.T) {
	t.Parallel()
	nodeDir, dir := t.TempDir(), t.TempDir()
	node := startNodeProcess(t, nodeDir, "")
	p := serveOn(t, dir, node.connection())
	p.becomes(200, "")
	admin := p.admin()
	picture, _ := noisyPicture(t, 10)
	address := pictureAddress.FindString(admin.want(201, "POST", "/api/reviews", pictured("First", picture, true)))
	created := admin.want(201, "POST", "/api/admin/api-keys", map[string]any{"name": "bot", "permissions": []string{"create_reviews"}})
	var key struct {
		APIKey string `json:"apiKey"`
	}
	if err := json.Unmarshal([]byte(created), &key); err != nil {
		t.Fatal(err)
	}
	p.readable(false)

	back := func(title string) { // everything works again, without a restart
		t.Helper()
		p.becomes(200, "")
		admin.want(200, "PATCH", "/api/reviews/1", map[string]any{"title": title})
		if answer := admin.want(200, "GET", "/api/reviews/1", nil); !strings.Contains(answer, title) {
			t.Errorf("after the log came back a reader gets %s", answer)
		}
		p.readable(false)
	}

	node.kill()
	p.becomes(503, "refuses connections")
	p.readable(true)
	if answer := p.get(address); answer.StatusCode != 200 || answer.Header.Get("Age") == "" {
		t.Errorf("a picture: %d, Age %q", answer.StatusCode, answer.Header.Get("Age"))
	}
	p.refuses(admin, key.APIKey, "event log can't be reached")
	for _, path := range []string{"/healthz", "/health/readable"} {
		if status := p.get(path).StatusCode; status != 200 {
			t.Errorf("%s: %d", path, status)
		}
	}
	overview := admin.want(200, "GET", "/api/admin/overview", nil)
	if !strings.Contains(overview, `"log":{"available":false,"writable":false,"asOf":"2`) {
		t.Errorf("the dashboard is told %s", overview)
	}
	for _, path := range []string{"/api/admin/reviews", "/api/contact-messages", "/api/analytics/summary", "/api/admin/activity",
		"/api/admin/history"} {
		admin.want(200, "GET", path, nil)
	}
	admin.want(503, "GET", "/api/admin/reviews/1/history", nil) // it is read in the log
	bot := &visitor{t: t, url: p.url, http: http.DefaultClient, key: key.APIKey}
	bot.want(200, "GET", "/api/bot/status", nil)
	node = startNodeProcess(t, nodeDir, node.address)
	back("After a kill")

	node.signal(syscall.SIGSTOP) // it takes connections and answers nobody
	view := map[string]any{"event": "page_view", "page": "/", "id": uuid.NewString()}
	began := time.Now()
	status, answer, err := admin.try("POST", "/api/track", view)
	if err != nil || status != 503 {
		t.Errorf("a view while the node is stopped: %d %s %v", status, answer, err)
	}
	t.Logf("the first write to a stopped node was refused after %v", time.Since(began))
	p.becomes(503, "is not responding")
	p.readable(true)
	began = time.Now()
	p.refuses(admin, key.APIKey, "event log can't be reached")
	t.Logf("nine more writes were refused in %v", time.Since(began))
	node.signal(syscall.SIGCONT)
	back("After a stop")
	admin.want(204, "POST", "/api/track", view) // the browser sends its backlog; the id counts once

	// Another node at the address: its log is not ours.
	node.kill()
	p.becomes(503, "refuses connections")
	stranger := t.TempDir()
	for _, name := range []string{"eventstore-ca.crt", "eventstore-ca.key"} {
		if b, err := os.ReadFile(filepath.Join(nodeDir, name)); err == nil {
			if err := os.WriteFile(filepath.Join(stranger, name), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	other := startNodeProcess(t, stranger, node.address)
	p.becomes(503, "candor rebuild")
	p.readable(true)
	p.refuses(admin, key.APIKey, "not the event log that this site was built from")
	other.kill()
	p.becomes(503, "refuses connections")
	node = startNodeProcess(t, nodeDir, node.address)
	back("After a mistake")
	node.kill()
	p.becomes(503, "refuses connections")

	// A start without the log.
	p.kill()
	p = serveOn(t, dir, node.connection())
	admin.url = p.url
	p.readable(true)
	p.refuses(admin, key.APIKey, "event log can't be reached")
	startNodeProcess(t, nodeDir, node.address)
	back("After a start without")
}

func TestAServerMayStartBeforeItsLogEverWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	address := freeAddress(t)
	l, err := net.Listen("tcp", address) // accepts connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	p := serveOn(t, dir, "esdb://"+address+"?tls=false")
	p.becomes(503, "is not responding")
	for _, path := range []string{"/", "/reviews/1", "/api/reviews", "/health/readable"} {
		if answer := p.get(path); answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" {
			t.Errorf("GET %s: %d, Retry-After %q", path, answer.StatusCode, answer.Header.Get("Retry-After"))
		}
	}
	_ = l.Close()
	mustOpenInsecureNode(t, address)
	p.becomes(200, "")
	p.admin().want(201, "POST", "/api/reviews", review("First")) // the password and the categories are there
}

// mustOpenInsecureNode opens a node without TLS in this process.
func mustOpenInsecureNode(t *testing.T, address string) {
	t.Helper()
	n, err := nodeserver.Open(t.Context(), nodeserver.Config{Path: filepath.Join(t.TempDir(), "log.db"), Listen: address, Insecure: true,
		Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
}
