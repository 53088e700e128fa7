// Sessions: the views with one session id on one day (UTC). A session that lasts past midnight is
// one of each day, so that a day's numbers depend on that day alone. It belongs to the hour of its first
// view, whose page is its entry page; views without a session id belong to no session, and neither do those by bots.

package analytics

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"time"

	"candor/projections/projector"
)

// sessionDays is how many days after its own a day can still get views: a browser's backlog is
// refused after seven (commands). A later view belongs to no session.
const sessionDays = 8

var latestDay = []byte("day") // of the views so far, in bucket "latest"

// The counts under [bySession], by text.
const (
	sessionsBegun   = "begun"
	sessionsViews   = "views"        // of these sessions, also in later hours of the day
	sessionsBounced = "bounced"      // with only one view
	sessionsMillis  = "milliseconds" // from their first views to their last
)

type sessionID struct {
	day uint32
	id  uint64 // hash of the session id
}

// session holds the views of a session. Bucket "session", of the last days only:
//
//	00 00 51 2e (day) 4f… (hash of the id) → first, last u64 Unix nanoseconds, views u32, entry page
type session struct {
	key         sessionID
	first, last int64
	views       int64
	entry       string
}

// sessions holds what a batch adds to the sessions.
type sessions struct {
	latest  uint32 // day of any view so far
	changed map[sessionID]*session
	moved   bool // latest has moved
}

func newSessions() sessions { return sessions{changed: map[sessionID]*session{}} }

func (s *sessions) load(t *projector.Tx) {
	if stored := t.Bucket("latest").Get(latestDay); stored != nil {
		s.latest = uint32(projector.ParseNumber(stored))
	}
}

// reach records that there was a view, or a day's summary, on a day.
func (s *sessions) reach(day uint32) {
	if day > s.latest {
		s.latest, s.moved = day, true
	}
}

// view counts a view that isn't a bot's.
func (s *sessions) view(v *pageView, day uint32) {
	if v.session == 0 || day+sessionDays < s.latest {
		return
	}
	key := sessionID{day, v.session}
	known := s.changed[key]
	if known == nil {
		s.changed[key] = &session{key: key, first: v.at, last: v.at, views: 1, entry: v.page.text}
		return
	}
	known.join(&session{first: v.at, last: v.at, views: 1, entry: v.page.text})
}

// join adds later views; of two views at the same time the earlier one in the log is first.
func (s *session) join(later *session) {
	if later.first < s.first {
		s.first, s.entry = later.first, later.entry
	}
	s.last, s.views = max(s.last, later.last), s.views+later.views
}

// flush writes the batch's sessions, and to y what they change of the counts, and removes the sessions of the
// days that get no more views.
func (s *sessions) flush(t *projector.Tx, y *tally) {
	if len(s.changed) > 0 {
		sorted := make([]*session, 0, len(s.changed))
		for _, one := range s.changed {
			sorted = append(sorted, one)
		}
		slices.SortFunc(sorted, func(a, b *session) int { // as their keys
			return cmp.Or(cmp.Compare(a.key.day, b.key.day), cmp.Compare(a.key.id, b.key.id))
		})
		rows, sums := t.Bucket("session"), sessionSums{}
		for _, one := range sorted {
			rows.Change(one.key.row(), func(stored []byte) []byte {
				if stored == nil {
					y.add(byEntry, hourOf(one.first), one.entry, 1)
				} else {
					before := parseSession(stored)
					sums.add(&before, -1)
					after := before
					after.join(one)
					if hour := hourOf(before.first); hour != hourOf(after.first) || before.entry != after.entry {
						y.add(byEntry, hour, before.entry, -1)
						y.add(byEntry, hourOf(after.first), after.entry, 1)
					}
					one.first, one.last, one.views, one.entry = after.first, after.last, after.views, after.entry
				}
				sums.add(one, 1)
				return one.value()
			})
		}
		sums.flush(y)
		s.changed = map[sessionID]*session{}
	}
	if s.moved {
		s.moved = false
		t.Bucket("latest").Put(latestDay, projector.Number(uint64(s.latest)))
		forgetSessions(t, s.latest-min(s.latest, sessionDays))
	}
}

