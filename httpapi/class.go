// Classes: what a request is worth when there are more than can be answered, and how many of each are answered at a time.

package httpapi

import "sync/atomic"

// class says what a request is worth when there are more than can be answered.
type class uint8

const (
	_           class = iota
	classNeeded       // never refused: health, the admin, bots, writes
	classViews        // page views: browsers keep them and send them again
	classMade         // public reads whose answer must be made first: a page rendered, a list assembled
	classReady        // all public reads
	classes
)

var classNames = [classes]string{"", "needed", "views", "made", "ready"}

// maxInFlight is how many requests of a class are answered at a time. A read that something must be made for counts as both.
var maxInFlight = [classes]int64{classViews: 256, classMade: 64, classReady: 512}

// inFlight counts the requests that are being answered, by class. The zero value is ready, and safe for concurrent use.
type inFlight struct {
	now    [classes]atomic.Int64
	warned atomic.Int64 // when a refusal was last logged, in Unix nanoseconds
}

// enter counts a request, unless there are too many of its class.
func (f *inFlight) enter(c class) bool {
	if f.now[c].Add(1) > maxInFlight[c] {
		f.now[c].Add(-1)
		return false
	}
	return true
}

// leave ends what a successful enter has begun.
func (f *inFlight) leave(c class) { f.now[c].Add(-1) }
