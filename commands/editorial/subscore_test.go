// Sub-scores on a real node: what a review says of its category's criteria.

package editorial_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/commands/commandstest"
	"candor/commands/editorial"
	"candor/commands/rooms"
	"candor/events"
)

// scoredCategory makes a category with two criteria, of which Battery weighs three times as much as Screen.
func scoredCategory(t *testing.T, h *rooms.Handlers) events.CategoryID {
	t.Helper()
	result, err := h.Categories.CreateCategory(t.Context(), commandstest.Admin,
		commandstest.ParseCategory(t, `{"name":"Laptops","slug":"laptops","criteria":[{"name":"Battery","weight":3},{"name":"Screen"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return events.CategoryID(result.ID)
}

// contentOf returns what a review says now.
func contentOf(t *testing.T, h *rooms.Handlers, id int64) events.ReviewContent {
	t.Helper()
	history, err := h.Editorial.Content(events.ReviewKind).History(t.Context(), id, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	past, err := h.Editorial.Content(events.ReviewKind).At(t.Context(), id, history[0].Revision)
	if err != nil {
		t.Fatal(err)
	}
	return *past.Content.(*events.ReviewContent)
}

func subScoresOf(t *testing.T, h *rooms.Handlers, id int64) (rating float64, scores []events.SubScore) {
	t.Helper()
	content := contentOf(t, h, id)
	return content.Rating, content.SubScores
}

func TestSubScoresMakeTheRatingThatIsNotSent(t *testing.T) {
	h, _ := commandstest.Start(t)
	category := scoredCategory(t, h)
	result, err := h.Editorial.CreateReview(t.Context(), commandstest.Bot,
		parseReview(t, fmt.Sprintf(`{"productName":"P","productBrand":"B","categoryId":%d,"title":"T","content":"C","authorName":"A",
		"subScores":[{"criterionId":"screen","score":5},{"criterionId":"battery","score":"4.04","text":" Two days. "}]}`, category)))
	if err != nil {
		t.Fatal(err)
	}
	want := []events.SubScore{{CriterionID: "battery", Name: "Battery", Weight: 75, Score: 4, Text: "Two days."},
		{CriterionID: "screen", Name: "Screen", Weight: 25, Score: 5}}
	rating, scores := subScoresOf(t, h, result.ID)
	if d := cmp.Diff(want, scores); d != "" || rating != 4.3 {
		t.Errorf("rated %v\n%s", rating, d)
	}
	update := func(body string) {
		t.Helper()
		if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Bot, events.ReviewID(result.ID), parseReview(t, body), nil); err != nil {
			t.Fatal(err)
		}
	}
	update(`{"rating":2}`)
	if rating, scores := subScoresOf(t, h, result.ID); rating != 2 || len(scores) != 2 {
		t.Errorf("a rating that was sent became %v beside %v", rating, scores)
	}
	// The criteria change: what was scored stays as it was, until it is scored anew.
	if _, err := h.Categories.UpdateCategory(t.Context(), commandstest.Admin, category,
		commandstest.ParseCategory(t, `{"criteria":[{"id":"battery","name":"Battery life"},{"name":"Noise"}]}`), nil); err != nil {
		t.Fatal(err)
	}
	if rating, scores = subScoresOf(t, h, result.ID); rating != 2 || !cmp.Equal(want, scores) {
		t.Errorf("after a change of the criteria, rated %v by %v", rating, scores)
	}
	update(`{"rating":3,"subScores":[{"criterionId":"battery","score":4,"text":"Two days."},{"criterionId":"screen","score":1}]}`)
	want[1].Score = 1
	if rating, scores = subScoresOf(t, h, result.ID); rating != 3 || !cmp.Equal(want, scores) {
		t.Errorf("after a change of one score, rated %v: %s", rating, cmp.Diff(want, scores))
	}
	update(`{"subScores":null}`)
	if rating, scores = subScoresOf(t, h, result.ID); rating != 3 || len(scores) != 0 {
		t.Errorf("without sub-scores, rated %v by %v", rating, scores)
	}
}

func TestBadSubScoresAreNamed(t *testing.T) {
	h, _ := commandstest.Start(t)
	category := scoredCategory(t, h)
	for sent, field := range map[string]string{
		`7`:   "subScores",
		`[7]`: "subScores",
		`[{"criterionId":"battery","score":5.2}]`:    "subScores[0].score",
		`[{"criterionId":"battery","score":0}]`:      "subScores[0].score",
		`[{"criterionId":"battery"}]`:                "subScores[0].score",
		`[{"criterionId":"battery","score":"good"}]`: "subScores[0].score",
		`[{"score":4}]`:                       "subScores[0].criterionId",
		`[{"criterionId":"taste","score":4}]`: "subScores[0].criterionId",
		`[{"criterionId":"battery","score":4},{"criterionId":"battery","score":4}]`: "subScores[1].criterionId",
	} {
		in, err := editorial.ParseReview(fmt.Appendf(nil,
			`{"productName":"P","productBrand":"B","categoryId":%d,"title":"T","content":"C","authorName":"A","subScores":%s}`, category, sent))
		if err == nil {
			_, err = h.Editorial.CreateReview(t.Context(), commandstest.Bot, in)
		}
		if commandstest.FieldsOf(t, err)[field] == "" {
			t.Errorf("%s: %v", sent, err)
		}
	}
}

func TestAChangedSubScoreTellsReadersWhatItWas(t *testing.T) {
	h, log := commandstest.Start(t)
	category := scoredCategory(t, h)
	result, err := h.Editorial.CreateReview(t.Context(), commandstest.Admin,
		parseReview(t, fmt.Sprintf(`{"productName":"P","productBrand":"B","categoryId":%d,"title":"T","content":"C","authorName":"A","rating":4,"isPublished":true}`, category)))
	if err != nil {
		t.Fatal(err)
	}
	update := parseReview(t, `{"subScores":[{"criterionId":"battery","score":4}],"rating":4,"update":"Measured."}`)
	if _, err := h.Editorial.UpdateReview(t.Context(), commandstest.Admin, events.ReviewID(result.ID), update, nil); err != nil {
		t.Fatal(err)
	}
	last, err := log.Last(t.Context(), events.ReviewID(result.ID).Stream())
	if err != nil {
		t.Fatal(err)
	}
	noted, err := last.Decode()
	if was, ok := noted.(events.ReviewUpdateNoted); err != nil || !ok || was.Was.SubScores == nil || len(*was.Was.SubScores) != 0 {
		t.Errorf("the update says %+v, error %v", noted, err)
	}
}
