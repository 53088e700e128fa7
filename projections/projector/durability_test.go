package projector_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"candor/events"
	"candor/projections"
	"candor/projections/content"
	"candor/projections/inbox"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// newsroom is a log with some of everything.
func newsroom(t testing.TB) *modeltest.Log {
	t.Helper()
	log := modeltest.NewLog()
	log.Append(t, "category-1", events.CategoryCreated{CategoryID: 1, CategoryContent: events.CategoryContent{Name: "Computers",
		Slug: "computers"}, At: modeltest.Day(0)})
	for id := 1; id <= 40; id++ {
		r := modeltest.Review(id, fmt.Sprint("Review ", id))
		r.Content = strings.Repeat("A long and honest look at it. ", 150)
		log.Append(t, r.ReviewID.Stream(), r, modeltest.Published(id))
	}
	log.Append(t, "article-1", events.ArticleCreated{ArticleID: 1, At: modeltest.Day(1), ArticleContent: events.ArticleContent{Title: "News",
		Content: "c", Category: "AI", AuthorName: "Ada"}}, events.ArticlePublished{ArticleID: 1, At: modeltest.Day(1)})
	log.Append(t, "message-1", events.MessageReceived{MessageID: 1, Name: "Bo", Email: "bo@example.org", Subject: "s", Message: "m",
		At: modeltest.Day(2)})
	log.Append(t, "apikey-1", events.ApiKeyCreated{KeyID: 1, Name: "bot", Hash: "h", Permissions: []string{"create_news"},
		At: modeltest.Day(3)})
	for i := range 300 {
		visitor := uuid.NewSHA1(uuid.Nil, []byte{byte(i % 50)})
		log.Append(t, "pageviews-2026-11-21", modeltest.PageView(visitor, fmt.Sprint("/reviews/", i%40), modeltest.Day(i)))
	}
	return log
}

// answers is what a reader and the admin see, as bytes.
func answers(t testing.TB, m *projections.Models) string {
	t.Helper()
	var all []string
	get := modeltest.Body(t)
	all = append(all, get(m.Content.Reviews().One(7)), get(m.Content.Reviews().List(content.Query{})), get(m.Content.ProductsAnswer(0, 0)),
		get(m.Content.Articles().List(content.Query{})), get(m.Content.CategoriesAnswer()), get(m.Inbox.MessagesAnswer(inbox.MessageQuery{})),
		modeltest.Keys(t, m), get(m.Analytics.SummaryAnswer()), get(m.History.ActivityAnswer(0, 0)))
	return strings.Join(all, "\n")
}

// made fills dir with the read models of log, and returns their answers.
func made(t testing.TB, dir string, log *modeltest.Log) string {
	t.Helper()
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	modeltest.CaughtUp(t, m)
	want := answers(t, m)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return want
}

