package server_test

// kill -9: what was acknowledged is there, and nothing is there by half.

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/rs/zerolog"

	"candor/events/embedded/server"
)

// childPath names the log for the child process, which is this test binary again; with childScavenges it scavenges
// without a pause, with childProjects it writes the system streams.
const (
	childPath      = "EMBEDDED_TEST_CHILD"
	childScavenges = "EMBEDDED_TEST_SCAVENGE"
	childProjects  = "EMBEDDED_TEST_PROJECT"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		fmt.Fprintln(os.Stderr, appendUntilKilled(path))
		os.Exit(1)
	}
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		flag.Set("rapid.checks", "40") // enough at every commit; ask for more with -rapid.checks
	}
	os.Exit(m.Run())
}

// part is the data of an event: the one of a batch that has so many.
type part struct{ Batch, Index, Of int }

// appendUntilKilled appends to several streams at once and prints a line for each acknowledged append.
func appendUntilKilled(path string) error {
	c := server.Config{
		Path: path, Listen: "127.0.0.1:0", Insecure: true, SystemProjections: os.Getenv(childProjects) != "", Logger: zerolog.Nop(),
	}
	n, err := server.Open(context.Background(), c)
	if err != nil {
		return err
	}
	conf, err := esdb.ParseConnectionString(n.ConnectionString())
	if err != nil {
		return err
	}
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	client, err := esdb.NewClient(conf)
	if err != nil {
		return err
	}
	failed := make(chan error)
	if os.Getenv(childScavenges) != "" {
		if err := scavengeUntilKilled(n, client, failed); err != nil {
			return err
		}
	}
	for w := range 8 {
		go func() {
			for batch := 0; ; batch++ {
				size := 1 + (batch*7+w)%150
				var b []esdb.EventData
				for i := range size {
					data, _ := json.Marshal(part{batch, i, size})
					e := event("Part", string(data))
					e.Metadata = viewMetadata
					b = append(b, e)
				}
				stream := fmt.Sprintf("stream-%d", w)
				res, err := client.AppendToStream(context.Background(), stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, b...)
				if err != nil {
					failed <- err
					return
				}
				fmt.Printf("%s %d %d\n", stream, res.NextExpectedVersion, res.CommitPosition)
			}
		}()
	}
	return <-failed
}

// scavengeUntilKilled appends to a stream of which only the last events count, and scavenges.
func scavengeUntilKilled(n *server.Server, client *esdb.Client, failed chan<- error) error {
	ctx := context.Background()
	var limit esdb.StreamMetadata
	limit.SetMaxCount(5)
	if _, err := client.SetStreamMetadata(ctx, "short", esdb.AppendToStreamOptions{}, limit); err != nil {
		return err
	}
	go func() {
		for {
			if _, err := client.AppendToStream(ctx, "short", esdb.AppendToStreamOptions{}, views(50)...); err != nil {
				failed <- err
				return
			}
		}
	}()
	go func() {
		for {
			if _, err := n.Scavenge(ctx, nil); err != nil {
				failed <- err
				return
			}
		}
	}()
	return nil
}

func TestKilledNodeKeepsWhatItAcknowledged(t *testing.T) { keepsWhatItAcknowledged(t) }

func TestNodeKilledWhileScavengingKeepsWhatItAcknowledged(t *testing.T) {
	keepsWhatItAcknowledged(t, childScavenges+"=yes")
}

func keepsWhatItAcknowledged(t *testing.T, env ...string) {
	c := config(t)
	c.Insecure = true
	c.SystemProjections = slices.Contains(env, childProjects+"=yes")
	revision, position := map[string]uint64{}, map[string]uint64{}
	for round := range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childPath+"="+c.Path)
		cmd.Env = append(cmd.Env, env...)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var kill *time.Timer
		acknowledged := 0
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			if err == io.EOF {
				break // a line cut short was not said
			}
			if err != nil {
				t.Fatal(err)
			}
			if kill == nil {
				kill = time.AfterFunc(time.Duration(rand.IntN(300))*time.Millisecond, func() { cmd.Process.Kill() })
			}
			var stream string
			var r, p uint64
			if _, err := fmt.Sscan(line, &stream, &r, &p); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			revision[stream], position[stream] = r, p
			acknowledged++
		}
		if err := cmd.Wait(); err == nil || acknowledged == 0 {
			t.Fatalf("the child ended with %v after %d appends", err, acknowledged)
		}

		n := open(t, c)
		client := connect(t, n)
		for stream, last := range revision {
			got := forwards(t, client, stream, esdb.Start{}, 1<<40)
			if uint64(len(got)) <= last {
				t.Fatalf("round %d: %s has %d events, revision %d was acknowledged", round, stream, len(got), last)
			}
			if got[last].Position.Commit != position[stream] {
				t.Errorf("round %d: revision %d of %s is at %v, acknowledged at %d", round, last, stream, got[last].Position, position[stream])
			}
			for i := 0; i < len(got); {
				var first part
				if err := json.Unmarshal(got[i].Data, &first); err != nil || first.Index != 0 || i+first.Of > len(got) {
					t.Fatalf("round %d: %s has part of a batch at %d: %s of %d", round, stream, i, got[i].Data, len(got))
				}
				for k := range first.Of {
					var p part
					if err := json.Unmarshal(got[i+k].Data, &p); err != nil || p != (part{first.Batch, k, first.Of}) {
						t.Fatalf("round %d: %s at %d: %s, want part %d of batch %d", round, stream, i+k, got[i+k].Data, k, first.Batch)
					}
				}
				i += first.Of
			}
		}
		if c.SystemProjections {
			projected(t, n)
			checkLinks(t, client)
		}
		if err := n.Verify(within(t)); err != nil {
			t.Fatal(err)
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
		if names, _ := filepath.Glob(c.Path + "*"); len(names) != 1 {
			t.Errorf("round %d: files were left: %v", round, names)
		}
	}
}
