// Days that are long over. Before the views of a day expire, its totals are kept as a DaySummarized.
// From its place in the log on, that event stands for the day: what was made of the views is replaced by it and
// the rest forgotten. So it makes no difference whether a replay still finds the views in the log.

package projections

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

const (
	byVisitors  = 'v'      // visitors of a summarised hour or day, under ""
	listRoom    = 80 << 10 // bytes of one list of a summary: nine of them find room in one append
	countRoom   = 32       // bytes of an entry besides its text
	dayFormat   = time.DateOnly
	secondsADay = 24 * 60 * 60
)

// summaryLists are the lists of a summary with the dimension that each tells of.
func summaryLists(e *events.DaySummarized) map[byte]*[]events.TextCount {
	return map[byte]*[]events.TextCount{byPage: &e.Pages, byEntry: &e.EntryPages, byReferrer: &e.Referrers, byBrowser: &e.Browsers,
		bySystem: &e.Systems, byDevice: &e.Devices, byCountry: &e.Countries, botsByPage: &e.BotPages, botsBy: &e.BotCountries}
}

// told is what is kept of a summary besides the counts. Bucket "summary": 00 00 51 2e (day) → its JSON.
type told struct {
	Returns []events.ReturnTotals `json:"returns"`
}

func dayKey(day uint32) []byte { return binary.BigEndian.AppendUint32(nil, day) }

// dayPerson is the key of a visitor in an index by day.
func dayPerson(day uint32, id uuid.UUID) []byte {
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, 20), day), id[:]...)
}

// hasSummaries reports whether a day of a range, both ends included, has its summary.
func hasSummaries(t *txn, first, last uint32) bool {
	found := false
	t.bucket("summary").scan(nil, dayKey(first), func(key, _ []byte) bool {
		found = binary.BigEndian.Uint32(key) <= last
		return false
	})
	return found
}

// lastSeenBy is how many visitors of a summarised day did not come again up to the day last.
func lastSeenBy(t *txn, day, last uint32) int64 {
	n := int64(0)
	unit{inDay, day}.counts(t, byVisitors, func(_ string, visitors int64) { n = visitors })
	var s told
	if err := json.Unmarshal(t.bucket("summary").get(dayKey(day)), &s); err != nil {
		panic(damage{"a summary is no JSON"})
	}
	for _, r := range s.Returns {
		if day+uint32(r.Days) <= last {
			n -= r.Visitors
		}
	}
	return n
}

// DueSummary makes the summary of the first day before a time's (UTC) that has none. False: there is
// no such day. Its error is ErrNotReady.
func (a *Analytics) DueSummary(before time.Time) (e events.DaySummarized, due bool, err error) {
	err = a.p.query(func(g *generation, t *txn) error {
		if g.frozen {
			return ErrNotReady
		}
		m, err := metaOf(t.tx)
		if err != nil {
			return err
		}
		var day uint32
		if day, due = dueDay(t, uint32(before.Unix()/secondsADay)); due {
			e = summarize(t, day)
			e.Position = m.Checkpoint
		}
		return nil
	})
	return e, due, err
}

// dueDay is the first day below before that has something to summarise.
func dueDay(t *txn, before uint32) (uint32, bool) {
	first := before
	for _, name := range []string{"day", "left", "met"} {
		for at := uint32(0); at < first; {
			next := before
			t.bucket(name).scan(nil, dayKey(at), func(key, _ []byte) bool {
				next = binary.BigEndian.Uint32(key)
				return false
			})
			if next < first && !hasSummaries(t, next, next) {
				first = next
			}
			at = next + 1
		}
	}
	return first, first < before
}

