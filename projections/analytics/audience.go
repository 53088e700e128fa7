// Audiences: the visitors of several periods, each counted once. The visitors of a summarised day
// are no longer known, only how many of them returned when (daysummary.go): those who returned within the range are counted on that later
// day.

package analytics

import "candor/projections/projector"

// audience is a set of visitors. The zero value is empty.
type audience struct {
	known          people
	summarizedDays []uint32 // summarised days, ascending
	last           uint32   // day of the last unit
	alone          bool     // it is one hour of a summarised day,
	inHour         int64    // which had so many visitors
}

// add adds the visitors of a unit; units come in order.
func (a *audience) add(t *projector.Tx, u unit) {
	if a.known.Bitmap == nil {
		a.known = newPeople()
	}
	a.last = u.day()
	if !hasSummaries(t, a.last, a.last) {
		a.known.addPeriod(t, u.kind, u.period)
		return
	}
	if len(a.summarizedDays) == 0 || a.summarizedDays[len(a.summarizedDays)-1] != a.last {
		a.summarizedDays = append(a.summarizedDays, a.last)
	}
	if u.kind == inHour {
		a.alone = true
		u.counts(t, byVisitors, func(_ string, n int64) { a.inHour += n })
	}
}

// join adds a later audience.
func (a *audience) join(later *audience) {
	if a.known.Bitmap == nil {
		a.known = newPeople()
	}
	if later.known.Bitmap != nil {
		a.known.Or(later.known.Bitmap)
	}
	a.last = later.last
	for _, day := range later.summarizedDays {
		if len(a.summarizedDays) == 0 || a.summarizedDays[len(a.summarizedDays)-1] != day {
			a.summarizedDays = append(a.summarizedDays, day)
		}
	}
}

// count returns the number of visitors. Summarised days are whole, or the audience is one hour of one.
func (a *audience) count(t *projector.Tx) int64 {
	if a.alone {
		return a.inHour
	}
	n := int64(0)
	if a.known.Bitmap != nil {
		n = a.known.count()
	}
	for _, day := range a.summarizedDays {
		n += lastSeenBy(t, day, a.last)
	}
	return n
}

// empty removes all visitors.
func (a *audience) empty() {
	a.known = newPeople()
	a.summarizedDays, a.alone, a.inHour = a.summarizedDays[:0], false, 0
}
