package server

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rs/zerolog"
)

func TestSizesAreBytesOrHaveAUnit(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "1024": 1024, "3KiB": 3 << 10, "512MiB": 512 << 20, "2 GiB": 2 << 30} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1.5GiB", "512MB", "512mib", "99999999999999999999", "99999999999GiB"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// The reserve's state is logged when it changes, and not at each look.
func TestTheDiskReserveLogsChanges(t *testing.T) {
	var said bytes.Buffer
	left, failed := uint64(2000), error(nil)
	r := &diskReserve{least: 1000, free: func() (uint64, error) { return left, failed }, logger: zerolog.New(&said)}
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
		if lines := strings.Count(said.String(), "\n"); r.Low() != step.low || lines != step.lines {
			t.Errorf("with %d left (%v): low %v, %d lines; want %v, %d\n%s", step.left, step.err, r.Low(), lines, step.low, step.lines, said.String())
		}
	}
}
