// Corrections: how readers learn of changes to what they had seen, noted updates among them. Buckets
//
//	<kind>-correction   00…0c (id) ff…fa (revision inverted) → JSON of Correction
//	correction          00…2a (position), the kind's letter → 00…0c ff…fa, the key above: all of them, in the log's order
//
// Readers see the corrections of an item while it is published.

package content

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// CorrectionType says what a change was, in its editor's words.
type CorrectionType string

const (
	Corrected CorrectionType = "correction" // something was wrong
	Updated   CorrectionType = "update"     // something is different since
)

// Correction is one correction, or a noted update, as answers show it.
type Correction struct {
	Revision uint64           `json:"revision"` // of the item's stream; it identifies the correction among the item's
	At       time.Time        `json:"at"`
	Type     CorrectionType   `json:"type"`
	Note     string           `json:"note"` // "" for an update that speaks for itself
	Changes  []CorrectedField `json:"changes"`
}

// CorrectedField says what a correction or an update changed, by the field's name in the API. A missing text or price is null. Of a text of several lines only those that changed are stored, with … where others were left out.
type CorrectedField struct {
	Field string `json:"field"`
	From  any    `json:"from"`
	To    any    `json:"to"`
}

// correctionQuery is a page of the list of corrections; limit 0: all.
type correctionQuery struct{ limit, offset int }

// correct stores a correction.
func (c *collection) correct(t *projector.Tx, event *projector.Event, id int64, one Correction, at time.Time) {
	one.Revision, one.At = event.Revision, at
	key := append(projector.Number(id), projector.Number(^event.Revision)...)
	t.Bucket(c.name+"-correction").Put(key, projector.Encode(one))
	t.Bucket("correction").Put(append(projector.Number(uint64(event.Position)), c.letter()), key)
}

// correctionOf decodes a stored correction.
func correctionOf(stored []byte) (one Correction) {
	if json.Unmarshal(stored, &one) != nil {
		panic(projector.Damage("a correction is no JSON"))
	}
	return one
}

// itemCorrections returns an item's corrections, newest first, as the admin sees them; see publicCorrections.
func (c *collection) itemCorrections(t *projector.Tx, id int64) []Correction {
	all := []Correction{}
	for _, stored := range c.storedCorrections(t, id) {
		all = append(all, correctionOf([]byte(stored)))
	}
	return all
}

// storedCorrections returns an item's corrections as JSON, newest first.
func (c *collection) storedCorrections(t *projector.Tx, id int64) (all []string) {
	t.Bucket(c.name+"-correction").Scan(projector.Number(id), nil, func(_, payload []byte) bool {
		all = append(all, string(payload))
		return true
	})
	return all
}

// corrected adds a field that a correction changed.
func corrected[T string | float64](all []CorrectedField, field string, was *T, is T) []CorrectedField {
	if was == nil || *was == is {
		return all
	}
	from, to := any(*was), any(is)
	if text, ok := from.(string); ok {
		from, to = answers.ChangedLines(text, to.(string))
	}
	return append(all, CorrectedField{field, present(from), present(to)})
}

// correctedScores adds a line for each sub-score that a correction changed: "Battery: 4.5".
func correctedScores(all []CorrectedField, was *[]events.SubScore, is []events.SubScore) []CorrectedField {
	if was == nil {
		return all
	}
	from, to := answers.ChangedLines(scoreLines(*was), scoreLines(is))
	if from == to { // a sentence
		return all
	}
	return append(all, CorrectedField{"subScores", present(from), present(to)})
}

// scoreLines writes sub-scores as text, each on a line: "Battery: 4.5".
func scoreLines(scores []events.SubScore) string {
	lines := make([]string, len(scores))
	for i, one := range scores {
		lines[i] = one.Name + ": " + strconv.FormatFloat(one.Score, 'f', 1, 64)
	}
	return strings.Join(lines, "\n")
}

// present returns nil for a missing text or price.
func present(v any) any {
	if v == "" || v == 0.0 {
		return nil
	}
	return v
}
