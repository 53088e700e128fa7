// Facts about stored pictures: their bytes, in chunks below EventStoreDB's append limit, their descriptions, and their removal.
//
// Stream media-<sha256>: one MediaStored a chunk, chunk n at revision n. It is deleted for ever when the picture is removed; a
// picture that comes back has a new one, media-<sha256>-<n>. What stays is in stream picture-<sha256>: MediaDescribed, MediaReplaced,
// MediaRemoved, MediaAllowed, MediaReturned.

package events

import (
	"encoding/json"
	"regexp"
	"strconv"
	"time"
)

// MediaChunkSize is the most bytes one MediaStored carries. EventStoreDB refuses appends of
// more than 1 MiB by default, metadata included.
const MediaChunkSize = 768 << 10 // bytes

func init() {
	registry[MediaStored{}.EventType()] = eventType{schema: 2, isBinary: true, zero: MediaStored{}, stream: MediaPrefix}
	registerItem[MediaDescribed](1, PictureKind, ActionDescribed)
	registerItem[MediaReplaced](2, PictureKind, ActionReplaced)
	upcastFrom[MediaReplaced](1, withOldPictureUntold)
	registerItem[MediaRemoved](1, PictureKind, ActionRemoved)
	registerItem[MediaAllowed](1, PictureKind, ActionAllowed)
	registerItem[MediaReturned](1, PictureKind, ActionReturned)
}

// MediaChunk describes one chunk; it is stored in the metadata, since the data is the raw bytes.
type MediaChunk struct {
	SHA256      string `json:"sha256"`      // of the whole file, lower-case hex
	ContentType string `json:"contentType"` // "image/webp"
	Size        int    `json:"size"`        // of the whole file, in bytes
	Chunk       int    `json:"chunk"`       // from 0
	Chunks      int    `json:"chunks"`      // how many there are

	// Since schema 2. [MediaStored.Shape] finds them out for earlier events, too.
	Width    int  `json:"width,omitempty"`    // in pixels
	Height   int  `json:"height,omitempty"`   // in pixels
	Animated bool `json:"animated,omitempty"` // it moves, and must be shown as it is
}

// MediaStored says that a chunk of a file is in the log.
type MediaStored struct {
	MediaChunk
	Bytes []byte `json:"-"`
}

// MediaChanges holds the changed fields of a picture's description; nil: unchanged.
type MediaChanges struct {
	Name       *string     `json:"name,omitempty"`       // of the file, as it was uploaded: "kettle.jpg"
	Alt        *string     `json:"alt,omitempty"`        // what it shows, for those who can't see it
	Caption    *string     `json:"caption,omitempty"`    // below it, plain text
	Credit     *string     `json:"credit,omitempty"`     // whose picture it is, plain text
	FocalPoint *FocalPoint `json:"focalPoint,omitempty"` // [FocalCentre] is the default
}

// FocalPoint is the point of a picture that stays in sight when the picture is cropped, as fractions of its width from the left and of
// its height from the top, 0 to 1.
type FocalPoint struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// FocalCentre is the focal point of a picture that has no other.
var FocalCentre = FocalPoint{X: 0.5, Y: 0.5}

// MediaDescription holds a picture's name and texts, and its focal point. A picture that nobody has described has empty texts and
// [FocalCentre].
type MediaDescription struct {
	Name, Alt, Caption, Credit string
	FocalPoint                 FocalPoint
}

// MediaDescribed says how a picture's description has changed.
type MediaDescribed struct {
	SHA256      string       `json:"sha256"`
	ContentType string       `json:"contentType"`
	Changes     MediaChanges `json:"changes"`
	At          time.Time    `json:"at"`
}

// MediaReplaced says that whatever shows a picture shows another in its place from now on. The other one shows itself, even if it was
// replaced before.
type MediaReplaced struct {
	SHA256        string     `json:"sha256"`
	ContentType   string     `json:"contentType"`
	By            string     `json:"by"`            // the other's SHA-256
	ByContentType string     `json:"byContentType"` // as it was stored
	OldPicture    OldPicture `json:"oldPicture"`    // since schema 2
	At            time.Time  `json:"at"`
}

// OldPicture says what readers see of a picture after it was replaced.
type OldPicture string

// What readers see of a replaced picture. Whatever else an event says hides the picture, too.
const (
	OldPictureInHistory OldPicture = "history" // it is in the history of what showed it
	OldPictureHidden    OldPicture = "hidden"  // nothing; the history says that it was replaced
	OldPictureUntold    OldPicture = "untold"  // nothing, and the history doesn't say so: it was replaced before histories did
)

// withOldPictureUntold completes a MediaReplaced of schema 1.
func withOldPictureUntold(old json.RawMessage) (json.RawMessage, error) {
	var e MediaReplaced
	if err := unmarshal(old, &e); err != nil {
		return nil, err
	}
	e.OldPicture = OldPictureUntold
	return json.Marshal(e)
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

func (MediaStored) EventType() string    { return "MediaStored" }
func (MediaDescribed) EventType() string { return "MediaDescribed" }
func (MediaReplaced) EventType() string  { return "MediaReplaced" }
func (MediaRemoved) EventType() string   { return "MediaRemoved" }
func (MediaAllowed) EventType() string   { return "MediaAllowed" }
func (MediaReturned) EventType() string  { return "MediaReturned" }

// mediaExtensions are those of the types that pictures may have.
var mediaExtensions = map[string]string{"image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp"}

// MediaExtension is how addresses of pictures of a type end, "" for a type that no picture has.
func MediaExtension(contentType string) string { return mediaExtensions[contentType] }

// MediaAddress is where a stored picture is served: "/media/9f86d0….webp".
func MediaAddress(sha256, contentType string) string {
	return "/media/" + sha256 + "." + MediaExtension(contentType)
}

// RenditionWidths are the widths, in pixels, of a picture's smaller copies. A picture has those that are narrower than itself.
// The first is for thumbnails.
var RenditionWidths = []int{240, 480, 800, 1200, 1600}

// RenditionAddress is where a smaller copy of a stored picture is served: "/media/9f86d0…/800".
func RenditionAddress(sha256 string, width int) string {
	return "/media/" + sha256 + "/" + strconv.Itoa(width)
}

// mediaAddress is where a stored picture, or a smaller copy of it, is served, on this site or with its origin before it.
var mediaAddress = regexp.MustCompile(`/media/([0-9a-f]{64})(?:\.[a-z]{3,4}|/[0-9]{3,4})`)

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
