package server_test

// Persistent subscriptions under everything that can go wrong at once: consumers that acknowledge, refuse, stall and
// vanish, and a node that is closed or killed meanwhile.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events/embedded/server"
)

// childServes makes the child process serve the log until it is killed, or its standard input ends.
const childServes = "EMBEDDED_TEST_SERVE"

func serveUntilKilled(path string) error {
	n, err := server.Open(context.Background(), server.Config{Path: path, Listen: "127.0.0.1:0", Insecure: true, Logger: zerolog.Nop()})
	if err != nil {
		return err
	}
	fmt.Println(n.ConnectionString())
	io.Copy(io.Discard, os.Stdin)
	return n.Close()
}

// serving is such a process.
type serving struct {
	connection string
	client     *esdb.Client
	cmd        *exec.Cmd
	in         io.Closer
}

// connect returns a client, to be used by one goroutine: the official client may hang or panic when its node goes away under
// several.
func (s *serving) connect() *esdb.Client {
	conf, err := esdb.ParseConnectionString(s.connection)
	if err != nil {
		panic(err)
	}
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	client, err := esdb.NewClient(conf)
	if err != nil {
		panic(err)
	}
	return client
}

func serve(t *testing.T, path string) *serving {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childPath+"="+path, childServes+"=yes")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	s := &serving{connection: strings.TrimSpace(line), cmd: cmd, in: in}
	s.client = s.connect()
	return s
}

// stop closes the node, or kills it.
func (s *serving) stop(kill bool) {
	if kill {
		s.cmd.Process.Kill()
	} else {
		s.in.Close()
	}
	s.cmd.Wait()
	s.client.Close()
}

// ledger is what the test knows of one group.
type ledger struct {
	stream, group string // $all or a stream
	mu            sync.Mutex
	done          map[uuid.UUID]bool // acknowledged or skipped, as far as the consumers know
}

func (l *ledger) settle(ids ...uuid.UUID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		l.done[id] = true
	}
}

func (l *ledger) settled() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.done)
}

// target is the id of the event that a consumer was to deal with.
func target(e *esdb.ResolvedEvent) uuid.UUID { return e.Event.EventID }

// misbehave consumes until ctx ends, in any way a consumer may.
func (l *ledger) misbehave(ctx context.Context, c *esdb.Client, r *rand.Rand) {
	defer c.Close()
	for ctx.Err() == nil {
		o := esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 1 + uint32(r.IntN(20))}
		var sub *esdb.PersistentSubscription
		var err error
		if l.stream == "$all" {
			sub, err = c.SubscribeToPersistentSubscriptionToAll(ctx, l.group, o)
		} else {
			sub, err = c.SubscribeToPersistentSubscription(ctx, l.stream, l.group, o)
		}
		if err != nil {
			return // the node is gone
		}
		for left := r.IntN(60); left > 0; left-- {
			ev := sub.Recv()
			if ev.SubscriptionDropped != nil {
				break
			}
			e := ev.EventAppeared.Event
			switch dice := r.IntN(20); {
			case dice < 12:
				l.settle(target(e)) // before it is sent: it may arrive although the sending fails
				sub.Ack(e)
			case dice < 14:
				sub.Nack("try again", esdb.NackActionRetry, e)
			case dice < 16:
				sub.Nack("park it", esdb.NackActionPark, e)
			case dice < 17:
				l.settle(target(e))
				sub.Nack("skip it", esdb.NackActionSkip, e)
			case dice < 18:
				time.Sleep(time.Duration(r.IntN(40)) * time.Millisecond)
				sub.Nack("you decide", esdb.NackActionUnknown, e)
			} // else no answer at all
		}
		sub.Close()
	}
}

// replay asks for the parked messages up to stop, 0 for all.
func (l *ledger) replay(ctx context.Context, c *esdb.Client, stop int) error {
	o := esdb.ReplayParkedMessagesOptions{StopAt: stop}
	if l.stream == "$all" {
		return c.ReplayParkedMessagesToAll(ctx, l.group, o)
	}
	return c.ReplayParkedMessages(ctx, l.stream, l.group, o)
}

