package embedded_test

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

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/embedded"
)

// BenchmarkLogAppend appends batches of 100 page views to the log of this process, from one goroutine and from four,
// in turns with a plain file that gets the same bytes with one sync a batch; "ratio" is the log's speed as a ratio of the file's.
// (BenchmarkAppendBatch in package server does the same through the official client.)
func BenchmarkLogAppend(b *testing.B) {
	const (
		batch  = 100
		rounds = 10
	)
	data := []byte(`{"page":"/reviews/12","event":"page_view","referrer":"https://example.org/search","session":"` +
		strings.Repeat("s", 36) + `","visitor":"` + strings.Repeat("v", 36) +
		`","country":"PT","city":"Lisbon","browser":"Firefox","system":"Linux","device":"desktop"}`)
	meta := []byte(`{"$correlationId":"` + strings.Repeat("c", 36) + `","actor":{"kind":"visitor","id":"` + strings.Repeat("v", 36) +
		`","name":""},"schema":1}`)
	for _, writers := range []int{1, 4} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			n, err := embedded.Open(embedded.Config{Path: filepath.Join(b.TempDir(), "log.db"), Logger: zerolog.Nop()})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = n.Close() })
			log := n.Log()
			file, err := os.Create(filepath.Join(b.TempDir(), "plain"))
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = file.Close() })
			bytes := make([]byte, batch*(len(data)+len(meta)))
			appends := func(n int) {
				var left atomic.Int64
				left.Store(int64(n))
				var group sync.WaitGroup
				for range writers {
					group.Go(func() {
						for left.Add(-1) >= 0 {
							ps := make([]events.Proposed, batch)
							for i := range ps {
								ps[i] = events.Proposed{ID: uuid.New(), Type: "PageViewed", Data: data, Meta: meta}
							}
							if _, err := log.Append(context.Background(), "pageviews-2026-11-21", events.Any, ps...); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				group.Wait()
			}
			appends(10)
			b.ReportAllocs()
			b.ResetTimer()
			var ours, alone time.Duration
			for round := range rounds {
				n := b.N*(round+1)/rounds - b.N*round/rounds
				began := time.Now()
				appends(n)
				ours += time.Since(began)
				b.StopTimer()
				began = time.Now()
				for range n {
					if _, err := file.Write(bytes); err != nil {
						b.Fatal(err)
					}
					if err := file.Sync(); err != nil {
						b.Fatal(err)
					}
				}
				alone += time.Since(began)
				b.StartTimer()
			}
			b.ReportMetric(float64(b.N*batch)/ours.Seconds(), "events/s")
			b.ReportMetric(alone.Seconds()/ours.Seconds(), "ratio")
		})
	}
}
