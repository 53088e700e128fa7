// The model behind Analytics. A batch is counted in memory and written once, so that a rebuild
// costs no write for each event. The counts are in tally.go, who was there when in presence.go.

package projections

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

const (
	pageViewEvent = "page_view" // the event that counts as a view; others only stand in the recent activity
	botDevice     = "bot"       // the class of device that is nobody's
)

var (
	visitorsCounted = []byte("visitors")
	visitorNumbers  = []byte("numbers")
	topPages        = []byte("pages")
	topCountries    = []byte("countries")
	recentEvents    = []byte("events")
)

// analytics is one generation's analytics. Buckets:
//
//	page      "=/reviews/12"              → views, bots' too, u64
//	country   "=SG"                       → views, bots' too, u64
//	hour, day, ever                       see tally.go
//	present   see presence.go
//	visitor   uuid                        → visits, until the day of the last one is summarised
//	left      00 00 51 2e (day) uuid      → nothing; the day of each visitor's last visit
//	person    uuid                        → JSON of person, until erased, or the day of the first visit is summarised
//	met       00 00 51 2e (day) uuid      → $maxAge of the visitor's stream in seconds, u64; the day of each person's first visit
//	address   "=203.0.113.9"              → uuid, until erased
//	top       "pages", "countries"        → JSON of []ranked
//	recent    "events"                    → JSON of []recentView, oldest first
//	session   see session.go
//	latest    "day"                       → the last day that had a view, u64
//	seen      see seen.go
//	summary   see daysummary.go
//	kept      see keeping.go
//	total     "visitors"                  → how many there ever were, u64
//	          "numbers"                   → the number of the next visitor, u64
type analytics struct {
	decoder *pageViewDecoder // of the decoding goroutine; the rest is the applying one's
	seen    *seenIDs
	summary listCache[struct{}]
	series  listCache[seriesKey]

	lastSummary uint32 // day; 0: there is none
	viewed      uint32 // the day of the last view, whose stream is noted

	// Of the batch, until flushed:
	tally    tally
	sessions sessions
	visits   map[uuid.UUID]*visits
	arrived  []*visits // the same, in the order of their first event
	present  []presence
	recent   []recentView
	changed  bool
}

// visits is what a visitor did. Stored: 8 bytes each of first, last (Unix nanoseconds) and count,
// and 4 of number, which version 1 had not.
type visits struct {
	first, last, count int64
	number             uint32 // the visitor's, from 0 in the order of the log; set while flushing

	id    uuid.UUID
	known bool   // has a row; set while flushing
	noted uint32 // of the hour that was last noted in present; 0: none
}

// recentView is one of the last events.
type recentView struct {
	ID      int64     `json:"id"` // its position
	Event   string    `json:"event"`
	Page    string    `json:"page"`
	Country string    `json:"country"`
	City    string    `json:"city,omitempty"`
	Visitor uuid.UUID `json:"visitor"`
	At      time.Time `json:"at"`
}

func newAnalytics() *analytics {
	return &analytics{decoder: &pageViewDecoder{}, seen: newSeenIDs(),
		tally: newTally(), sessions: newSessions(), visits: map[uuid.UUID]*visits{}}
}

func (a *analytics) load(t *txn) error {
	a.sessions.load(t)
	t.bucket("summary").scanBack(nil, func(key, _ []byte) bool {
		a.lastSummary = binary.BigEndian.Uint32(key)
		return false
	})
	return a.seen.load(t)
}

func (a *analytics) decode(r *events.Recorded) (any, error) {
	if r.Type == pageViewed {
		return a.decoder.decode(r)
	}
	if stream, ok, handled := erasure(r); handled {
		if !ok {
			return keepingOf(stream, r.Data), nil
		}
		return erased{stream}, nil
	}
	return r.Decode()
}

func (a *analytics) apply(t *txn, f *fact) bool {
	switch e := f.data.(type) {
	case *pageView:
		return a.view(t, e, f.position)
	case events.VisitorFirstSeen:
		a.visit(e.VisitorID, e.At.UnixNano(), 0)
		t.bucket("person").put(e.VisitorID[:], encode(person{e.Address, e.UserAgent, e.Country, e.City, e.At.UTC()}))
		t.bucket("address").put(boundedKey(e.Address), e.VisitorID[:])
		t.bucket("met").put(dayPerson(dayOf(e.At), e.VisitorID), number(uint64(0)))
	case keeping:
		return e.note(t)
	case events.DaySummarized:
		if !a.summarized(t, &e) {
			return false
		}
	case erased:
		id, err := uuid.Parse(e.stream[min(len(e.stream), len(events.VisitorPrefix)):])
		if err != nil {
			return false
		}
		a.erase(t, id)
	default:
		return false
	}
	a.changed = true
	return true
}

// view counts a page view, once for its id.
func (a *analytics) view(t *txn, v *pageView, position events.Position) bool {
	if !a.seen.add(v.id) {
		return false
	}
	hour := hourOf(v.at)
	day := hour / hoursInDay
	if day != a.viewed {
		a.viewed = day
		noteDay(t, day)
	}
	if day <= a.lastSummary && hasSummaries(t, day, day) {
		return false // the summary stands for the day
	}
	a.changed = true
	if v.event != pageViewEvent {
		a.visit(v.visitor, v.at, 0)
	} else {
		a.tally.view(v, hour)
		visitor := a.visit(v.visitor, v.at, 1)
		a.sessions.reach(day)
		if v.device.text != botDevice {
			a.sessions.view(v, day)
			if visitor.noted != hour+1 {
				visitor.noted = hour + 1
				a.present = append(a.present, presence{hour, visitor})
			}
		}
	}
	if len(a.recent) >= 2*recentKept {
		a.recent = append(a.recent[:0], a.recent[recentKept:]...)
	}
	a.recent = append(a.recent, recentView{ID: int64(position), Event: v.event, Page: v.page.text, Country: v.country.text,
		City: v.city, Visitor: v.visitor, At: moment(v.at)})
	return true
}