func summarize(t *txn, day uint32) events.DaySummarized {
	u := unit{inDay, day}
	e := events.DaySummarized{Date: hourTime(u.start()).Format(dayFormat), Hours: []events.HourTotals{}, Returns: []events.ReturnTotals{}}
	count := func(dimension byte, u unit) map[string]int64 {
		counts := map[string]int64{}
		u.counts(t, dimension, func(text string, n int64) { counts[text] += n })
		return counts
	}
	views := func(u unit) (people, bots int64) {
		for device, n := range count(byDevice, u) {
			if device == botDevice {
				bots = n
			} else {
				people += n
			}
		}
		return people, bots
	}
	e.Views, e.Bots = views(u)
	begun := count(bySession, u)
	e.Sessions = events.SessionTotals{Begun: begun[sessionsBegun], Views: begun[sessionsViews], Bounced: begun[sessionsBounced], Milliseconds: begun[sessionsMillis]}
	for dimension, list := range summaryLists(&e) {
		counts := count(dimension, u)
		if dimension == byDevice {
			delete(counts, botDevice)
		}
		*list = []events.TextCount{}
		room := listRoom
		for _, r := range rank(counts) {
			quoted, _ := json.Marshal(r.Text) // of a text there is no error
			if room -= countRoom + len(quoted); room < 0 {
				e.Omitted++
				continue
			}
			*list = append(*list, events.TextCount{Text: r.Text, Count: r.Count})
		}
	}
	for hour := range uint32(hoursInDay) {
		h := events.HourTotals{Hour: int(hour), Sessions: count(bySession, unit{inHour, u.start() + hour})[sessionsBegun]}
		h.Views, h.Bots = views(unit{inHour, u.start() + hour})
		there := people{}
		there.addPeriod(t, inHour, u.start()+hour)
		if h.Visitors = there.count(); h.Views+h.Bots > 0 {
			e.Hours = append(e.Hours, h)
		}
	}
	here := people{}
	here.addPeriod(t, inDay, day)
	e.Visitors = here.count()
	e.Returns = returns(t, here, day)
	t.bucket("left").scan(nil, []byte{}, func(key, _ []byte) bool {
		if binary.BigEndian.Uint32(key) > day {
			return false
		}
		e.Left++
		return true
	})
	return e
}

// returns says when the visitors of a day came next.
func returns(t *txn, here people, day uint32) []events.ReturnTotals {
	all := []events.ReturnTotals{}
	for next := day + 1; here.count() > 0; {
		found := false
		t.bucket("present").scan([]byte{inDay}, presentIn(inDay, next), func(key, _ []byte) bool {
			next, found = binary.BigEndian.Uint32(key[1:]), true
			return false
		})
		if !found {
			break
		}
		there := people{}
		there.addPeriod(t, inDay, next)
		if n := here.leave(there); n > 0 {
			all = append(all, events.ReturnTotals{Days: int(next - day), Visitors: n})
		}
		next++
	}
	return all
}

// summarized puts a summary in the place of what is known of its day; false: it has one already.
func (a *analytics) summarized(t *txn, e *events.DaySummarized) bool {
	at, err := time.Parse(dayFormat, e.Date)
	if err != nil || at.Unix() < 0 {
		return false
	}
	day := uint32(at.Unix() / secondsADay)
	if hasSummaries(t, day, day) {
		return false
	}
	a.flush(t)
	t.bucket("summary").put(dayKey(day), encode(told{e.Returns}))
	a.lastSummary = max(a.lastSummary, day)
	replaceCounts(t, e, day)
	forgetPresent(t, day)
	a.sessions.reach(day)
	forgetSessions(t, day+1)
	a.forgetVisitors(t, e, day)
	a.forgetRecent(t, day)
	return true
}

// replaceCounts gives the day the counts of its summary, and the totals the difference.
func replaceCounts(t *txn, e *events.DaySummarized, day uint32) {
	change := map[byte]map[string]int64{} // by dimension and text
	keep := map[string]int64{}            // the day's counts from now on
	of := func(dimension byte) map[string]int64 {
		if change[dimension] == nil {
			change[dimension] = map[string]int64{}
		}
		return change[dimension]
	}
	add := func(dimension byte, text string, n int64) {
		if n != 0 {
			of(dimension)[text] += n
			keep[string(periodKey(day, dimension, boundedKey(text)))] += n
		}
	}
	t.bucket("day").removeAll(dayKey(day), func(key, stored []byte) {
		_, dimension, text := splitPeriodKey(key)
		of(dimension)[text] -= int64(fromNumber(stored))
	})
	for dimension, list := range summaryLists(e) {
		for _, c := range *list {
			add(dimension, c.Text, c.Count)
		}
	}
	add(byDevice, botDevice, e.Bots)
	for text, n := range sessionCounts(e.Sessions) {
		add(bySession, text, n)
	}
	ever, pages, countries := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for dimension, counts := range change {
		for text, n := range counts {
			switch dimension {
			case byPage, botsByPage:
				pages[text] += n
			case byCountry, botsBy:
				countries[text] += n
			}
			if dimension != botsByPage && dimension != botsBy {
				ever[string(append([]byte{dimension}, boundedKey(text)...))] += n
			}
		}
	}
	if e.Visitors > 0 {
		keep[string(periodKey(day, byVisitors, boundedKey("")))] = e.Visitors
	}
	t.bucket("day").countAll(keep)
	t.bucket("ever").countAll(ever)
	correctTop(t, topPages, "page", pages)
	correctTop(t, topCountries, "country", countries)
	hours := map[string]int64{}
	for hour := range uint32(hoursInDay) {
		t.bucket("hour").removeAll(dayKey(day*hoursInDay+hour), func(_, _ []byte) {})
	}
	for _, h := range e.Hours {
		hour := day*hoursInDay + uint32(h.Hour)
		hours[string(periodKey(hour, byDevice, boundedKey("")))] = h.Views
		hours[string(periodKey(hour, byDevice, boundedKey(botDevice)))] = h.Bots
		hours[string(periodKey(hour, bySession, boundedKey(sessionsBegun)))] = h.Sessions
		hours[string(periodKey(hour, byVisitors, boundedKey("")))] = h.Visitors
	}
	t.bucket("hour").countAll(hours)
}

