package imagefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"

	"candor/commands/imagefile/webp"
)

// maxMemory is the most memory that is planned for one image while it is decoded, made smaller, and encoded. What isn't counted, such as
// the file, libwebp's code and what the collector hasn't freed, fits into the rest of the 200 MiB that the documentation promises; a test
// measures that.
const maxMemory = 168 << 20 // bytes

// decoded decodes a file of which p are the parts, unless that takes more memory than beside leaves of maxMemory. The caller is in bench's
// place.
func decoded(ctx context.Context, contentType string, p *parts, config image.Config, beside int) (img image.Image, err error) {
	if decodingMemory(contentType, p, config)+beside > maxMemory {
		return nil, ErrMemory
	}
	if contentType == "image/webp" {
		img, err = decodedWebP(ctx, p, config)
	} else {
		img, err = decodedByGo(ctx, contentType, p.file)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case img.Bounds().Dx() != config.Width || img.Bounds().Dy() != config.Height:
		return nil, damaged("no pixels")
	}
	return img, nil
}

// decodedByGo decodes with Go's own decoders. They end soon after ctx: they find that there is nothing more to read.
func decodedByGo(ctx context.Context, contentType string, file []byte) (img image.Image, err error) {
	defer func() {
		if r := recover(); r != nil { // a decoder should not, but what strangers send must not end the program
			err = damaged("its decoder panics")
		}
	}()
	img, err = formats[contentType].decode(&interrupted{ctx, bytes.NewReader(file)})
	if err != nil {
		err = damaged("no pixels")
	}
	return img, err
}

// interrupted is a reader until a context ends.
type interrupted struct {
	ctx context.Context
	io.Reader
}

func (r *interrupted) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// decodedWebP decodes with libwebp. What it can't decode in its memory is damaged: a whole file needs less.
func decodedWebP(ctx context.Context, p *parts, config image.Config) (image.Image, error) {
	img, err := bench.codec.Decode(ctx, p.file, p.still(config))
	if errors.Is(err, webp.ErrImage) {
		return nil, damaged("no pixels")
	}
	return img, err
}

// still describes a still WebP image for its decoder.
func (p *parts) still(config image.Config) webp.Still {
	return webp.Still{Width: config.Width, Height: config.Height, Lossless: p.lossless, Transparent: p.transparent}
}

// decodingMemory returns how many bytes a file's decoder needs at most, with the pixels that it returns.
func decodingMemory(contentType string, p *parts, config image.Config) int {
	pixels := config.Width * config.Height
	switch contentType {
	case "image/jpeg":
		return jpegMemory(p.file, pixels)
	case "image/png":
		return pixels * pngPixel(p.file, config.ColorModel)
	case "image/gif":
		return 2 * pixels
	}
	return p.still(config).DecodeMemory() + len(p.file)
}

// pngPixel returns how many bytes of memory a pixel takes. One of an interlaced file takes them twice.
func pngPixel(file []byte, model color.Model) int {
	n := 4
	if _, ok := model.(color.Palette); ok {
		n = 1
	}
	switch model {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		n = 8
	}
	const interlace = len(pngHead) + 8 + 12
	if len(file) > interlace && file[interlace] != 0 {
		n *= 2
	}
	return n
}

// jpegMemory sums up the planes of an image. A progressive one is decoded by way of its coefficients, of four bytes; colours that aren't
// stored as brightness and two differences get an image of their own, of four bytes a pixel.
func jpegMemory(file []byte, pixels int) int {
	for rest := file[min(2, len(file)):]; ; {
		mark, after, err := nextMarker(rest)
		if err != nil || len(after) < 2 {
			return 20 * pixels // no decoder needs more
		}
		length := int(binary.BigEndian.Uint16(after))
		if length < 2 || length > len(after) {
			return 20 * pixels
		}
		if mark < markSOF0 || mark > markSOF15 || mark == markDHT || mark == markJPG || mark == markDAC {
			rest = after[length:]
			continue
		}
		payload := after[2:length]
		if len(payload) < 6 || len(payload) < 6+3*int(payload[5]) {
			return 20 * pixels
		}
		var samples, most float64
		planes := payload[6:][:3*int(payload[5])]
		for i := 0; i < len(planes); i += 3 {
			area := float64(planes[i+1]>>4) * float64(planes[i+1]&15)
			samples, most = samples+area, max(most, area)
		}
		memory := samples / max(1, most) * float64(pixels) * 1.02 // whole blocks
		if mark == markSOF2 {
			memory *= 5
		}
		if len(planes) == 12 || len(planes) == 9 && (isAdobeRGB(file) || planes[0] == 'R') {
			memory += 4 * float64(pixels)
		}
		return int(memory)
	}
}

// isAdobeRGB reports whether Adobe's segment says that a JPEG's colours are stored as they are.
func isAdobeRGB(file []byte) bool {
	at := bytes.Index(file, append([]byte{0xff, markAPP14, 0, 14}, adobeHead...))
	return at >= 0 && len(file) > at+15 && file[at+15] == 0
}
