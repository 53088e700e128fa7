// The audit trail: every change by anyone, narrowed by who, what, when and words.
//
// An answer looks at so many keys and no more, however long the history is, and says where the next one goes on. The
// facets asked for are walked together, newest first: each index is sought to where the others are, so that the
// rarest sets the pace, and stretches that are common to none are leapt over. Spans without an entry of the right
// time are leapt over whole. Words are looked for in what is left.

package audit

import (
	"bytes"
	"math"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// trailWork is how many keys, texts and entries one answer looks at, at most: some 30 ms of them.
const trailWork = 25_000

// Query narrows the audit trail; what is zero narrows nothing.
type Query struct {
	ActorKind events.ActorKind
	ActorID   string // of that kind
	Kind      string // of the item: "review"; see Entry
	Item      string // "review-12"
	Type      string // the event's: "ReviewPublished"
	Request   string // its id
	From, To  time.Time
	Search    string // words, each of which is somewhere in title, actor, type, item, fields or request, ignoring case
}

// ListedEntry is an entry together with what it is about, as that is now.
type ListedEntry struct {
	Entry
	Present *Item // nil for sign-ins and passwords
}

// Page is part of the audit trail, newest first.
type Page struct {
	Entries []ListedEntry
	Next    events.Position // before which the next page begins; 0: this is the last one
	Newest  events.Position // of all entries, chosen or not; 0: there are none
	Reached time.Time       // zero, or how far back was looked when the page ended early, for a search that takes several
}

// Trail returns up to limit entries before the given position (0: from the newest on). A page may hold fewer, even
// none, and still have a Next, when there is much that q does not choose. Its error is ErrNotReady.
func (h *Reader) Trail(q Query, before events.Position, limit int) (Page, error) {
	if q.Search != "" {
		defer answers.BeginSearch()()
	}
	var page Page
	err := h.Read(func(_ *history, t *projector.Tx) error {
		at := uint64(math.MaxUint64)
		if before > 0 {
			at = uint64(before) - 1
		}
		page = q.walk(t, at, limit)
		t.Bucket("entry").ScanBack(nil, func(key, _ []byte) bool {
			page.Newest = events.Position(projector.ParseNumber(key))
			return false
		})
		return nil
	})
	return page, err
}

// TrailAfter returns entries after the given position, oldest first, looking at no more than limit. reached is how far
// it looked: go on from there while it grows. Its error is ErrNotReady.
func (h *Reader) TrailAfter(q Query, after events.Position, limit int) (entries []ListedEntry, reached events.Position, err error) {
	reached, terms := after, q.terms()
	err = h.Read(func(_ *history, t *projector.Tx) error {
		t.Bucket("entry").Scan(nil, projector.Number(uint64(after)+1), func(_, payload []byte) bool {
			e := parseEntry(payload)
			if reached = e.Position; q.chooses(&e) && containsAll(e.text(), terms) {
				entries = append(entries, ListedEntry{e, itemNow(t, e.Kind, e.ID)})
			}
			limit--
			return limit > 0
		})
		return nil
	})
	return entries, reached, err
}

// walk makes a page of what lies at the position or below it.
func (q Query) walk(t *projector.Tx, at uint64, limit int) Page {
	w := q.open(t)
	page := Page{Entries: []ListedEntry{}}
	for {
		position, ok := w.next(at)
		switch {
		case !ok && w.work > 0:
			return page // there is no more
		case !ok:
			page.Next = events.Position(min(position, math.MaxUint64-1) + 1)
			page.Reached = w.timeAt(position)
			return page
		case len(page.Entries) == limit:
			page.Next = page.Entries[limit-1].Position
			return page
		}
		e := parseEntry(t.Bucket("entry").Get(projector.Number(position)))
		page.Entries = append(page.Entries, ListedEntry{e, itemNow(t, e.Kind, e.ID)})
		if position == 0 {
			return page
		}
		at = position - 1
	}
}

// terms returns the folded words of the search.
func (q Query) terms() [][]byte { return bytes.Fields([]byte(answers.Fold(q.Search))) }

// chooses reports whether q chooses the entry, its words aside.
func (q Query) chooses(e *Entry) bool {
	return (q.ActorKind == "" || q.ActorKind == e.Actor.Kind) && (q.ActorID == "" || q.ActorID == e.Actor.ID) &&
		(q.Kind == "" || q.Kind == e.Kind) && (q.Item == "" || q.Item == e.Item()) &&
		(q.Type == "" || q.Type == e.Type) && (q.Request == "" || q.Request == e.CorrelationID) &&
		(q.From.IsZero() || !e.At.Before(q.From)) && (q.To.IsZero() || e.At.Before(q.To))
}

func containsAll(text []byte, terms [][]byte) bool {
	for _, term := range terms {
		if !bytes.Contains(text, term) {
			return false
		}
	}
	return true
}

// trailWalk is one answer on its way backwards through the trail.
type trailWalk struct {
	query   Query
	terms   [][]byte
	indexes []*projector.Backwards // what is chosen is in all of them
	spans   *projector.Backwards
	texts   projector.Bucket
	entries projector.Bucket
	work    int // left to do
}

func (q Query) open(t *projector.Tx) *trailWalk {
	w := &trailWalk{query: q, terms: q.terms(), spans: t.Bucket("span").Backwards(nil), texts: t.Bucket("text"), entries: t.Bucket("entry"), work: trailWork}
	asked := Entry{Type: q.Type, Kind: q.Kind, Actor: events.Actor{Kind: q.ActorKind, ID: q.ActorID}, CorrelationID: q.Request}
	for letter, value := range asked.facets(q.Item) {
		w.indexes = append(w.indexes, t.Bucket("trail").Backwards(facet(letter, value)))
	}
	if len(w.indexes) == 0 {
		w.indexes = append(w.indexes, w.entries.Backwards(nil))
	}
	return w
}

// next returns the position of the newest chosen entry up to at. Not ok: there is none, or with no work left, none
// above the returned position.
func (w *trailWalk) next(at uint64) (position uint64, ok bool) {
	timed := !w.query.From.IsZero() || !w.query.To.IsZero()
	for {
		if timed {
			if at, ok = w.inTime(at); !ok {
				return at, false
			}
		}
		if at, ok = w.agreed(at); !ok {
			return at, false
		}
		if w.chosen(at, timed) {
			return at, true
		}
		if at == 0 {
			return 0, false
		}
		if at--; w.work <= 0 {
			return at, false
		}
	}
}

// inTime returns at, or the end of the next span before it that may hold entries of the wanted time.
func (w *trailWalk) inTime(at uint64) (uint64, bool) {
	for {
		w.work--
		begin, payload, ok := w.spans.From(at)
		switch {
		case !ok:
			return at, false
		case parseSpan(payload).holds(w.query.From, w.query.To):
			return at, true
		case begin == 0 || w.work <= 0:
			return begin, false
		}
		at = begin - 1
	}
}

// agreed returns the largest position up to at that is in every index.
func (w *trailWalk) agreed(at uint64) (uint64, bool) {
	for i, same := 0, 0; same < len(w.indexes); i = (i + 1) % len(w.indexes) {
		if w.work--; w.work <= 0 {
			return at, false
		}
		position, _, ok := w.indexes[i].From(at)
		switch {
		case !ok:
			return at, false
		case position == at:
			same++
		default:
			at, same = position, 1
		}
	}
	return at, true
}

// chosen looks at what the indexes can't tell of the entry at a position: its words and its exact time.
func (w *trailWalk) chosen(at uint64, timed bool) bool {
	key := projector.Number(at)
	if len(w.terms) > 0 {
		if w.work--; !containsAll(w.texts.Get(key), w.terms) {
			return false
		}
	}
	if !timed {
		return true
	}
	w.work--
	e := parseEntry(w.entries.Get(key))
	return w.query.chooses(&e)
}

// timeAt returns when the newest entry up to a position was recorded.
func (w *trailWalk) timeAt(position uint64) time.Time {
	_, payload, ok := w.entries.Backwards(nil).From(position)
	if !ok {
		return time.Time{}
	}
	return parseEntry(payload).RecordedAt
}
