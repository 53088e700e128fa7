// The scheduler's wait: what the pressure is measured by.

package httpapi

import (
	measures "runtime/metrics"
	"time"
)

// schedulerWaits is the runtime's own measure: how long goroutines that could run have waited to.
const schedulerWaits = "/sched/latencies:seconds"

// SchedulerWait returns a function that says how long one in ten of the goroutines that could run waited, since its last call. It is
// not safe for concurrent use.
func SchedulerWait() func() time.Duration {
	sample := []measures.Sample{{Name: schedulerWaits}}
	var before []uint64
	return func() time.Duration {
		measures.Read(sample)
		if sample[0].Value.Kind() != measures.KindFloat64Histogram {
			return 0 // a runtime that doesn't measure it
		}
		h := sample[0].Value.Float64Histogram()
		if before == nil {
			before = make([]uint64, len(h.Counts))
		}
		total := uint64(0)
		for i, n := range h.Counts {
			total += n - before[i]
		}
		wait, above := 0.0, total/10
		for i := len(h.Counts) - 1; i >= 0; i-- {
			n := h.Counts[i] - before[i]
			if n > above {
				wait = h.Buckets[i] // where the bucket begins
				break
			}
			above -= n
		}
		copy(before, h.Counts)
		return time.Duration(max(0, wait) * float64(time.Second))
	}
}
