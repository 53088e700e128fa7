// Series: what people did over a range of time, for the chart and the lists beside it. Bots are
// left out and counted apart.

package projections

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"
)

// SeriesRange is how far back a series goes.
type SeriesRange string

// SeriesBucket is what each point of a series stands for.
type SeriesBucket string

// The ranges. All but the first are whole days (UTC), today included; RangeAll begins with the first view.
const (
	Range24Hours SeriesRange = "24h"
	Range7Days   SeriesRange = "7d"
	Range30Days  SeriesRange = "30d"
	Range90Days  SeriesRange = "90d"
	RangeAll     SeriesRange = "all"
)

// The buckets. Weeks begin on Monday; nobody asks for them, a long RangeAll is told in them.
const (
	BucketHour SeriesBucket = "hour"
	BucketDay  SeriesBucket = "day"
	BucketWeek SeriesBucket = "week"
)

const (
	seriesTop  = 10  // entries of each list of a series
	mostDays   = 400 // more are told in weeks
	daysInWeek = 7
	mondayOff  = 3 // days from a Monday to 1970-01-01, a Thursday
)

// days is how many days a range has; 0: that depends on the views.
var days = map[SeriesRange]uint32{Range7Days: 7, Range30Days: 30, Range90Days: 90}

// Series is what people did in a range of time.
type Series struct {
	Range     SeriesRange     `json:"range"`
	Bucket    SeriesBucket    `json:"bucket"`
	From      time.Time       `json:"from"`
	To        time.Time       `json:"to"` // exclusive: the end of the current hour or day
	Buckets   []SeriesPoint   `json:"buckets"`
	Views     int64           `json:"views"`
	Visitors  int64           `json:"visitors"` // each counted once
	Bots      int64           `json:"bots"`     // views of bots, left out of all the rest
	Referrers []ReferrerCount `json:"referrers"`
	Browsers  []BrowserCount  `json:"browsers"`
	Systems   []SystemCount   `json:"systems"`
	Devices   []DeviceCount   `json:"devices"`
	Pages     []PageCount     `json:"pages"`
	Countries []CountryCount  `json:"countries"`
}

// SeriesPoint is one bucket.
type SeriesPoint struct {
	Start    time.Time `json:"start"` // UTC; the first may be cut short by the range's beginning
	Views    int64     `json:"views"`
	Visitors int64     `json:"visitors"` // each counted once
}

// ReferrerCount is how many views came from a site ("search.example"); "" is a direct visit.
type ReferrerCount struct {
	Referrer string `json:"referrer"`
	Count    int64  `json:"count"`
}

// BrowserCount is how many views a browser made; "" is an unknown one.
type BrowserCount struct {
	Browser string `json:"browser"`
	Count   int64  `json:"count"`
}

// SystemCount is how many views came from an operating system; "" is an unknown one.
type SystemCount struct {
	System string `json:"system"`
	Count  int64  `json:"count"`
}

// DeviceCount is how many views came from a class of device: desktop, phone, tablet or "".
type DeviceCount struct {
	Device string `json:"device"`
	Count  int64  `json:"count"`
}

// seriesKey is what an answer depends on: ranges move with the hour.
type seriesKey struct {
	span   SeriesRange
	bucket SeriesBucket
	hour   uint32
}