// check compares the log with the ledger: everything up to the checkpoint is done, or parked.
func (l *ledger) check(t *testing.T, c *esdb.Client) {
	t.Helper()
	written := checkpoints(t, c, l.stream, l.group)
	if len(written) == 0 {
		return
	}
	var last uint64
	if _, err := fmt.Sscanf(strings.TrimPrefix(written[len(written)-1], "C:"), "%d", &last); err != nil {
		t.Fatalf("checkpoint %q: %v", written[len(written)-1], err)
	}
	parked := map[string]bool{}
	rs, err := c.ReadStream(within(t), "$persistentsubscription-"+l.stream+"::"+l.group+"-parked", esdb.ReadStreamOptions{From: esdb.Start{}}, 1<<40)
	links, _ := tryCollect(rs, err)
	for _, e := range links {
		parked[string(e.Data)] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range all(t, c, esdb.Forwards, esdb.Start{}, 1<<40) {
		at := e.Position.Commit
		switch {
		case !strings.HasPrefix(e.StreamID, "c-"), l.stream != "$all" && e.StreamID != l.stream:
			continue
		case l.stream != "$all":
			at = e.EventNumber
		}
		if at <= last && !l.done[e.EventID] && !parked[fmt.Sprintf("%d@%s", e.EventNumber, e.StreamID)] {
			t.Fatalf("%s %s: the checkpoint %d is beyond %d@%s, which nobody has dealt with", l.stream, l.group, last, e.EventNumber, e.StreamID)
		}
	}
}

func TestNothingIsLostHoweverConsumersAndNodeBehave(t *testing.T) {
	t.Parallel()
	c := config(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	ledgers := []*ledger{
		{stream: "c-0", group: "one", done: map[uuid.UUID]bool{}},
		{stream: "$all", group: "all", done: map[uuid.UUID]bool{}},
	}
	change := func(s *esdb.PersistentSubscriptionSettings) {
		s.MessageTimeout, s.MaxRetryCount, s.CheckpointAfter, s.CheckpointLowerBound, s.CheckpointUpperBound = 300, 3, 100, 1, 20
		s.HistoryBufferSize, s.ReadBatchSize, s.LiveBufferSize = 40, 10, 20
	}
	var appended []uuid.UUID // acknowledged
	const rounds = 6
	for round := range rounds {
		node := serve(t, c.Path)
		if round == 0 {
			group(t, node.client, "c-0", "one", change)
			must(t, node.client.CreatePersistentSubscriptionToAll(within(t), "all", esdb.PersistentAllSubscriptionOptions{
				Settings: settings(change), StartFrom: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"c-"}},
			}))
		}
		for _, l := range ledgers {
			l.check(t, node.client)
		}
		ctx, cancel := context.WithCancel(context.Background())
		var busy sync.WaitGroup
		for _, l := range ledgers {
			for range 3 {
				own := rand.New(rand.NewPCG(r.Uint64(), 0))
				busy.Go(func() { l.misbehave(ctx, node.connect(), own) })
			}
		}
		own := rand.New(rand.NewPCG(r.Uint64(), 0))
		busy.Go(func() {
			c := node.connect()
			defer c.Close()
			for gone := error(nil); gone == nil && ctx.Err() == nil; {
				batch := events(1 + own.IntN(30))
				_, err := c.AppendToStream(ctx, fmt.Sprintf("c-%d", own.IntN(3)), esdb.AppendToStreamOptions{}, batch...)
				for i := range batch {
					if err == nil {
						appended = append(appended, batch[i].EventID)
					}
				}
				time.Sleep(time.Duration(own.IntN(10)) * time.Millisecond)
				switch own.IntN(20) { // what fails because the node is gone, fails
				case 0, 1:
					ledgers[own.IntN(2)].replay(ctx, c, own.IntN(10))
				case 2:
					c.UpdatePersistentSubscription(ctx, "c-0", "one", esdb.PersistentStreamSubscriptionOptions{Settings: settings(change), StartFrom: esdb.Start{}})
				case 3:
					c.RestartPersistentSubscriptionSubsystem(ctx, esdb.RestartPersistentSubscriptionSubsystemOptions{})
				}
				gone = err
			}
		})
		enough, settled := time.Now().Add(3*time.Second), ledgers[0].settled()+ledgers[1].settled()
		for time.Now().Before(enough) && ledgers[0].settled()+ledgers[1].settled() < settled+40 {
			time.Sleep(time.Duration(1+r.IntN(100)) * time.Millisecond)
		}
		node.stop(round%3 != 2) // two are killed, one is closed
		cancel()
		busy.Wait()
	}

	// Now everybody behaves: whatever is not done yet comes, the parked ones because they are asked for.
	node := serve(t, c.Path)
	for _, l := range ledgers {
		l.check(t, node.client)
		con := consume(t, node.client, l.stream, l.group, 50)
		must(t, l.replay(within(t), node.client, 0))
		idle := time.NewTimer(time.Minute)
		for left := l.missing(t, node.client, appended); left > 0; {
			select {
			case ev := <-con.got:
				if ev.SubscriptionDropped != nil {
					t.Fatal(ev.SubscriptionDropped.Error)
				}
				e := ev.EventAppeared.Event
				if !l.done[target(e)] {
					left--
				}
				l.settle(target(e))
				must(t, con.Ack(e))
			case <-idle.C:
				t.Fatalf("%s %s: %d of %d events never came", l.stream, l.group, left, len(appended))
			}
		}
	}
	t.Logf("%d events", len(appended))
	node.stop(false)
}

// missing counts the events of the group's that are not done.
func (l *ledger) missing(t *testing.T, c *esdb.Client, appended []uuid.UUID) (n int) {
	mine := map[uuid.UUID]bool{}
	for _, e := range all(t, c, esdb.Forwards, esdb.Start{}, 1<<40) {
		if strings.HasPrefix(e.StreamID, "c-") && (l.stream == "$all" || e.StreamID == l.stream) {
			mine[e.EventID] = true
			if !l.done[e.EventID] {
				n++
			}
		}
	}
	if l.stream == "$all" {
		for _, id := range appended {
			if !mine[id] {
				t.Fatalf("event %s was acknowledged and is not in the log", id)
			}
		}
	}
	t.Logf("%s: %d of %d events are not done", l.stream, n, len(mine))
	return n
}
