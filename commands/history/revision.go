// Package history reads the saves of one item from its stream, gives the item as it was at any of its revisions, and undoes changes to it.
//
// Saves come from the item's own stream and not from a read model. A read model would hold every text
// a second time, and would need its own code for what an event does to an item; here it is the aggregate's
// evolve, which also decides what a restore changes. A stream is one read of the log, as in every command, and only the admin
// who opens an item's history causes it: readers' requests never reach the log.
package history

import (
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"time"

	"candor/commands"
	"candor/events"
)

const (
	// MaxRevisions is the most revisions in one page of a history.
	MaxRevisions = 1000
	// maxRevisionText ends a page early: a text can have 200,000 characters, and each revision may hold two.
	maxRevisionText = 2 << 20 // bytes of old and new values
)

// Revision is one save in the life of an item: what one request has appended, as events.Step tells it.
type Revision struct {
	Revision      uint64        `json:"revision"` // of its last event
	Type          string        `json:"type"`     // of its last event: "ReviewUpdated"
	Types         []string      `json:"types"`    // of all its events, in order
	At            time.Time     `json:"at"`
	StoredAt      time.Time     `json:"storedAt"` // in the log: the site as of then shows it
	Actor         events.Actor  `json:"actor"`
	CorrelationID string        `json:"correlationId,omitempty"` // of the request
	Note          string        `json:"note,omitempty"`          // of a correction or an update, or why a version is withheld
	Changes       []FieldChange `json:"changes"`                 // in the order of the item's fields; none: []
}

// Begins returns the revision of the save's first event.
func (r Revision) Begins() uint64 { return r.Revision + 1 - uint64(len(r.Types)) }

// FieldChange is a field that a save changed, by its name in the API. A text or a price that is
// not there is null, a list never is. Flags are isPublished, isFeatured and isDeleted; publishAt and
// unpublishAt are RFC 3339 times or null; withheldVersions are their revisions as text or null.
//
// Name and HTML are for people; httpapi sets them.
type FieldChange struct {
	Field string `json:"field"`
	Old   any    `json:"old"`
	New   any    `json:"new"`
	Name  string `json:"name,omitempty"`
	HTML  string `json:"html,omitempty"`
}

// State is an item, a category or an author at a moment.
type State[S any] interface {
	commands.Aggregate[S]
	// Value returns what two states are compared by: a struct with JSON names, and the marks beside it.
	Value() (content any, marks []Mark)
	// Known reports whether it has been created.
	Known() bool
}

// Mark is a flag of an item, a time of its schedule, or which of its versions are withheld.
type Mark struct {
	Name string
	Is   any // a bool, or a text, or nil
}

// WithheldVersions names the mark of which versions are withheld. Undoing leaves it alone.
const WithheldVersions = "withheldVersions"

// Moment is one save, or the beginning of one, with what the item was before and after.
type Moment[S State[S]] struct {
	recorded      events.Recorded // the last of its events
	metadata      events.Metadata
	types         []string
	at            time.Time
	note          string // of a correction or an update
	Before, After S
}

func (m Moment[S]) step() events.Step {
	return events.Step{Request: m.metadata.CorrelationID, At: m.at, Revision: m.recorded.Revision}
}

// continues reports whether the moment, of one event, belongs to the same save as the one before it.
func (m Moment[S]) continues(before Moment[S]) bool {
	return m.metadata.Actor == before.metadata.Actor && m.step().Continues(before.step())
}

// errEnough ends a load.
var errEnough = errors.New("enough")

// moments returns up to limit of a stream's saves, the newest that end below before, oldest of them first; with cut, the last may be the
// beginning of one. now is an item without events. Errors: NotFound with the noun when nothing was ever created there, Unavailable.
func moments[S State[S]](
	ctx context.Context, log commands.EventLog, stream, noun string, now S, before uint64, limit int, cut bool,
) ([]Moment[S], error) {
	var last []Moment[S]
	err := log.Load(ctx, stream, 0, func(r events.Recorded) error {
		if cut && r.Revision >= before {
			return errEnough
		}
		m := Moment[S]{recorded: r, metadata: r.Metadata(), types: []string{r.Type}, at: r.Time(), Before: now}
		e, err := r.Salvage()
		if err != nil {
			return err
		}
		if e != nil { // else it is a revision that changes nothing we know
			now = now.Evolve(e)
			if at := eventTime(e); !at.IsZero() {
				m.at = at
			}
			m.note = noteOf(e)
		}
		m.After = now
		n := len(last)
		joins := n > 0 && m.continues(last[n-1])
		switch {
		case r.Revision >= before && joins:
			last = last[:n-1]
			return errEnough
		case r.Revision >= before:
			return errEnough
		case joins:
			m.types, m.note, m.Before = append(last[n-1].types, r.Type), cmp.Or(m.note, last[n-1].note), last[n-1].Before
			last[n-1] = m
		default:
			last = append(last[max(0, n-limit):], m) // one more, as the last may be taken back
		}
		return nil
	})
	if err = commands.IgnoreAbsent(err); err != nil && !errors.Is(err, errEnough) {
		return nil, commands.Typed(err)
	}
	if len(last) == 0 && cut || !now.Known() {
		return nil, commands.Missing(noun)
	}
	return last[max(0, len(last)-limit):], nil
}

