// How old visits are, for their retention.

package analytics

import (
	"encoding/binary"
	"time"

	"candor/projections/projector"
)

// CountStored returns how many page views and visitors from before a time the log still has, and when the oldest of all are from, to the
// hour or, of visitors, to the day: zero if there are none. Its error is ErrNotReady.
func (a *Reader) CountStored(before time.Time) (count int64, oldest time.Time, err error) {
	until, now := hourOf(before.UnixNano()), a.Clock()
	err = a.ReadCurrent(func(_ *analytics, t *projector.Tx) error {
		count, oldest = 0, time.Time{}
		note := func(hour uint32) {
			if at := hourTime(hour); oldest.IsZero() || at.Before(oldest) {
				oldest = at
			}
		}
		t.Bucket("kept").Scan(nil, []byte{}, func(key, stored []byte) bool {
			day, seconds := binary.BigEndian.Uint32(key), projector.ParseNumber(stored)
			first := day * hoursInDay
			if seconds > 0 {
				first = max(first, hourOf(now.Add(-time.Duration(seconds)*time.Second).UnixNano()))
			}
			for hour := first; hour < (day+1)*hoursInDay; hour++ {
				unit{inHour, hour}.counts(t, byDevice, func(_ string, n int64) {
					if note(hour); hour < until {
						count += n
					}
				})
			}
			return true
		})
		t.Bucket("met").Scan(nil, []byte{}, func(key, stored []byte) bool {
			day := binary.BigEndian.Uint32(key)
			if hasExpired(day, projector.ParseNumber(stored), now) {
				return true
			}
			if note(day * hoursInDay); (day+1)*hoursInDay <= until {
				count++
			}
			return true
		})
		return nil
	})
	return count, oldest, err
}
