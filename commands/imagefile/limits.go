package imagefile

import (
	"errors"
	"fmt"
)

// What an image may have. Each is counted in the file, before anything is decoded.
const (
	MaxPixels = 40_000_000 // the most pixels that an image may have, the frames of an animation together
	MaxLength = 16_384     // pixels: the longest side of an image, and of each frame

	maxParts = 65_536         // segments, chunks or blocks of a file
	maxScans = 100            // of a JPEG; cameras and programs write up to about 20
	maxWork  = 16 * MaxPixels // samples of all scans of a JPEG together: those of the largest image, as programs usually divide it
)

// Errors that say why an image is refused, or why it stays as it is.
var (
	ErrFormat          = errors.New("not an image of this format")         // or a damaged one
	ErrRareJPEG        = errors.New("a rare kind of JPEG")                 // with arithmetic coding, 12 bits or the like
	ErrTurnedAnimation = errors.New("a rotated animation")                 // it would have to be written anew to stand upright
	ErrMemory          = errors.New("an image that takes too much memory") // to be decoded and made smaller
	ErrColors          = errors.New("an image in colors that can't be converted")
	ErrTime            = errors.New("an image that takes too long") // to be made smaller, on this machine today
	ErrBusy            = errors.New("too many images are waiting to be decoded")
)

// LimitError says what an image has too much of. Its text follows "Image is".
type LimitError struct{ Text string }

func (e *LimitError) Error() string { return e.Text }

// parts holds the parts of a format's file.
type parts struct {
	file        []byte // the same image without its metadata
	pixels      uint64 // what decoding it costs, all frames together
	orientation int    // as EXIF numbers them, 1 to 8; 1 is upright
	animated    bool
	lossless    bool   // a WebP
	transparent bool   // a WebP that may be
	profile     []byte // the ICC profile, nil without one
	oddColors   bool   // it has colors that neither the profile describes nor sRGB
	inks        bool   // it is stored in CMYK

	count int         // parts that were read
	limit *LimitError // the first that was exceeded
}

// frame counts a picture of the file, or its canvas.
func (p *parts) frame(width, height uint64) {
	p.pixels += width * height
	p.side(width, height)
}

func (p *parts) side(width, height uint64) {
	if max(width, height) > MaxLength {
		p.exceed("an image of %d×%d pixels; the longest side may have 16,384 pixels", width, height)
	}
}

// part counts a segment, chunk or block, and reports whether there may be another.
func (p *parts) part() bool {
	if p.count++; p.count > maxParts {
		p.exceed("made of too many parts; the maximum is 65,536")
	}
	return p.count <= maxParts
}

func (p *parts) exceed(format string, args ...any) {
	if p.limit == nil {
		p.limit = &LimitError{fmt.Sprintf(format, args...)}
	}
}

// exceeded returns which limit the file exceeds, nil if it keeps them all.
func (p *parts) exceeded(width, height int) error {
	if p.pixels > MaxPixels {
		text := fmt.Sprintf("an image of %d×%d pixels", width, height)
		if p.pixels > uint64(width)*uint64(height) {
			text = fmt.Sprintf("an animation of %d pixels in total", p.pixels)
		}
		return &LimitError{text + "; the maximum is 40,000,000 pixels"}
	}
	if p.limit != nil {
		return p.limit
	}
	return nil
}

// Reason returns in plain words why an image can't be made smaller, "" if err is not the image's own.
func Reason(err error) string {
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		return "It is " + limit.Text + "."
	case errors.Is(err, ErrMemory):
		return "It takes too much memory to resize."
	case errors.Is(err, ErrTime):
		return "It took too long to resize."
	case errors.Is(err, ErrColors):
		return "It is a CMYK image or has an unusual color profile."
	case errors.Is(err, ErrRareJPEG):
		return "It is a rare kind of JPEG."
	case errors.Is(err, ErrFormat):
		return "The file is damaged."
	}
	return ""
}