// hourOf is the hour since 1970 of a time.
func hourOf(at int64) uint32 { return uint32(min(max(0, at/int64(time.Hour)), latestHour)) }

func (a *analytics) visit(id uuid.UUID, at, views int64) *visits {
	v := a.visits[id]
	if v == nil {
		v = &visits{first: at, last: at, id: id}
		a.visits[id] = v
		a.arrived = append(a.arrived, v)
	}
	v.first, v.last, v.count = min(v.first, at), max(v.last, at), v.count+views
	return v
}

// dayOf is the day since 1970 of a time.
func dayOf(at time.Time) uint32 { return hourOf(at.UnixNano()) / hoursInDay }

// erase forgets the person; what the visitor did stays counted.
func (a *analytics) erase(t *txn, id uuid.UUID) {
	if p := loadPerson(t, id); p != nil {
		t.bucket("person").delete(id[:])
		t.bucket("met").delete(dayPerson(dayOf(p.Since), id))
		key := boundedKey(p.Address)
		if owner := t.bucket("address").get(key); string(owner) == string(id[:]) {
			t.bucket("address").delete(key)
		}
	}
}

func (a *analytics) flush(t *txn) {
	a.sessions.flush(t, &a.tally)
	a.tally.flush(t)
	a.flushVisits(t)
	flushPresence(t, a.present) // after the visitors have their numbers
	clear(a.present)
	a.present = a.present[:0]
	a.flushRecent(t)
	a.seen.flush(t)
}

// flushVisits writes the visitors' rows, in key order for bbolt's sake. New visitors are numbered
// in the order of the log, so that the numbers are the same however the log came in batches.
func (a *analytics) flushVisits(t *txn) {
	if len(a.visits) == 0 {
		return
	}
	sorted := slices.Clone(a.arrived)
	slices.SortFunc(sorted, func(a, b *visits) int { return bytes.Compare(a.id[:], b.id[:]) })
	rows, left := t.bucket("visitor"), t.bucket("left")
	for _, v := range sorted {
		day := hourOf(v.last) / hoursInDay
		if stored := rows.get(v.id[:]); stored != nil {
			old := parseVisits(stored)
			v.known, v.number = true, old.number
			v.first, v.last, v.count = min(v.first, old.first), max(v.last, old.last), v.count+old.count
			before := hourOf(old.last) / hoursInDay
			if day <= before {
				continue
			}
			left.delete(dayPerson(before, v.id))
		}
		left.put(dayPerson(day, v.id), nil)
	}
	counted := t.bucket("total").counted(visitorNumbers)
	next := counted
	for _, v := range a.arrived {
		if !v.known {
			v.number = uint32(next)
			next++
		}
	}
	for _, v := range sorted {
		rows.put(v.id[:], v.row())
	}
	if next > counted {
		t.bucket("total").count(visitorNumbers, next-counted)
		t.bucket("total").count(visitorsCounted, next-counted)
	}
	clear(a.visits)
	clear(a.arrived)
	a.arrived = a.arrived[:0]
}

const (
	visitsSize = 28 // bytes of a row
	visitsOnce = 24 // of version 1, which answers until the next one is built
)

func (v *visits) row() []byte {
	out := make([]byte, 0, visitsSize)
	for _, n := range []int64{v.first, v.last, v.count} {
		out = binary.BigEndian.AppendUint64(out, uint64(n))
	}
	return binary.BigEndian.AppendUint32(out, v.number)
}

func parseVisits(stored []byte) visits {
	if len(stored) != visitsSize && len(stored) != visitsOnce {
		panic(damage{"a visitor's row is of the wrong length"})
	}
	v := visits{first: int64(fromNumber(stored)), last: int64(fromNumber(stored[8:])), count: int64(fromNumber(stored[16:]))}
	if len(stored) == visitsSize {
		v.number = binary.BigEndian.Uint32(stored[visitsOnce:])
	}
	return v
}

func (a *analytics) flushRecent(t *txn) {
	if len(a.recent) == 0 {
		return
	}
	stored, err := loadRecent(t)
	if err != nil {
		panic(damage{"the recent events are no JSON"})
	}
	all := append(stored, a.recent...)
	t.bucket("recent").put(recentEvents, encode(all[max(0, len(all)-recentKept):]))
	a.recent = a.recent[:0]
}

func loadRecent(t *txn) ([]recentView, error) {
	var recent []recentView
	stored := t.bucket("recent").get(recentEvents)
	if stored == nil {
		return nil, nil
	}
	err := json.Unmarshal(stored, &recent)
	return recent, err
}

func (a *analytics) committed() {
	if a.changed {
		a.changed = false
		a.summary.clear()
		a.series.clear()
	}
}

func (a *analytics) cached() cacheStats { return a.summary.stats().plus(a.series.stats()) }
