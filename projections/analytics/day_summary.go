// Summaries of past days. Before the views of a day expire, its totals are recorded as a DaySummarized. From its position in the log on,
// that event replaces all that was made of the day's views. So a replay has the same result whether or not the views are still in the
// log.

package analytics

import (
	"encoding/binary"
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/projector"
)

const (
	byVisitors   = 'v'      // visitors of a summarised hour or day, under ""
	maxListBytes = 80 << 10 // bytes of one list of a summary, so that nine of them fit into one append
	entryBytes   = 32       // bytes of an entry besides its text
	dayFormat    = time.DateOnly
	secondsADay  = 24 * 60 * 60
)

// summaryLists returns the lists of a summary by their dimension.
func summaryLists(e *events.DaySummarized) map[byte]*[]events.TextCount {
	return map[byte]*[]events.TextCount{byPage: &e.Pages, byEntry: &e.EntryPages, byReferrer: &e.Referrers, byBrowser: &e.Browsers,
		bySystem: &e.Systems, byDevice: &e.Devices, byCountry: &e.Countries, botsByPage: &e.BotPages, botsBy: &e.BotCountries}
}

// daySummary holds the part of a summary that isn't a count. Bucket "summary": 00 00 51 2e (day) → its JSON.
type daySummary struct {
	Returns []events.ReturnTotals `json:"returns"`
}

// hasSummaries reports whether a day of a range, both ends included, has its summary.
func hasSummaries(t *projector.Tx, first, last uint32) bool {
	found := false
	t.Bucket("summary").Scan(nil, dayKey(first), func(key, _ []byte) bool {
		found = binary.BigEndian.Uint32(key) <= last
		return false
	})
	return found
}

// lastSeenBy returns how many visitors of a summarised day did not return up to the day last.
func lastSeenBy(t *projector.Tx, day, last uint32) int64 {
	n := int64(0)
	unit{inDay, day}.counts(t, byVisitors, func(_ string, visitors int64) { n = visitors })
	var s daySummary
	if err := json.Unmarshal(t.Bucket("summary").Get(dayKey(day)), &s); err != nil {
		panic(projector.Damage("a summary is no JSON"))
	}
	for _, r := range s.Returns {
		if day+uint32(r.Days) <= last {
			n -= r.Visitors
		}
	}
	return n
}

// DueSummary makes the summary of the first day before a time's (UTC) that has none. It returns false if there is
// no such day. Its error is ErrNotReady.
func (a *Reader) DueSummary(before time.Time) (e events.DaySummarized, due bool, err error) {
	err = a.ReadCurrent(func(_ *analytics, t *projector.Tx) error {
		checkpoint, err := t.Checkpoint()
		if err != nil {
			return err
		}
		var day uint32
		if day, due = dueDay(t, uint32(before.Unix()/secondsADay)); due {
			e = summarize(t, day)
			e.Position = checkpoint
		}
		return nil
	})
	return e, due, err
}

// dueDay returns the first day before the given one that has something to summarise.
func dueDay(t *projector.Tx, before uint32) (uint32, bool) {
	first := before
	for _, name := range []string{"day", "left", "met"} {
		for at := uint32(0); at < first; {
			next := before
			t.Bucket(name).Scan(nil, dayKey(at), func(key, _ []byte) bool {
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

func summarize(t *projector.Tx, day uint32) events.DaySummarized {
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
	e.Sessions = events.SessionTotals{Begun: begun[sessionsBegun], Views: begun[sessionsViews], Bounced: begun[sessionsBounced],
		Milliseconds: begun[sessionsMillis]}
	for dimension, list := range summaryLists(&e) {
		counts := count(dimension, u)
		if dimension == byDevice {
			delete(counts, botDevice)
		}
		*list = []events.TextCount{}
		left := maxListBytes
		for _, r := range rank(counts) {
			quoted, _ := json.Marshal(r.Text) // a text can always be encoded
			if left -= entryBytes + len(quoted); left < 0 {
				e.Omitted++
				continue
			}
			*list = append(*list, events.TextCount{Text: r.Text, Count: r.Count})
		}
	}
	for hour := range uint32(hoursInDay) {
		h := events.HourTotals{Hour: int(hour), Sessions: count(bySession, unit{inHour, u.start() + hour})[sessionsBegun]}
		h.Views, h.Bots = views(unit{inHour, u.start() + hour})
		there := newPeople()
		there.addPeriod(t, inHour, u.start()+hour)
		if h.Visitors = there.count(); h.Views+h.Bots > 0 {
			e.Hours = append(e.Hours, h)
		}
	}
	here := newPeople()
	here.addPeriod(t, inDay, day)
	e.Visitors = here.count()
	e.Returns = returns(t, here, day)
	t.Bucket("left").Scan(nil, []byte{}, func(key, _ []byte) bool {
		if binary.BigEndian.Uint32(key) > day {
			return false
		}
		e.Left++
		return true
	})
	return e
}

// returns returns when the visitors of a day returned.
func returns(t *projector.Tx, here people, day uint32) []events.ReturnTotals {
	all := []events.ReturnTotals{}
	for next := day + 1; here.count() > 0; {
		found := false
		t.Bucket("present").Scan([]byte{inDay}, presentIn(inDay, next), func(key, _ []byte) bool {
			next, found = binary.BigEndian.Uint32(key[1:]), true
			return false
		})
		if !found {
			break
		}
		there := newPeople()
		there.addPeriod(t, inDay, next)
		if n := here.leave(there); n > 0 {
			all = append(all, events.ReturnTotals{Days: int(next - day), Visitors: n})
		}
		next++
	}
	return all
}
