// What `candor verify` costs for each event of a large log.

package e2e

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"candor/events"
	"candor/events/datadir"
	"candor/events/proof"
	"candor/internal/openlog"
)

// chainedEvents is how many of the million events belong to chained streams: 100 reviews of 1,000 revisions.
const chainedEvents = 100_000

// BenchmarkVerify checks a million events (decoding, chains, and the root that a checkpoint asks for) and compares that with
// a walk of the same log that decodes the same events, in turn.
func BenchmarkVerify(b *testing.B) {
	ctx := context.Background()
	d := must[*openlog.Handle](b)(openlog.Open("", datadir.Folder(b.TempDir()), zerolog.Nop()))
	if err := errors.Join(appendPageViews(ctx, d.Log, manyEvents-chainedEvents), appendRevisions(ctx, d.Log)); err != nil {
		b.Fatal(err)
	}
	var walking, verifying time.Duration
	for b.Loop() {
		began := time.Now()
		n := 0
		err := d.ReadAll(ctx, 0, math.MaxUint64, func(r events.Recorded) error {
			n++
			_, err := r.Decode()
			return err
		})
		if err != nil || n < manyEvents {
			b.Fatalf("walked over %d: %v", n, err)
		}
		walking += time.Since(began)
		began = time.Now()
		var v events.Verifier
		var tree proof.Tree
		err = d.ReadAll(ctx, 0, math.MaxUint64, func(r events.Recorded) error {
			if leaf, ok := proof.Leaf(r); ok {
				tree.Add(leaf)
			}
			return v.Check(r)
		})
		if err != nil || v.Events() < manyEvents || tree.Size() != chainedEvents {
			b.Fatalf("verified %d, %d leaves: %v", v.Events(), tree.Size(), err)
		}
		verifying += time.Since(began)
	}
	b.ReportMetric(manyEvents*float64(b.N)/walking.Seconds(), "walked/s")
	b.ReportMetric(manyEvents*float64(b.N)/verifying.Seconds(), "verified/s")
	b.ReportMetric(walking.Seconds()/verifying.Seconds(), "ratio")
	if err := d.Close(); err != nil {
		b.Fatal(err)
	}
}

// appendRevisions appends chainedEvents changes of 100 reviews.
func appendRevisions(ctx context.Context, log events.Log) error {
	const reviews, together = 100, 500
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for id := events.ReviewID(1); id <= reviews; id++ {
		previous := ""
		for from := 0; from < chainedEvents/reviews; from += together {
			es := make([]events.Envelope, together)
			for i := range es {
				text := fmt.Sprintf("Revision %d of a text that an editor changes again and again.", from+i)
				es[i] = events.Envelope{Event: events.ReviewUpdated{ReviewID: id, Changes: events.ReviewChanges{Content: &text}, At: at},
					Metadata: events.Metadata{Actor: events.System}}
			}
			ps, err := events.Chain(previous, es...)
			if err != nil {
				return err
			}
			if _, err := log.Append(ctx, id.Stream(), events.Any, ps...); err != nil {
				return err
			}
			previous = ps[together-1].Hash()
		}
	}
	return nil
}
