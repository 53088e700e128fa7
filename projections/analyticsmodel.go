// The model behind Analytics. A batch is counted in memory and written once, so that a rebuild
// costs no write for each event.

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

// The dimensions of the hourly counts.
const (
	byPage     = 'p'
	byCountry  = 'c'
	byDevice   = 'd'
	byReferrer = 'r'
)

const pageViewEvent = "page_view" // the event that counts as a view; others only stand in the recent activity

var (
	visitorsCounted = []byte("visitors")
	topPages        = []byte("pages")
	topCountries    = []byte("countries")
	recentEvents    = []byte("events")
)

// analytics is one generation's analytics. Buckets:
//
//	page      "=/reviews/12"              → views, u64
//	country   "=SG"                       → views, u64
//	hour      00 07 9c 51 'p' "=/reviews/12" → views in that hour since 1970 by page; 'c' country, 'd' device, 'r' referrer
//	visitor   uuid                        → visits
//	person    uuid                        → JSON of person, until erased
//	address   "=203.0.113.9"              → uuid, until erased
//	top       "pages", "countries"        → JSON of []ranked
//	recent    "events"                    → JSON of []recentView, oldest first
//	seen      see seen.go
//	total     "visitors"                  → how many there are, u64
type analytics struct {
	decoder *pageViewDecoder // of the decoding goroutine; the rest is the applying one's
	seen    *seenIDs
	summary listCache[struct{}]

	// Of the batch, until flushed:
	touched map[byte][]*label // labels with a count
	hours   map[hourKey]int64 // counts of labels that went on to another hour
	visits  map[uuid.UUID]*visits
	recent  []recentView
	changed bool
}

type hourKey struct {
	dimension byte
	hour      uint32
	text      string
}

// visits is what a visitor did: 8 bytes each of first, last (Unix nanoseconds) and count.
type visits struct{ first, last, count int64 }

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
	return &analytics{decoder: newPageViewDecoder(), seen: newSeenIDs(),
		touched: map[byte][]*label{}, hours: map[hourKey]int64{}, visits: map[uuid.UUID]*visits{}}
}

func (a *analytics) load(t *txn) error { return a.seen.load(t) }

func (a *analytics) decode(r *events.Recorded) (any, error) {
	if r.Type == pageViewed {
		return a.decoder.decode(r)
	}
	if stream, ok, handled := erasure(r); handled {
		if !ok {
			return nil, nil
		}
		return erased{stream}, nil
	}
	return r.Decode()
}

