// Content codings.

package respond

import (
	"strconv"
	"strings"
)

// AcceptsGzip reports whether the lines of an Accept-Encoding allow gzip.
func AcceptsGzip(lines []string) bool {
	for _, line := range lines {
		for line != "" {
			var item string
			item, line, _ = strings.Cut(line, ",")
			coding, quality, weighted := strings.Cut(item, ";")
			if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				continue
			}
			if !weighted {
				return true
			}
			_, value, _ := strings.Cut(quality, "=")
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return err == nil && q > 0
		}
	}
	return false
}
