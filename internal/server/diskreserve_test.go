package server

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

// The reserve's state is logged when it changes, not at each look.
func TestTheDiskReserveLogsChanges(t *testing.T) {
	var logged bytes.Buffer
	left, failed := uint64(2000), error(nil)
	r := &diskReserve{reserve: 1000, free: func() (uint64, error) { return left, failed }, logger: zerolog.New(&logged)}
	for _, step := range []struct {
		left  uint64
		err   error
		low   bool
		lines int
	}{
		{2000, nil, false, 0}, {999, nil, true, 1}, {500, nil, true, 1}, {1000, nil, false, 2}, {1000, nil, false, 2},
		{0, errors.New("no such disk"), false, 3}, {0, errors.New("no such disk"), false, 3}, {10, nil, true, 4},
	} {
		left, failed = step.left, step.err
		r.look()
		if lines := strings.Count(logged.String(), "\n"); r.Low() != step.low || lines != step.lines {
			t.Errorf("with %d left (%v): low %v, %d lines; want %v, %d\n%s", step.left, step.err, r.Low(), lines, step.low,
				step.lines, logged.String())
		}
	}
}
