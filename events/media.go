// Facts about stored pictures: their bytes, in chunks below EventStoreDB's append limit, and their removal.
//
// Stream media-<sha256>: one MediaStored a chunk, chunk n at revision n. It is deleted for ever when the picture is removed; a
// picture that comes back has a new one, media-<sha256>-<n>. What stays is in stream picture-<sha256>: MediaRemoved, MediaAllowed,
// MediaReturned.

package events

import (
	"regexp"
	"time"
)

// MediaChunkSize is the most bytes one MediaStored carries. EventStoreDB refuses appends of
// more than 1 MiB by default, metadata included.
const MediaChunkSize = 768 << 10 // bytes

func init() {
	registry[MediaStored{}.EventType()] = kind{schema: 1, isBinary: true, zero: MediaStored{}}
	register[MediaRemoved](1)
	register[MediaAllowed](1)
	register[MediaReturned](1)
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

// MediaRemoved says that a picture is shown to nobody any more, and that its bytes are to be deleted.
type MediaRemoved struct {
	SHA256      string    `json:"sha256"`
	ContentType string    `json:"contentType"` // as it was stored
	Size        int       `json:"size"`        // in bytes
	At          time.Time `json:"at"`
}

// MediaAllowed says that a removed picture may be uploaded again. Until it is, it stays removed.
type MediaAllowed struct {
	SHA256      string    `json:"sha256"`
	ContentType string    `json:"contentType"`
	At          time.Time `json:"at"`
}

// MediaReturned says that the bytes of a picture that was removed, and then allowed, are in the log again.
type MediaReturned struct {
	SHA256      string    `json:"sha256"`
	ContentType string    `json:"contentType"`
	At          time.Time `json:"at"`
}

func (MediaStored) EventType() string   { return "MediaStored" }
func (MediaRemoved) EventType() string  { return "MediaRemoved" }
func (MediaAllowed) EventType() string  { return "MediaAllowed" }
func (MediaReturned) EventType() string { return "MediaReturned" }

// mediaExtensions are those of the types that pictures may have.
var mediaExtensions = map[string]string{"image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp"}

// MediaExtension is how addresses of pictures of a type end, "" for a type that no picture has.
func MediaExtension(contentType string) string { return mediaExtensions[contentType] }

// MediaAddress is where a stored picture is served: "/media/9f86d0….webp".
func MediaAddress(sha256, contentType string) string {
	return "/media/" + sha256 + "." + MediaExtension(contentType)
}

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
