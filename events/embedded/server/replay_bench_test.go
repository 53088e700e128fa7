package server_test

// What a replay costs from disk to file format, beside a bare walk over the same log's blocks that decodes the same events.
//
//	go test -run '^$' -bench ReplayFromDisk -benchtime 1x -timeout 20m ./events/embedded

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/google/uuid"

	candor "candor/events"
	"candor/events/embedded/internal/storage"
	"candor/projections/replay"
)

const replayedViews = 1_000_000

func BenchmarkReplayFromDisk(b *testing.B) {
	c := config(b)
	node := open(b, c)
	log := node.Log()
	if err := appendReplayed(log); err != nil {
		b.Fatal(err)
	}
	closed := func(what io.Closer) {
		if err := what.Close(); err != nil {
			b.Fatal(err)
		}
	}
	closed(log)
	closed(node)

	var bare time.Duration // of one walk
	b.Run("bare walk", func(b *testing.B) {
		began := time.Now()
		for b.Loop() {
			if n := walk(b, c.Path); n != replayedViews {
				b.Fatalf("%d views", n)
			}
		}
		bare = time.Since(began) / time.Duration(b.N)
		b.ReportMetric(replayedViews/bare.Seconds(), "events/s")
	})
	node = open(b, c)
	log = node.Log()
	defer closed(log)
	for _, f := range []replay.Format{replay.NDJSON, replay.CSV, replay.Parquet} {
		b.Run(string(f), func(b *testing.B) {
			began := time.Now()
			for b.Loop() {
				n, err := replay.Run(context.Background(), log, replay.Query{Types: []string{"PageViewed"}},
					replay.Output{Format: f, Writer: io.Discard})
				if err != nil || n != replayedViews {
					b.Fatal(n, err)
				}
			}
			took := time.Since(began) / time.Duration(b.N)
			b.ReportMetric(replayedViews/took.Seconds(), "events/s")
			b.ReportMetric(bare.Seconds()/took.Seconds(), "ratio")
		})
	}
}

// walk decodes the page views of a log that nobody has open.
func walk(b *testing.B, path string) (views int) {
	store, err := storage.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	err = store.View(func(r *storage.Reader) error {
		return r.Forward(0, func(e *storage.Event) (bool, error) {
			if string(e.Type) != "PageViewed" {
				return true, nil
			}
			stored := candor.Recorded{ID: uuid.UUID(e.ID), Type: "PageViewed", Data: e.Data, Meta: e.Metadata}
			_, err := stored.Decode()
			_ = stored.Metadata()
			views++
			return true, err
		})
	})
	if err != nil {
		b.Fatal(err)
	}
	return views
}

// appendReplayed appends views of 400 pages by 5,000 visitors over 30 days.
func appendReplayed(log candor.Log) error {
	const batch = 500
	visitors := make([]uuid.UUID, 5000)
	for i := range visitors {
		visitors[i] = uuid.New()
	}
	start := time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)
	for from := 0; from < replayedViews; from += batch {
		ps := make([]candor.Proposed, batch)
		at := start.Add(time.Duration(from) * 30 * 24 * time.Hour / replayedViews)
		for i := range ps {
			visitor := visitors[(from+i)*7919%len(visitors)]
			var err error
			ps[i], err = candor.Encode(candor.Envelope{
				Event: candor.PageViewed{Event: "page_view", Page: fmt.Sprintf("/reviews/%d", (from+i)*31%400+1), Referrer: "https://example.com/",
					SessionID: uuid.NewString(), VisitorID: visitor, Country: "CH", Browser: "Firefox", System: "Linux", Device: "desktop", At: at},
				Metadata: candor.Metadata{CorrelationID: uuid.NewString(), Actor: candor.Actor{Kind: candor.ActorVisitor, ID: visitor.String()}},
			})
			if err != nil {
				return err
			}
		}
		if _, err := log.Append(context.Background(), candor.PageViewStream(at), candor.Any, ps...); err != nil {
			return err
		}
	}
	return nil
}
