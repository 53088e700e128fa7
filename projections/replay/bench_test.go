// How much a replay costs beyond reading the log: 1,000,000 page views in each format against a bare walk
// that decodes the same events. "MiB" is the most memory in use, over what was before.
//
//	go test -run '^$' -bench Replay -benchtime 1x ./projections/replay

package replay_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/replay"
)

const benchViews = 1_000_000

// manyViews is a log of page views, of which enough different ones are kept in memory to overflow dictionaries.
type manyViews struct {
	kept []events.Recorded
	peak uint64
}

func newManyViews(b *testing.B) *manyViews {
	m := &manyViews{}
	pages := []string{"/", "/reviews/1", "/reviews/12", "/news/7", "/categories/computers"}
	for n := range 20_000 {
		at := day.Add(time.Duration(n) * time.Second)
		p, err := events.Encode(events.Envelope{
			Event: events.PageViewed{
				Event: "page_view", Page: pages[n%len(pages)], Referrer: "https://search.example/", SessionID: uuid.NewString(), VisitorID: uuid.New(),
				Country: "PL", City: "Gdynia", Browser: "Firefox", System: "Linux", Device: "desktop", At: at,
			},
			Metadata: events.Metadata{CorrelationID: uuid.NewString(), CausationID: uuid.NewString(),
				Actor: events.Actor{Kind: events.ActorVisitor, ID: uuid.NewString()}},
		})
		if err != nil {
			b.Fatal(err)
		}
		m.kept = append(m.kept, events.Recorded{ID: p.ID, Stream: events.PageViewStream(at), Created: at, Type: p.Type,
			Data: p.Data, Meta: p.Meta})
	}
	return m
}

func (m *manyViews) Subscribe(_ context.Context, _ events.Position, _ events.Filter, handle func(events.Message) error) error {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m.peak = 0
	for n := range benchViews {
		r := m.kept[n%len(m.kept)]
		r.Revision, r.Position = uint64(n), events.Position(n+1)
		if err := handle(events.Message{Kind: events.EventAppeared, Event: r, Position: r.Position}); err != nil {
			return err
		}
		if n%10_000 == 0 {
			runtime.ReadMemStats(&now)
			m.peak = max(m.peak, now.HeapInuse-min(now.HeapInuse, before.HeapInuse))
		}
	}
	return handle(events.Message{Kind: events.CaughtUp})
}

func BenchmarkReplay(b *testing.B) {
	log := newManyViews(b)
	b.Run("bare walk", func(b *testing.B) {
		for b.Loop() {
			err := log.Subscribe(context.Background(), 0, events.Filter{}, func(m events.Message) error {
				if m.Kind == events.EventAppeared {
					_, err := m.Event.Decode()
					return err
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(log.peak)/(1<<20), "MiB")
	})
	for _, f := range replay.Formats() {
		for _, q := range []replay.Query{{Types: []string{"PageViewed"}}, {}} {
			b.Run(fmt.Sprintf("%s/%d types", f, len(q.Types)), func(b *testing.B) {
				var out counter
				for b.Loop() {
					out = 0
					if n, err := replay.Run(context.Background(), log, q, replay.Output{Format: f, Writer: &out}); err != nil || n != benchViews {
						b.Fatal(n, err)
					}
				}
				b.ReportMetric(float64(log.peak)/(1<<20), "MiB")
				b.ReportMetric(float64(out)/benchViews, "bytes/event")
			})
		}
	}
}

// counter counts the bytes written to it.
type counter int64

var _ io.Writer = (*counter)(nil)

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
