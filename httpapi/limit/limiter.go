// A limit for each subject in any rolling span of time, counted exactly.

package limit

import (
	"slices"
	"sync"
	"time"
)

// maxSubjects is how many subjects one limiter remembers.
const maxSubjects = 50_000

// Use is a request, or several at once.
type Use struct {
	At   time.Time
	Cost int
}

// window holds a subject's uses within the span, oldest first.
type window struct {
	uses       []Use
	total      int
	unreported int                     // uses that other instances have not been notified of; see Report
	future     map[time.Time]time.Time // times in the future, of uses elsewhere, and when each was first seen
}

// countedFrom returns the time from which a use elsewhere counts. One in the future, by a clock that was ahead, counts from when it was
// first seen, so that nobody waits longer than a span.
func (w *window) countedFrom(at, now time.Time) time.Time {
	if !at.After(now) {
		return at
	}
	seen, ok := w.future[at]
	if !ok {
		if w.future == nil {
			w.future = map[time.Time]time.Time{}
		}
		seen = now
		w.future[at] = seen
	}
	return seen
}

// expire forgets uses at or before t.
func (w *window) expire(t time.Time) {
	expired := 0
	for expired < len(w.uses) && !w.uses[expired].At.After(t) {
		w.total -= w.uses[expired].Cost
		expired++
	}
	w.uses = w.uses[:copy(w.uses, w.uses[expired:])]
}

// clamp moves uses in the future to now: the clock was ahead when they were counted and has been put right since. So nobody waits longer
// than a span.
func clamp(uses []Use, now time.Time) {
	for i := len(uses) - 1; i >= 0 && uses[i].At.After(now); i-- {
		uses[i].At = now
	}
}

// Allowance tells what a subject may still use.
type Allowance struct {
	OK        bool
	Remaining int
	Reset     time.Duration // until part of the limit is available again; 0 when nothing was used
	Wait      time.Duration // until what was refused would be allowed; without OK
}

// Limiter counts what subjects use. It is safe for concurrent use; taking is atomic, so that concurrent requests can't exceed the limit
// together.
type Limiter[K comparable] struct {
	limit int
	span  time.Duration

	mu      sync.Mutex
	windows map[K]*window
	swept   time.Time
}

// New returns a limiter that allows each subject so much in any span.
func New[K comparable](limit int, span time.Duration) *Limiter[K] {
	return &Limiter[K]{limit: limit, span: span, windows: map[K]*window{}}
}

// Take uses cost of subject's limit, or nothing at all if that is more than is left. others is what subject used elsewhere: before this
// process began, and at other instances.
func (l *Limiter[K]) Take(now time.Time, subject K, cost int, others ...Use) Allowance {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[subject]
	if w == nil {
		l.sweep(now)
		w = &window{}
		l.windows[subject] = w
	}
	w.expire(now.Add(-l.span))
	clamp(w.uses, now)
	for i, u := range others {
		others[i].At = w.countedFrom(u.At, now)
	}
	all := window{uses: slices.DeleteFunc(others, func(u Use) bool { return !u.At.After(now.Add(-l.span)) }), total: w.total}
	for _, u := range all.uses {
		all.total += u.Cost
	}
	a := Allowance{OK: all.total+cost <= l.limit}
	if a.OK && cost > 0 {
		w.uses = append(w.uses, Use{now, cost})
		w.total += cost
		all.total += cost
	}
	a.Remaining = max(0, l.limit-all.total)
	all.uses = append(all.uses, w.uses...)
	if len(all.uses) > len(w.uses) {
		slices.SortFunc(all.uses, func(a, b Use) int { return a.At.Compare(b.At) })
	}
	if len(all.uses) > 0 {
		a.Reset = all.uses[0].At.Add(l.span).Sub(now)
	}
	if !a.OK {
		a.Wait = l.span // more than the whole limit is never allowed
		free := l.limit - all.total
		for _, u := range all.uses {
			if free += u.Cost; free >= cost {
				a.Wait = u.At.Add(l.span).Sub(now)
				break
			}
		}
	}
	return a
}

// Report counts a use of subject that other instances should know of. Once there are so many it returns their number, to be sent, and
// else 0.
func (l *Limiter[K]) Report(subject K, many int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[subject]
	if w == nil { // swept in the meantime
		return 0
	}
	if w.unreported++; w.unreported < many {
		return 0
	}
	defer func() { w.unreported = 0 }()
	return w.unreported
}

// Refund undoes so much of what was used last.
func (l *Limiter[K]) Refund(subject K, cost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[subject]
	for w != nil && len(w.uses) > 0 && cost > 0 {
		last := &w.uses[len(w.uses)-1]
		refund := min(cost, last.Cost)
		last.Cost -= refund
		w.total -= refund
		cost -= refund
		if last.Cost == 0 {
			w.uses = w.uses[:len(w.uses)-1]
		}
	}
}

// Clear forgets all that subject used, and returns how much that was.
func (l *Limiter[K]) Clear(subject K) (used int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.windows[subject]; w != nil {
		used = w.total
		*w = window{}
	}
	return used
}

// sweep drops, once a span, the subjects whose uses have expired. When there are still too many, it drops a tenth of the others, so that
// a flood of subjects does not cause a sweep for each of them. The mutex is held.
func (l *Limiter[K]) sweep(now time.Time) {
	full := len(l.windows) >= maxSubjects
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
		if !full || len(l.windows) <= maxSubjects*9/10 {
			return
		}
		delete(l.windows, subject)
	}
}
