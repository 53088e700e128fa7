// Summaries in the read model: each replaces all that was made of its day's views.

package analytics

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/projector"
)

// summarized replaces what is stored of a day by its summary. It returns false if the day has one already.
func (a *analytics) summarized(t *projector.Tx, e *events.DaySummarized) bool {
	at, err := time.Parse(dayFormat, e.Date)
	if err != nil || at.Unix() < 0 {
		return false
	}
	day := uint32(at.Unix() / secondsADay)
	if hasSummaries(t, day, day) {
		return false
	}
	a.Flush(t)
	t.Bucket("summary").Put(dayKey(day), projector.Encode(daySummary{e.Returns}))
	a.lastSummary = max(a.lastSummary, day)
	replaceCounts(t, e, day)
	forgetPresent(t, day)
	a.sessions.reach(day)
	forgetSessions(t, day+1)
	a.forgetVisitors(t, e, day)
	a.forgetRecent(t, day)
	return true
}

// replaceCounts sets the day's counts to those of its summary, and adds the differences to the totals.
func replaceCounts(t *projector.Tx, e *events.DaySummarized, day uint32) {
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
			keep[string(periodKey(day, dimension, projector.BoundedKey(text)))] += n
		}
	}
	removeAll(t.Bucket("day"), dayKey(day), func(key, stored []byte) {
		_, dimension, text := splitPeriodKey(key)
		of(dimension)[text] -= int64(projector.ParseNumber(stored))
	})
	for dimension, list := range summaryLists(e) {
		for _, c := range *list {
			if (dimension == byPage || dimension == byEntry || dimension == botsByPage) && events.OwnPage(c.Text) {
				continue // from a summary that was written when these were still counted
			}
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
			case byPage:
				pages[text] += n
			case byCountry:
				countries[text] += n
			}
			if dimension != botsByPage && dimension != botsBy {
				ever[string(append([]byte{dimension}, projector.BoundedKey(text)...))] += n
			}
		}
	}
	if e.Visitors > 0 {
		keep[string(periodKey(day, byVisitors, projector.BoundedKey("")))] = e.Visitors
	}
	countAll(t.Bucket("day"), keep)
	countAll(t.Bucket("ever"), ever)
	correctTop(t, topPages, "page", pages)
	correctTop(t, topCountries, "country", countries)
	hours := map[string]int64{}
	for hour := range uint32(hoursInDay) {
		removeAll(t.Bucket("hour"), dayKey(day*hoursInDay+hour), func(_, _ []byte) {})
	}
	for _, h := range e.Hours {
		hour := day*hoursInDay + uint32(h.Hour)
		hours[string(periodKey(hour, byDevice, projector.BoundedKey("")))] = h.Views
		hours[string(periodKey(hour, byDevice, projector.BoundedKey(botDevice)))] = h.Bots
		hours[string(periodKey(hour, bySession, projector.BoundedKey(sessionsBegun)))] = h.Sessions
		hours[string(periodKey(hour, byVisitors, projector.BoundedKey("")))] = h.Visitors
	}
	countAll(t.Bucket("hour"), hours)
}

func sessionCounts(s events.SessionTotals) map[string]int64 {
	return map[string]int64{sessionsBegun: s.Begun, sessionsViews: s.Views, sessionsBounced: s.Bounced, sessionsMillis: s.Milliseconds}
}

// forgetPresent removes the visitors of a day.
func forgetPresent(t *projector.Tx, day uint32) {
	present := t.Bucket("present")
	removeAll(present, presentIn(inDay, day), func(_, _ []byte) {})
	for hour := range uint32(hoursInDay) {
		removeAll(present, presentIn(inHour, day*hoursInDay+hour), func(_, _ []byte) {})
	}
}

// forgetVisitors removes the visitors last seen up to a day, and the addresses of those first seen up to it.
func (a *analytics) forgetVisitors(t *projector.Tx, e *events.DaySummarized, day uint32) {
	removed := int64(0)
	for _, id := range removeUpTo(t.Bucket("left"), day) {
		t.Bucket("visitor").Delete(id[:])
		removed++
	}
	if e.Left != removed {
		t.Bucket("total").Count(visitorsCounted, e.Left-removed)
	}
	for _, id := range removeUpTo(t.Bucket("met"), day) {
		a.erase(t, id)
	}
}

// removeAll deletes the pairs whose keys begin with prefix, after visiting them.
func removeAll(b projector.Bucket, prefix []byte, visit func(key, payload []byte)) {
	var keys [][]byte
	b.Scan(prefix, nil, func(key, payload []byte) bool {
		visit(key, payload)
		keys = append(keys, bytes.Clone(key))
		return true
	})
	for _, key := range keys {
		b.Delete(key)
	}
}

// removeUpTo empties an index by day up to a day, and returns its visitors.
func removeUpTo(b projector.Bucket, day uint32) []uuid.UUID {
	var keys [][]byte
	b.Scan(nil, []byte{}, func(key, _ []byte) bool {
		if len(key) != 20 {
			panic(projector.Damage(fmt.Sprintf("a key of %s is of the wrong length", b.Name)))
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
		b.Delete(key)
	}
	return ids
}

// lasting returns what a check compares of analytics. Once there are summaries, the log may lack views: a replay
// numbers the visitors differently, and knows less of their earlier visits. The counts are the same.
func lasting(t *projector.Tx) (string, error) {
	if !hasSummaries(t, 0, latestHour) {
		return t.Sum(func(string, []byte) bool { return true })
	}
	sum, err := t.Sum(func(name string, key []byte) bool {
		return name != "visitor" && name != "seen" && name != "present" && !(name == "total" && bytes.Equal(key, visitorNumbers))
	})
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write([]byte(sum))
	t.Bucket("present").Scan(nil, []byte{}, func(key, _ []byte) bool {
		here := newPeople()
		here.addPeriod(t, key[0], binary.BigEndian.Uint32(key[1:]))
		h.Write(key)
		h.Write(projector.Number(here.count()))
		return true
	})
	return hex.EncodeToString(h.Sum(nil)), nil
}
