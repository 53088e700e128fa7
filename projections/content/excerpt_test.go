package content_test

import (
	"encoding/json"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content"
	"candor/projections/internal/modeltest"
)

// excerpts is what answers say of excerpts.
type excerpts struct {
	ContentText string  `json:"contentText"`
	VerdictText *string `json:"verdictText"`
	MatchText   *string `json:"matchText"`
}

// listed returns the excerpts of the only item of a list.
func listed(t *testing.T, a *answers.Answer, err error) excerpts {
	t.Helper()
	var all []excerpts
	if err == nil {
		defer a.Release()
		err = json.Unmarshal(a.Body(), &all)
	}
	if err != nil || len(all) != 1 {
		t.Fatalf("%d items (%v): %s", len(all), err, a.Body())
	}
	return all[0]
}

func TestAnswersCarryExcerptsWithoutMarkup(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	review := modeltest.Review(1, "One")
	review.Content = "# How it *sounds*\n\n- It is **quiet** &amp; small.\n\n" + strings.Repeat("[word](https://a.example/x) ", 100)
	review.Verdict = "Buy *it*.\n\n> Now." + strings.Repeat(" Now.", 100)
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	a, err := m.Content.Reviews().List(content.Query{})
	got := listed(t, a, err)
	want := strings.TrimSpace("How it sounds It is quiet & small. " + strings.Repeat("word ", 57))
	if got.ContentText != want || len(want) > 320 || len(want) < 315 {
		t.Errorf("the content's excerpt has %d characters: %q, want %q", len(got.ContentText), got.ContentText, want)
	}
	if got.VerdictText == nil || *got.VerdictText != "Buy it. Now."+strings.Repeat(" Now.", 100) || got.MatchText != nil { // whole
		t.Errorf("got %+v", got)
	}
	one, err := m.Content.Review(1)
	if err != nil || one.ContentText != want {
		t.Errorf("alone it says %q (%v)", one.ContentText, err)
	}

	shorter, none := "It is `1`.", ""
	modeltest.Seen(t, log.Append(t, "review-1", events.ReviewUpdated{ReviewID: 1, At: modeltest.Day(2),
		Changes: events.ReviewChanges{Content: &shorter, Verdict: &none}}), m.Content)
	a, err = m.Content.Reviews().List(content.Query{})
	if got := listed(t, a, err); got.ContentText != "It is 1." || got.VerdictText != nil {
		t.Errorf("after a change: %+v", got)
	}
}

func TestSearchesCarryThePassageThatWasFound(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, t.TempDir(), log)
	review := modeltest.Review(1, "One")
	review.Content = "It begins.\n\n" + strings.Repeat("More of it. ", 40) +
		"\n\n[here](https://a.example/needle)\n\nThen, after a long way in, there is at last the **Needle** of it, " +
		strings.Repeat("and so on, ", 40)
	modeltest.Seen(t, log.Append(t, "review-1", review, modeltest.Published(1)), m.Content)
	for search, want := range map[string]string{"needle": "a long way in, there is at last the Needle of it, and so on,",
		"begins": "", "one": ""} {
		a, err := m.Content.Reviews().List(content.Query{Search: search})
		got := listed(t, a, err)
		switch {
		case want == "" && got.MatchText != nil:
			t.Errorf("%s: %q, though the excerpt or the title shows it", search, *got.MatchText)
		case want != "" && (got.MatchText == nil || !strings.HasPrefix(*got.MatchText, want) || len(*got.MatchText) > 320):
			t.Errorf("%s: %+v, want %q", search, got, want)
		}
	}
}
