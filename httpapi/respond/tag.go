// Entity tags.

package respond

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Hash returns the entity tag, without quotes, of a body.
func Hash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:8])
}

// MatchesTag reports whether the lines of an If-None-Match name etag, by weak comparison.
func MatchesTag(lines []string, etag string) bool {
	for _, line := range lines {
		if line == etag {
			return true
		}
		for rest := strings.TrimSpace(line); rest != ""; {
			if rest == "*" {
				return true
			}
			tag, more, ok := CutTag(rest)
			if !ok {
				break
			}
			if tag == etag[1:len(etag)-1] {
				return true
			}
			rest = more
		}
	}
	return false
}

// CutTag splits the first entity tag off a list: what is between its quotes, and the rest.
func CutTag(list string) (tag, rest string, ok bool) {
	list = strings.TrimPrefix(list, "W/")
	if !strings.HasPrefix(list, `"`) {
		return "", "", false
	}
	tag, rest, ok = strings.Cut(list[1:], `"`)
	if !ok {
		return "", "", false
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest == "" {
		return tag, "", true
	}
	rest, ok = strings.CutPrefix(rest, ",")
	return tag, strings.TrimLeft(rest, " \t,"), ok
}
