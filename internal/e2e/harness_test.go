// Package e2e tests the whole program: in this process, or as one that can be killed.
package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/events/datadir"
	"candor/internal/cli"
	"candor/internal/eventually"
	"candor/internal/server"
)

const adminPassword = "correct horse battery"

// TestMain runs the tests in the module's root folder, where the documents and the examples are.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	code := m.Run()
	if shippedDir != "" {
		_ = os.RemoveAll(shippedDir)
	}
	os.Exit(code)
}

// everywhere holds the variables of every command here: all visitors have one address, the machine's disk may be as full as it likes, and
// the tests' own GOGC is not theirs.
var everywhere = []string{"CANDOR_ADMIN_PASSWORD=" + adminPassword, "CANDOR_TRACK_BUDGET=0", "CANDOR_DISK_RESERVE=0", "GOGC="}

// run runs a command line in this process. As in a shell, it may begin with variables (NAME=value), which go before those of everywhere.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	variables := map[string]string{}
	for _, assignment := range everywhere {
		name, value, _ := strings.Cut(assignment, "=")
		variables[name] = value
	}
	for len(args) > 0 && strings.HasPrefix(args[0], "CANDOR_") {
		name, value, _ := strings.Cut(args[0], "=")
		variables[name] = value
		args = args[1:]
	}
	return cli.Run(ctx, args, func(name string) string { return variables[name] }, stdin, stdout, stderr)
}

// candor runs one command line to its end; see run.
func candor(t *testing.T, stdin string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err = run(ctx, args, strings.NewReader(stdin), &out, &errs)
	return out.String(), errs.String(), err
}

func mustCandor(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	stdout, stderr, err := candor(t, stdin, args...)
	if err != nil {
		t.Fatalf("candor %s: %v\n%s", strings.Join(args, " "), err, stderr)
	}
	return stdout
}

// site is a server that runs in this process.
type site struct {
	t    *testing.T
	dir  string
	url  string
	errs *lockedBuffer
	stop func()
}

// lockedBuffer is a buffer that one goroutine writes while another reads.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// serve starts a server on dir and waits until it is ready. args are flags, which variables may precede; see run.
func serve(t *testing.T, dir string, args ...string) *site {
	t.Helper()
	s := &site{t: t, dir: dir, errs: &lockedBuffer{}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	flags := slices.IndexFunc(append(args, "-"), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	line := slices.Concat(args[:flags], []string{"serve", "--addr", "127.0.0.1:0", "--data", dir}, args[flags:])
	go func() { ended <- run(ctx, line, strings.NewReader(""), io.Discard, s.errs) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("the server ended with: %v", err)
			}
		case <-time.After(server.StopTime + 5*time.Second):
			t.Errorf("the server does not stop")
		}
	})
	t.Cleanup(s.stop)
	s.url = awaitReady(t, dir, os.Getpid(), func() error {
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("the server ended: %w\n%s", err, s.errs)
		default:
			return nil
		}
	})
	return s
}

// awaitRunFile waits until the process with this id has written its run file. alive returns why it has ended, if it has.
func awaitRunFile(t *testing.T, dir string, pid int, alive func() error) (server datadir.Server) {
	t.Helper()
	eventually.Holds(t, func() (err error) {
		if err := alive(); err != nil {
			t.Fatal(err)
		}
		if server, err = datadir.Folder(dir).Server(); err == nil && server.PID != pid {
			return fmt.Errorf("the run file is that of process %d", server.PID)
		}
		return err
	})
	return server
}

// awaitReady waits until the server with this process id has written its run file and is ready, and returns its address.
func awaitReady(t *testing.T, dir string, pid int, alive func() error) string {
	t.Helper()
	server := awaitRunFile(t, dir, pid, alive)
	eventually.Holds(t, func() error {
		if err := alive(); err != nil {
			t.Fatal(err)
		}
		return answersOK(cmp.Or(server.Ops, server.HTTP) + "/readyz")
	})
	return server.HTTP
}

// answersOK returns nil if an address answers with status 200.
func answersOK(address string) error {
	answer, err := http.Get(address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		return fmt.Errorf("%s: %d %s", address, answer.StatusCode, text)
	}
	return nil
}

// visitor is an HTTP client with cookies of its own.
type visitor struct {
	t    *testing.T
	url  string
	http *http.Client
	key  string // API key, or ""
}

func (s *site) visitor() *visitor {
	jar, _ := cookiejar.New(nil) // never fails without options
	return &visitor{t: s.t, url: s.url, http: &http.Client{Jar: jar, Timeout: 30 * time.Second}}
}

func (s *site) bot(key string) *visitor {
	v := s.visitor()
	v.key = key
	return v
}

// eventually repeats a call until it is answered with status: another process's write takes a moment to arrive.
func (v *visitor) eventually(status int, method, path string) {
	v.t.Helper()
	eventually.Holds(v.t, func() error {
		if got, answer := v.call(method, path, nil); got != status {
			return fmt.Errorf("%s %s: %d, want %d: %s", method, path, got, status, answer)
		}
		return nil
	})
}

// call sends body (nil: none) as JSON and returns status and answer.
func (v *visitor) call(method, path string, body any) (int, string) {
	v.t.Helper()
	status, answer, err := v.try(method, path, body)
	if err != nil {
		v.t.Fatalf("%s %s: %v", method, path, err)
	}
	return status, answer
}

func (v *visitor) try(method, path string, body any, headers ...string) (int, string, error) {
	answer, err := v.exchange(method, path, body, headers...)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

// exchange sends a call; the caller closes the answer's body.
func (v *visitor) exchange(method, path string, body any, headers ...string) (*http.Response, error) {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		in = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, v.url+path, in)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if v.key != "" {
		request.Header.Set("X-API-Key", v.key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return v.http.Do(request)
}

// want sends a call and fails the test unless it is answered with status. What a crowded machine's server is too busy to read is asked for
// again, as its answer says.
func (v *visitor) want(status int, method, path string, body any) string {
	v.t.Helper()
	var got int
	var answer string
	eventually.Holds(v.t, func() error {
		got, answer = v.call(method, path, body)
		if got != status && method == "GET" && strings.Contains(answer, `"urn:candor:problem:overloaded"`) {
			return fmt.Errorf("GET %s: %s", path, answer)
		}
		return nil
	})
	if got != status {
		v.t.Fatalf("%s %s: got %d, want %d: %s", method, path, got, status, answer)
	}
	return answer
}

// emptyRoot is in the shell of a page, which is served instead of the page when rendering takes too long, as it may on a busy machine.
const emptyRoot = `<div id="root"></div>`

// whole requests a path until the answer is not a shell.
func (v *visitor) whole(path string) string {
	v.t.Helper()
	var answer string
	eventually.Holds(v.t, func() error {
		if answer = v.want(200, "GET", path, nil); strings.Contains(answer, emptyRoot) {
			return fmt.Errorf("GET %s: only its shell is served", path)
		}
		return nil
	})
	return answer
}

func (v *visitor) signIn(password string) int {
	v.t.Helper()
	status, _ := v.call("POST", "/api/admin/login", map[string]string{"username": "admin", "password": password})
	return status
}