// Revisions returns a page of a history, newest first, of saves that end before a revision; nil: from the last one. Errors: NotFound,
// Unavailable.
func Revisions[S State[S]](
	ctx context.Context, log commands.EventLog, stream, noun string, start S, before *uint64, limit int,
) ([]Revision, error) {
	below := uint64(math.MaxUint64)
	if before != nil {
		below = *before
	}
	last, err := moments(ctx, log, stream, noun, start, below, max(1, min(limit, MaxRevisions)), false)
	if err != nil {
		return nil, err
	}
	page := make([]Revision, 0, len(last))
	for size := 0; len(last) > 0 && size < maxRevisionText; last = last[:len(last)-1] {
		r, bytes := last[len(last)-1].Revision()
		page, size = append(page, r), size+bytes
	}
	return page, nil
}

// CountedRevisions returns a page as [Revisions] does, in which a revision is the number of the stream's events up to then, as is before.
// Nothing is absent: what has never been changed has an empty history. Its error is Unavailable.
func CountedRevisions[S State[S]](
	ctx context.Context, log commands.EventLog, stream, noun string, start S, before *uint64, limit int,
) ([]Revision, error) {
	if before != nil {
		if *before == 0 {
			return []Revision{}, nil
		}
		below := *before - 1
		before = &below
	}
	page, err := Revisions(ctx, log, stream, noun, start, before, limit)
	if commands.KindOf(err) == commands.NotFound {
		return []Revision{}, nil
	}
	for i := range page {
		page[i].Revision++
	}
	return page, err
}

// At returns the item at one revision, with what its save had changed by then. Errors: NotFound, Unavailable.
func At[S State[S]](ctx context.Context, log commands.EventLog, stream, noun string, start S, revision uint64) (Moment[S], error) {
	last, err := moments(ctx, log, stream, noun, start, revision+1, 1, true)
	if err != nil {
		return Moment[S]{}, err
	}
	if last[0].recorded.Revision != revision {
		return Moment[S]{}, commands.Missing("Revision")
	}
	return last[0], nil
}

// Revision returns the moment as a revision of the history, and the size of its values in bytes.
func (m Moment[S]) Revision() (Revision, int) {
	changes, size := m.changes()
	return Revision{Revision: m.recorded.Revision, Type: m.recorded.Type, Types: m.types, At: m.at.UTC(), StoredAt: m.recorded.Time(),
		Actor: m.metadata.Actor, CorrelationID: m.metadata.CorrelationID, Note: m.note, Changes: changes}, size
}

// changes returns the differences between the item before and after.
func (m Moment[S]) changes() (list []FieldChange, size int) {
	list = []FieldChange{}
	before, marksBefore := m.Before.Value()
	after, marksAfter := m.After.Value()
	was, is := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range was.NumField() {
		a, b := was.Field(i).Interface(), is.Field(i).Interface()
		if same(a, b) {
			continue
		}
		name, _, _ := strings.Cut(was.Type().Field(i).Tag.Get("json"), ",")
		list = append(list, FieldChange{Field: name, Old: shown(a), New: shown(b)})
		size += textSize(a) + textSize(b)
	}
	for i, f := range marksAfter {
		if f.Is != marksBefore[i].Is {
			list = append(list, FieldChange{Field: f.Name, Old: marksBefore[i].Is, New: f.Is})
		}
	}
	return list, size
}

// same compares two values of a field; no list is an empty list.
func same(a, b any) bool {
	if list := reflect.ValueOf(a); list.Kind() == reflect.Slice && list.Len() == 0 {
		return reflect.ValueOf(b).Len() == 0
	}
	return reflect.DeepEqual(a, b)
}

// shown returns a field's value as the API answers it.
func shown(v any) any {
	switch v := v.(type) {
	case []string:
		return append([]string{}, v...)
	case []events.SubScore:
		return append([]events.SubScore{}, v...)
	case []events.Shop:
		return append([]events.Shop{}, v...)
	case []events.Criterion:
		return append([]events.Criterion{}, v...)
	case []events.ComparedSpecification:
		return append([]events.ComparedSpecification{}, v...)
	case bool, events.Days:
		return v
	default:
		if reflect.ValueOf(v).IsZero() {
			return nil
		}
		return v
	}
}

func textSize(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []string:
		n := 0
		for _, s := range v {
			n += len(s)
		}
		return n
	}
	return 0
}

// eventTime returns the time that an event states for itself; zero for one without.
func eventTime(e events.Event) time.Time {
	about, _ := events.AboutOf(e)
	return about.At
}

// noteOf returns a correction's or an update's note for readers, or the reason why a version is withheld; "" for other events.
func noteOf(e events.Event) string {
	about, _ := events.AboutOf(e)
	return cmp.Or(about.Note, about.Reason)
}
