package audit_test

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

// benchEntries is how many entries the benchmark's log has: BENCH_ENTRIES, or 100,000.
func benchEntries() int {
	if n, err := strconv.Atoi(os.Getenv("BENCH_ENTRIES")); err == nil {
		return n
	}
	return 100_000
}

// benchLog is the log of a year: thousands of reviews and articles, changed by the admin, twenty keys and the system.
var benchLog = sync.OnceValue(func() *modeltest.Log {
	log := modeltest.NewLog()
	for i := range benchEntries() {
		at := modeltest.Began.Add(time.Duration(i) * 5 * time.Minute)
		m := events.Metadata{Actor: actors[0], Via: events.ViaDashboard,
			Session:       "5f1d0c3e9a7b4f2c8d6e0a1b2c3d4e5f5f1d0c3e9a7b4f2c8d6e0a1b2c3d4e5f",
			CorrelationID: fmt.Sprintf("0f8fad5b-d9cb-469f-a165-%012d", i/3)}
		id := events.ReviewID(1 + i*7919%5000)
		switch {
		case i%3 == 0:
			m.Actor = events.Actor{Kind: events.ActorBot, ID: strconv.Itoa(i % 20), Name: "press " + strconv.Itoa(i%20)}
			log.AppendAs(benchTB, events.ArticleID(id).Stream(), m, events.ArticleUpdated{ArticleID: events.ArticleID(id), At: at,
				Changes: events.ArticleChanges{Title: modeltest.Ptr(fmt.Sprint("News of the day ", i))}})
		case i%1000 == 1:
			m.Actor = events.System
			log.AppendAs(benchTB, "category-1", m,
				events.CategoryUpdated{CategoryID: 1, At: at, Changes: events.CategoryChanges{Name: modeltest.Ptr("Robots")}})
		default:
			log.AppendAs(benchTB, id.Stream(), m,
				events.ReviewUpdated{ReviewID: id, At: at, Changes: events.ReviewChanges{Title: modeltest.Ptr(fmt.Sprint("A quiet laptop, No. ", i))}})
		}
	}
	return log
})

// benchTB is who an append that fails would fail; encoding these events can't.
var benchTB testing.TB

// BenchmarkEntries makes a page of 50 out of the whole log, by the filter. "of-walk" is its time as a part of that of a
// walk over all entries, which is what it would take without indexes; "answers" how many a search took.
func BenchmarkEntries(b *testing.B) {
	benchTB = b
	log := benchLog()
	m := modeltest.Open(b, b.TempDir(), log)
	modeltest.CaughtUp(b, m)
	n := benchEntries()
	start := time.Now()
	for after, more := events.Position(0), true; more; {
		_, reached, err := m.History.EntriesAfter(audit.Query{Request: "none"}, after, n)
		if err != nil {
			b.Fatal(err)
		}
		after, more = reached, reached != after
	}
	walk := time.Since(start)
	for name, q := range map[string]audit.Query{
		"all":                {},
		"actor":              {ActorKind: events.ActorBot, ActorID: "7"},
		"item":               {Item: "review-4321"},
		"rare-type":          {Type: "CategoryUpdated"},
		"rare-and-frequent":  {Kind: "category", ActorKind: events.ActorSystem, Type: "CategoryUpdated"},
		"frequent-disjoint":  {Kind: "review", ActorKind: events.ActorBot},
		"long-ago":           {To: modeltest.Began.AddDate(0, 0, 1)},
		"item-and-long-ago":  {ActorKind: events.ActorBot, To: modeltest.Began.AddDate(0, 0, 20), From: modeltest.Began.AddDate(0, 0, 10)},
		"request":            {Request: "0f8fad5b-d9cb-469f-a165-000000000100"},
		"words-frequent":     {Search: "quiet laptop"},
		"words-rare-of-kind": {Search: "robots", Kind: "category"},
		"words-nowhere":      {Search: "no such words"},
	} {
		b.Run(name, func(b *testing.B) {
			answers := 0
			b.ReportAllocs()
			for range b.N {
				page, err := m.History.Entries(q, 0, 50)
				for err == nil && len(page.Entries) == 0 && page.Next > 0 {
					answers++
					page, err = m.History.Entries(q, page.Next, 50)
				}
				if answers++; err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(walk), "of-walk")
			b.ReportMetric(float64(answers)/float64(b.N), "answers")
		})
	}
}
