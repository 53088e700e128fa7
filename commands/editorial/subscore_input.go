// What a review's author sends of its sub-scores, and the rules for them.

package editorial

import (
	"context"
	"math"
	"slices"
	"strings"

	"candor/commands"
	"candor/commands/editorial/categories"
	"candor/commands/input"
	"candor/events"
)

// readSubScores returns the field's sub-scores, an empty list for null, and nil if the field is absent or invalid. They have no names and
// weights yet: see scored.
func readSubScores(o *input.Object, field string) *[]events.SubScore {
	all := []events.SubScore{}
	found := o.Objects(field, categories.MaxCriteria, `{"criterionId": "battery", "score": 4.5, "text": "Two days."}`,
		func(_ int, sent *input.Object) {
			one := events.SubScore{CriterionID: strings.TrimSpace(sent.Plain("criterionId")), Text: sent.Plain("text")}
			if score, none := sent.Number("score"); score != nil && !none {
				one.Score = *score
			}
			all = append(all, one)
		})
	if !found {
		return nil
	}
	return &all
}

// tidySubScores tidies a review's sub-scores.
func tidySubScores(r *input.Rules, field string, value **[]events.SubScore) {
	if *value == nil {
		return
	}
	if len(**value) > categories.MaxCriteria {
		r.Fail(field, "%s can have at most %d items", input.Label(field), categories.MaxCriteria)
		return
	}
	scores, known := slices.Clone(**value), map[string]bool{}
	for i := range scores {
		one := &scores[i]
		var of input.Rules
		text, score := &one.Text, &one.Score
		of.Text("text", &text, input.MaxShortText)
		if *score == 0 {
			of.Fail("score", "Score must be at least 1")
		} else {
			of.Rating("score", &score)
		}
		switch {
		case one.CriterionID == "":
			of.Fail("criterionId", "Criterion is required")
		case known[one.CriterionID]:
			of.Fail("criterionId", "“%s” is there twice", one.CriterionID)
		}
		known[one.CriterionID] = true
		one.Text, one.Score = *text, *score
		for _, e := range of.Errs {
			r.Fail(input.MemberField(field, i, e.Field), "%s", e.Message)
		}
	}
	*value = &scores
}

// scored gives the sub-scores of a review's changes the names and weights that their criteria have today, and the review their mean, if it
// is sent without a rating. A sub-score that the review has already stays what it was, and one that is imported has them.
func (h *Handler) scored(ctx context.Context, before func() (events.ReviewContent, error), ch *events.ReviewChanges) ([]commands.FieldError,
	error) {
	if ch.SubScores == nil {
		return nil, nil
	}
	was, err := before()
	if err != nil {
		return nil, err
	}
	inCategory := was.CategoryID
	set(&inCategory, ch.CategoryID)
	criteria, err := h.categories.Criteria(ctx, inCategory)
	if err != nil {
		return nil, err
	}
	scores, errs := subScoresToday(*ch.SubScores, was.SubScores, criteria)
	ch.SubScores = &scores
	if len(errs) == 0 && len(scores) > 0 && (ch.Rating == nil || *ch.Rating == 0) {
		mean := meanOf(scores)
		ch.Rating = &mean
	}
	return errs, nil
}

// subScoresToday returns sub-scores with names and weights, in the order of the criteria.
func subScoresToday(sent, before []events.SubScore, criteria []events.Criterion) (scores []events.SubScore, errs []commands.FieldError) {
	place := func(id string) int {
		return slices.IndexFunc(criteria, func(c events.Criterion) bool { return c.ID == id })
	}
	scores = []events.SubScore{}
	for i, one := range sent {
		had := slices.IndexFunc(before, func(s events.SubScore) bool { return s.CriterionID == one.CriterionID })
		at := place(one.CriterionID)
		switch {
		case one.Name != "":
		case had >= 0 && (before[had].Score == one.Score || at < 0):
			one.Name, one.Weight = before[had].Name, before[had].Weight
		case at >= 0 && (had >= 0 || !criteria[at].Retired):
			one.Name, one.Weight = criteria[at].Name, criteria[at].Weight
		default:
			errs = append(errs, input.Wrong(input.MemberField("subScores", i, "criterionId"), "“%s” is not a criterion of this category",
				one.CriterionID))
		}
		scores = append(scores, one)
	}
	last := len(criteria)
	order := func(s events.SubScore) int {
		if at := place(s.CriterionID); at >= 0 {
			return at
		}
		return last
	}
	slices.SortStableFunc(scores, func(a, b events.SubScore) int { return order(a) - order(b) })
	return scores, errs
}

// meanOf returns the mean of sub-scores by their weights, in steps of 0.1.
func meanOf(scores []events.SubScore) float64 {
	sum, weights := 0.0, 0.0
	for _, one := range scores {
		sum, weights = sum+one.Score*one.Weight, weights+one.Weight
	}
	return math.Round(sum/weights*10) / 10
}