// SeriesAnswer returns the series of a range up to now, by hour or by day. It is made on demand
// when something has changed since. Hours of 90 days and more are for the caller to refuse. Its
// error is ErrNotReady, also while a file of an older version answers, which has no series.
func (a *Analytics) SeriesAnswer(span SeriesRange, bucket SeriesBucket, now time.Time) (*Answer, error) {
	m, err := a.now()
	if err != nil {
		return nil, err
	}
	key := seriesKey{span, bucket, hourOf(now.UnixNano())}
	kept, epoch := m.series.get(key)
	if kept != nil {
		return kept, nil
	}
	var answer *Answer
	err = a.p.query(func(g *generation, t *txn) error {
		if g.frozen {
			return ErrNotReady
		}
		answer = listAnswer(encode(series(t, key)), 1, time.Time{})
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.series.keep(epoch, key, answer, nil)
	return answer, nil
}

// plan is a range in the units that are stored: [from, to) in hours or days since 1970.
type plan struct {
	bucket   SeriesBucket
	byHour   bool
	from, to uint32
}

func planOf(t *txn, k seriesKey) plan {
	today := k.hour / hoursInDay
	first := today
	switch {
	case k.span == Range24Hours:
		return plan{k.bucket, true, k.hour - min(k.hour, hoursInDay-1), k.hour + 1}
	case k.span == RangeAll:
		first = min(firstDay(t, today), today)
	default:
		first -= min(first, days[k.span]-1)
	}
	if k.bucket == BucketHour {
		return plan{BucketHour, true, first * hoursInDay, k.hour + 1}
	}
	p := plan{BucketDay, false, first, today + 1}
	if p.to-p.from > mostDays {
		p.bucket = BucketWeek
	}
	return p
}

// firstDay is the day of the first view of a person, otherwise when there is none.
func firstDay(t *txn, otherwise uint32) uint32 {
	t.bucket("day").scan(nil, nil, func(key, _ []byte) bool {
		period, dimension, text := splitPeriodKey(key)
		if dimension == byDevice && text == botDevice {
			return true
		}
		otherwise = period
		return false
	})
	return otherwise
}

// start is when the unit begins.
func (p plan) start(unit uint32) time.Time {
	if p.byHour {
		return time.Unix(int64(unit)*3600, 0).UTC()
	}
	return time.Unix(int64(unit)*86400, 0).UTC()
}

// point tells the units of one bucket from those of another.
func (p plan) point(unit uint32) uint32 {
	switch {
	case p.byHour && p.bucket == BucketDay:
		return unit / hoursInDay
	case p.bucket == BucketWeek:
		return (unit + mondayOff) / daysInWeek
	}
	return unit
}

func series(t *txn, k seriesKey) Series {
	p := planOf(t, k)
	s := Series{Range: k.span, Bucket: p.bucket, From: p.start(p.from), To: p.start(p.to), Buckets: []SeriesPoint{}}
	kind, counts := byte(inDay), t.bucket("day")
	if p.byHour {
		kind, counts = inHour, t.bucket("hour")
	}
	all, here := people{}, people{}
	for unit := p.from; unit < p.to; unit++ {
		if unit == p.from || p.point(unit) != p.point(unit-1) {
			here.empty()
			s.Buckets = append(s.Buckets, SeriesPoint{Start: p.start(unit)})
		}
		point := &s.Buckets[len(s.Buckets)-1]
		counts.scan(periodKey(unit, byDevice, nil), nil, func(key, stored []byte) bool {
			if _, _, device := splitPeriodKey(key); device == botDevice {
				s.Bots += int64(fromNumber(stored))
			} else {
				point.Views += int64(fromNumber(stored))
			}
			return true
		})
		here.addPeriod(t, kind, unit)
		if unit+1 == p.to || p.point(unit+1) != p.point(unit) {
			point.Visitors = here.count()
			s.Views += point.Views
			all.join(here)
		}
	}
	s.Visitors = all.count()
	s.lists(t, k, p)
	return s
}

// lists fills the tops from the coarsest counts that fit the range.
func (s *Series) lists(t *txn, k seriesKey, p plan) {
	top := func(dimension byte) []ranked {
		counts := map[string]int64{}
		add := func(text string, stored []byte) {
			if dimension != byDevice || text != botDevice {
				counts[text] += int64(fromNumber(stored))
			}
		}
		if k.span == RangeAll {
			t.bucket("ever").scan([]byte{dimension}, nil, func(key, stored []byte) bool {
				add(textOf(key[1:]), stored)
				return true
			})
			return topOf(counts)
		}
		name, from, to := "day", p.from, p.to
		if p.byHour && k.span == Range24Hours {
			name = "hour"
		} else if p.byHour {
			from, to = p.from/hoursInDay, (p.to-1)/hoursInDay+1
		}
		for unit := from; unit < to; unit++ {
			t.bucket(name).scan(periodKey(unit, dimension, nil), nil, func(key, stored []byte) bool {
				_, _, text := splitPeriodKey(key)
				add(text, stored)
				return true
			})
		}
		return topOf(counts)
	}
	s.Referrers = listOf(top(byReferrer), func(r ranked) ReferrerCount { return ReferrerCount{r.Text, r.Count} })
	s.Browsers = listOf(top(byBrowser), func(r ranked) BrowserCount { return BrowserCount{r.Text, r.Count} })
	s.Systems = listOf(top(bySystem), func(r ranked) SystemCount { return SystemCount{r.Text, r.Count} })
	s.Devices = listOf(top(byDevice), func(r ranked) DeviceCount { return DeviceCount{r.Text, r.Count} })
	s.Pages = listOf(top(byPage), func(r ranked) PageCount { return PageCount{r.Text, r.Count} })
	s.Countries = listOf(top(byCountry), func(r ranked) CountryCount { return CountryCount{r.Text, r.Count} })
}

// topOf ranks counts and keeps the first.
func topOf(counts map[string]int64) []ranked {
	all := make([]ranked, 0, len(counts))
	for text, n := range counts {
		all = append(all, ranked{text, n})
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	return all[:min(len(all), seriesTop)]
}

func listOf[T any](top []ranked, as func(ranked) T) []T {
	list := make([]T, len(top))
	for i, r := range top {
		list[i] = as(r)
	}
	return list
}

// splitPeriodKey undoes periodKey.
func splitPeriodKey(key []byte) (period uint32, dimension byte, text string) {
	if len(key) < 6 {
		panic(damage{"a count has a wrong key"})
	}
	return binary.BigEndian.Uint32(key), key[4], textOf(key[5:])
}

// textOf undoes boundedKey; of a very long text the beginning is left.
func textOf(key []byte) string {
	switch {
	case len(key) > 0 && key[0] == '=':
		return string(key[1:])
	case len(key) > 1+2*etagHash && key[0] == '~':
		return string(key[1 : len(key)-2*etagHash])
	}
	panic(damage{"a counted text has a wrong key"})
}
