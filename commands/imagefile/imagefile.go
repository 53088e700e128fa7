// Package imagefile reads image files part by part, without decoding their pixels: it counts what decoding them
// would cost, and writes the file anew without what says where, when, by whom and with what the picture was taken.
//
// [Clean] is for uploads. Each format has a file of its own, which keeps the parts that a decoder needs and the colour profile, and leaves
// out the rest: EXIF, XMP, IPTC, comments, thumbnails, second pictures, and whatever follows the image's end. [Copies] makes smaller copies
// of images that are stored. Where pixels are decoded, it is one image at a time, in memory and time that the header and the parts bound,
// and only as long as a caller waits for it.
package imagefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// MaxSide is the longest side that a stored image has, in pixels: one with a longer side is made smaller.
const MaxSide = 2400

// Image is a file that holds an image and its colour profile, and nothing else.
type Image struct {
	ContentType   string // "image/webp"; not always that of the file it came from
	Width, Height int
	Animated      bool // it has several frames
	Bytes         []byte
}

// formats are the types of files that are read.
var formats = map[string]struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	clean  func(file []byte, p *parts) error
}{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode, cleanJPEG},
	"image/png":  {png.DecodeConfig, png.Decode, cleanPNG},
	"image/gif":  {gif.DecodeConfig, gif.Decode, cleanGIF},
	"image/webp": {webp.DecodeConfig, nil, cleanWebP}, // libwebp decodes them
}

// checked reads a file's header and parts, and returns them if it keeps all limits. Its error wraps ErrFormat, or is ErrRareJPEG or a
// *[LimitError].
func checked(contentType string, file []byte) (image.Config, *parts, error) {
	format, ok := formats[contentType]
	if !ok {
		return image.Config{}, nil, ErrFormat
	}
	p := &parts{orientation: 1}
	config, err := format.config(bytes.NewReader(file))
	if rare := jpeg.UnsupportedError(""); errors.As(err, &rare) {
		return config, nil, ErrRareJPEG
	}
	if err != nil || config.Width < 1 || config.Height < 1 {
		return config, nil, fmt.Errorf("%w: no header", ErrFormat)
	}
	p.side(uint64(config.Width), uint64(config.Height))
	if uint64(config.Width)*uint64(config.Height) > MaxPixels {
		p.pixels = uint64(config.Width) * uint64(config.Height)
	} else {
		err = format.clean(file, p)
	}
	if limit := p.exceeded(config.Width, config.Height); limit != nil {
		return config, nil, limit
	}
	return config, p, err
}

// Clean returns the image in file without its metadata. An image that is stored sideways is turned upright, and one with a side over
// [MaxSide] is made smaller, for which its pixels are decoded and encoded again; the pixels of any other stay as they are, and so do large
// animations, and images that would take too much memory or whose colors can't be converted. It waits while another image is worked on. Its
// error wraps ErrFormat, ErrRareJPEG, ErrTurnedAnimation, ErrBusy or ErrTime, ErrMemory or ErrColors for one that would have to be turned,
// is a *[LimitError], or is that of ctx.
func Clean(ctx context.Context, contentType string, file []byte) (Image, error) {
	config, p, err := checked(contentType, file)
	if err != nil {
		return Image{}, err
	}
	clean := Image{ContentType: contentType, Width: config.Width, Height: config.Height, Animated: p.animated, Bytes: p.file}
	switch {
	case p.animated && p.orientation > 1:
		return Image{}, ErrTurnedAnimation
	case !p.animated && (p.orientation > 1 || max(config.Width, config.Height) > MaxSide):
		anew, err := drawnAnew(ctx, contentType, p, config)
		if err == nil {
			clean = anew
		} else if p.orientation > 1 || !errors.Is(err, ErrMemory) && !errors.Is(err, ErrColors) {
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