func sessionCounts(s events.SessionTotals) map[string]int64 {
	return map[string]int64{sessionsBegun: s.Begun, sessionsViews: s.Views, sessionsBounced: s.Bounced, sessionsMillis: s.Milliseconds}
}

// forgetPresent forgets who was there on a day.
func forgetPresent(t *txn, day uint32) {
	present := t.bucket("present")
	present.removeAll(presentIn(inDay, day), func(_, _ []byte) {})
	for hour := range uint32(hoursInDay) {
		present.removeAll(presentIn(inHour, day*hoursInDay+hour), func(_, _ []byte) {})
	}
}

// forgetVisitors forgets those who were last seen by a day, and the addresses of those first seen by it.
func (a *analytics) forgetVisitors(t *txn, e *events.DaySummarized, day uint32) {
	gone := int64(0)
	for _, id := range t.bucket("left").removeUpTo(day) {
		t.bucket("visitor").delete(id[:])
		gone++
	}
	if e.Left != gone {
		t.bucket("total").count(visitorsCounted, e.Left-gone)
	}
	for _, id := range t.bucket("met").removeUpTo(day) {
		a.erase(t, id)
	}
}

// forgetRecent forgets the recent activity of a day and of those before it.
func (a *analytics) forgetRecent(t *txn, day uint32) {
	stored, err := loadRecent(t)
	if err != nil {
		panic(damage{"the recent events are no JSON"})
	}
	young := slices.DeleteFunc(slices.Clone(stored), func(r recentView) bool { return hourOf(r.At.UnixNano())/hoursInDay <= day })
	if len(young) < len(stored) {
		t.bucket("recent").put(recentEvents, encode(young))
	}
}

// removeAll deletes the pairs whose keys begin with prefix, after telling of them.
func (b bucket) removeAll(prefix []byte, tell func(key, payload []byte)) {
	var keys [][]byte
	b.scan(prefix, nil, func(key, payload []byte) bool {
		tell(key, payload)
		keys = append(keys, bytes.Clone(key))
		return true
	})
	for _, key := range keys {
		b.delete(key)
	}
}

// removeUpTo empties an index by day up to a day, and says whom it held.
func (b bucket) removeUpTo(day uint32) []uuid.UUID {
	var keys [][]byte
	b.scan(nil, []byte{}, func(key, _ []byte) bool {
		if len(key) != 20 {
			panic(damage{fmt.Sprintf("a key of %s is of the wrong length", b.name)})
		}
		if binary.BigEndian.Uint32(key) > day {
			return false
		}
		keys = append(keys, bytes.Clone(key))
		return true
	})
	ids := make([]uuid.UUID, len(keys))
	for i, key := range keys {
		copy(ids[i][:], key[4:])
		b.delete(key)
	}
	return ids
}

// lasting is what a check compares of analytics. Once there are summaries, views may be gone from the log: a replay
// numbers the visitors otherwise, and knows less of what each of them did before. What is counted is the same.
func lasting(t *txn) (string, error) {
	if !hasSummaries(t, 0, latestHour) {
		return t.sum(func(string, []byte) bool { return true })
	}
	sum, err := t.sum(func(name string, key []byte) bool {
		return name != "visitor" && name != "seen" && name != "present" && !(name == "total" && bytes.Equal(key, visitorNumbers))
	})
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write([]byte(sum))
	var before []byte
	t.bucket("present").scan(nil, []byte{}, func(key, _ []byte) bool {
		if len(key) == 9 && (before == nil || !bytes.Equal(before, key[:5])) {
			here := people{}
			here.addPeriod(t, key[0], binary.BigEndian.Uint32(key[1:]))
			h.Write(key[:5])
			h.Write(number(here.count()))
			before = bytes.Clone(key[:5])
		}
		return true
	})
	return hex.EncodeToString(h.Sum(nil)), nil
}
