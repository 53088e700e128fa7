// Package imagefile reads image files part by part, without decoding their pixels: it counts the pixels that decoding
// would cost, and writes the file anew without what says where, when, by whom and with what the picture was taken.
//
// [Clean] is for uploads. Each format has a file of its own, which keeps the parts that a decoder needs and the
// colour profile, and leaves out the rest: EXIF, XMP, IPTC, comments, thumbnails, second pictures, and whatever follows
// the image's end. [Copier] makes smaller copies of images that are stored. Where pixels are decoded, it is one image at a time, in memory that is
// known before.
package imagefile

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

const (
	MaxPixels = 40_000_000 // the most pixels that an image may have, the frames of an animation together
	MaxSide   = 2400       // pixels: an image with a longer side is made smaller
)

// ErrFormat says that a file is not an image of the named format, or a damaged one.
var ErrFormat = errors.New("not an image of this format")

// ErrTurnedAnimation says that an animation is stored sideways, and would have to be written anew to stand upright.
var ErrTurnedAnimation = errors.New("a rotated animation")

// PixelsError says that an image has more than [MaxPixels].
type PixelsError struct {
	Width, Height int
	Pixels        uint64 // of all frames together
}

func (e *PixelsError) Error() string {
	if e.Pixels > uint64(e.Width)*uint64(e.Height) {
		return fmt.Sprintf("an animation of %d pixels in total", e.Pixels)
	}
	return fmt.Sprintf("an image of %d×%d pixels", e.Width, e.Height)
}

// Image is a file that holds an image and its colour profile, and nothing else.
type Image struct {
	ContentType   string // "image/webp"; not always that of the file it came from
	Width, Height int
	Animated      bool // it has several frames
	Bytes         []byte
}

// parts holds the parts of a format's file.
type parts struct {
	file        []byte // the same image without its metadata
	pixels      uint64 // what decoding it costs, all frames together
	orientation int    // as EXIF numbers them, 1 to 8; 1 is upright
	animated    bool
	profile     []byte // the ICC profile, nil without one
}

// formats are the types of files that are read.
var formats = map[string]struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	clean  func(file []byte) (parts, error)
}{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode, cleanJPEG},
	"image/png":  {png.DecodeConfig, png.Decode, cleanPNG},
	"image/gif":  {gif.DecodeConfig, gif.Decode, cleanGIF},
	"image/webp": {webp.DecodeConfig, webp.Decode, cleanWebP},
}

// Clean returns the image in file without its metadata. An image that is stored sideways is turned upright, and one with a side over [MaxSide] is
// made smaller, for which its pixels are decoded and encoded again; the pixels of any other stay as they are, and so do large animations, and
// images that would take too much memory. Its error wraps ErrFormat, ErrTurnedAnimation, or ErrMemory for one that would have to be turned, or is a *[PixelsError].
func Clean(contentType string, file []byte) (Image, error) {
	format, ok := formats[contentType]
	if !ok {
		return Image{}, ErrFormat
	}
	config, err := format.config(bytes.NewReader(file))
	if err != nil || config.Width < 1 || config.Height < 1 {
		return Image{}, fmt.Errorf("%w: no header", ErrFormat)
	}
	if pixels := uint64(config.Width) * uint64(config.Height); pixels > MaxPixels {
		return Image{}, &PixelsError{config.Width, config.Height, pixels}
	}
	p, err := format.clean(file)
	if err != nil {
		return Image{}, err
	}
	if p.pixels > MaxPixels {
		return Image{}, &PixelsError{config.Width, config.Height, p.pixels}
	}
	clean := Image{ContentType: contentType, Width: config.Width, Height: config.Height, Animated: p.animated, Bytes: p.file}
	switch {
	case p.animated && p.orientation > 1:
		return Image{}, ErrTurnedAnimation
	case !p.animated && (p.orientation > 1 || max(config.Width, config.Height) > MaxSide):
		anew, err := drawnAnew(contentType, p, config)
		if err == nil {
			clean = anew
		} else if p.orientation > 1 || !errors.Is(err, ErrMemory) {
			return Image{}, err
		}
	}
	again, err := formats[clean.ContentType].config(bytes.NewReader(clean.Bytes))
	if err != nil || again.Width != clean.Width || again.Height != clean.Height {
		return Image{}, fmt.Errorf("%w: two headers", ErrFormat)
	}
	return clean, nil
}

// damaged says what is wrong with a file.
func damaged(what string) error { return fmt.Errorf("%w: %s", ErrFormat, what) }
