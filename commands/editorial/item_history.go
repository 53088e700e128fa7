// The history of one item: its revisions, and the item as it was at any of them.
//
// Revisions come from the item's own stream and not from a read model. A read model would hold every text
// a second time, and would need its own code for what an event does to an item; here it is the aggregate's
// evolve, which also decides what a restore changes. A stream is one read of the log, as in every command, and only the admin
// who opens an item's history causes it: readers' requests never reach the log.

package editorial

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

const (
	// MaxRevisions is the most revisions in one page of a history.
	MaxRevisions = 1000
	// maxRevisionText ends a page early: a text can have 200,000 characters, and each revision may hold two.
	maxRevisionText = 2 << 20 // bytes of old and new values
)

// Revision is one event in the life of an item.
type Revision struct {
	Revision      uint64        `json:"revision"`
	Type          string        `json:"type"` // the event's: "ReviewUpdated"
	At            time.Time     `json:"at"`
	StoredAt      time.Time     `json:"storedAt"` // in the log: the site as of then shows it
	Actor         events.Actor  `json:"actor"`
	CorrelationID string        `json:"correlationId,omitempty"` // of the request
	Note          string        `json:"note,omitempty"`          // of a correction or an update, or why a version is withheld
	Changes       []FieldChange `json:"changes"`                 // in the order of the item's fields; none: []
}

// FieldChange is a field that an event changed, by its name in the API. A text or a price that is
// not there is null, a list never is. Flags are isPublished, isFeatured and isDeleted; publishAt and
// unpublishAt are RFC 3339 times or null; withheldVersions are their revisions as text or null.
type FieldChange struct {
	Field string `json:"field"`
	Old   any    `json:"old"`
	New   any    `json:"new"`
}

// past is the state of an item or category at a moment.
type past[S any] interface {
	commands.Aggregate[S]
	// value returns what two states are compared by: a struct with JSON names, and the marks beside it.
	value() (content any, marks []mark)
	known() bool // whether it has been created
}

// mark is a flag of an item, a time of its schedule, or which of its versions are withheld.
type mark struct {
	name string
	is   any // a bool, or a text, or nil
}

// marks returns the schedule's times.
func (s schedule) marks() []mark {
	shown := func(at time.Time) any {
		if at.IsZero() {
			return nil
		}
		return at.UTC().Format(time.RFC3339Nano)
	}
	return []mark{{"publishAt", shown(s.publish)}, {"unpublishAt", shown(s.unpublish)}}
}

// moment is one event with what the item was before and after.
type moment[S past[S]] struct {
	recorded      events.Recorded
	at            time.Time
	note          string // of a correction or an update
	before, after S
}

// errEnough ends a load.
var errEnough = errors.New("enough")

// moments returns up to limit of a stream's events, the newest below before, oldest of them first. state is an item without events.
// Errors: NotFound with the noun when nothing was ever created there, Unavailable.
func moments[S past[S]](ctx context.Context, h *Handler, stream, noun string, state S, before uint64, limit int) ([]moment[S], error) {
	var last []moment[S]
	err := h.Log.Load(ctx, stream, 0, func(r events.Recorded) error {
		if r.Revision >= before {
			return errEnough
		}
		m := moment[S]{recorded: r, at: r.Time(), before: state}
		e, err := r.Salvage()
		if err != nil {
			return err
		}
		if e != nil { // else it is a revision that changes nothing we know
			state = state.Evolve(e)
			if at := eventTime(e); !at.IsZero() {
				m.at = at
			}
			m.note = noteOf(e)
		}
		m.after = state
		if len(last) == limit {
			last = last[1:]
		}
		last = append(last, m)
		return nil
	})
	if err = commands.IgnoreAbsent(err); err != nil && !errors.Is(err, errEnough) {
		return nil, commands.Typed(err)
	}
	if len(last) == 0 && before > 0 || !state.known() {
		return nil, commands.Missing(noun)
	}
	return last, nil
}

