package markdown

import (
	"bytes"
	"errors"
)

var errTooLarge = errors.New("markdown: the rendered text is too large")

// bounded is a buffer that takes a limited number of bytes, and an error beyond.
type bounded struct {
	bytes.Buffer
	left int // bytes
}

// Write fails with errTooLarge where p doesn't fit.
func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}
