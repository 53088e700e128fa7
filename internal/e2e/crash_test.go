// The promise that matters most: what was acknowledged is there, whatever dies.

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/eventually"
	"candor/internal/openlog"
	"candor/projections"
)

const (
	crashWriters = 64
	crashBots    = 8 // of the writers; each with a key, since a key may do 1,000 requests an hour
)

// ledger remembers what the server acknowledged, and what it was asked for without an answer.
type ledger struct {
	mu      sync.Mutex
	views   map[string]bool   // ids of page views, by acknowledged or not
	reviews map[string]bool   // titles of reviews; each is its own Idempotency-Key
	byKey   map[string]string // title → API key it was sent with
	title   string            // of review 1, as last acknowledged
	maybe   []string          // titles of review 1 asked for since, without an answer
	refused int
}

// Sixty-four writers against the real server, killed at a random moment, over and over: every
// acknowledged write is there after the restart, once; nothing is half-written; a write whose
// answer was lost can be sent again; and no read model differs from a fresh replay.
func TestKilledServerKeepsEveryAcknowledgedWrite(t *testing.T) {
	t.Parallel()
	rounds := 3
	if text := os.Getenv("CANDOR_CRASH_ROUNDS"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil {
			t.Fatalf("CANDOR_CRASH_ROUNDS: %v", err)
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	l := &ledger{views: map[string]bool{}, reviews: map[string]bool{}, byKey: map[string]string{}, title: "Title 0"}
	for round := range rounds {
		keys := make([]string, crashBots)
		for i := range keys {
			keys[i] = strings.TrimSpace(mustCandor(t, "", "--data", dir, "keys", "create", "--name", "bot", "--permission", "create_reviews"))
		}
		server := startProcess(t, dir)
		if round == 0 {
			server.admin().want(201, "POST", "/api/reviews", review("Title 0"))
		}
		l.check(t, server)
		stopped := make(chan struct{})
		var writers sync.WaitGroup
		for i := range crashWriters {
			writers.Go(func() { l.write(server, i, round, keys, stopped) })
		}
		time.Sleep(time.Duration(100+random.IntN(900)) * time.Millisecond)
		server.kill()
		close(stopped)
		writers.Wait()
		checkModels(t, dir)
	}
	server := startProcess(t, dir)
	l.check(t, server)
	server.kill()
	views, reviews := 0, 0
	for _, acknowledged := range l.views {
		if acknowledged {
			views++
		}
	}
	for _, acknowledged := range l.reviews {
		if acknowledged {
			reviews++
		}
	}
	t.Logf("%d rounds: %d page views of %d asked for and %d reviews of %d acknowledged and kept; %d refused",
		rounds, views, len(l.views), reviews, len(l.reviews), l.refused)
	if views == 0 || reviews == 0 {
		t.Error("nothing was acknowledged: this run has shown nothing")
	}
}

// process is candor in a separate process.
type process struct {
	t      *testing.T
	dir    string
	url    string
	pid    int
	output *lockedBuffer // of both streams
	kill   func()

	ended chan struct{} // closed when it is dead
}

// startProcess starts a server on dir and waits until it is ready. environment is added to everywhere.
func startProcess(t *testing.T, dir string, environment ...string) *process {
	t.Helper()
	p := launch(t, dir, environment, "serve", "--addr", "127.0.0.1:0", "--log-level", "error")
	p.ready()
	return p
}

// launch starts a command on a data folder; environment is added to everywhere.
func launch(t *testing.T, dir string, environment []string, args ...string) *process {
	t.Helper()
	cmd := exec.Command(candorBinary(t), append(args, "--data", dir)...)
	cmd.Env = slices.Concat(os.Environ(), everywhere, environment)
	p := &process{t: t, dir: dir, output: &lockedBuffer{}, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p.output, p.output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.pid = cmd.Process.Pid
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	p.kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill() // SIGKILL
		<-p.ended
	})
	t.Cleanup(func() {
		p.kill()
		if said := p.output.String(); t.Failed() && said != "" {
			t.Logf("candor %s said:\n%s", args[0], said[max(0, len(said)-8<<10):])
		}
	})
	return p
}

// end asks the process to end, and waits until it has.
func (p *process) end() {
	p.t.Helper()
	if err := syscall.Kill(p.pid, syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	<-p.ended
}

// awaitOutput waits until the process has written text. Output is written and copied independently of what the process answers.
func (p *process) awaitOutput(text string) {
	p.t.Helper()
	eventually.Holds(p.t, func() error {
		if !strings.Contains(p.output.String(), text) {
			return fmt.Errorf("it hasn't written %q:\n%s", text, p.output)
		}
		return nil
	})
}

// alive returns an error with the process's output if it has ended.
func (p *process) alive() error {
	select {
	case <-p.ended:
		return fmt.Errorf("candor ended:\n%s", p.output)
	default:
		return nil
	}
}

// ready waits until a server serves.
func (p *process) ready() {
	p.t.Helper()
	p.url = awaitReady(p.t, p.dir, p.pid, p.alive)
}

func (p *process) visitor() *visitor {
	s := site{t: p.t, url: p.url}
	return s.visitor()
}

func (p *process) admin() *visitor {
	p.t.Helper()
	v := p.visitor()
	if status := v.signIn(adminPassword); status != 200 {
		p.t.Fatalf("sign in: %d", status)
	}
	return v
}

func review(title string) map[string]any {
	return map[string]any{"productName": "Slate", "productBrand": "Tarnholt", "categoryId": 1, "title": title,
		"content": strings.Repeat("A sentence of the review. ", 40), "rating": 4.2, "authorName": "Ada", "isPublished": true}
}

// write does one kind of write until the server is gone.
func (l *ledger) write(server *process, writer, round int, keys []string, stopped <-chan struct{}) {
	v := server.visitor()
	if writer == crashBots { // one admin edits one review, again and again
		if status, _, err := v.try("POST", "/api/admin/login", map[string]string{"username": "admin", "password": adminPassword}); err != nil ||
			status != 200 {
			return
		}
	}
	for n := 0; ; n++ {
		select {
		case <-stopped:
			return
		default:
		}
		var err error
		switch {
		case writer < crashBots:
			err = l.writeReview(v, fmt.Sprintf("Review %d by %d in round %d", n, writer, round), keys[writer])
		case writer == crashBots:
			err = l.editReview(v, fmt.Sprintf("Title %d of round %d", n, round))
		default:
			err = l.writeView(v)
		}
		if err != nil {
			return // the server is dead
		}
	}
}

func (l *ledger) writeView(v *visitor) error {
	id := uuid.NewString()
	l.mu.Lock()
	l.views[id] = false
	l.mu.Unlock()
	status, _, err := v.try("POST", "/api/track", pageView(id))
	return l.noted(status, err, func() { l.views[id] = true })
}

func (l *ledger) writeReview(v *visitor, title, key string) error {
	v.key = key
	l.mu.Lock()
	l.reviews[title], l.byKey[title] = false, key
	l.mu.Unlock()
	status, _, err := v.try("POST", "/api/bot/reviews", review(title), "Idempotency-Key", title)
	return l.noted(status, err, func() { l.reviews[title] = true })
}

func (l *ledger) editReview(v *visitor, title string) error {
	l.mu.Lock()
	l.maybe = append(l.maybe, title)
	l.mu.Unlock()
	status, _, err := v.try("PATCH", "/api/reviews/1", map[string]any{"title": title})
	return l.noted(status, err, func() { l.title, l.maybe = title, nil })
}

// noted carries an acknowledgement into the ledger.
func (l *ledger) noted(status int, err error, acknowledge func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil:
		return err
	case status >= 200 && status < 300:
		acknowledge()
	default:
		l.refused++
		if status >= 500 && status != 503 {
			return fmt.Errorf("status %d", status)
		}
	}
	return nil
}

// check asks a restarted server for everything in the ledger.
func (l *ledger) check(t *testing.T, server *process) {
	t.Helper()
	admin := server.admin()
	var all []struct {
		ID    int64  `json:"id"`
		Title string `json:"title"`
	}
	list := func() map[string]int {
		t.Helper()
		if err := json.Unmarshal([]byte(admin.want(200, "GET", "/api/admin/reviews", nil)), &all); err != nil {
			t.Fatal(err)
		}
		titles := map[string]int{}
		for _, r := range all {
			titles[r.Title]++
		}
		return titles
	}
	titles := list()
	for title, acknowledged := range l.reviews {
		if acknowledged && titles[title] != 1 {
			t.Errorf("acknowledged %q is there %d times", title, titles[title])
		}
	}
	retried := 0
	for title, acknowledged := range l.reviews {
		if acknowledged || retried == 50 {
			continue
		}
		retried++
		bot := server.visitor()
		bot.key = l.byKey[title]
		status, answer, err := bot.try("POST", "/api/bot/reviews", review(title), "Idempotency-Key", title)
		if err != nil || status != 200 {
			t.Errorf("sending %q again: %d, %v: %s", title, status, err, answer)
			continue
		}
		l.reviews[title] = true
	}
	titles = list()
	for title, acknowledged := range l.reviews {
		if n := titles[title]; n > 1 || acknowledged && n != 1 {
			t.Errorf("after sending it again %q is there %d times", title, n)
		}
	}
	var first struct{ Title string }
	if err := json.Unmarshal([]byte(admin.want(200, "GET", "/api/reviews/1", nil)), &first); err != nil {
		t.Fatal(err)
	}
	if first.Title != l.title && !slices.Contains(l.maybe, first.Title) {
		t.Errorf("review 1 is titled %q; acknowledged last: %q; asked for since: %q", first.Title, l.title, l.maybe)
	}
	l.title, l.maybe = first.Title, nil

	seen := map[string]int{}
	for _, line := range strings.Split(mustCandor(t, "", "--data", server.dir, "replay", "--type", "PageViewed"), "\n") {
		if line == "" {
			continue
		}
		var e struct{ ID string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("replay wrote %q: %v", line, err)
		}
		seen[e.ID]++
	}
	for id, acknowledged := range l.views {
		if n := seen[id]; n > 1 || acknowledged && n != 1 {
			t.Errorf("page view %s (acknowledged: %v) is in the log %d times", id, acknowledged, n)
		}
	}
}

// checkModels compares every read model in the killed server's folder, once it has caught up, with
// one made from nothing, and reads the whole log for holes and broken chains.
func checkModels(t *testing.T, dir string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	d, err := openlog.Open("", datadir.Folder(dir), zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Node.Verify(ctx); err != nil {
		t.Errorf("the log's file: %v", err)
	}
	checkLog(ctx, t, d.Log)
	dumps := func(dir string) map[string]string {
		t.Helper()
		models, err := projections.Open(ctx, projections.Config{Dir: dir, Log: d, Logger: zerolog.Nop()})
		if err != nil {
			t.Fatal(err)
		}
		defer models.Close()
		if err := models.WaitCaughtUp(ctx); err != nil {
			t.Fatal(err)
		}
		sums := map[string]string{}
		for _, name := range models.Names() {
			if sums[name], err = models.Dump(name); err != nil {
				t.Fatal(err)
			}
		}
		return sums
	}
	left, fresh := dumps(datadir.Folder(dir).Models()), dumps(t.TempDir())
	for name, sum := range fresh {
		if left[name] != sum {
			t.Errorf("read model %s differs from a fresh replay", name)
		}
	}
}

// checkLog reads every event: each decodes, chains hold, and no stream has a hole.
func checkLog(ctx context.Context, t *testing.T, log events.Log) {
	t.Helper()
	next := map[string]uint64{}
	var v events.Verifier
	done := errors.New("done")
	err := log.Subscribe(ctx, 0, events.Filter{}, func(m events.Message) error {
		if m.Kind == events.CaughtUp {
			return done
		}
		r := m.Event
		if m.Kind != events.EventAppeared || strings.HasPrefix(r.Type, "$") {
			return nil
		}
		if r.Revision != next[r.Stream] {
			t.Errorf("%s: revision %d follows %d", r.Stream, r.Revision, next[r.Stream])
		}
		next[r.Stream] = r.Revision + 1
		return v.Check(r)
	})
	if !errors.Is(err, done) {
		t.Errorf("reading the log: %v", err)
	}
}
