// Series: visits over a range of time, for the chart and the lists beside it. Bots are excluded and
// counted separately. span.go says which hours a range has.

package analytics

import (
	"time"

	"candor/projections/answers"
	"candor/projections/projector"
)

const seriesTop = 10 // entries of each list of a series

// Series holds the visits of a range of time.
type Series struct {
	Range      SeriesRange     `json:"range"`
	Bucket     SeriesBucket    `json:"bucket"`
	From       time.Time       `json:"from"`
	To         time.Time       `json:"to"` // exclusive; the end of the current hour or day for ranges that last until now
	Buckets    []SeriesPoint   `json:"buckets"`
	Views      int64           `json:"views"`
	Visitors   int64           `json:"visitors"` // each counted once
	Bots       int64           `json:"bots"`     // views by bots, which are in no other number
	Sessions   Sessions        `json:"sessions"` // that began in the range
	EntryPages []PageCount     `json:"entryPages"`
	Referrers  []ReferrerCount `json:"referrers"`
	Browsers   []BrowserCount  `json:"browsers"`
	Systems    []SystemCount   `json:"systems"`
	Devices    []DeviceCount   `json:"devices"`
	Pages      []PageCount     `json:"pages"`
	Countries  []CountryCount  `json:"countries"`
}

// SeriesPoint is one bucket.
type SeriesPoint struct {
	Start    time.Time `json:"start"` // UTC; the first may be cut short by the range's beginning
	Views    int64     `json:"views"`
	Visitors int64     `json:"visitors"` // each counted once
	Sessions int64     `json:"sessions"` // that began in it
}

// ReferrerCount counts the views from a site ("search.example"); "" is a direct visit.
type ReferrerCount struct {
	Referrer string `json:"referrer"`
	Count    int64  `json:"count"`
}

// BrowserCount counts the views with a browser; "" is an unknown one.
type BrowserCount struct {
	Browser string `json:"browser"`
	Count   int64  `json:"count"`
}

// SystemCount counts the views with an operating system; "" is an unknown one.
type SystemCount struct {
	System string `json:"system"`
	Count  int64  `json:"count"`
}

// DeviceCount counts the views with a class of device: desktop, phone, tablet or "".
type DeviceCount struct {
	Device string `json:"device"`
	Count  int64  `json:"count"`
}

// SeriesAnswer returns the series of a range up to now, by hour or by day. It is made on demand
// after a change. The caller refuses hours of 90 days and more. Its error is ErrNotReady, also while a file of an older version answers,
// which has no series.
func (a *Reader) SeriesAnswer(span SeriesRange, bucket SeriesBucket, now time.Time) (*answers.Answer, error) {
	return a.seriesOf(seriesKey{span: span, bucket: bucket, hour: hourOf(now.UnixNano())})
}

// SeriesBetween is SeriesAnswer for the hours from the one that contains from up to to, exclusive; hours that begin after now are left out.
func (a *Reader) SeriesBetween(from, to time.Time, bucket SeriesBucket, now time.Time) (*answers.Answer, error) {
	return a.seriesOf(seriesKey{span: RangeCustom, bucket: bucket, hour: hourOf(now.UnixNano()),
		from: hourOf(from.UnixNano()), to: hourOf(to.UnixNano()-1) + 1})
}

func (a *Reader) seriesOf(key seriesKey) (*answers.Answer, error) {
	m, err := a.Model()
	if err != nil {
		return nil, err
	}
	return m.series.Answer(key, false, func() (answer *answers.Answer, _ []int64, err error) {
		err = a.ReadCurrent(func(_ *analytics, t *projector.Tx) (err error) {
			answer, err = answers.NewCounted(projector.Encode(series(t, key)), 1, time.Time{})
			return err
		})
		return answer, nil, err
	})
}

// Points returns the buckets of a range up to now, without the lists of a series. Its error is that of SeriesAnswer.
func (a *Reader) Points(span SeriesRange, bucket SeriesBucket, now time.Time) (points []SeriesPoint, err error) {
	err = a.ReadCurrent(func(_ *analytics, t *projector.Tx) error {
		s := Series{Buckets: []SeriesPoint{}}
		s.count(t, planOf(t, seriesKey{span: span, bucket: bucket, hour: hourOf(now.UnixNano())}))
		points = s.Buckets
		return nil
	})
	return points, err
}

func series(t *projector.Tx, k seriesKey) Series {
	p := planOf(t, k)
	s := Series{Range: k.span, Bucket: p.bucket, From: hourTime(p.from), To: hourTime(p.to), Buckets: []SeriesPoint{}}
	s.count(t, p)
	s.lists(t, p, k.span == RangeAll)
	return s
}

// count fills the buckets and the totals.
func (s *Series) count(t *projector.Tx, p plan) {
	var all, here audience
	var point *SeriesPoint
	var at uint32
	end := func() {
		if point != nil {
			s.Views += point.Views
			all.join(&here)
			point.Visitors = here.count(t)
			here.empty()
		}
	}
	for u := range p.units {
		if point == nil || p.point(u) != at {
			end()
			at = p.point(u)
			s.Buckets = append(s.Buckets, SeriesPoint{Start: hourTime(u.start())})
			point = &s.Buckets[len(s.Buckets)-1]
		}
		u.counts(t, byDevice, func(device string, n int64) {
			if device == botDevice {
				s.Bots += n
			} else {
				point.Views += n
			}
		})
		u.counts(t, bySession, func(what string, n int64) {
			if what == sessionsBegun {
				point.Sessions += n
			}
		})
		here.add(t, u)
	}
	end()
	s.Visitors = all.count(t)
}

// lists fills the sessions and the tops, from the coarsest counts that fit the range.
func (s *Series) lists(t *projector.Tx, p plan, ever bool) {
	all := map[byte]map[string]int64{}
	for _, dimension := range []byte{bySession, byEntry, byReferrer, byBrowser, bySystem, byDevice, byPage, byCountry} {
		counts := map[string]int64{}
		all[dimension] = counts
		add := func(text string, n int64) { counts[text] += n }
		if ever {
			t.Bucket("ever").Scan([]byte{dimension}, nil, func(key, stored []byte) bool {
				add(textOf(key[1:]), int64(projector.ParseNumber(stored)))
				return true
			})
			continue
		}
		for u := range p.coarse {
			u.counts(t, dimension, add)
		}
	}
	delete(all[byDevice], botDevice)
	s.Sessions = sessionsOf(all[bySession])
	s.EntryPages = listOf(all[byEntry], func(r ranked) PageCount { return PageCount{Page: r.Text, Count: r.Count} })
	s.Referrers = listOf(all[byReferrer], func(r ranked) ReferrerCount { return ReferrerCount{r.Text, r.Count} })
	s.Browsers = listOf(all[byBrowser], func(r ranked) BrowserCount { return BrowserCount{r.Text, r.Count} })
	s.Systems = listOf(all[bySystem], func(r ranked) SystemCount { return SystemCount{r.Text, r.Count} })
	s.Devices = listOf(all[byDevice], func(r ranked) DeviceCount { return DeviceCount{r.Text, r.Count} })
	s.Pages = listOf(all[byPage], func(r ranked) PageCount { return PageCount{Page: r.Text, Count: r.Count} })
	s.Countries = listOf(all[byCountry], func(r ranked) CountryCount { return CountryCount{r.Text, r.Count} })
}

// listOf ranks counts and returns the first.
func listOf[T any](counts map[string]int64, as func(ranked) T) []T {
	all := rank(counts)
	list := make([]T, min(len(all), seriesTop))
	for i := range list {
		list[i] = as(all[i])
	}
	return list
}
