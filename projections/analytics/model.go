// The model behind Analytics. A batch is counted in memory and written once, so that a rebuild
// needs no write for each event. The counts are in tally.go, the visitors of each period in presence.go.

package analytics

import (
	"encoding/binary"
	"math"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// analytics is one generation's analytics. Buckets:
//
//	page      "=/reviews/12"              → views, u64
//	country   "=SG"                       → views, u64
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
//	summary   see day_summary.go
//	kept      see stream_retention.go
//	moved, moved-visitor  see moved.go
//	total     "visitors"                  → how many visitors there have been, u64
//	          "numbers"                   → the number of the next visitor, u64
type analytics struct {
	decoder *pageViewDecoder // used by the decoding goroutine; the rest by the applying one
	seen    *seenIDs
	summary answers.SharedLists[struct{}]
	series  answers.SharedLists[seriesKey]

	lastSummary uint32 // day; 0: there is none
	viewed      uint32 // the day of the last view, whose stream is stored

	// Of the batch, until flushed:
	tally    tally
	sessions sessions
	visits   map[uuid.UUID]*visits
	arrived  []*visits // the same, in the order of their first event
	present  []presence
	recent   []recentView
	changed  bool
}

func newAnalytics() *analytics {
	return &analytics{decoder: &pageViewDecoder{}, seen: newSeenIDs(),
		tally: newTally(), sessions: newSessions(), visits: map[uuid.UUID]*visits{}}
}

func (a *analytics) Load(t *projector.Tx) error {
	a.sessions.load(t)
	t.Bucket("summary").ScanBack(nil, func(key, _ []byte) bool {
		a.lastSummary = binary.BigEndian.Uint32(key)
		return false
	})
	return a.seen.load(t)
}

func (a *analytics) Decode(r *events.Recorded) (any, error) {
	if r.Type == pageViewed {
		return a.decoder.decode(r)
	}
	if stream, ok, handled := projector.ReadErasure(r); handled {
		if !ok {
			return readStreamRetention(stream, r.Data), nil
		}
		return projector.Erased{Stream: stream}, nil
	}
	return r.Decode()
}

func (a *analytics) Apply(t *projector.Tx, event *projector.Event) bool {
	switch e := event.Data.(type) {
	case *pageView:
		noteMoved(t, event)
		return a.view(t, e, event.Position)
	case events.VisitorFirstSeen:
		noteMoved(t, event)
		t.Bucket("person").Put(e.VisitorID[:], projector.Encode(person{e.Address, e.UserAgent, e.Country, e.City, e.At.UTC()}))
		t.Bucket("address").Put(projector.BoundedKey(e.Address), e.VisitorID[:])
		t.Bucket("met").Put(dayPerson(dayOf(e.At), e.VisitorID), projector.Number(uint64(0)))
	case streamRetention:
		return e.note(t)
	case events.DaySummarized:
		if !a.summarized(t, &e) {
			return false
		}
	case projector.Erased:
		id, err := uuid.Parse(e.Stream[min(len(e.Stream), len(events.VisitorPrefix)):])
		if err != nil {
			return false
		}
		a.erase(t, id)
		forgetMoved(t, e.Stream, math.MaxUint64)
	default:
		return false
	}
	a.changed = true
	return true
}

// view counts a page view, once for its id. Bots have no visits: only their views are counted.
func (a *analytics) view(t *projector.Tx, v *pageView, position events.Position) bool {
	if !a.seen.add(v.id) {
		return false
	}
	hour := hourOf(v.at)
	day := hour / hoursInDay
	if day != a.viewed {
		a.viewed = day
		noteDay(t, day)
	}
	if v.page.own || day <= a.lastSummary && hasSummaries(t, day, day) {
		return false // the owner's own page, or the day has its summary
	}
	a.changed = true
	bot := v.device.text == botDevice
	if v.event == pageViewEvent {
		a.tally.view(v, hour)
		a.sessions.reach(day)
	}
	switch {
	case bot:
		return true // a bot is only counted
	case v.event != pageViewEvent:
		a.visit(v.visitor, v.at, 0)
	default:
		visitor := a.visit(v.visitor, v.at, 1)
		a.sessions.view(v, day)
		if visitor.noted != hour+1 {
			visitor.noted = hour + 1
			a.present = append(a.present, presence{hour, visitor})
		}
	}
	if len(a.recent) >= 2*maxRecent {
		a.recent = append(a.recent[:0], a.recent[maxRecent:]...)
	}
	a.recent = append(a.recent, recentView{ID: int64(position), Event: v.event, Page: v.page.text, Country: v.country.text,
		City: v.city, Visitor: v.visitor, At: answers.Moment(v.at)})
	return true
}

// erase removes the person; the visits stay counted.
func (a *analytics) erase(t *projector.Tx, id uuid.UUID) {
	if p := loadPerson(t, id); p != nil {
		t.Bucket("person").Delete(id[:])
		t.Bucket("met").Delete(dayPerson(dayOf(p.Since), id))
		key := projector.BoundedKey(p.Address)
		if owner := t.Bucket("address").Get(key); string(owner) == string(id[:]) {
			t.Bucket("address").Delete(key)
		}
	}
}

func (a *analytics) Flush(t *projector.Tx) {
	a.sessions.flush(t, &a.tally)
	a.tally.flush(t)
	a.flushVisits(t)
	flushPresence(t, a.present) // after the visitors have their numbers
	a.present = nil
	a.flushRecent(t)
	a.seen.flush(t)
}

func (a *analytics) Committed() {
	if a.changed {
		a.changed = false
		a.summary.Clear()
		a.series.Clear()
	}
}

// Discard drops the cached answers: nobody queries this generation any more, and they take memory from others.
func (a *analytics) Discard() {
	a.summary.Close()
	a.series.Close()
}

func (a *analytics) CacheStats() projector.CacheStats {
	return a.summary.Stats().Plus(a.series.Stats())
}
