package embedded_test

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
)

// A page view of ordinary size.
var (
	viewData = []byte(`{"page":"/reviews/12","event":"page_view","referrer":"https://example.org/search","session":"` +
		strings.Repeat("s", 36) + `","visitor":"` + strings.Repeat("v", 36) + `","country":"PT","city":"Lisbon","browser":"Firefox","system":"Linux","device":"desktop"}`)
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

// plainFile appends batches of size bytes to a file, one sync each, and returns how long it took.
func plainFile(b *testing.B, batches, size int) time.Duration {
	f, err := os.Create(filepath.Join(b.TempDir(), "plain"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	p := make([]byte, size)
	began := time.Now()
	for range batches {
		if _, err := f.Write(p); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(began)
}

// appendBenchmark has writers append batches, each to a stream of its own or all to one.
func appendBenchmark(b *testing.B, writers, batch, plainBatch int, stream func(writer int) string) {
	client := connect(b, open(b, config(b)))
	if _, err := client.AppendToStream(context.Background(), "warm", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, views(1)...); err != nil {
		b.Fatal(err)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ReportAllocs()
	b.ResetTimer()
	began := time.Now()
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
	took := time.Since(began)
	b.StopTimer()
	events := b.N * batch
	size := (len(viewData) + len(viewMetadata)) * plainBatch
	plain := plainFile(b, max(1, events/plainBatch), size)
	b.ReportMetric(float64(events)/took.Seconds(), "events/s")
	b.ReportMetric(plain.Seconds()/took.Seconds(), "ratio")
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
