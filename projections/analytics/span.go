// Spans: which hours a series covers, and in which of the stored periods they are counted.

package analytics

import "candor/projections/projector"

// SeriesRange names how far back a series goes.
type SeriesRange string

// SeriesBucket names the period of a series's points.
type SeriesBucket string

// The ranges. All but the first and the last are whole days (UTC), today included; RangeAll begins
// with the first view. RangeCustom is named in answers only: see SeriesBetween.
const (
	Range24Hours SeriesRange = "24h"
	Range7Days   SeriesRange = "7d"
	Range30Days  SeriesRange = "30d"
	Range90Days  SeriesRange = "90d"
	RangeAll     SeriesRange = "all"
	RangeCustom  SeriesRange = "custom"
)

// The buckets. Weeks begin on Monday. They can't be requested; long ranges are shown in them.
const (
	BucketHour SeriesBucket = "hour"
	BucketDay  SeriesBucket = "day"
	BucketWeek SeriesBucket = "week"
)

const (
	maxDays    = 400 // longer ranges are shown in weeks
	daysInWeek = 7
	mondayOff  = 3 // days from a Monday to 1970-01-01, a Thursday
)

// days returns how many days a range has; 0: that depends on the views.
var days = map[SeriesRange]uint32{Range7Days: 7, Range30Days: 30, Range90Days: 90}

// seriesKey holds what an answer depends on: ranges move with the hour.
type seriesKey struct {
	span     SeriesRange
	bucket   SeriesBucket
	hour     uint32 // now
	from, to uint32 // hours of RangeCustom
}

// plan is a range of hours since 1970, [from, to). The hours up to counted are counted; it is
// after to only if nothing can have happened in between.
type plan struct {
	bucket            SeriesBucket
	from, to, counted uint32
}

func planOf(t *projector.Tx, k seriesKey) plan {
	today := k.hour / hoursInDay
	tomorrow := (today + 1) * hoursInDay
	p := plan{bucket: k.bucket, from: today * hoursInDay, to: tomorrow}
	switch k.span {
	case RangeCustom:
		p.from, p.to = min(k.from, k.hour), min(k.to, tomorrow)
		if p.from/hoursInDay+maxDays < today { // there may be no views so far back
			p.from = max(p.from, min(minDay(t, today)*hoursInDay, p.to-1))
		}
	case Range24Hours:
		p.from, p.to = k.hour-min(k.hour, hoursInDay-1), k.hour+1
	case RangeAll:
		p.from = min(minDay(t, today), today) * hoursInDay
	default:
		p.from = (today - min(today, days[k.span]-1)) * hoursInDay
	}
	if p.bucket == BucketHour {
		p.to = min(p.to, k.hour+1)
	}
	if hasSummaries(t, p.from/hoursInDay, (p.to-1)/hoursInDay) { // summarised days are known only as a whole
		p.from -= p.from % hoursInDay
		if p.to <= k.hour {
			p.to = (p.to + hoursInDay - 1) / hoursInDay * hoursInDay
		}
	}
	if p.bucket == BucketDay && (p.to-p.from)/hoursInDay > maxDays {
		p.bucket = BucketWeek
	}
	p.counted = p.to
	if p.to > k.hour {
		p.counted = tomorrow
	}
	return p
}

// minDay returns the day of the first view that isn't a bot's, otherwise if there is none.
func minDay(t *projector.Tx, otherwise uint32) uint32 {
	t.Bucket("day").Scan(nil, nil, func(key, _ []byte) bool {
		period, dimension, text := splitPeriodKey(key)
		if dimension != byDevice || text == botDevice {
			return true
		}
		otherwise = period
		return false
	})
	return otherwise
}

// unit is a period that has counts of its own: an hour or a day since 1970.
type unit struct {
	kind   byte // inHour or inDay
	period uint32
}

// start returns the unit's first hour.
func (u unit) start() uint32 {
	if u.kind == inDay {
		return u.period * hoursInDay
	}
	return u.period
}

func (u unit) day() uint32 { return u.start() / hoursInDay }

// counts visits the counts of one dimension.
func (u unit) counts(t *projector.Tx, dimension byte, visit func(text string, n int64)) {
	name := "hour"
	if u.kind == inDay {
		name = "day"
	}
	t.Bucket(name).Scan(periodKey(u.period, dimension, nil), nil, func(key, stored []byte) bool {
		_, _, text := splitPeriodKey(key)
		visit(text, int64(projector.ParseNumber(stored)))
		return true
	})
}

// coarse yields the fewest units that cover the counted hours: whole days, and hours at the ends.
func (p plan) coarse(yield func(unit) bool) {
	for hour := p.from; hour < p.counted; {
		if hour%hoursInDay == 0 && hour+hoursInDay <= p.counted {
			if !yield(unit{inDay, hour / hoursInDay}) {
				return
			}
			hour += hoursInDay
			continue
		}
		if !yield(unit{inHour, hour}) {
			return
		}
		hour++
	}
}

// units yields the units of the points, in order.
func (p plan) units(yield func(unit) bool) {
	if p.bucket != BucketHour {
		p.coarse(yield)
		return
	}
	for hour := p.from; hour < p.to && yield(unit{inHour, hour}); hour++ {
	}
}

// point returns the start of the bucket that a unit belongs to.
func (p plan) point(u unit) uint32 {
	switch p.bucket {
	case BucketHour:
		return u.period
	case BucketWeek:
		return (u.day() + mondayOff) / daysInWeek
	}
	return u.day()
}
