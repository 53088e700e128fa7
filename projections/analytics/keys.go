// Keys and names that the buckets of the visits share.

package analytics

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"candor/projections/projector"
)

// The dimensions of the counts.
const (
	byPage     = 'p'
	byCountry  = 'c'
	byDevice   = 'd' // also of bots
	byReferrer = 'r' // the site, "search.example"; "" without one
	byBrowser  = 'b'
	bySystem   = 's'
	byEntry    = 'e' // sessions by their first page, in the hour they began
	bySession  = 'n' // see session.go
	botsByPage = 'P' // bots' views; by day only, for its summary
	botsBy     = 'C' // the same by country
)

const (
	hoursInDay = 24
	latestHour = 1<<32 - 2 // since 1970
)

const (
	pageViewEvent = "page_view" // the event that counts as a view; others are only in the recent activity
	botDevice     = "bot"       // the class of device that isn't a person's
)

var (
	visitorsCounted = []byte("visitors")
	visitorNumbers  = []byte("numbers")
	topPages        = []byte("pages")
	topCountries    = []byte("countries")
	recentEvents    = []byte("events")
)

// hourOf returns the hour since 1970 of a time.
func hourOf(at int64) uint32 { return uint32(min(max(0, at/int64(time.Hour)), latestHour)) }

// dayOf returns the day since 1970 of a time.
func dayOf(at time.Time) uint32 { return hourOf(at.UnixNano()) / hoursInDay }

// hourTime returns when an hour begins.
func hourTime(hour uint32) time.Time { return time.Unix(int64(hour)*3600, 0).UTC() }

// dayKey returns a day as a key.
func dayKey(day uint32) []byte { return binary.BigEndian.AppendUint32(nil, day) }

// dayPerson returns the key of a visitor in an index by day.
func dayPerson(day uint32, id uuid.UUID) []byte {
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, 20), day), id[:]...)
}

// periodKey returns the key of a text in an hour or a day; without a text, the
// prefix of all keys of the dimension in that period.
func periodKey(period uint32, dimension byte, text []byte) []byte {
	return append(appendPeriod(make([]byte, 0, 5+len(text)), period, dimension), text...)
}

// appendPeriod appends the key of a period and a dimension.
func appendPeriod(key []byte, period uint32, dimension byte) []byte {
	return append(binary.BigEndian.AppendUint32(key, period), dimension)
}

// splitPeriodKey reverses periodKey.
func splitPeriodKey(key []byte) (period uint32, dimension byte, text string) {
	if len(key) < 6 {
		panic(projector.Damage("a count has a wrong key"))
	}
	return binary.BigEndian.Uint32(key), key[4], textOf(key[5:])
}

// textOf reverses boundedKey; of a very long text it returns the beginning.
func textOf(key []byte) string {
	switch {
	case len(key) > 0 && key[0] == '=':
		return string(key[1:])
	case len(key) > 1+2*projector.ShortHashSize && key[0] == '~':
		return string(key[1 : len(key)-2*projector.ShortHashSize])
	}
	panic(projector.Damage("a counted text has a wrong key"))
}
