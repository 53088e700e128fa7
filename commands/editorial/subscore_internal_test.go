package editorial

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

func TestSubScoresAreThoseOfTheirDay(t *testing.T) {
	criteria := []events.Criterion{{ID: "battery", Name: "Battery life", Weight: 60}, {ID: "screen", Name: "Screen", Weight: 40},
		{ID: "noise", Name: "Noise", Weight: 20, Retired: true}}
	before := []events.SubScore{{CriterionID: "battery", Name: "Battery", Weight: 50, Score: 4},
		{CriterionID: "noise", Name: "Noise", Weight: 20, Score: 3}, {CriterionID: "heat", Name: "Heat", Weight: 30, Score: 2}}
	got, errs := subScoresToday([]events.SubScore{
		{CriterionID: "noise", Score: 3.5}, {CriterionID: "screen", Score: 5}, {CriterionID: "battery", Score: 4, Text: "Two days."},
		{CriterionID: "heat", Score: 1},
	}, before, criteria)
	want := []events.SubScore{
		{CriterionID: "battery", Name: "Battery", Weight: 50, Score: 4, Text: "Two days."},
		{CriterionID: "screen", Name: "Screen", Weight: 40, Score: 5},
		{CriterionID: "noise", Name: "Noise", Weight: 20, Score: 3.5}, {CriterionID: "heat", Name: "Heat", Weight: 30, Score: 1},
	}
	if d := cmp.Diff(want, got); d != "" || len(errs) > 0 {
		t.Errorf("%s%v", d, errs)
	}
	if mean := meanOf(got); mean != 3.6 { // (4·50 + 5·40 + 3.5·20 + 1·30) / 140 = 3.57
		t.Errorf("the mean is %v", mean)
	}
	_, errs = subScoresToday([]events.SubScore{{CriterionID: "noise", Score: 3}, {CriterionID: "weight", Score: 3}}, nil, criteria)
	if len(errs) != 2 || errs[0].Field != "subScores[0].criterionId" || errs[1].Field != "subScores[1].criterionId" {
		t.Errorf("a retired and an unknown one: %v", errs)
	}
}
