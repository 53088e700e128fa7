// The disk reserve: page views stop while the log's disk is nearly full, so that content can still be written.

package server

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

const diskPoll = time.Second

// diskReserve watches how much space the disk of the embedded log has left.
type diskReserve struct {
	least  uint64                 // bytes
	free   func() (uint64, error) // bytes left
	logger zerolog.Logger

	left    atomic.Uint64
	low     atomic.Bool
	failing bool // to be asked, and that was logged
}

// newDiskReserve watches the disk of folder, from a first look on.
func newDiskReserve(folder string, least uint64, logger zerolog.Logger) *diskReserve {
	r := &diskReserve{least: least, free: func() (uint64, error) { return freeSpace(folder) }, logger: logger}
	r.look()
	return r
}

// Low reports whether less is left than the reserve.
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

// look asks the disk, and logs what has changed.
func (r *diskReserve) look() {
	left, err := r.free()
	if err != nil {
		if !r.failing {
			r.logger.Warn().Err(err).Msg("can't tell how much space the log's disk has left: page views are stored whatever that is")
		}
		r.failing = true
		r.low.Store(false)
		return
	}
	r.failing = false
	r.left.Store(left)
	low := left < r.least
	if r.low.Swap(low) == low {
		return
	}
	said := r.logger.Info()
	text := "the log's disk has space again: page views are stored"
	if low {
		said, text = r.logger.Warn(), "the log's disk is nearly full: page views are refused until there is space, so that content can still be written"
	}
	said.Uint64("free_bytes", left).Uint64("reserve_bytes", r.least).Msg(text)
}

// metrics are the figures of the reserve.
func (r *diskReserve) metrics() []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Name: "log_disk_free_bytes", Help: "Space that the disk of the embedded log has left."},
			func() float64 { return float64(r.left.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "candor", Name: "log_disk_low", Help: "1 while that is less than --disk-reserve and page views are refused, else 0."},
			func() float64 {
				if r.Low() {
					return 1
				}
				return 0
			}),
	}
}

// errSize says how a size is written.
var errSize = errors.New("want bytes, or a number with KiB, MiB or GiB such as 512MiB")

// parseSize reads a number of bytes.
func parseSize(text string) (uint64, error) {
	number, unit := text, uint64(1)
	for suffix, bytes := range map[string]uint64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if cut, ok := strings.CutSuffix(text, suffix); ok {
			number, unit = strings.TrimSpace(cut), bytes
		}
	}
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || n > 1<<60/unit {
		return 0, fmt.Errorf("%q: %w", text, errSize)
	}
	return n * unit, nil
}
