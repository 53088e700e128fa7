package server_test

// What a node leaves behind when it is closed: nothing.

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/embedded/server"
	"candor/internal/eventually"
)

// descriptors lists the process's open files.
func descriptors(t testing.TB) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc on this system")
	}
	open := map[string]bool{}
	for _, e := range entries {
		if name, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil {
			open[e.Name()+" "+name] = true
		}
	}
	return open
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	c := config(t)
	warm := open(t, c) // what the runtime and the libraries open once
	connect(t, warm)
	warm.Close()
	before := descriptors(t)

	n, err := server.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	client := connect(t, n)
	stalled, err := client.SubscribeToAll(context.Background(), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	live, err := client.SubscribeToStream(context.Background(), "s", esdb.SubscribeToStreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		appended(t, client, "s", esdb.Any{}, views(1000)...) // more than the connection holds
	}
	silent, err := net.Dial("tcp", n.Addr())
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	silent.Close()
	stalled.Close()
	live.Close()
	client.Close()

	eventually.Holds(t, func() error {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		for _, g := range strings.Split(string(stacks), "\n\n") {
			if strings.Contains(g, "embedded/internal") || strings.Contains(g, "embedded.(*Node)") || strings.Contains(g, "grpc.(*Server)") ||
				strings.Contains(g, "bbolt") {
				return fmt.Errorf("a goroutine is left:\n%s", g)
			}
		}
		for name := range descriptors(t) {
			if !before[name] {
				return fmt.Errorf("%s is left open", name)
			}
		}
		return nil
	})
	if err := n.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	open(t, c) // and the lock is free
}

func TestAppendsUnderWayAreAnsweredWhenTheNodeCloses(t *testing.T) {
	c := config(t)
	n := open(t, c)
	client := connect(t, n)
	acknowledged := make(chan uint64, 1)
	started := make(chan struct{}, 1000)
	go func() {
		count := uint64(0)
		for {
			res, err := client.AppendToStream(context.Background(), "s", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, events(3)...)
			if err != nil {
				break
			}
			count = res.NextExpectedVersion + 1
			started <- struct{}{}
		}
		acknowledged <- count
	}()
	for range 20 {
		<-started
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	count := <-acknowledged
	got := forwards(t, connect(t, open(t, c)), "s", esdb.Start{}, 1<<40)
	if uint64(len(got)) < count || len(got)%3 != 0 {
		t.Errorf("%d events are there, %d were acknowledged", len(got), count)
	}
}

func TestOpenRefusesWhatMakesNoSense(t *testing.T) {
	for what, change := range map[string]func(*server.Config){
		"Path":      func(c *server.Config) { c.Path = "" },
		"Listen":    func(c *server.Config) { c.Listen = "nonsense" },
		"loopback":  func(c *server.Config) { c.Insecure, c.Listen = true, "0.0.0.0:0" },
		"loopback ": func(c *server.Config) { c.Insecure, c.Listen = true, ":0" },
		"Password":  func(c *server.Config) { c.Password = "" },
		"Username":  func(c *server.Config) { c.Username = "a:b" },
		"Advertise": func(c *server.Config) { c.Advertise = "host" },
		"advertise": func(c *server.Config) { c.Advertise = "host:0" },
	} {
		c := config(t)
		change(&c)
		n, err := server.Open(context.Background(), c)
		if err == nil {
			n.Close()
			t.Errorf("%s: opened", what)
		} else if !strings.Contains(err.Error(), strings.TrimSpace(what)) {
			t.Errorf("%v, want it to name %s", err, what)
		}
	}
	// A taken address leaves the file free for the next try.
	c := config(t)
	taken := open(t, config(t))
	c.Listen = taken.Addr()
	if _, err := server.Open(context.Background(), c); err == nil {
		t.Error("opened on a taken address")
	}
	c.Listen = "127.0.0.1:0"
	n := open(t, c)
	if s := n.Stats(); s.Position != 0 || s.Bytes == 0 || s.Failed != nil {
		t.Errorf("stats of a new log: %+v", s)
	}
	appended(t, connect(t, n), "s", esdb.Any{}, events(4)...)
	if s := n.Stats(); s.Position != 4 || s.Commits != 1 || s.Appends != 1 || s.LargestGroup != 1 {
		t.Errorf("stats after an append: %+v", s)
	}
	if n.CertFile() != "" || len(n.CACertPEM()) == 0 {
		t.Errorf("the certificate in memory has the path %q", n.CertFile())
	}
}
