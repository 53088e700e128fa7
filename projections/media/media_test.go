package media_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"candor/events"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestMediaServesWholeFilesOnly(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	file := bytes.Repeat([]byte("pixels "), 1000)
	sum := sha256.Sum256(file)
	name := hex.EncodeToString(sum[:])
	chunk := func(n int, content []byte) events.MediaStored {
		return events.MediaStored{MediaChunk: events.MediaChunk{SHA256: name, ContentType: "image/webp", Size: len(file), Chunk: n, Chunks: 2},
			Bytes: content}
	}
	modeltest.Seen(t, log.Append(t, events.MediaStream(name), chunk(0, file[:4000])), m.Media)
	if _, _, err := m.Media.File(name); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("half a file: %v", err)
	}
	modeltest.Seen(t, log.Append(t, events.MediaStream(name), chunk(1, file[4000:])), m.Media)
	for range 2 {
		kind, got, err := m.Media.File(name)
		if err != nil || kind != "image/webp" || !bytes.Equal(got, file) {
			t.Errorf("%s, %d bytes, %v", kind, len(got), err)
		}
	}
	if _, _, err := m.Media.File(name[:10]); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("half a name: %v", err)
	}
	wrong := chunk(0, []byte("something else"))
	wrong.SHA256, wrong.Chunks = strings.Repeat("ab", 32), 1
	modeltest.Seen(t, log.Append(t, events.MediaStream(wrong.SHA256), wrong), m.Media)
	if _, _, err := m.Media.File(wrong.SHA256); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("a file under another's name: %v", err)
	}
}
