// What a page view costs.

package traffic_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"candor/commands/commandstest"
	"candor/commands/rooms"
	"candor/commands/traffic"
)

// BenchmarkTrack measures durable page views through the real node in this process, with as many
// callers at once as connections in design.md's benchmark.
func BenchmarkTrack(b *testing.B) {
	for _, callers := range []int{1, 32, 128} {
		for _, ids := range []string{"own", "given"} {
			b.Run(fmt.Sprintf("callers=%d/ids=%s", callers, ids), func(b *testing.B) {
				log := commandstest.OpenLog(b)
				h := commandstest.HandlerOn(b, rooms.Config{Log: log, Logger: zerolog.Nop()})
				body := []byte(`{"event":"page_view","page":"/reviews/12","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0","referrer":"https://www.example.com/","sessionId":"s-8f3a2b1c","metadata":null}`)
				b.ReportAllocs()
				b.ResetTimer()
				var group sync.WaitGroup
				for c := range callers {
					n := b.N / callers
					if c < b.N%callers {
						n++
					}
					group.Go(func() {
						for range n {
							views, _, err := traffic.ParseTrack(body)
							if err != nil {
								b.Error(err)
							}
							if ids == "given" {
								views[0].ID = uuid.New()
							}
							if err := h.Traffic.Track(context.Background(), commandstest.Guest, views, commandstest.Home); err != nil {
								b.Error(err)
							}
						}
					})
				}
				group.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "views/s")
				b.ReportMetric(float64(b.N)/float64(log.Appends.Load()), "views/append")
			})
		}
	}
}

// BenchmarkParseTrack measures reading one tracked event.
func BenchmarkParseTrack(b *testing.B) {
	body := []byte(`{"event":"page_view","page":"/reviews/12","userAgent":"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0","referrer":"https://www.example.com/","sessionId":"s-8f3a2b1c","metadata":null}`)
	b.ReportAllocs()
	for range b.N {
		if _, _, err := traffic.ParseTrack(body); err != nil {
			b.Fatal(err)
		}
	}
}
