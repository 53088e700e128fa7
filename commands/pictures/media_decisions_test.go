// Decisions about files.

package pictures

import (
	"testing"

	"candor/commands/decisiontest"
	"candor/events"
)

func TestMediaDecisions(t *testing.T) {
	file := Picture{contentType: "image/png", sha256: "ab", bytes: make([]byte, events.MediaChunkSize+10),
		shape: events.Shape{Width: 4, Height: 3, Animated: true}}
	chunk := func(n, from, to int) events.Event {
		return events.MediaStored{MediaChunk: events.MediaChunk{SHA256: "ab", ContentType: "image/png", Size: len(file.bytes), Chunk: n,
			Chunks: 2, Width: 4, Height: 3, Animated: true}, Bytes: file.bytes[from:to]}
	}
	first, second := chunk(0, 0, events.MediaChunkSize), chunk(1, events.MediaChunkSize, len(file.bytes))
	decisiontest.Play(t, []scenario[media]{
		{"a file is stored in chunks", nil, storeMedia{file}, decisiontest.Happened(first, second), 0, ""},
		{"a half-stored file is completed", decisiontest.Happened(first), storeMedia{file}, decisiontest.Happened(second), 0, ""},
		{"a stored file is not stored again", decisiontest.Happened(first, second), storeMedia{file}, nil, 0, ""},
	})
}
