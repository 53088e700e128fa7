// Content codings.

package respond

import (
	"strconv"
	"strings"
)

// Coding is a content coding as headers name it.
type Coding string

// The codings that answers are sent in. Brotli makes texts a tenth to a fifth smaller than gzip does.
const (
	Plain  Coding = ""
	Gzip   Coding = "gzip"
	Brotli Coding = "br"
)

// Tag returns the entity tag of a body in the coding, from the plain body's tag.
func (c Coding) Tag(plain string) string {
	if c == Plain {
		return plain
	}
	return plain[:len(plain)-1] + "-" + string(c) + `"`
}

// Accepts reports whether the lines of an Accept-Encoding name a coding.
func Accepts(lines []string, wanted Coding) bool {
	for _, line := range lines {
		for line != "" {
			var item string
			item, line, _ = strings.Cut(line, ",")
			coding, quality, weighted := strings.Cut(item, ";")
			if !strings.EqualFold(strings.TrimSpace(coding), string(wanted)) {
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
