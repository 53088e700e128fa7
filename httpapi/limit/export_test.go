// What tests of the counters see of their inside.

package limit

// MaxSubjects is how many subjects one limiter remembers.
const MaxSubjects = maxSubjects

// Len is how many subjects the limiter remembers.
func (l *Limiter[K]) Len() int { return len(l.windows) }

// NewSmallTracking allows events in any minute, and remembers so many networks.
func NewSmallTracking(events, networks int) *Tracking {
	t := NewTracking(events)
	t.maxNetworks = networks
	return t
}
