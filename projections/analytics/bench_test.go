package analytics_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"testing"

	"candor/events"
	"candor/projections"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// benchViews is how many page views the rebuild's benchmarks read: BENCH_VIEWS, or 100,000.
func benchViews() int {
	if n, err := strconv.Atoi(os.Getenv("BENCH_VIEWS")); err == nil {
		return n
	}
	return 100_000
}

var errCounted = errors.New("counted")

// countOnly is the subscription that a rebuild is measured against: its handler only counts.
func countOnly(b *testing.B, log projector.Source, want int) {
	n := 0
	err := log.Subscribe(b.Context(), 0, events.Filter{StreamPrefixes: []string{events.PageViewPrefix, events.VisitorPrefix, "$$visitor-"}},
		func(m events.Message) error {
			if m.Kind == events.EventAppeared {
				n++
			}
			if n == want {
				return errCounted
			}
			return nil
		})
	if !errors.Is(err, errCounted) {
		b.Fatal(err)
	}
}

func rebuildAnalytics(b *testing.B, log projector.Source, views int) {
	m, err := projections.Open(b.Context(), modeltest.Config(b.TempDir(), log))
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	modeltest.CaughtUp(b, m)
	b.Run("counting", func(b *testing.B) {
		for b.Loop() {
			countOnly(b, log, views)
		}
		b.ReportMetric(float64(views*b.N)/b.Elapsed().Seconds(), "events/s")
	})
	b.Run("rebuild", func(b *testing.B) {
		runtime.GC()
		for b.Loop() {
			if err := m.Rebuild(context.Background(), "analytics", nil); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(views*b.N)/b.Elapsed().Seconds(), "events/s")
	})
}

// BenchmarkAnalyticsRebuildInMemory is the cost of decoding and counting alone.
func BenchmarkAnalyticsRebuildInMemory(b *testing.B) {
	log, views := modeltest.NewLog(), benchViews()
	for i := range views {
		p, err := events.Encode(events.Envelope{Event: modeltest.BenchView(i), Metadata: modeltest.BenchMetadata(i)})
		if err != nil {
			b.Fatal(err)
		}
		log.All = append(log.All, events.Recorded{ID: p.ID, Stream: "pageviews-2026-11-21", Revision: uint64(i),
			Position: events.Position(10 * (i + 1)), Created: modeltest.Began, Type: p.Type, Data: p.Data, Meta: p.Meta})
	}
	rebuildAnalytics(b, log, views)
}

// BenchmarkAnalyticsRebuildOnNode is the same through the official client and the embedded node,
// beside a subscription that only counts.
func BenchmarkAnalyticsRebuildOnNode(b *testing.B) {
	log := modeltest.StartNode(b).Log()
	modeltest.Fill(b, log, benchViews())
	rebuildAnalytics(b, log, benchViews())
}

// BenchmarkReviewAnswer is the hot path: a kept answer, asked for from all processors.
func BenchmarkReviewAnswer(b *testing.B) {
	log := modeltest.NewLog()
	m := modeltest.Open(b, b.TempDir(), log)
	modeltest.Seen(b, log.Append(b, "review-1", modeltest.Review(1, "Hot"), modeltest.Published(1)), m.Content)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := m.Content.Reviews().One(1); err != nil {
				b.Error(err)
			}
		}
	})
}

// BenchmarkListMiss makes a page of 30 anew, among few and among many reviews.
func BenchmarkListMiss(b *testing.B) {
	for _, stored := range []int{1000, 20000} {
		b.Run(strconv.Itoa(stored), func(b *testing.B) {
			log := modeltest.NewLog()
			for id := 1; id <= stored; id++ {
				log.Append(b, events.ReviewID(id).Stream(), modeltest.Review(id, "Listed"), modeltest.Published(id))
			}
			m := modeltest.Open(b, b.TempDir(), log)
			modeltest.CaughtUp(b, m)
			b.ResetTimer()
			for i := range b.N {
				a, err := m.Content.Reviews().List(content.Query{Limit: 30, Offset: i % 900})
				if err != nil {
					b.Fatal(err)
				}
				a.Release()
			}
		})
	}
}