// forgetSessions removes the rows of the days before a day; what was counted stays.
func forgetSessions(t *projector.Tx, before uint32) {
	rows := t.Bucket("session")
	var old [][]byte
	rows.Scan(nil, []byte{}, func(key, _ []byte) bool {
		if binary.BigEndian.Uint32(key) >= before {
			return false
		}
		old = append(old, slices.Clone(key))
		return true
	})
	for _, key := range old {
		rows.Delete(key)
	}
}

// sessionSums holds what a batch adds to the counts under [bySession], by hour.
type sessionSums map[uint32]*sessionSum

type sessionSum struct{ begun, views, bounced, millis int64 }

// add adds n times the session.
func (sums sessionSums) add(s *session, n int64) {
	hour := hourOf(s.first)
	sum := sums[hour]
	if sum == nil {
		sum = &sessionSum{}
		sums[hour] = sum
	}
	sum.begun += n
	sum.views += n * s.views
	if s.views == 1 {
		sum.bounced += n
	} else {
		sum.millis += n * max(0, (s.last-s.first)/int64(time.Millisecond))
	}
}

func (sums sessionSums) flush(y *tally) {
	for hour, sum := range sums {
		y.add(bySession, hour, sessionsBegun, sum.begun)
		y.add(bySession, hour, sessionsViews, sum.views)
		y.add(bySession, hour, sessionsBounced, sum.bounced)
		y.add(bySession, hour, sessionsMillis, sum.millis)
	}
}

func (k sessionID) row() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(make([]byte, 0, 12), k.day), k.id)
}

const sessionSize = 20 // bytes of a row before the entry page

func (s *session) value() []byte {
	out := make([]byte, 0, sessionSize+len(s.entry))
	out = binary.BigEndian.AppendUint64(out, uint64(s.first))
	out = binary.BigEndian.AppendUint64(out, uint64(s.last))
	out = binary.BigEndian.AppendUint32(out, uint32(s.views))
	return append(out, s.entry...)
}

func parseSession(stored []byte) session {
	if len(stored) < sessionSize {
		panic(projector.Damage("a session's row is too short"))
	}
	return session{first: int64(projector.ParseNumber(stored)), last: int64(projector.ParseNumber(stored[8:])),
		views: int64(binary.BigEndian.Uint32(stored[16:])), entry: string(stored[sessionSize:])}
}

// Sessions describes the sessions that began in a range of time.
type Sessions struct {
	Count           int64   `json:"count"`
	Views           int64   `json:"views"`   // in them
	Bounces         int64   `json:"bounces"` // sessions with one view
	ViewsPerSession float64 `json:"viewsPerSession"`
	BounceShare     float64 `json:"bounceShare"` // 0 to 1
	// Seconds is the average duration of a session with two views or more, from its first view to its last: how long the last page was
	// read is unknown.
	Seconds float64 `json:"seconds"`
}

// sessionsOf returns the sessions behind counts by text. Without any, all is 0.
func sessionsOf(counts map[string]int64) Sessions {
	s := Sessions{Count: counts[sessionsBegun], Views: counts[sessionsViews], Bounces: counts[sessionsBounced]}
	if s.Count > 0 {
		s.ViewsPerSession = rounded(float64(s.Views)/float64(s.Count), 2)
		s.BounceShare = rounded(float64(s.Bounces)/float64(s.Count), 4)
	}
	if longer := s.Count - s.Bounces; longer > 0 {
		s.Seconds = rounded(float64(counts[sessionsMillis])/1000/float64(longer), 1)
	}
	return s
}

// rounded returns a number with so many decimals.
func rounded(x float64, decimals int) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64) // a formatted number can always be parsed
	return short
}
