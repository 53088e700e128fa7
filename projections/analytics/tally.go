// Counting page views by hour, by day and over all time, in several dimensions. Of bots only the
// device is counted: they have no visits, but their number is shown.

package analytics

import "candor/projections/projector"

// tally holds what a batch adds to the counts. Buckets:
//
//	hour   00 07 9c 51 'p' "=/reviews/12" → views in that hour since 1970, by dimension and text, u64
//	day    00 00 51 2e 'p' "=/reviews/12" → in that day
//	ever   'p' "=/reviews/12"             → in all
type tally struct {
	touched [128][]*label     // by dimension: labels with a count
	hours   map[hourKey]int64 // counts of labels that moved to another hour, and of sessions
	bots    map[hourKey]int64 // of pages and countries; the hour is the first of its day

	byHour, byDay, byAll additions // of a flush; stored here so that the next one reuses their memory
}

type hourKey struct {
	dimension byte
	hour      uint32
	text      string
}

func newTally() tally {
	return tally{hours: map[hourKey]int64{}, bots: map[hourKey]int64{}}
}

// view counts one view.
func (y *tally) view(v *pageView, hour uint32) {
	y.count(byDevice, v.device, hour)
	if v.device.text == botDevice {
		y.bots[hourKey{botsByPage, hour - hour%hoursInDay, v.page.text}]++
		y.bots[hourKey{botsBy, hour - hour%hoursInDay, v.country.text}]++
		return
	}
	y.count(byPage, v.page, hour)
	y.count(byCountry, v.country, hour)
	y.count(byReferrer, v.referrer, hour)
	y.count(byBrowser, v.browser, hour)
	y.count(bySystem, v.system, hour)
}

// count adds one view to a label's hour.
func (y *tally) count(dimension byte, l *label, hour uint32) {
	if l.by != y {
		l.by, l.count = y, 0
	}
	if l.count == 0 {
		y.touched[dimension] = append(y.touched[dimension], l)
		l.hour = hour
	} else if l.hour != hour {
		y.hours[hourKey{dimension, l.hour, l.text}] += l.count
		l.hour, l.count = hour, 0
	}
	l.count++
}

// add counts n of a text in an hour; n may be negative.
func (y *tally) add(dimension byte, hour uint32, text string, n int64) {
	y.hours[hourKey{dimension, hour, text}] += n
}

// flush writes the counts and the totals and tops of pages and countries, and starts again.
func (y *tally) flush(t *projector.Tx) {
	for dimension, list := range y.touched {
		for _, l := range list {
			y.hours[hourKey{byte(dimension), l.hour, l.text}] += l.count
			l.count = 0
		}
		y.touched[dimension] = nil
	}
	pages, countries := map[string]int64{}, map[string]int64{}
	for k, n := range y.bots {
		y.byDay.add(projector.AppendBounded(appendPeriod(y.byDay.next(), k.hour/hoursInDay, k.dimension), k.text), n)
	}
	y.bots = map[hourKey]int64{}
	for k, n := range y.hours {
		switch k.dimension {
		case byPage:
			pages[k.text] += n
		case byCountry:
			countries[k.text] += n
		}
		y.byHour.add(projector.AppendBounded(appendPeriod(y.byHour.next(), k.hour, k.dimension), k.text), n)
		y.byDay.add(projector.AppendBounded(appendPeriod(y.byDay.next(), k.hour/hoursInDay, k.dimension), k.text), n)
		y.byAll.add(projector.AppendBounded(append(y.byAll.next(), k.dimension), k.text), n)
	}
	y.hours = map[hourKey]int64{}
	countEach(t.Bucket("hour"), &y.byHour)
	countEach(t.Bucket("day"), &y.byDay)
	countEach(t.Bucket("ever"), &y.byAll)
	updateTop(t, topPages, "page", pages)
	updateTop(t, topCountries, "country", countries)
}
