// Queries of the audit log: every change by anyone, narrowed by who, what, when and words.
//
// An answer reads a bounded number of keys, however long the log is, and says where the next one continues. The indexes of the
// requested facets are walked together, newest first: each seeks to the position of the others, so that the rarest one sets the pace.
// Spans without an entry of the right time are skipped whole. What is left is searched for the words.

package audit

import (
	"bytes"
	"math"
	"slices"
	"time"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/projector"
)

// maxWork is how many keys, texts and entries one answer reads, so that no query keeps others waiting for long.
const maxWork = 25_000

// Query narrows the entries; a zero field narrows nothing.
type Query struct {
	ActorKind events.ActorKind
	ActorID   string // of that kind
	Kind      string // of the item: "review"; see Entry
	Item      string // "review-12"
	Type      string // of any of its events: "ReviewPublished"
	Request   string // its id
	From, To  time.Time
	Search    string // words, each of which is in title, actor, types, item, fields or request, ignoring case
}

// ListedEntry is an entry and its item as that is now.
type ListedEntry struct {
	Entry
	Present *Item // nil for sign-ins and passwords
}

// Page is some entries, newest first.
type Page struct {
	Entries []ListedEntry
	Next    events.Position // before which the next page begins; 0: this is the last one
	Newest  events.Position // of all entries, chosen or not; 0: there are none
	Reached time.Time       // how far back the query looked if the page ended early, so that several are needed; else zero
}

// Entries returns up to limit entries before the given position (0: the newest). A page may hold fewer, even none, and still have a
// Next, if q leaves many entries out. Its error is ErrNotReady.
func (r *Reader) Entries(q Query, before events.Position, limit int) (Page, error) {
	if q.Search != "" {
		defer answers.BeginSearch()()
	}
	var page Page
	err := r.Read(func(_ *auditLog, t *projector.Tx) error {
		at := uint64(math.MaxUint64)
		if before > 0 {
			at = uint64(before) - 1
		}
		page = q.page(t, at, limit)
		t.Bucket("entry").ScanBack(nil, func(key, _ []byte) bool {
			page.Newest = events.Position(projector.ParseNumber(key))
			return false
		})
		return nil
	})
	return page, err
}

// EntriesAfter returns entries after the given position, oldest first, reading no more than limit. An entry that has grown since it was
// returned comes again, with the same First. reached is the last one that it read: continue from there while it grows. Its
// error is ErrNotReady.
func (r *Reader) EntriesAfter(q Query, after events.Position, limit int) (entries []ListedEntry, reached events.Position, err error) {
	reached, terms := after, q.terms()
	err = r.Read(func(_ *auditLog, t *projector.Tx) error {
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

// page returns the entries at the position or before it.
func (q Query) page(t *projector.Tx, at uint64, limit int) Page {
	w := q.open(t)
	page := Page{Entries: []ListedEntry{}}
	for {
		position, ok := w.next(at)
		switch {
		case !ok && w.work > 0:
			return page // there are no more
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
func (q Query) terms() [][]byte { return bytes.Fields([]byte(characters.Bare(q.Search))) }

// chooses reports whether q chooses the entry, whatever its words.
func (q Query) chooses(e *Entry) bool {
	return (q.ActorKind == "" || q.ActorKind == e.Actor.Kind) && (q.ActorID == "" || q.ActorID == e.Actor.ID) &&
		(q.Kind == "" || q.Kind == e.Kind) && (q.Item == "" || q.Item == e.Item()) &&
		(q.Type == "" || slices.Contains(e.Types, q.Type)) && (q.Request == "" || q.Request == e.CorrelationID) &&
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

// walk is one answer on its way backwards through the entries.
type walk struct {
	query   Query
	terms   [][]byte
	indexes []*projector.Backwards // what is chosen is in all of them
	spans   *projector.Backwards
	texts   projector.Bucket
	entries projector.Bucket
	work    int // left to do
}

func (q Query) open(t *projector.Tx) *walk {
	w := &walk{query: q, terms: q.terms(), spans: t.Bucket("span").Backwards(nil), texts: t.Bucket("text"), entries: t.Bucket("entry"),
		work: maxWork}
	asked := Entry{Types: []string{q.Type}, Kind: q.Kind, Actor: events.Actor{Kind: q.ActorKind, ID: q.ActorID}, CorrelationID: q.Request}
	for letter, value := range asked.facets(q.Item) {
		w.indexes = append(w.indexes, t.Bucket("trail").Backwards(facet(letter, value)))
	}
	if len(w.indexes) == 0 {
		w.indexes = append(w.indexes, w.entries.Backwards(nil))
	}
	return w
}

// next returns the position of the newest chosen entry up to at. If not ok, there is none or, with no work left, none above the
// returned position.
func (w *walk) next(at uint64) (position uint64, ok bool) {
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
func (w *walk) inTime(at uint64) (uint64, bool) {
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
func (w *walk) agreed(at uint64) (uint64, bool) {
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

// chosen checks what the indexes don't tell of the entry at a position: its words and its exact time.
func (w *walk) chosen(at uint64, timed bool) bool {
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
func (w *walk) timeAt(position uint64) time.Time {
	_, payload, ok := w.entries.Backwards(nil).From(position)
	if !ok {
		return time.Time{}
	}
	return parseEntry(payload).RecordedAt
}
