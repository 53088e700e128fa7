// Corrections of an item, in its own answer: how readers learn of changes to what they had seen, noted updates among them. Bucket
//
//	<kind>-correction   00…0c (id) ff…fa (revision inverted) → JSON of Correction
//
// The list of those of all items is for package versions.

package content

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/pictures"
	"candor/projections/difference"
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

// CorrectedField says what a correction or an update changed, by the field's name in the API. A missing text or price is null. Long texts
// are cut; HTML is how readers see what changed, which is stored, but for figures: the site may write these otherwise by now. Pictures are
// stored as readers saw them then, and some of them may be seen no more; see seen.
type CorrectedField struct {
	Field string `json:"field"`
	From  any    `json:"from"`
	To    any    `json:"to"`
	HTML  string `json:"html"`
}

const (
	mostCorrected     = 1000     // characters of a text
	mostCorrectedHTML = 16 << 10 // bytes
)

// correct stores what an event says of the update before it, of an item that has been updated.
func (c *collection) correct(t *projector.Tx, event *projector.Event, about events.About, one item, as CorrectionType) {
	correction := Correction{event.Revision, about.At.UTC(), as, about.Note, []CorrectedField{}}
	changed := map[string]CorrectedField{}
	events.VisitChanges(one.content(), about.Changes, func(name string, is, was any) {
		from, to := any(nil), any(nil)
		switch was := was.(type) {
		case float64:
			from, to = was, is
		case string:
			from, to = was, is
		case []string:
			from, to = strings.Join(was, "\n"), strings.Join(is.([]string), "\n")
		case []events.SubScore:
			from, to = scoreLines(was), scoreLines(is.([]events.SubScore))
		case []events.Shop:
			from, to = priceLines(was), priceLines(is.([]events.Shop))
		}
		if from == to {
			return
		}
		field := CorrectedField{Field: name, From: present(from), To: present(to)}
		if !difference.IsFigure(name) {
			then := func(value any) json.RawMessage {
				return json.RawMessage(pictures.Record(t, string(projector.Encode(value))))
			}
			field.HTML = c.style().HTML(name, then(was), then(is), difference.Options{Most: mostCorrectedHTML})
		}
		changed[name] = field.withTexts(func(text string) string { return pictures.Record(t, text) })
	})
	for _, name := range c.Corrects {
		if field, ok := changed[name]; ok {
			correction.Changes = append(correction.Changes, field)
		}
	}
	key := append(projector.Number(about.ID), projector.Number(^event.Revision)...)
	t.Bucket(c.Name+"-correction").Put(key, projector.Encode(correction))
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
	return c.seen(t, c.recordedCorrections(t, id))
}

// recordedCorrections returns an item's corrections, newest first, with all that was stored.
func (c *collection) recordedCorrections(t *projector.Tx, id int64) []Correction {
	all := []Correction{}
	for _, stored := range c.storedCorrections(t, id) {
		all = append(all, correctionOf([]byte(stored)))
	}
	return all
}

// style returns how the site writes.
func (c *collection) style() difference.Style {
	return difference.Of(c.settings.State().Site)
}

// seen completes corrections with what depends on today: their figures, and the pictures that were hidden or removed since.
func (c *collection) seen(t *projector.Tx, all []Correction) []Correction {
	for _, one := range all {
		for i, f := range one.Changes {
			f = f.withTexts(func(text string) string { return pictures.Recorded(t, text) })
			f.HTML = pictures.RecordedHTML(t, f.HTML, c.style().PictureRemoved)
			one.Changes[i] = f
		}
	}
	c.showFigures(all)
	return all
}

// withTexts returns a field whose sides, where they are texts, are changed.
func (f CorrectedField) withTexts(change func(text string) string) CorrectedField {
	for _, side := range []*any{&f.From, &f.To} {
		if text, ok := (*side).(string); ok {
			*side = change(text)
		}
	}
	return f
}

// showFigures sets the HTML of figures, and of what is withheld.
func (c *collection) showFigures(all []Correction) {
	side := func(value any) json.RawMessage {
		if value == any(Hidden{}) {
			return nil
		}
		return projector.Encode(value)
	}
	for _, one := range all {
		for i := range one.Changes {
			f := &one.Changes[i]
			if from, to := side(f.From), side(f.To); from == nil || to == nil || difference.IsFigure(f.Field) {
				f.HTML = c.style().HTML(f.Field, from, to, difference.Options{})
			}
		}
	}
}

// storedCorrections returns an item's corrections as JSON, newest first.
func (c *collection) storedCorrections(t *projector.Tx, id int64) (all []string) {
	t.Bucket(c.Name+"-correction").Scan(projector.Number(id), nil, func(_, payload []byte) bool {
		all = append(all, string(payload))
		return true
	})
	return all
}

// scoreLines writes sub-scores as text, each on a line: "Battery: 4.5".
func scoreLines(scores []events.SubScore) string {
	lines := make([]string, len(scores))
	for i, one := range scores {
		lines[i] = one.Name + ": " + strconv.FormatFloat(one.Score, 'f', 1, 64)
	}
	return strings.Join(lines, "\n")
}

// priceLines writes the prices of shops as text, each on a line: "AliExpress: 199.00".
func priceLines(shops []events.Shop) string {
	var lines []string
	for _, one := range shops {
		if one.Price != 0 {
			lines = append(lines, one.Name+": "+strconv.FormatFloat(one.Price, 'f', 2, 64))
		}
	}
	return strings.Join(lines, "\n")
}

// present returns nil for a missing text or price, and the beginning of a long text.
func present(v any) any {
	if v == "" || v == 0.0 {
		return nil
	}
	if text, ok := v.(string); ok {
		return answers.Cut(text, mostCorrected)
	}
	return v
}
