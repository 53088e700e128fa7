// The simulation behind ARCHITECTURE.md, "Beyond one cluster": page views of some days, dealt out to shards, each with an
// analytics read model of its own, and the shards' answers merged and compared with those of one model over everything.

package projections_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
)

const (
	shardDays    = 5
	viewsSession = 4
	roaming      = 0.03 // of the sessions: the visitor's address changes in the middle, which makes another visitor of them
)

// dealtView is a page view and who began its session.
type dealtView struct {
	events.PageViewed
	beganBy uuid.UUID
}

// crowdOf makes n page views: five days, a visitor to every twelve views, who comes on some of the days and has a
// session or two on each.
func crowdOf(n int) []dealtView {
	random := rand.New(rand.NewPCG(1, 2))
	visitors := make([]uuid.UUID, max(2, n/12))
	for i := range visitors {
		visitors[i] = uuid.NewSHA1(uuid.Nil, strconv.AppendInt(nil, int64(i), 10))
	}
	first := began.Truncate(24*time.Hour).AddDate(0, 0, 1-shardDays)
	views := make([]dealtView, 0, n)
	for session := 0; len(views) < n; session++ {
		at := first.Add(time.Duration(float64(len(views)) / float64(n) * shardDays * 24 * float64(time.Hour)))
		visitor := visitors[random.IntN(len(visitors))]
		beganBy := visitor
		moves := random.Float64() < roaming
		for i := range min(viewsSession, n-len(views)) {
			if moves && i == viewsSession/2 {
				visitor = visitors[random.IntN(len(visitors))]
			}
			views = append(views, dealtView{events.PageViewed{Event: "page_view", Page: "/reviews/" + strconv.Itoa(random.IntN(400)), Referrer: "https://search.example/", SessionID: fmt.Sprintf("%x-%d", beganBy[:4], session),
				VisitorID: visitor, Country: "DE", Browser: "Firefox", System: "Linux", Device: "desktop", At: at.Add(time.Duration(i) * time.Second)}, beganBy})
		}
	}
	return views
}

// A deal says in which of n shards a view is counted.
type deal func(v dealtView, n int) int

func shardOf(key string, n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	return int(h.Sum64() % uint64(n))
}

func byVisitor(v dealtView, n int) int { return shardOf(string(v.VisitorID[:]), n) }
func bySession(v dealtView, n int) int { return shardOf(v.SessionID, n) }

// byHome keeps a session where the visitor who began it is at home: the session's id tells.
func byHome(v dealtView, n int) int { return shardOf(string(v.beganBy[:]), n) }

// totals are what is compared.
type totals struct{ Views, Visitors, Sessions, Bounces, Days int64 }

func (t totals) plus(o totals) totals {
	return totals{t.Views + o.Views, t.Visitors + o.Visitors, t.Sessions + o.Sessions, t.Bounces + o.Bounces, t.Days + o.Days}
}

// deals are views on n shards, built.
type dealt struct {
	logs   []*memLog
	models []*projections.Models
	dirs   []string
	// told is how many sightings of visitors were sent to the visitors' homes, each once a day; double how many of them
	// were visitors that another shard counted, too: as the homes know.
	told, double, doubleDaily int64
}

func newDealt(b *testing.B, views []dealtView, n int, d deal) *dealt {
	b.Helper()
	s := &dealt{}
	for range n {
		s.logs = append(s.logs, newMemLog())
	}
	type sighting struct {
		visitor uuid.UUID
		day     int
	}
	seen, ever := map[sighting]map[int]bool{}, map[uuid.UUID]map[int]bool{}
	for i, v := range views {
		shard := d(v, n)
		p, err := events.Encode(events.Envelope{Event: v.PageViewed, Metadata: benchMetadata(i)})
		if err != nil {
			b.Fatal(err)
		}
		l := s.logs[shard]
		l.all = append(l.all, events.Recorded{ID: p.ID, Stream: events.PageViewStream(v.At), Revision: uint64(len(l.all)), Position: events.Position(10 * (len(l.all) + 1)), Created: v.At, Type: p.Type, Data: p.Data, Meta: p.Meta})
		once := sighting{v.VisitorID, v.At.YearDay()}
		if seen[once] == nil {
			seen[once] = map[int]bool{}
		}
		if ever[v.VisitorID] == nil {
			ever[v.VisitorID] = map[int]bool{}
		}
		if !seen[once][shard] && shard != byVisitor(v, n) {
			s.told++
		}
		seen[once][shard], ever[v.VisitorID][shard] = true, true
	}
	for _, shards := range ever {
		s.double += int64(len(shards) - 1)
	}
	for _, shards := range seen {
		s.doubleDaily += int64(len(shards) - 1)
	}
	for _, l := range s.logs {
		dir := b.TempDir()
		s.dirs = append(s.dirs, dir)
		m := openModels(b, dir, l)
		caughtUp(b, m)
		s.models = append(s.models, m)
	}
	return s
}

