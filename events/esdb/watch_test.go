package esdb_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/internal/eventually"
)

// hole is a listener that takes connections and, while it is open, passes them on to a node. Frozen, it passes nothing on and
// closes nothing: to a client the node is there and says nothing.
type hole struct {
	net.Listener
	to string

	mu     sync.Mutex
	thawed chan struct{} // closed while bytes pass
	ended  chan struct{}
}

func newHole(t *testing.T, listen, to string) *hole {
	t.Helper()
	l, err := net.Listen("tcp", listen)
	if err != nil {
		t.Fatal(err)
	}
	h := &hole{Listener: l, to: to, thawed: make(chan struct{}), ended: make(chan struct{})}
	close(h.thawed)
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go h.pass(in)
		}
	}()
	return h
}

func (h *hole) close() {
	_ = h.Listener.Close()
	close(h.ended)
}

func (h *hole) freeze() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.thawed = make(chan struct{})
}

func (h *hole) thaw() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.thawed)
}

// wait returns when bytes may pass; false: never again.
func (h *hole) wait() bool {
	h.mu.Lock()
	thawed := h.thawed
	h.mu.Unlock()
	select {
	case <-thawed:
		return true
	case <-h.ended:
		return false
	}
}

func (h *hole) pass(in net.Conn) {
	defer in.Close()
	if !h.wait() {
		return
	}
	out, err := net.Dial("tcp", h.to)
	if err != nil {
		return
	}
	defer out.Close()
	var both sync.WaitGroup
	copying := func(to, from net.Conn) {
		defer to.Close()
		b := make([]byte, 16<<10)
		for {
			n, err := from.Read(b)
			if err != nil || !h.wait() {
				return
			}
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
	}
	both.Go(func() { copying(out, in) })
	both.Go(func() { copying(in, out) })
	both.Wait()
}

// watched opens a log that takes a node for away when it is silent for a little while.
func watched(t *testing.T, address string) *esdb.Log {
	t.Helper()
	log, err := esdb.Open(esdb.Config{ConnectionString: "esdb://" + address + "?tls=false", HeartbeatTimeout: 500 * time.Millisecond,
		Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

func TestASilentNodeKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	h := newHole(t, "127.0.0.1:0", n.Addr())
	defer h.close()
	log := watched(t, h.Addr().String())
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
	fl := follow(t, log, 0, events.Filter{StreamPrefixes: []string{events.ReviewPrefix}})
	fl.until(t, "first event", func() bool { return len(fl.numbers) == 1 })
	before := time.Now()
	h.freeze()
	frozen := time.Now()

	// None of these has a deadline of its own: were the silence not noticed, they would wait for good.
	calls := map[string]func() error{
		"append": func() error {
			_, err := log.Append(context.Background(), "review-1", events.Any, proposed(t, events.ReviewFeatured{ReviewID: 1, At: at}))
			return err
		},
		"load": func() error {
			return log.Load(context.Background(), "review-1", 0, func(events.Recorded) error { return nil })
		},
		"head": func() error { _, err := log.Head(context.Background()); return err },
	}
	var under sync.WaitGroup
	for name, call := range calls {
		under.Go(func() {
			if err := call(); !errors.Is(err, events.ErrUnavailable) {
				t.Errorf("%s under way when the node fell silent: %v", name, err)
			}
		})
	}
	under.Wait()
	for name, call := range calls {
		if err := call(); !errors.Is(err, events.ErrUnavailable) {
			t.Errorf("%s of a silent node: %v", name, err)
		}
	}
	fl.until(t, "interruption", func() bool { return fl.broken > 0 })
	if since, why := log.Away(); why == nil || since.Before(before.Add(-time.Second)) || since.After(frozen.Add(time.Second)) {
		t.Errorf("away since %v because of %v; it fell silent at %v", since, why, frozen)
	}

	other := newLog(t, n) // somebody else is not cut off, and writes
	mustAppend(t, other, "review-2", events.ReviewPublished{ReviewID: 2, At: at})
	h.thaw()
	fl.until(t, "event written meanwhile", func() bool { return slices.Contains(fl.numbers, 2) })
	mustAppend(t, log, "review-3", events.ReviewPublished{ReviewID: 3, At: at})
	if since, why := log.Away(); why != nil {
		t.Errorf("still away since %v: %v", since, why)
	}
}

func TestANodeThatWasSilentFromTheStartIsFound(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	h := newHole(t, "127.0.0.1:0", n.Addr())
	h.freeze()
	address := h.Addr().String()
	log := watched(t, address)
	if _, err := log.Head(context.Background()); !errors.Is(err, events.ErrUnavailable) {
		t.Fatalf("head: %v", err)
	}
	h.close() // and with it goes all that was said to it: the node that is there next begins anew
	second, err := nodeserver.Open(context.Background(), nodeserver.Config{Path: t.TempDir() + "/log.db", Listen: address, Insecure: true,
		Logger: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	eventually.Holds(t, log.Available)
	mustAppend(t, log, "review-1", events.ReviewPublished{ReviewID: 1, At: at})
}
