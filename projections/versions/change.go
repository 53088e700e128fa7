// Changes between two versions of a field.

package versions

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// FieldChange says how a field differs from the version before. A missing text or price is null. Of a text of several lines only those that
// changed are stated, with … where others are left out.
type FieldChange struct {
	Field string          `json:"field"`
	From  json.RawMessage `json:"from,omitempty"` // nil: the version before is withheld
	To    json.RawMessage `json:"to"`
}

// Between returns how a content differs from an earlier one of the same kind; both are pointers, as of events.NewContent.
func Between(before, after any) []FieldChange {
	all, fields := []FieldChange{}, events.FieldNames(after)
	was := values(before)
	for i, is := range values(after) {
		if !bytes.Equal(was[i], is) {
			change := FieldChange{Field: fields[i], From: was[i], To: is}
			change.shorten(0)
			all = append(all, change)
		}
	}
	return all
}

// shorten leaves out what two texts have in common, and cuts the rest to side characters; 0: not at all.
func (c *FieldChange) shorten(side int) {
	var from, to *string
	if json.Unmarshal(c.From, &from) != nil || json.Unmarshal(c.To, &to) != nil {
		return // no texts
	}
	was, is := answers.ChangedLines(answers.Value(from), answers.Value(to))
	c.From, c.To = projector.Encode(answers.Text(cut(was, side))), projector.Encode(answers.Text(cut(is, side)))
}

// cut returns the beginning of a text of more than n characters; 0: all of it.
func cut(text string, n int) string {
	if n == 0 || utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n]) + answers.LeftOut
}

// size returns how many bytes a listed version takes at least.
func (l *Listed) size() int {
	size := 256 + len(l.Title)
	for _, c := range l.Changes {
		size += len(c.From) + len(c.To)
	}
	return size
}
