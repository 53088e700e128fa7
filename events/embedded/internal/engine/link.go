package engine

// Links: events that stand for another one.

import (
	"bytes"
	"strconv"
)

// TypeLink is the type of an event that stands for another one; its data is "revision@stream".
const TypeLink = "$>"

// ParseLink reads "revision@stream".
func ParseLink(data []byte) (revision uint64, stream string, ok bool) {
	left, right, ok := bytes.Cut(data, []byte("@"))
	if !ok {
		return 0, "", false
	}
	revision, err := strconv.ParseUint(string(left), 10, 63)
	return revision, string(right), err == nil
}
