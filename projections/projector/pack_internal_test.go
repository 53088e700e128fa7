package projector

import (
	"bytes"
	"strings"
	"testing"
)

// What is packed is read as it was, also what looks as if it were packed already, and large texts become smaller.
func TestPackedValuesAreReadAsTheyWere(t *testing.T) {
	long := []byte(strings.Repeat("A text as long as those that readers read. ", 100))
	frame := pack(long, true)
	if len(frame) > len(long)/4 {
		t.Errorf("%d bytes are packed into %d", len(long), len(frame))
	}
	for name, payload := range map[string][]byte{"nothing": {}, "short": []byte("short"), "long": long, "a frame": frame, "the beginning of a frame": frameMagic} {
		for _, wanted := range []bool{false, true} {
			if got := unpack(pack(payload, wanted)); !bytes.Equal(got, payload) {
				t.Errorf("%s becomes %q", name, got)
			}
		}
	}
	defer func() {
		if !isCorruption(recover()) {
			t.Error("half a frame is no damage")
		}
	}()
	unpack(frame[:len(frame)/2])
}