// revisions returns a page of a history, newest first.
func revisions[S past[S]](ctx context.Context, h *Handler, stream, noun string, start S, before uint64, limit int) ([]Revision, error) {
	last, err := moments(ctx, h, stream, noun, start, before, max(1, min(limit, MaxRevisions)))
	if err != nil {
		return nil, err
	}
	page := make([]Revision, 0, len(last))
	for size := 0; len(last) > 0 && size < maxRevisionText; last = last[:len(last)-1] {
		r, bytes := last[len(last)-1].revision()
		page, size = append(page, r), size+bytes
	}
	return page, nil
}

// momentAt returns the item at one revision. Errors: NotFound, Unavailable.
func momentAt[S past[S]](ctx context.Context, h *Handler, stream, noun string, start S, revision uint64) (moment[S], error) {
	last, err := moments(ctx, h, stream, noun, start, revision+1, 1)
	if err != nil {
		return moment[S]{}, err
	}
	if last[0].recorded.Revision != revision {
		return moment[S]{}, commands.Missing("Revision")
	}
	return last[0], nil
}

// revision returns the moment as a revision of the history, and the size of its values in bytes.
func (m moment[S]) revision() (Revision, int) {
	meta := m.recorded.Metadata()
	changes, size := m.changes()
	return Revision{Revision: m.recorded.Revision, Type: m.recorded.Type, At: m.at.UTC(), StoredAt: m.recorded.Time(), Actor: meta.Actor,
		CorrelationID: meta.CorrelationID, Note: m.note, Changes: changes}, size
}

// changes returns the differences between the item before and after.
func (m moment[S]) changes() (list []FieldChange, size int) {
	list = []FieldChange{}
	before, marksBefore := m.before.value()
	after, marksAfter := m.after.value()
	was, is := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range was.NumField() {
		a, b := was.Field(i).Interface(), is.Field(i).Interface()
		if same(a, b) {
			continue
		}
		name, _, _ := strings.Cut(was.Type().Field(i).Tag.Get("json"), ",")
		list = append(list, FieldChange{name, shown(a), shown(b)})
		size += textSize(a) + textSize(b)
	}
	for i, f := range marksAfter {
		if f.is != marksBefore[i].is {
			list = append(list, FieldChange{f.name, marksBefore[i].is, f.is})
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

// Restoring says what else a restore gives back, and how it is marked.
type Restoring struct {
	State    bool // whether the item is published and featured
	Schedule bool // when it is to be published and unpublished, but for what has passed
	Marking
}

// ParseRestore reads the options of a restore: {"state": true, "schedule": true, "correction": "a note"},
// or another marking. No body is an empty one. Errors as for [Content].Parse.
func ParseRestore(body []byte) (Restoring, error) {
	if len(body) == 0 {
		return Restoring{}, nil
	}
	o, err := input.ReadObject(body)
	if err != nil {
		return Restoring{}, err
	}
	how := Restoring{State: input.IsTrue(o.Flag("state")), Schedule: input.IsTrue(o.Flag("schedule")), Marking: readMarking(o)}
	var r input.Rules
	tidyMarking(&r, &how.Marking)
	if errs := append(o.Done(body), r.Errs...); len(errs) > 0 {
		return Restoring{}, commands.Refuse(errs...)
	}
	return how, nil
}

// orLast returns the revision below which a page begins.
func orLast(before *uint64) uint64 {
	if before == nil {
		return math.MaxUint64
	}
	return *before
}

func (s item[C, Ch]) known() bool { return s.exists }

func (s item[C, Ch]) value() (any, []mark) {
	marks := []mark{{"isPublished", s.published()}}
	if s.kind.Featured {
		marks = append(marks, mark{"isFeatured", s.featured})
	}
	marks = append(marks, mark{"isDeleted", s.deleted})
	marks = append(marks, s.schedule.marks()...)
	if s.kind.Versioned {
		marks = append(marks, mark{withheldField, s.withheld.shown()})
	}
	return s.content, marks
}