func (a *analytics) apply(t *txn, f *fact) bool {
	switch e := f.data.(type) {
	case *pageView:
		return a.view(e, f.position)
	case events.VisitorFirstSeen:
		a.visit(e.VisitorID, e.At.UnixNano(), 0)
		t.bucket("person").put(e.VisitorID[:], encode(person{e.Address, e.UserAgent, e.Country, e.City}))
		t.bucket("address").put(boundedKey(e.Address), e.VisitorID[:])
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
func (a *analytics) view(v *pageView, position events.Position) bool {
	if !a.seen.add(v.id) {
		return false
	}
	a.changed = true
	views := int64(0)
	if v.event == pageViewEvent {
		views = 1
		hour := uint32(min(max(0, v.at/int64(time.Hour)), 1<<32-1))
		a.count(byPage, v.page, hour)
		a.count(byCountry, v.country, hour)
		a.count(byDevice, v.device, hour)
		a.count(byReferrer, v.referrer, hour)
	}
	a.visit(v.visitor, v.at, views)
	if len(a.recent) >= 2*recentKept {
		a.recent = append(a.recent[:0], a.recent[recentKept:]...)
	}
	a.recent = append(a.recent, recentView{ID: int64(position), Event: v.event, Page: v.page.text, Country: v.country.text,
		City: v.city, Visitor: v.visitor, At: moment(v.at)})
	return true
}

// count adds one view to a label's hour.
func (a *analytics) count(dimension byte, l *label, hour uint32) {
	if l.count == 0 {
		a.touched[dimension] = append(a.touched[dimension], l)
		l.hour = hour
	} else if l.hour != hour {
		a.hours[hourKey{dimension, l.hour, l.text}] += l.count
		l.hour, l.count = hour, 0
	}
	l.count++
}

func (a *analytics) visit(id uuid.UUID, at, views int64) {
	v := a.visits[id]
	if v == nil {
		v = &visits{first: at, last: at}
		a.visits[id] = v
	}
	v.first, v.last, v.count = min(v.first, at), max(v.last, at), v.count+views
}

// erase forgets the person; what the visitor did stays counted.
func (a *analytics) erase(t *txn, id uuid.UUID) {
	if p := loadPerson(t, id); p != nil {
		t.bucket("person").delete(id[:])
		key := boundedKey(p.Address)
		if owner := t.bucket("address").get(key); string(owner) == string(id[:]) {
			t.bucket("address").delete(key)
		}
	}
}

func (a *analytics) flush(t *txn) {
	for _, dimension := range []byte{byPage, byCountry, byDevice, byReferrer} {
		for _, l := range a.touched[dimension] {
			a.hours[hourKey{dimension, l.hour, l.text}] += l.count
			l.count = 0
		}
		clear(a.touched[dimension])
		a.touched[dimension] = a.touched[dimension][:0]
	}
	a.flushHours(t)
	a.flushVisits(t)
	a.flushRecent(t)
	a.seen.flush(t)
}

// flushHours writes the hourly counts, in key order for bbolt's sake, and the totals with them.
func (a *analytics) flushHours(t *txn) {
	if len(a.hours) == 0 {
		return
	}
	pages, countries := map[string]int64{}, map[string]int64{}
	keys := make([][]byte, 0, len(a.hours))
	counts := make(map[string]int64, len(a.hours))
	for k, n := range a.hours {
		switch k.dimension {
		case byPage:
			pages[k.text] += n
		case byCountry:
			countries[k.text] += n
		}
		key := append(append(binary.BigEndian.AppendUint32(nil, k.hour), k.dimension), boundedKey(k.text)...)
		keys = append(keys, key)
		counts[string(key)] = n
	}
	clear(a.hours)
	slices.SortFunc(keys, bytes.Compare)
	hour := t.bucket("hour")
	for _, key := range keys {
		hour.count(key, counts[string(key)])
	}
	updateTop(t, topPages, "page", pages)
	updateTop(t, topCountries, "country", countries)
}

func (a *analytics) flushVisits(t *txn) {
	if len(a.visits) == 0 {
		return
	}
	ids := make([]uuid.UUID, 0, len(a.visits))
	for id := range a.visits {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	rows, added := t.bucket("visitor"), int64(0)
	for _, id := range ids {
		v := a.visits[id]
		if stored := rows.get(id[:]); stored != nil {
			old := parseVisits(stored)
			v.first, v.last, v.count = min(v.first, old.first), max(v.last, old.last), v.count+old.count
		} else {
			added++
		}
		rows.put(id[:], v.row())
	}
	clear(a.visits)
	if added > 0 {
		t.bucket("total").count(visitorsCounted, added)
	}
}

func (v *visits) row() []byte {
	out := make([]byte, 0, 24)
	for _, n := range []int64{v.first, v.last, v.count} {
		out = binary.BigEndian.AppendUint64(out, uint64(n))
	}
	return out
}

func parseVisits(stored []byte) visits {
	if len(stored) != 24 {
		panic(damage{"a visitor's row is of the wrong length"})
	}
	return visits{int64(fromNumber(stored)), int64(fromNumber(stored[8:])), int64(fromNumber(stored[16:]))}
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
	}
}

func (a *analytics) cached() cacheStats { return a.summary.stats() }
