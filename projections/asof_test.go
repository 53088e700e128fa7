package projections_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"candor/events"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

// Read models as of a moment equal those of a log that ended then, except that persons who were erased since stay erased, and pictures
// removed since stay removed.
func TestPastEqualsAReplayUpToTheMoment(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := modeltest.NewLog()
		modeltest.DrawHistory(rt, t, log, rapid.IntRange(0, 40).Draw(rt, "events"))
		n := rapid.IntRange(0, len(log.All)).Draw(rt, "how many belong to the past")
		moment := modeltest.Began.Add(time.Duration(n-1)*time.Second + time.Duration(rapid.IntRange(0, 999).Draw(rt, "ms"))*time.Millisecond)
		past, err := projections.Open(t.Context(), temporary(modeltest.MemDir(t), events.NewPast(log, moment)))
		if err != nil {
			rt.Fatal(err)
		}
		defer past.Close()
		modeltest.CaughtUp(t, past)

		endedWith := func(alsoLater string) *projections.Models {
			ended := modeltest.NewLog()
			ended.All = slices.Clone(log.All)
			for i := n; i < len(log.All); i++ {
				if !strings.HasPrefix(log.All[i].Stream, "$$") && log.All[i].Type != alsoLater {
					ended.All[i] = events.Recorded{ID: uuid.New(), Stream: "nothing-1", Position: log.All[i].Position, Type: "Nothing"}
				}
			}
			replayed, err := projections.Open(t.Context(), modeltest.Config(modeltest.MemDir(t), ended))
			if err != nil {
				rt.Fatal(err)
			}
			modeltest.CaughtUp(t, replayed)
			return replayed
		}
		strict := endedWith("")
		defer strict.Close()
		replayed := endedWith("MediaRemoved") // which the models with pictures know
		defer replayed.Close()
		want := modeltest.Dumps(t, strict)
		for name, dump := range modeltest.Dumps(t, replayed) {
			if name == "content" || name == "media" {
				want[name] = dump
			}
		}
		modeltest.SameDumps(rt, want, modeltest.Dumps(t, past))
		for name, answer := range map[string]func(m *projections.Models) (*answers.Answer, error){
			"reviews": func(m *projections.Models) (*answers.Answer, error) {
				return m.Content.Reviews().List(content.Query{})
			},
			"articles": func(m *projections.Models) (*answers.Answer, error) {
				return m.Content.Articles().List(content.Query{})
			},
			"pages": func(m *projections.Models) (*answers.Answer, error) { return m.Content.Pages().List(content.Query{}) },
			"page of a slug": func(m *projections.Models) (*answers.Answer, error) {
				a, moved, err := m.Content.PageBySlug("s1")
				if a == nil {
					return answers.New([]byte(fmt.Sprint(moved, err)), ""), nil
				}
				return a, err
			},
			"categories": func(m *projections.Models) (*answers.Answer, error) { return m.Content.CategoriesAnswer() },
			"products":   func(m *projections.Models) (*answers.Answer, error) { return m.Content.ProductsAnswer(0, 0) },
			"summary":    func(m *projections.Models) (*answers.Answer, error) { return m.Analytics.SummaryAnswer() },
		} {
			if got, want := modeltest.Body(t)(answer(past)), modeltest.Body(t)(answer(replayed)); got != want {
				rt.Errorf("%s as of %v:\n%s\nreplayed:\n%s", name, moment, got, want)
			}
		}
	})
}

func temporary(dir string, log projector.Source) projections.Config {
	c := modeltest.Config(dir, log)
	c.Temporary = true
	return c
}

func TestModelsCanBeOpenedApart(t *testing.T) {
	log := modeltest.NewLog()
	log.Append(t, "review-1", modeltest.Review(1, "One"), modeltest.Published(1))
	c := temporary(t.TempDir(), log)
	c.Only = []string{"content"}
	m, err := projections.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	modeltest.CaughtUp(t, m)
	if names := m.Names(); !slices.Equal(names, c.Only) || m.Analytics != nil {
		t.Errorf("opened %v", names)
	}
	if got := modeltest.Body(t)(m.Content.Reviews().One(1)); !strings.Contains(got, "One") {
		t.Errorf("the review is %s", got)
	}
}

// As of any later moment, a day has the numbers of its summary, whether or not its views are still in the log: visitors who returned after
// the moment count among those seen by then.
func TestPastHasTheSummariesOfItsDays(t *testing.T) {
	log := modeltest.NewLog()
	visitors := []uuid.UUID{uuid.NewSHA1(uuid.Nil, []byte("a")), uuid.NewSHA1(uuid.Nil, []byte("b")), uuid.NewSHA1(uuid.Nil, []byte("c"))}
	view := func(visitor int, page string, at time.Time) {
		log.Append(t, events.PageViewStream(at), modeltest.PageView(visitors[visitor], page, at))
	}
	first, second, later := modeltest.Began.AddDate(0, 0, -10), modeltest.Began.AddDate(0, 0, -5), modeltest.Began.AddDate(0, 0, 3)
	view(0, "/a", first)
	view(1, "/a", first)
	view(2, "/b", second)
	then := len(log.All)
	view(0, "/a", later)
	live := modeltest.Open(t, modeltest.MemDir(t), log)
	modeltest.CaughtUp(t, live)
	for range 2 {
		at := seenHead(t, log, live)
		summary, due, err := live.Analytics.DueSummary(modeltest.Began.AddDate(0, 0, -1))
		if err != nil || !due {
			t.Fatalf("no summary is due: %v", err)
		}
		summary.Position, summary.At = at, later
		log.Append(t, events.DaySummaryPrefix+summary.Date, summary)
	}
	scavenged := modeltest.NewLog()
	scavenged.All = slices.Clone(log.All)
	for i := range then {
		scavenged.All[i] = events.Recorded{ID: uuid.New(), Stream: "nothing-1", Position: log.All[i].Position, Type: "Nothing",
			Created: log.All[i].Created}
	}
	for name, source := range map[string]*modeltest.Log{"with the views": log, "without them": scavenged} {
		past, err := projections.Open(t.Context(), temporary(modeltest.MemDir(t), events.NewPast(source, log.All[then-1].Created)))
		if err != nil {
			t.Fatal(err)
		}
		defer past.Close()
		modeltest.CaughtUp(t, past)
		modeltest.Seen(t, log.All[len(log.All)-1].Position, past.Analytics)
		got := modeltest.Body(t)(past.Analytics.SummaryAnswer())
		for _, want := range []string{`"uniqueVisitors":3`, `{"page":"/a","count":2},{"page":"/b","count":1}`} {
			if !strings.Contains(got, want) {
				t.Errorf("%s the summary lacks %s: %s", name, want, got)
			}
		}
	}
}

// seenHead waits until the analytics show all of the log.
func seenHead(t *testing.T, log *modeltest.Log, m *projections.Models) events.Position {
	t.Helper()
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Seen(t, head, m.Analytics)
	return head
}