// answers asks every shard for the days, merges what they say, and returns how long the merge took.
func (s *dealt) answers(b *testing.B) (sum totals, took time.Duration) {
	b.Helper()
	all := make([][]byte, len(s.models))
	for i, m := range s.models {
		a, err := m.Analytics.SeriesBetween(began.Truncate(24*time.Hour).AddDate(0, 0, 1-shardDays), began.Add(24*time.Hour), projections.BucketDay, began)
		if err != nil {
			b.Fatal(err)
		}
		all[i] = a.Body()
	}
	start := time.Now()
	for _, text := range all {
		var one projections.Series
		if err := json.Unmarshal(text, &one); err != nil {
			b.Fatal(err)
		}
		t := totals{Views: one.Views, Visitors: one.Visitors, Sessions: one.Sessions.Count, Bounces: one.Sessions.Bounces}
		for _, day := range one.Buckets {
			t.Days += day.Visitors
		}
		sum = sum.plus(t)
	}
	return sum, time.Since(start)
}

// BenchmarkShards deals the same days out to more and more shards. The rebuilding of all of them costs so much
// processor time an event; merged, they say what one model says.
func BenchmarkShards(b *testing.B) {
	views := crowdOf(benchViews())
	one, _ := newDealt(b, views, 1, byHome).answers(b)
	for _, n := range []int{1, 4, 16} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			s := newDealt(b, views, n, byHome)
			cpu := processorTime()
			for b.Loop() {
				for _, m := range s.models {
					if err := m.Rebuild(b.Context(), "analytics", nil); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64((processorTime()-cpu).Microseconds())/float64(b.N*len(views)), "core-µs/event")
			sum, took := s.answers(b)
			b.ReportMetric(float64(took.Microseconds())/1000, "merge-ms")
			b.ReportMetric(float64(s.told)/float64(len(views)), "told/event")
			size := int64(0)
			for _, dir := range s.dirs {
				info, err := os.Stat(filepath.Join(dir, "analytics.db"))
				if err != nil {
					b.Fatal(err)
				}
				size += info.Size()
			}
			b.ReportMetric(float64(size)/float64(len(views)), "model-bytes/event")
			// The homes take visitors away that were counted elsewhere, too.
			if sum.Visitors, sum.Days = sum.Visitors-s.double, sum.Days-s.doubleDaily; sum != one {
				b.Errorf("%d shards, merged: %+v; one: %+v", n, sum, one)
			}
			visitor, _ := newDealt(b, views, n, byVisitor).answers(b)
			session, _ := newDealt(b, views, n, bySession).answers(b)
			b.ReportMetric(100*(float64(visitor.Sessions)/float64(one.Sessions)-1), "%sessions-too-many-by-visitor")
			b.ReportMetric(100*(float64(session.Visitors)/float64(one.Visitors)-1), "%visitors-too-many-by-session")
		})
	}
}

// BenchmarkPageViewCosts is what a page view costs besides its HTTP request, in processor time of client, node and
// read model together: to append, in batches of 100; to replay to a subscription; and to count.
func BenchmarkPageViewCosts(b *testing.B) {
	const batch = 100
	node := startNode(b)
	log := node.log(b)
	views := crowdOf(benchViews())
	var appending, replaying, counting time.Duration
	appended := 0
	for b.Loop() {
		start := processorTime()
		for from := 0; from < len(views); from += batch {
			all := make([]events.Proposed, 0, batch)
			for i, v := range views[from:min(from+batch, len(views))] {
				p, err := events.Encode(events.Envelope{Event: v.PageViewed, Metadata: benchMetadata(i)})
				if err != nil {
					b.Fatal(err)
				}
				all = append(all, p)
			}
			if _, err := log.Append(b.Context(), events.PageViewStream(views[from].At), events.Any, all...); err != nil {
				b.Fatal(err)
			}
		}
		appending += processorTime() - start
		appended += len(views)
		start = processorTime()
		countOnly(b, log, appended)
		replaying += (processorTime() - start) * time.Duration(len(views)) / time.Duration(appended)
		m, err := projections.Open(b.Context(), config(b.TempDir(), newDealt(b, views, 1, byHome).logs[0]))
		if err != nil {
			b.Fatal(err)
		}
		caughtUp(b, m)
		start = processorTime()
		if err := m.Rebuild(b.Context(), "analytics", nil); err != nil {
			b.Fatal(err)
		}
		counting += processorTime() - start
		if err := m.Close(); err != nil {
			b.Fatal(err)
		}
	}
	each := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 / float64(appended) }
	b.ReportMetric(each(appending), "append-core-µs/event")
	b.ReportMetric(each(replaying), "replay-core-µs/event")
	b.ReportMetric(each(counting), "count-core-µs/event")
	b.ReportMetric(float64(node.Stats().Bytes)/float64(appended), "log-bytes/event")
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
