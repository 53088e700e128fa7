package server_test

// Speed, through the official client. Each append benchmark also writes the same bytes to a plain file with
// one sync a batch, in the same sitting, and reports the node's speed as a ratio of the file's.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"candor/events/embedded/server"
)

// A page view of ordinary size.
var (
	viewData = []byte(`{"page":"/reviews/12","event":"page_view","referrer":"https://example.org/search","session":"` +
		strings.Repeat("s", 36) + `","visitor":"` + strings.Repeat("v", 36) +
		`","country":"PT","city":"Lisbon","browser":"Firefox","system":"Linux","device":"desktop"}`)
	viewMetadata = []byte(`{"$correlationId":"` + strings.Repeat("c", 36) + `","actor":{"kind":"visitor","id":"` +
		strings.Repeat("v", 36) + `","name":""},"schema":1}`)
)

func views(n int) []esdb.EventData {
	batch := make([]esdb.EventData, n)
	for i := range batch {
		batch[i] = esdb.EventData{EventID: uuid.New(), EventType: "PageViewed", ContentType: esdb.ContentTypeJson,
			Data: viewData, Metadata: viewMetadata}
	}
	return batch
}

// plain is a file that takes batches, one sync each.
type plain struct{ *os.File }

func newPlain(b *testing.B) plain {
	f, err := os.Create(filepath.Join(b.TempDir(), "plain"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return plain{f}
}

func (f plain) append(b *testing.B, batches int, batch []byte) {
	for range batches {
		if _, err := f.Write(batch); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}

// rounds is how many times the node and the file take turns, so that both meet the same weather.
const rounds = 10

// appendBenchmark has writers append batches, each to a stream of its own or all to one. The file gets the same bytes in
// batches of plainBatch events.
func appendBenchmark(b *testing.B, writers, batch, plainBatch int, stream func(writer int) string) {
	client := connect(b, open(b, config(b)))
	file, bytes := newPlain(b), make([]byte, (len(viewData)+len(viewMetadata))*plainBatch)
	appended(b, client, "warm", esdb.Any{}, views(1)...)
	b.ReportAllocs()
	b.ResetTimer()
	var node, alone time.Duration
	for round := range rounds {
		n := b.N*(round+1)/rounds - b.N*round/rounds
		began := time.Now()
		appendBatches(b, client, n, writers, batch, stream)
		node += time.Since(began)
		b.StopTimer()
		began = time.Now()
		file.append(b, max(1, n*batch/plainBatch), bytes)
		alone += time.Since(began)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.N*batch)/node.Seconds(), "events/s")
	b.ReportMetric(alone.Seconds()/node.Seconds(), "ratio")
}

// appendBatches appends n batches by several writers at once.
func appendBatches(b *testing.B, client *esdb.Client, n, writers, batch int, stream func(writer int) string) {
	var left atomic.Int64
	left.Store(int64(n))
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			name := stream(w)
			for left.Add(-1) >= 0 {
				_, err := client.AppendToStream(context.Background(), name,
					esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, views(batch)...)
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkAppendSingle64Writers(b *testing.B) {
	appendBenchmark(b, 64, 1, 64, func(w int) string { return fmt.Sprintf("stream-%d", w) })
}

func BenchmarkAppendSingle64WritersOneStream(b *testing.B) {
	appendBenchmark(b, 64, 1, 64, func(int) string { return "stream" })
}

func BenchmarkAppendBatch(b *testing.B) {
	for _, batch := range []int{100, 1000} {
		for _, writers := range []int{1, 4} {
			b.Run(fmt.Sprintf("events=%d/writers=%d", batch, writers), func(b *testing.B) {
				appendBenchmark(b, writers, batch, batch, func(int) string { return "pageviews-2026-11-21" })
			})
		}
	}
}

// BenchmarkSubscribe reads b.N events by a subscription to $all and only counts them.
func BenchmarkSubscribe(b *testing.B) {
	client := connect(b, open(b, config(b)))
	for n := 0; n < b.N; n += 1000 {
		_, err := client.AppendToStream(context.Background(), "pageviews-2026-11-21",
			esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, views(min(1000, b.N-n))...)
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	began := time.Now()
	sub, err := client.SubscribeToAll(context.Background(), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if err != nil {
		b.Fatal(err)
	}
	defer sub.Close()
	for n := 0; n < b.N; {
		ev := sub.Recv()
		if ev.SubscriptionDropped != nil {
			b.Fatal(ev.SubscriptionDropped.Error)
		}
		if ev.EventAppeared != nil {
			n++
		}
	}
	b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "events/s")
}

// BenchmarkScavenge scavenges a log of b.N page views, half of which have expired, while a writer appends. It reports the
// old file's megabytes a second, how that compares with a plain copy and sync of the file, and how long appends waited.
func BenchmarkScavenge(b *testing.B) {
	c := config(b)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var clock atomic.Pointer[time.Time]
	clock.Store(&now)
	c.Clock = func() time.Time { return *clock.Load() }
	n := open(b, c)
	client := connect(b, n)
	const days, batch = 20, 100
	for day := range days {
		name := fmt.Sprintf("pageviews-%d", day)
		limited(b, client, name, func(m *esdb.StreamMetadata) { m.SetMaxAge(days / 2 * 24 * time.Hour) })
		appendBatches(b, client, b.N/days/batch+1, 4, batch, func(int) string { return name })
		next := now.Add(time.Duration(day+1) * 24 * time.Hour)
		clock.Store(&next)
	}
	ctx, stop := context.WithCancel(context.Background())
	var working sync.WaitGroup
	var longest time.Duration
	working.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			appended(b, client, "meanwhile", esdb.Any{}, views(1)...)
			longest = max(longest, time.Since(began))
		}
	})
	b.ResetTimer()
	began := time.Now()
	s := scavenged(b, n)
	took := time.Since(began)
	b.StopTimer()
	stop()
	working.Wait()
	began = time.Now()
	data, err := os.ReadFile(c.Path)
	if err != nil {
		b.Fatal(err)
	}
	f := newPlain(b)
	f.append(b, 1, data)
	copied := float64(len(data)) / time.Since(began).Seconds()
	b.ReportMetric(float64(s.Before)/1e6/took.Seconds(), "MB/s")
	b.ReportMetric(float64(s.Before)/took.Seconds()/copied, "ratio")
	b.ReportMetric(float64(s.Pause.Microseconds())/1000, "ms-pause")
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest-append")
	b.ReportMetric(float64(s.Removed)/float64(b.N), "removed/event")
}

// BenchmarkSystemProjections appends to two nodes in turns, of which one writes the system streams, and reports the second's speed
// as a ratio of the first's: single events by 64 writers, who wait for a sync, and batches by four, who keep the machine busy.
// The other ratio counts the time until every link is written, too.
func BenchmarkSystemProjections(b *testing.B) {
	for name, batch := range map[string]int{"single64": 1, "batches100x4": 100} {
		b.Run(name, func(b *testing.B) {
			writers := 4
			if batch == 1 {
				writers = 64
			}
			stream := func(w int) string { return fmt.Sprintf("pageviews-%d", w) }
			var nodes [2]*server.Server
			var clients [2]*esdb.Client
			for i := range nodes {
				c := config(b)
				c.SystemProjections = i == 1
				nodes[i] = open(b, c)
				clients[i] = connect(b, nodes[i])
				appended(b, clients[i], "warm", esdb.Any{}, views(1)...)
			}
			b.ResetTimer()
			var took [2]time.Duration
			var linking time.Duration
			for round := range rounds {
				n := b.N*(round+1)/rounds - b.N*round/rounds
				for i := range 2 {
					i = (i + round) % 2
					began := time.Now()
					appendBatches(b, clients[i], n, writers, batch, stream)
					took[i] += time.Since(began)
					if i == 1 { // before the other's turn, which they would slow down
						projected(b, nodes[1])
						linking += time.Since(began)
					}
				}
			}
			b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "ratio")
			b.ReportMetric(took[0].Seconds()/linking.Seconds(), "ratio-with-links")
			b.ReportMetric(float64(nodes[1].Stats().Projections.Links)/float64(b.N*batch), "links/event")
		})
	}
}
