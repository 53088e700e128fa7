// Changes between two versions of a field.

package versions

import (
	"bytes"
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/difference"
	"candor/projections/projector"
)

// FieldChange says how a field differs from the version before. A missing text or price is null. Lists cut long texts.
type FieldChange struct {
	Field string          `json:"field"`
	From  json.RawMessage `json:"from,omitempty"` // nil: the version before is withheld
	To    json.RawMessage `json:"to"`
	Name  string          `json:"name"` // for readers
	HTML  string          `json:"html"` // the difference, as readers see it; see package difference
}

// Between returns how a content differs from an earlier one of the same kind; both are pointers, as of events.NewContent.
func (r *Reader) Between(before, after any) []FieldChange {
	all, fields, show := []FieldChange{}, events.FieldNames(after), r.inLists()
	was := values(before)
	for i, is := range values(after) {
		if !bytes.Equal(was[i], is) {
			change, _ := show.change(fields[i], was[i], is)
			all = append(all, change)
		}
	}
	return all
}

// showing says how changes are shown.
type showing struct {
	style   difference.Style
	side    int // characters of the text before, and of the one after; 0: all of them
	options difference.Options
}

// inLists shows the changes of many versions.
func (r *Reader) inLists() showing {
	return showing{r.styleNow(), maxListedSide, difference.Options{Most: maxListedHTML}}
}

// whole shows the changes of one version.
func (r *Reader) whole() showing {
	return showing{r.styleNow(), 0, difference.Options{Whole: true, Most: maxHTML}}
}

// removedPictures holds when pictures were removed, by their addresses.
type removedPictures map[string]time.Time

// RemovedAt returns when a picture was removed, and false if it wasn't.
func (r removedPictures) RemovedAt(address string) (at time.Time, removed bool) {
	at, removed = r[address]
	return at, removed
}

// without shows changes without the pictures that were removed.
func (s showing) without(removed removedPictures) showing {
	s.style.Pictures = removed
	return s
}

// change returns a change as it is shown, and how many bytes were compared for it.
func (s showing) change(field string, from, to json.RawMessage) (c FieldChange, compared int) {
	c = FieldChange{Field: field, Name: difference.Name(field), From: s.cut(from), To: s.cut(to),
		HTML: s.style.HTML(field, from, to, s.options)}
	return c, len(from) + len(to)
}

// cut returns the beginning of a text, and everything else as it is.
func (s showing) cut(value json.RawMessage) json.RawMessage {
	var text *string
	if s.side == 0 || len(value) <= s.side || json.Unmarshal(value, &text) != nil || text == nil {
		return value
	}
	return projector.EncodeMarkup(answers.Cut(*text, s.side))
}

// size returns how many bytes a listed version takes, or took to be made, at least.
func (l *Listed) size() int {
	size := 256 + len(l.Title) + l.compared
	for _, c := range l.Changes {
		size += len(c.HTML)
	}
	return size
}
