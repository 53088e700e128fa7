// Tests of kept answers where there is no room for all of them.

package projections_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"candor/events"
	"candor/projections"
)

// misses is how many answers of the content had to be made.
func misses(t *testing.T, metrics *prometheus.Registry) float64 {
	t.Helper()
	families, err := metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != "candor_projection_cache_misses_total" {
			continue
		}
		for _, m := range f.GetMetric() {
			if m.GetLabel()[0].GetValue() == "content" {
				return m.GetCounter().GetValue()
			}
		}
	}
	t.Fatal("no such metric")
	return 0
}

// What nobody can keep as it is, is kept compressed: readers of the far pages of a large site needn't wait for their making each time. Who
// doesn't take compressed answers reads the same.
func TestMoreAnswersAreKeptThanThereIsRoomForAsTheyAre(t *testing.T) {
	const reviews, pages = 40, 40
	log, metrics := newMemLog(), prometheus.NewRegistry()
	c := config(t.TempDir(), log)
	c.Registerer = metrics
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}()
	for i := range reviews {
		id := events.ReviewID(i + 1)
		text := strings.Repeat(fmt.Sprintf("Battery %d lasts long. ", i), 700) // 16 KB
		seen(t, log.append(t, id.Stream(), events.ReviewCreated{ReviewID: id, At: day(i), ReviewContent: events.ReviewContent{Title: fmt.Sprint("R", i), Content: text, ProductName: "P"}}), m.Content)
		seen(t, log.append(t, id.Stream(), events.ReviewPublished{ReviewID: id, At: day(i)}), m.Content)
	}
	page := func(n int) *projections.Answer {
		a, err := m.Content.ReviewsAnswer(projections.ReviewQuery{Limit: 1 + n})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	bodies, whole := make([][]byte, pages), 0
	for n := range pages { // 13 MB, and a third more
		a := page(n)
		bodies[n] = bytes.Clone(a.Body())
		whole += len(bodies[n])
		a.Gzip()
	}
	if whole < 12<<20 {
		t.Fatalf("%d bytes fit as they are", whole)
	}
	made := misses(t, metrics)
	for n, want := range bodies {
		a := page(n)
		r, err := gzip.NewReader(bytes.NewReader(a.Gzip()))
		if err != nil {
			t.Fatal(err)
		}
		zipped, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(zipped, want) || !bytes.Equal(a.Body(), want) {
			t.Errorf("page %d is another one when it is read again (%v)", n, err)
		}
	}
	if again := misses(t, metrics) - made; again > 0 {
		t.Errorf("%v of %d pages were made again", again, pages)
	}
}
