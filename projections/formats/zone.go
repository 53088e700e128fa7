// A time zone as numbers, for engines that know none.

package formats

import "time"

// zoneStart is when zones begin; earlier times have the offset of then.
var zoneStart = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// lastYear is the year with whose end zones end: later times have the offset of then.
func lastYear() int { return time.Now().UTC().Year() + 2 }

// zone returns the offsets of a time zone as pairs of minutes: since the pair before it, the first since zoneStart, and east of UTC from
// then on. It is empty for UTC, and for a zone that this machine doesn't know.
func zone(name string, until int) []int {
	pairs := []int{}
	place, err := time.LoadLocation(name)
	if err != nil {
		return pairs
	}
	before, offset := zoneStart, 0
	for at, end := zoneStart, time.Date(until+1, 1, 1, 0, 0, 0, 0, time.UTC); at.Before(end); {
		local := at.In(place)
		if _, now := local.Zone(); now != offset {
			pairs = append(pairs, int(at.Sub(before)/time.Minute), now/60)
			before, offset = at, now
		}
		_, next := local.ZoneBounds()
		if next.IsZero() {
			break
		}
		at = next
	}
	return pairs
}
