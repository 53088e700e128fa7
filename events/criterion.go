// Criteria: by what reviews of a category are scored.

package events

// Criterion is one of the things by which the reviews of a category are scored.
type Criterion struct {
	ID      string  `json:"id"` // lower-case letters, digits and hyphens; it stays when the name changes
	Name    string  `json:"name"`
	Weight  float64 `json:"weight"`            // percent of the total, in steps of 0.1; of those in use they add up to 100
	Retired bool    `json:"retired,omitempty"` // reviews keep the scores that they have; others can't be given one
}

// SubScore is a review's score by one criterion, whose name and weight are those of the day of the score: it stays as it was when the
// category's criteria change.
type SubScore struct {
	CriterionID string  `json:"criterionId"`
	Name        string  `json:"name"`
	Weight      float64 `json:"weight"`
	Score       float64 `json:"score"` // 1 to 5 in steps of 0.1
	Text        string  `json:"text,omitempty"`
}
