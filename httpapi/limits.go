// Limits: so much for each subject in any rolling span of time, counted exactly.

package httpapi

import (
	"slices"
	"sync"
	"time"
)

// The limits of design.md.
const (
	keyRequests    = 1000 // requests an API key has in any keySpan; a bulk counts one an item
	keySpan        = time.Hour
	bulkRepeats    = 60 // bulks that an API key may send again in any keySpan, at no cost
	signInFailures = 10 // failed sign-ins an IPv4 address or an IPv6 /64 has in any signInSpan
	siteFailures   = 50 // failed sign-ins an IPv6 /48 has in any signInSpan
	signInSpan     = 15 * time.Minute
	publicWrites   = 30 // contact messages, and subscriptions, an address has in any publicSpan
	publicSpan     = time.Minute
	mostSubjects   = 50_000 // that one limiter remembers

	keyTold    = 25 // requests of a key, at the latest after which an instance tells the others
	publicTold = 10 // public writes of an address, likewise
)

// use is a request, or several at once.
type use struct {
	at   time.Time
	cost int
}

// window holds a subject's uses within the span, oldest first.
type window struct {
	uses   []use
	total  int
	untold int                     // that the other instances have not been told of, where they are
	ahead  map[time.Time]time.Time // times to come, of uses elsewhere, and when they were met: from then on they count
}

// since is from when a use elsewhere counts; as untilNow, for what comes again each time.
func (w *window) since(at, now time.Time) time.Time {
	if !at.After(now) {
		return at
	}
	met, ok := w.ahead[at]
	if !ok {
		if w.ahead == nil {
			w.ahead = map[time.Time]time.Time{}
		}
		met = now
		w.ahead[at] = met
	}
	return met
}

// expire forgets uses at or before t.
func (w *window) expire(t time.Time) {
	gone := 0
	for gone < len(w.uses) && !w.uses[gone].at.After(t) {
		w.total -= w.uses[gone].cost
		gone++
	}
	w.uses = w.uses[:copy(w.uses, w.uses[gone:])]
}

// untilNow puts uses of a time to come at now: the clock was ahead when they were made, and has been put right since. So nobody waits
// longer than a span.
func untilNow(uses []use, now time.Time) {
	for i := len(uses) - 1; i >= 0 && uses[i].at.After(now); i-- {
		uses[i].at = now
	}
}

// allowance is where a subject stands after take.
type allowance struct {
	ok        bool
	remaining int
	reset     time.Duration // until something of the limit comes back; 0 when nothing was used
	wait      time.Duration // until what was refused would be allowed; for !ok
}

// limiter counts what subjects use. It is safe for concurrent use; taking is atomic, so that
// requests side by side can't slip past together.
type limiter[K comparable] struct {
	limit int
	span  time.Duration

	mu      sync.Mutex
	windows map[K]*window
	swept   time.Time
}

func newLimiter[K comparable](limit int, span time.Duration) *limiter[K] {
	return &limiter[K]{limit: limit, span: span, windows: map[K]*window{}}
}

// take uses cost of subject's limit, or nothing at all if that is more than is left. others is what
// subject used elsewhere: before this process began, and at other instances.
func (l *limiter[K]) take(now time.Time, subject K, cost int, others ...use) allowance {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[subject]
	if w == nil {
		l.sweep(now)
		w = &window{}
		l.windows[subject] = w
	}
	w.expire(now.Add(-l.span))
	untilNow(w.uses, now)
	for i, u := range others {
		others[i].at = w.since(u.at, now)
	}
	all := window{uses: slices.DeleteFunc(others, func(u use) bool { return !u.at.After(now.Add(-l.span)) }), total: w.total}
	for _, u := range all.uses {
		all.total += u.cost
	}
	a := allowance{ok: all.total+cost <= l.limit}
	if a.ok && cost > 0 {
		w.uses = append(w.uses, use{now, cost})
		w.total += cost
		all.total += cost
	}
	a.remaining = max(0, l.limit-all.total)
	all.uses = append(all.uses, w.uses...)
	if len(all.uses) > len(w.uses) {
		slices.SortFunc(all.uses, func(a, b use) int { return a.at.Compare(b.at) })
	}
	if len(all.uses) > 0 {
		a.reset = all.uses[0].at.Add(l.span).Sub(now)
	}
	if !a.ok {
		a.wait = l.span // for more than the whole limit there is no right time
		free := l.limit - all.total
		for _, u := range all.uses {
			if free += u.cost; free >= cost {
				a.wait = u.at.Add(l.span).Sub(now)
				break
			}
		}
	}
	return a
}

// owe counts a use of subject's that the other instances should know of, and returns all such ones once there are most of them.
func (l *limiter[K]) owe(subject K, most int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[subject]
	if w == nil { // swept meanwhile
		return 0
	}
	if w.untold++; w.untold < most {
		return 0
	}
	defer func() { w.untold = 0 }()
	return w.untold
}

// giveBack undoes what was used last, as much as turned out not to count.
func (l *limiter[K]) giveBack(subject K, cost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[subject]
	for w != nil && len(w.uses) > 0 && cost > 0 {
		last := &w.uses[len(w.uses)-1]
		back := min(cost, last.cost)
		last.cost -= back
		w.total -= back
		cost -= back
		if last.cost == 0 {
			w.uses = w.uses[:len(w.uses)-1]
		}
	}
}

// clear forgets all that subject used, and returns how much that was.
func (l *limiter[K]) clear(subject K) (used int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.windows[subject]; w != nil {
		used = w.total
		*w = window{}
	}
	return used
}

// sweep makes room: once a span it drops subjects whose uses have expired. When there are still
// too many, a tenth of the others goes, so that a flood of subjects does not sweep at each of them.
// The mutex is held.
func (l *limiter[K]) sweep(now time.Time) {
	full := len(l.windows) >= mostSubjects
	if !full && now.Sub(l.swept) < l.span {
		return
	}
	l.swept = now
	for subject, w := range l.windows {
		if w.expire(now.Add(-l.span)); w.total == 0 {
			delete(l.windows, subject)
		}
	}
	for subject := range l.windows {
		if !full || len(l.windows) <= mostSubjects*9/10 {
			return
		}
		delete(l.windows, subject)
	}
}