func TestDamagedFilesAnswerTheSameAfterTheNextStart(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: all read models are damaged in many ways")
	}
	log, dir := newsroom(t), modeltest.MemDir(t)
	want := made(t, dir, log)
	noise := rand.NewChaCha8([32]byte{7})
	random := rand.New(noise)
	scribble := func(content []byte, from, n int) []byte {
		content = bytes.Clone(content)
		if from < len(content) {
			_, _ = noise.Read(content[from:min(len(content), from+n)])
		}
		return content
	}
	damages := map[string]func([]byte) []byte{
		"deleted":        func([]byte) []byte { return nil },
		"empty":          func([]byte) []byte { return []byte{} },
		"truncated":      func(c []byte) []byte { return c[:len(c)/2] },
		"all noise":      func(c []byte) []byte { return scribble(c, 0, len(c)) },
		"meta pages":     func(c []byte) []byte { return scribble(c, 0, 2*16<<10) },
		"one meta page":  func(c []byte) []byte { return scribble(c, 16<<10, 16<<10) },
		"foreign":        func([]byte) []byte { return []byte("SQLite format 3\x00 and so on") },
		"another's":      func([]byte) []byte { return nil }, // see below
		"zeroed middle":  func(c []byte) []byte { clear(c[len(c)/4 : len(c)/2]); return c },
		"truncated byte": func(c []byte) []byte { return c[:len(c)-1] },
	}
	for i := range 25 {
		damages[fmt.Sprint("page of noise ", i)] = func(c []byte) []byte { return scribble(c, random.IntN(len(c)), 4096) }
		damages[fmt.Sprint("few bytes ", i)] = func(c []byte) []byte { return scribble(c, random.IntN(len(c)), 1+random.IntN(16)) }
	}
	for _, name := range modeltest.SortedKeys(damages) {
		t.Run(name, func(t *testing.T) {
			hurt := modeltest.MemDir(t)
			modeltest.CopyFiles(t, dir, hurt)
			for _, d := range projector.Registered(projector.Config{}) {
				model := d.Name
				path := filepath.Join(hurt, model+".db")
				content, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if name == "another's" {
					content, err = os.ReadFile(filepath.Join(dir, map[bool]string{true: "inbox", false: "content"}[model != "inbox"]+".db"))
				} else {
					content = damages[name](content)
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				if content != nil {
					if err := os.WriteFile(path, content, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			m := modeltest.Open(t, hurt, log)
			modeltest.CaughtUp(t, m)
			if got := answers(t, m); got != want {
				t.Error("the answers differ")
			}
			left, _ := filepath.Glob(filepath.Join(hurt, "*.damaged"))
			if len(left) > 0 {
				t.Errorf("%v are left, with what has been deleted since", left)
			}
		})
	}
}

func TestAnotherVersionServesWhileItIsRebuilt(t *testing.T) {
	log, dir := newsroom(t), modeltest.MemDir(t)
	want := made(t, dir, log)
	modeltest.SetVersion(t, filepath.Join(dir, "content.db"), 99)
	blocked, entered := make(chan struct{}), make(chan struct{})
	var once sync.Once
	log.During = func() {
		once.Do(func() { close(entered) })
		<-blocked
	}
	release := sync.OnceFunc(func() { close(blocked) })
	m := modeltest.Open(t, dir, log)
	t.Cleanup(release)
	<-entered
	if got := modeltest.Body(t)(m.Content.Reviews().One(7)); !strings.Contains(want, got) {
		t.Errorf("while it is rebuilt it answers %s", got)
	}
	if s := statusOf(t, m, "content"); s.CaughtUp || s.Version != 99 {
		t.Errorf("status %+v", s)
	}
	release()
	modeltest.CaughtUp(t, m)
	if got := answers(t, m); got != want {
		t.Error("the answers differ")
	}
	if s := statusOf(t, m, "content"); !s.CaughtUp || s.Rebuilding || s.Version != content.Version || s.Err != "" {
		t.Errorf("status %+v", s)
	}
	modeltest.Seen(t, log.Append(t, "review-41", modeltest.Review(41, "Live"), modeltest.Published(41)), m.Content)
	if _, err := m.Content.Reviews().One(41); err != nil {
		t.Errorf("after the swap: %v", err)
	}
}

func statusOf(t testing.TB, m *projections.Models, name string) projector.Status {
	t.Helper()
	for _, s := range m.Status() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no status of %s", name)
	return projector.Status{}
}

func TestRebuildWhileReadingAndWriting(t *testing.T) {
	log, dir := newsroom(t), modeltest.MemDir(t)
	m := modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	var stop atomic.Bool
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for id := int64(1); !stop.Load(); id = id%40 + 1 {
				if _, err := m.Content.Reviews().One(id); err != nil {
					t.Errorf("review %d: %v", id, err)
					return
				}
				a, err := m.Content.Reviews().List(content.Query{Limit: 5, Offset: int(id)})
				if err != nil {
					t.Errorf("list: %v", err)
					return
				}
				a.Release()
			}
		})
	}
	readers.Go(func() {
		for id := 100; !stop.Load(); id++ {
			at := log.Append(t, fmt.Sprint("review-", id), modeltest.Review(id, "Live"), modeltest.Published(id))
			if err := m.Content.WaitFor(t.Context(), at); err != nil {
				t.Errorf("wait: %v", err)
				return
			}
			if _, err := m.Content.Reviews().One(int64(id)); err != nil {
				t.Errorf("its own write %d: %v", id, err)
				return
			}
		}
	})
	for range 5 {
		reports := 0
		if err := m.Rebuild(t.Context(), "content", func(at, head events.Position) { reports++ }); err != nil {
			t.Fatal(err)
		}
		if reports == 0 {
			t.Error("no progress was reported")
		}
	}
	stop.Store(true)
	readers.Wait()
	head, _ := log.Head(t.Context())
	modeltest.Seen(t, head, m.Content)
	got, err := m.Dump("content")
	if err != nil || got != modeltest.Replay(t, log)["content"] {
		t.Errorf("the rebuilt model differs from a replay (%v)", err)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*.new"))
	if len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

func TestRebuildRunsOnceAtATime(t *testing.T) {
	log := newsroom(t)
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.CaughtUp(t, m)
	blocked, entered := make(chan struct{}), make(chan struct{})
	var once sync.Once
	log.Mu.Lock()
	log.During = func() {
		once.Do(func() { close(entered) })
		<-blocked
	}
	log.Mu.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() { first <- m.Rebuild(ctx, "content", nil) }()
	<-entered
	if err := m.Rebuild(t.Context(), "content", nil); !errors.Is(err, projector.ErrRebuilding) {
		t.Errorf("the second says %v", err)
	}
	if s := statusOf(t, m, "content"); !s.Rebuilding || !s.CaughtUp {
		t.Errorf("status %+v", s)
	}
	if err := m.Rebuild(t.Context(), "nonsense", nil); !errors.Is(err, projector.ErrUnknownModel) {
		t.Errorf("an unknown model says %v", err)
	}
	cancel()
	close(blocked)
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled rebuild says %v", err)
	}
	if _, err := m.Content.Reviews().One(1); err != nil {
		t.Errorf("after it: %v", err)
	}
	if err := m.Rebuild(t.Context(), "content", nil); err != nil {
		t.Errorf("the next: %v", err)
	}
}

func TestASecondProcessIsRefused(t *testing.T) {
	log, dir := newsroom(t), modeltest.MemDir(t)
	m := modeltest.Open(t, dir, log)
	modeltest.CaughtUp(t, m)
	if second, err := projections.Open(t.Context(), modeltest.Config(dir, log)); err == nil ||
		!strings.Contains(err.Error(), "another process") {
		t.Errorf("a second opening says %v", err)
		_ = second.Close()
	}
	if _, err := m.Content.Reviews().One(1); err != nil {
		t.Errorf("the first: %v", err)
	}
}

func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(modeltest.Began.AddDate(0, 0, 1))) // from the beginning of a bubble's time until after the events
		log, registry := newsroom(t), prometheus.NewPedanticRegistry()
		c := modeltest.Config(modeltest.MemDir(t), log)
		c.Registerer, c.Clock = registry, time.Now
		m, err := projections.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		modeltest.CaughtUp(t, m)
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for _, f := range families {
			seen[f.GetName()] = len(f.GetMetric())
		}
		for _, name := range []string{"position", "lag_positions", "lag_seconds", "applied_events_total", "poisoned_events",
			"batch_seconds", "cache_bytes"} {
			if n := seen["candor_projection_"+name]; n != len(m.Names()) {
				t.Errorf("%s has %d series, want one a model", name, n)
			}
		}
		lag := func() (seconds float64) {
			t.Helper()
			families, err := registry.Gather()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range families {
				if f.GetName() == "candor_projection_lag_seconds" {
					for _, of := range f.GetMetric() {
						seconds = max(seconds, of.GetGauge().GetValue())
					}
				}
			}
			return seconds
		}
		if lag() != 0 {
			t.Error("models that show everything lag behind")
		}
		log.Append(t, "pageviews-2026-11-21", modeltest.PageView(uuid.New(), "/", modeltest.Day(1))) // which waits for others
		time.Sleep(time.Millisecond)
		if seconds := lag(); seconds != 0.001 {
			t.Errorf("a lag of %v s behind what came a millisecond ago", seconds)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if seconds := lag(); seconds != 0 {
			t.Errorf("a lag of %v s behind what was applied", seconds)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if families, _ := registry.Gather(); len(families) != 0 {
			t.Error("the metrics outlive the models")
		}
	})
}
