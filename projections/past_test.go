package projections_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections"
)

// Read models of the past are those of a log that had ended then, but that whoever was forgotten since stays forgotten, and pictures removed
// since stay removed.
func TestPastEqualsAReplayUpToTheMoment(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := newMemLog()
		drawHistory(rt, t, log, rapid.IntRange(0, 40).Draw(rt, "events"))
		n := rapid.IntRange(0, len(log.all)).Draw(rt, "how many belong to the past")
		moment := began.Add(time.Duration(n-1)*time.Second + time.Duration(rapid.IntRange(0, 999).Draw(rt, "ms"))*time.Millisecond)
		past, err := projections.Open(t.Context(), passing(memDir(t), events.NewPast(log, moment)))
		if err != nil {
			rt.Fatal(err)
		}
		defer past.Close()
		caughtUp(t, past)

		endedWith := func(alsoLater string) *projections.Models {
			ended := newMemLog()
			ended.all = slices.Clone(log.all)
			for i := n; i < len(log.all); i++ {
				if !strings.HasPrefix(log.all[i].Stream, "$$") && log.all[i].Type != alsoLater {
					ended.all[i] = events.Recorded{ID: uuid.New(), Stream: "nothing-1", Position: log.all[i].Position, Type: "Nothing"}
				}
			}
			replayed, err := projections.Open(t.Context(), config(memDir(t), ended))
			if err != nil {
				rt.Fatal(err)
			}
			caughtUp(t, replayed)
			return replayed
		}
		strict := endedWith("")
		defer strict.Close()
		replayed := endedWith("MediaRemoved") // which those models know that show pictures
		defer replayed.Close()
		want := dumps(t, strict)
		for name, dump := range dumps(t, replayed) {
			if name == "content" || name == "media" {
				want[name] = dump
			}
		}
		sameDumps(rt, want, dumps(t, past))
		for name, answer := range map[string]func(m *projections.Models) (*projections.Answer, error){
			"reviews": func(m *projections.Models) (*projections.Answer, error) {
				return m.Content.ReviewsAnswer(projections.ReviewQuery{})
			},
			"articles": func(m *projections.Models) (*projections.Answer, error) {
				return m.Content.ArticlesAnswer(projections.ArticleQuery{})
			},
			"categories": func(m *projections.Models) (*projections.Answer, error) { return m.Content.CategoriesAnswer() },
			"products":   func(m *projections.Models) (*projections.Answer, error) { return m.Content.ProductsAnswer(0, 0) },
			"summary":    func(m *projections.Models) (*projections.Answer, error) { return m.Analytics.SummaryAnswer() },
		} {
			if got, want := body(t)(answer(past)), body(t)(answer(replayed)); got != want {
				rt.Errorf("%s as of %v:\n%s\nreplayed:\n%s", name, moment, got, want)
			}
		}
	})
}

func passing(dir string, log projections.Source) projections.Config {
	c := config(dir, log)
	c.Passing = true
	return c
}

func TestModelsCanBeOpenedApart(t *testing.T) {
	log := newMemLog()
	log.append(t, "review-1", review(1, "One"), published(1))
	c := passing(t.TempDir(), log)
	c.Only = []string{"content"}
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	caughtUp(t, m)
	if names := m.Names(); !slices.Equal(names, c.Only) || m.Analytics != nil {
		t.Errorf("opened %v", names)
	}
	if got := body(t)(m.Content.ReviewAnswer(1)); !strings.Contains(got, "One") {
		t.Errorf("the review is %s", got)
	}
}

// What a summary says of a day is told of every past after the day, whether or not the day's views are still there:
// visitors who came again later than the moment count among those seen by then.
func TestPastHasTheSummariesOfItsDays(t *testing.T) {
	log := newMemLog()
	visitors := []uuid.UUID{uuid.NewSHA1(uuid.Nil, []byte("a")), uuid.NewSHA1(uuid.Nil, []byte("b")), uuid.NewSHA1(uuid.Nil, []byte("c"))}
	view := func(visitor int, page string, at time.Time) {
		log.append(t, events.PageViewStream(at), pageView(visitors[visitor], page, at))
	}
	first, second, later := began.AddDate(0, 0, -10), began.AddDate(0, 0, -5), began.AddDate(0, 0, 3)
	view(0, "/a", first)
	view(1, "/a", first)
	view(2, "/b", second)
	then := len(log.all)
	view(0, "/a", later)
	live := openModels(t, memDir(t), log)
	caughtUp(t, live)
	for range 2 {
		at := seenHead(t, log, live)
		summary, due, err := live.Analytics.DueSummary(began.AddDate(0, 0, -1))
		if err != nil || !due {
			t.Fatalf("no summary is due: %v", err)
		}
		summary.Position, summary.At = at, later
		log.append(t, events.DaySummaryPrefix+summary.Date, summary)
	}
	scavenged := newMemLog()
	scavenged.all = slices.Clone(log.all)
	for i := range then {
		scavenged.all[i] = events.Recorded{ID: uuid.New(), Stream: "nothing-1", Position: log.all[i].Position, Type: "Nothing", Created: log.all[i].Created}
	}
	for name, source := range map[string]*memLog{"with the views": log, "without them": scavenged} {
		past, err := projections.Open(t.Context(), passing(memDir(t), events.NewPast(source, log.all[then-1].Created)))
		if err != nil {
			t.Fatal(err)
		}
		defer past.Close()
		caughtUp(t, past)
		seen(t, log.all[len(log.all)-1].Position, past.Analytics)
		got := body(t)(past.Analytics.SummaryAnswer())
		for _, want := range []string{`"uniqueVisitors":3`, `{"page":"/a","count":2},{"page":"/b","count":1}`} {
			if !strings.Contains(got, want) {
				t.Errorf("%s the summary lacks %s: %s", name, want, got)
			}
		}
	}
}

// seenHead waits until the analytics show all of the log.
func seenHead(t *testing.T, log *memLog, m *projections.Models) events.Position {
	t.Helper()
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen(t, head, m.Analytics)
	return head
}
