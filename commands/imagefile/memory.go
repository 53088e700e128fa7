package imagefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
)

// maxMemory is the most memory that one image may take while it is decoded, made smaller, and encoded.
const maxMemory = 200 << 20 // bytes

// ErrMemory says that working on an image would take too much memory.
var ErrMemory = errors.New("an image that takes too much memory")

// working has room for one image that is decoded: its pixels are many times as large as its file.
var working = make(chan struct{}, 1)

// decoded decodes a file of which p are the parts, unless that takes more memory than beside leaves of maxMemory. The caller is in working.
func decoded(contentType string, p parts, config image.Config, beside int) (image.Image, error) {
	if decodingMemory(contentType, p.file, config)+beside > maxMemory {
		return nil, ErrMemory
	}
	img, err := formats[contentType].decode(bytes.NewReader(p.file))
	if err != nil || img.Bounds().Dx() != config.Width || img.Bounds().Dy() != config.Height {
		return nil, damaged("no pixels")
	}
	return img, nil
}

// decodingMemory returns how many bytes a file's decoder needs at most, with the pixels that it returns.
func decodingMemory(contentType string, file []byte, config image.Config) int {
	pixels := config.Width * config.Height
	switch contentType {
	case "image/jpeg":
		return jpegMemory(file, pixels)
	case "image/png":
		return pixels * pngPixel(file, config.ColorModel)
	case "image/gif":
		return 2 * pixels
	}
	switch config.ColorModel { // WebP
	case color.YCbCrModel:
		return 2 * pixels
	case color.NYCbCrAModel:
		return 7 * pixels // 3 for colours and transparency, and 4 while the transparency is decoded
	}
	return 8 * pixels
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

// jpegMemory sums up the planes of an image. A progressive one is decoded by way of its coefficients, of four bytes; colours that aren't stored as
// brightness and two differences get an image of their own, of four bytes a pixel.
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
