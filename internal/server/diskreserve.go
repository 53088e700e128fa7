// The disk reserve: what visitors and bots write is refused while the log's disk is nearly full, so that the admin can still write.

package server

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

const diskPoll = time.Second

// diskReserve watches the free space of the embedded log's disk.
type diskReserve struct {
	reserve uint64                 // bytes
	free    func() (uint64, error) // bytes left
	logger  zerolog.Logger

	left    atomic.Uint64
	low     atomic.Bool
	failing bool // free has failed, and that was logged
}

// newDiskReserve returns a reserve of so many bytes on folder's disk, which it has looked at once.
func newDiskReserve(folder string, reserve uint64, logger zerolog.Logger) *diskReserve {
	r := &diskReserve{reserve: reserve, free: func() (uint64, error) { return freeSpace(folder) }, logger: logger}
	r.look()
	return r
}

// Low reports whether less space is left than the reserve.
func (r *diskReserve) Low() bool { return r.low.Load() }

// run looks once a second, until ctx ends.
func (r *diskReserve) run(ctx context.Context) {
	tick := time.NewTicker(diskPoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			r.look()
		}
	}
}

// look reads the free space, and logs a change of state.
func (r *diskReserve) look() {
	left, err := r.free()
	if err != nil {
		if !r.failing {
			r.logger.Warn().Err(err).Msg("the free space of the log's disk is unknown: writes are accepted regardless")
		}
		r.failing = true
		r.low.Store(false)
		return
	}
	r.failing = false
	r.left.Store(left)
	low := left < r.reserve
	if r.low.Swap(low) == low {
		return
	}
	line := r.logger.Info()
	text := "the log's disk has space again: visitors and bots can write"
	if low {
		line, text = r.logger.Warn(), "the log's disk is nearly full: what visitors and bots write is refused until there is space, so that the admin can still write"
	}
	line.Uint64("free_bytes", left).Uint64("reserve_bytes", r.reserve).Msg(text)
}

// metrics returns the metrics of the reserve.
func (r *diskReserve) metrics() []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Name: "log_disk_free_bytes",
			Help: "Free space of the embedded log's disk."}, func() float64 { return float64(r.left.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Name: "log_disk_low",
			Help: "1 while that is less than --disk-reserve, so that only the admin can write; else 0."}, func() float64 {
			if r.Low() {
				return 1
			}
			return 0
		}),
	}
}
