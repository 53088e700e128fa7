// The history of one review or article: its revisions, and the item as it was at any of them.
//
// Revisions come from the item's own stream and not from a read model. A read model would hold every text
// a second time, and would need a second opinion of what an event does to an item; here it is the aggregate's
// evolve that says what an item was, the same code that decides what a restore changes. A stream is one read
// of the log, as every command makes it, and nobody but the admin who opens an item's history asks for it:
// what readers are shown never touches the log.

package commands

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

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
	Note          string        `json:"note,omitempty"`          // of a correction
	Changes       []FieldChange `json:"changes"`                 // in the order of the item's fields; none: []
}

// FieldChange is what an event made of one field, by its name in the API. A text or a price that is
// not there is null, a list never is. Flags are isPublished, isFeatured and isDeleted; publishAt and
// unpublishAt are RFC 3339 times or null.
type FieldChange struct {
	Field string `json:"field"`
	Old   any    `json:"old"`
	New   any    `json:"new"`
}

// past is what an item was at a moment.
type past[S any] interface {
	aggregate[S]
	// value is what comparing looks at: a struct with JSON names, and what else there is to say of the item.
	value() (content any, marks []mark)
	known() bool // it has been created
}

// mark is a yes or no about an item, or a time of its schedule.
type mark struct {
	name string
	is   any // a bool, or a time as text, or nil
}

// marks are the schedule's.
func (s schedule) marks() []mark {
	shown := func(at time.Time) any {
		if at.IsZero() {
			return nil
		}
		return at.UTC().Format(time.RFC3339Nano)
	}
	return []mark{{"publishAt", shown(s.publish)}, {"unpublishAt", shown(s.unpublish)}}
}

// Times is when things happened to an item, up to a moment.
type Times struct {
	Created, Updated time.Time
	Published        time.Time // the latest publication; zero for a draft
	Priced           time.Time // of a review, when its price was last said; zero without one
}

// moment is one event with what the item was before and after.
type moment[S past[S]] struct {
	recorded      events.Recorded
	at            time.Time
	note          string // of a correction
	before, after S
}

// errEnough ends a load.
var errEnough = errors.New("enough")

// moments returns up to limit of a stream's events, the newest below before, oldest of them first.
// Errors: NotFound with the noun when nothing was ever created there, Unavailable.
func moments[S past[S]](ctx context.Context, h *Handler, stream, noun string, before uint64, limit int) ([]moment[S], error) {
	var last []moment[S]
	var state S
	err := h.log.Load(ctx, stream, 0, func(r events.Recorded) error {
		if r.Revision >= before {
			return errEnough
		}
		m := moment[S]{recorded: r, at: r.Created, before: state}
		e, err := r.Decode()
		switch {
		case errors.Is(err, events.ErrUnknownType): // a newer version's; it has its line, and changes nothing that we know
		case err != nil:
			return err
		default:
			state = state.evolve(e)
			if at := saidTime(e); !at.IsZero() {
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
	if err = absent(err); err != nil && !errors.Is(err, errEnough) {
		return nil, typed(err)
	}
	if len(last) == 0 && before > 0 || !state.known() {
		return nil, notFound(noun)
	}
	return last, nil
}

// revisions is a page of a history, newest first.
func revisions[S past[S]](ctx context.Context, h *Handler, stream, noun string, before uint64, limit int) ([]Revision, error) {
	last, err := moments[S](ctx, h, stream, noun, before, max(1, min(limit, MaxRevisions)))
	if err != nil {
		return nil, err
	}
	page := make([]Revision, 0, len(last))
	for size := 0; len(last) > 0 && size < maxRevisionText; last = last[:len(last)-1] {
		r, bytes, err := last[len(last)-1].revision()
		if err != nil {
			return nil, err
		}
		page, size = append(page, r), size+bytes
	}
	return page, nil
}

// momentAt is the item at one revision. Errors: NotFound, Unavailable.
func momentAt[S past[S]](ctx context.Context, h *Handler, stream, noun string, revision uint64) (moment[S], error) {
	last, err := moments[S](ctx, h, stream, noun, revision+1, 1)
	if err != nil {
		return moment[S]{}, err
	}
	if last[0].recorded.Revision != revision {
		return moment[S]{}, notFound("Revision")
	}
	return last[0], nil
}

// revision tells the moment as a line of the history, and the size of its values in bytes.
func (m moment[S]) revision() (Revision, int, error) {
	meta, err := m.recorded.Metadata()
	if err != nil {
		return Revision{}, 0, err
	}
	changes, size := m.changes()
	return Revision{Revision: m.recorded.Revision, Type: m.recorded.Type, At: m.at.UTC(), StoredAt: m.recorded.Created.UTC(), Actor: meta.Actor,
		CorrelationID: meta.CorrelationID, Note: m.note, Changes: changes}, size, nil
}

// changes compares what the item was with what it became.
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
	if list, ok := a.([]string); ok {
		return slices.Equal(list, b.([]string))
	}
	return a == b
}

// shown is a field's value as the API answers it.
func shown(v any) any {
	switch v := v.(type) {
	case []string:
		return append([]string{}, v...)
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

// saidTime is when a fact says that it happened; zero for one that doesn't say.
func saidTime(e events.Event) time.Time {
	if f := reflect.ValueOf(e).FieldByName("At"); f.IsValid() {
		if at, ok := f.Interface().(time.Time); ok {
			return at
		}
	}
	return time.Time{}
}

// Restoring says what else a restore gives back, and whether it is a correction.
type Restoring struct {
	State      bool    // whether the item is published and featured
	Schedule   bool    // when it is to be published and unpublished, but for what has passed
	Correction *string // the note
}

// ParseRestore reads what a restore says of itself: {"state": true, "schedule": true, "correction": "a note"}. No
// body is an empty one. Errors as for [ParseReview].
func ParseRestore(body []byte) (Restoring, error) {
	if len(body) == 0 {
		return Restoring{}, nil
	}
	o, err := readObject(body)
	if err != nil {
		return Restoring{}, err
	}
	how := Restoring{State: isTrue(o.flag("state")), Schedule: isTrue(o.flag("schedule")), Correction: o.correction("correction")}
	var r rules
	r.correction(&how.Correction)
	if errs := append(o.done(body), r.errs...); len(errs) > 0 {
		return Restoring{}, invalid(errs...)
	}
	return how, nil
}

// everyField turns a content into changes that set each of its fields, empty ones too: C and its
// changes have the same names, and a field of changes is a pointer to the content's. No list becomes an empty
// one, for a list that is null in an event says that nothing changed.
func everyField[C, Changes any](content C) Changes {
	var all Changes
	from, to := reflect.ValueOf(&content).Elem(), reflect.ValueOf(&all).Elem()
	for i := range to.NumField() {
		field := from.FieldByName(to.Type().Field(i).Name)
		if field.Kind() == reflect.Slice && field.IsNil() {
			field.Set(reflect.MakeSlice(field.Type(), 0, 0))
		}
		to.Field(i).Set(field.Addr())
	}
	return all
}
