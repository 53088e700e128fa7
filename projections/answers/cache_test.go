// Tests of kept answers where there is no room for all of them.

package answers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/prometheus/client_golang/prometheus"

	"candor/events"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
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

// What there is no room for as it is, is kept compressed: readers of the far pages of a large site needn't wait for their making each time.
// Who doesn't take compressed answers reads the same.
func TestMoreAnswersAreKeptThanThereIsRoomForAsTheyAre(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: it fills the cache")
	}
	const reviews = 640
	log, metrics := modeltest.NewLog(), prometheus.NewRegistry()
	c := modeltest.Config(t.TempDir(), log)
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
	var at events.Position
	for i := range reviews {
		id := events.ReviewID(i + 1)
		text := strings.Repeat(fmt.Sprintf("Battery %d lasts long. ", i), 1000) // 22 KB
		log.Append(t, id.Stream(), events.ReviewCreated{ReviewID: id, At: modeltest.Day(i),
			ReviewContent: events.ReviewContent{Title: fmt.Sprint("R", i), Content: text, ProductName: "P"}})
		at = log.Append(t, id.Stream(), events.ReviewPublished{ReviewID: id, At: modeltest.Day(i)})
	}
	modeltest.Seen(t, at, m.Content)
	for _, c := range []struct {
		name     string
		count    int
		ask      func(n int) (*answers.Answer, error)
		compress func(a *answers.Answer)
	}{
		{"lists", 36, func(n int) (*answers.Answer, error) {
			return m.Content.Reviews().List(content.Query{Limit: 1 + n})
		}, func(a *answers.Answer) { a.Gzip() }},
		{"reviews", reviews, func(n int) (*answers.Answer, error) { return m.Content.Reviews().One(int64(1 + n)) },
			func(a *answers.Answer) { a.Gzip() }},
		{"lists for browsers", 36, func(n int) (*answers.Answer, error) {
			return m.Content.Reviews().List(content.Query{Limit: 1 + n, Offset: 1})
		}, func(a *answers.Answer) { a.Brotli() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			bodies, whole := make([][]byte, c.count), 0
			for n := range bodies {
				a, err := c.ask(n)
				if err != nil {
					t.Fatal(err)
				}
				bodies[n] = bytes.Clone(a.Body())
				whole += len(bodies[n])
				c.compress(a)
				a.Release()
			}
			if whole < 13<<20 {
				t.Fatalf("%d bytes fit as they are", whole)
			}
			made := misses(t, metrics)
			for n, want := range bodies {
				a, err := c.ask(n)
				if err != nil {
					t.Fatal(err)
				}
				forms := [][]byte{a.Body()}
				if a.Compressible() {
					forms = append(forms, unzipped(t, bytes.Join(a.Gzip(), nil)))
				}
				if a.HasBrotli() {
					forms = append(forms, decoded(t, brotli.NewReader(bytes.NewReader(a.Brotli()))))
				}
				if len(forms) == 1 || slices.ContainsFunc(forms, func(form []byte) bool { return !bytes.Equal(form, want) }) {
					t.Errorf("answer %d is another one when it is read again", n)
				}
				a.Release()
			}
			if again := misses(t, metrics) - made; again > 0 {
				t.Errorf("%v of %d were made again", again, c.count)
			}
		})
	}
}

func unzipped(t *testing.T, zipped []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, r)
}

func decoded(t *testing.T, r io.Reader) []byte {
	t.Helper()
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
