// Sizes on the command line.

package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// errSize describes how a size is written.
var errSize = errors.New("want a number of bytes, or a number with KiB, MiB or GiB such as 512MiB")

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
