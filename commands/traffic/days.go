// The name of a day's stream, made once a day instead of once a view.

package traffic

import (
	"sync/atomic"
	"time"

	"candor/events"
)

// days remembers the stream of the day that was asked for last. The zero value is ready.
type days struct{ last atomic.Pointer[day] }

type day struct {
	number int64 // days since 1970
	stream string
}

// stream is the page views' stream at t.
func (d *days) stream(t time.Time) string {
	number := t.Unix() / (24 * 60 * 60) // t is after 1970: it is within a week of now
	if l := d.last.Load(); l != nil && l.number == number {
		return l.stream
	}
	l := &day{number, events.PageViewStream(t)}
	d.last.Store(l)
	return l.stream
}
