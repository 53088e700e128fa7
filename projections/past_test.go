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

// Read models of the past are those of a log that had ended then, but that whoever was forgotten since stays forgotten.
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

		ended := newMemLog()
		ended.all = slices.Clone(log.all)
		for i := n; i < len(log.all); i++ {
			if !strings.HasPrefix(log.all[i].Stream, "$$") {
				ended.all[i] = events.Recorded{ID: uuid.New(), Stream: "nothing-1", Position: log.all[i].Position, Type: "Nothing"}
			}
		}
		replayed, err := projections.Open(t.Context(), config(memDir(t), ended))
		if err != nil {
			rt.Fatal(err)
		}
		defer replayed.Close()
		caughtUp(t, replayed)

		sameDumps(rt, dumps(t, replayed), dumps(t, past))
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
