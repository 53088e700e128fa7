// Facts about stored pictures: their bytes, in chunks below EventStoreDB's append limit.
// Stream media-<sha256>: one MediaStored a chunk, chunk n at revision n.

package events

import "regexp"

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

// mediaAddress is where a stored picture is served, on this site or with its origin before it.
var mediaAddress = regexp.MustCompile(`/media/([0-9a-f]{64})\.[a-z]{3,4}`)

// PictureIn returns the SHA-256 of the stored picture that a web address leads to, "" for any other address.
func PictureIn(address string) string {
	if found := mediaAddress.FindStringSubmatch(address); found != nil {
		return found[1]
	}
	return ""
}

// PicturesIn returns the SHA-256 of each stored picture whose address a text names, in order, each as often as it is named.
func PicturesIn(text []byte) []string {
	var all []string
	for _, found := range mediaAddress.FindAllSubmatch(text, -1) {
		all = append(all, string(found[1]))
	}
	return all
}
