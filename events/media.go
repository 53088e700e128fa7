// Facts about stored pictures: their bytes, in chunks below EventStoreDB's append limit.
// Stream media-<sha256>: one MediaStored a chunk, chunk n at revision n.

package events

// MediaChunkSize is the most bytes one MediaStored carries. EventStoreDB refuses appends of
// more than 1 MiB by default, metadata included.
const MediaChunkSize = 768 << 10 // bytes

func init() {
	registry[MediaStored{}.EventType()] = kind{schema: 1, isBinary: true, zero: MediaStored{}}
}

// MediaChunk describes one chunk; it is stored in the metadata, since the data is the raw bytes.
type MediaChunk struct {
	SHA256      string `json:"sha256"`      // of the whole file, lower-case hex
	ContentType string `json:"contentType"` // "image/webp"
	Size        int    `json:"size"`        // of the whole file, in bytes
	Chunk       int    `json:"chunk"`       // from 0
	Chunks      int    `json:"chunks"`      // how many there are
}

// MediaStored says that a chunk of a file is in the log.
type MediaStored struct {
	MediaChunk
	Bytes []byte `json:"-"`
}

func (MediaStored) EventType() string { return "MediaStored" }
