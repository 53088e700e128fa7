package imagefile

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"sync"
)

// orientationTag is the field of EXIF's first directory that says how a picture is stored.
const orientationTag = 0x0112

// orientationOf returns what EXIF data, a TIFF file, says of the orientation; 1 where it says nothing that makes sense.
func orientationOf(tiff []byte) int {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	if len(tiff) < 8 {
		return 1
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	const entry, short = 12, 3
	fields := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(fields) < entry {
			return 1
		}
		if order.Uint16(fields) == orientationTag && order.Uint16(fields[2:]) == short {
			if o := int(order.Uint16(fields[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		fields = fields[entry:]
	}
	return 1
}

// turning lets one image at a time be decoded to be turned: its pixels are many times as large as its file.
var turning sync.Mutex

// upright decodes a still image, turns it as its orientation says, and encodes it again. A WebP file becomes a JPEG, or a
// PNG where it is transparent: there is no encoder for WebP at hand.
func upright(contentType string, p parts) (Image, error) {
	turning.Lock()
	defer turning.Unlock()
	decoded, err := formats[contentType].decode(bytes.NewReader(p.file))
	if err != nil {
		return Image{}, damaged("no pixels")
	}
	img := turned(decoded, p.orientation)
	size := img.Bounds().Size()
	out := Image{ContentType: "image/jpeg", Width: size.X, Height: size.Y}
	if contentType == "image/png" || contentType == "image/webp" && !isOpaque(decoded) {
		out.ContentType = "image/png"
	}
	var file bytes.Buffer
	if out.ContentType == "image/png" {
		err = png.Encode(&file, img)
		out.Bytes = withPNGColours(file.Bytes(), p.file, p.profile)
	} else {
		err = jpeg.Encode(&file, img, &jpeg.Options{Quality: jpegQuality})
		if !isCMYK(p.profile) { // the encoder has made RGB of CMYK
			out.Bytes = withJPEGProfile(file.Bytes(), p.profile)
		} else {
			out.Bytes = file.Bytes()
		}
	}
	if err != nil {
		return Image{}, damaged("it can't be turned")
	}
	return out, nil
}

// jpegQuality is high enough that what is lost a second time can't be seen.
const jpegQuality = 90

// isCMYK reports whether an ICC profile describes inks; its header says so.
func isCMYK(profile []byte) bool { return len(profile) >= 20 && string(profile[16:20]) == "CMYK" }

func isOpaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// turned returns an image as its orientation says that it is meant to be seen.
func turned(img image.Image, orientation int) image.Image {
	t := view{img, orientation}
	if _, ok := img.(*image.Gray); !ok {
		return t
	}
	gray := image.NewGray(t.Bounds()) // the JPEG encoder knows grey images by this type only
	for y := range gray.Rect.Dy() {
		for x := range gray.Rect.Dx() {
			gray.Set(x, y, t.At(x, y))
		}
	}
	return gray
}

// view shows an image turned, without a copy of its pixels.
type view struct {
	image.Image
	orientation int
}

func (v view) Opaque() bool { return isOpaque(v.Image) }

// ColorModel says which kind of PNG is written: eight bits a colour unless the image has more.
func (v view) ColorModel() color.Model {
	switch v.Image.(type) {
	case *image.Gray16, *image.RGBA64, *image.NRGBA64:
		return v.Image.ColorModel()
	}
	return color.NRGBAModel
}

// Bounds begin at 0, 0; from orientation 5 on, width and height change places.
func (v view) Bounds() image.Rectangle {
	size := v.Image.Bounds().Size()
	if v.orientation >= 5 {
		size.X, size.Y = size.Y, size.X
	}
	return image.Rectangle{Max: size}
}

// At returns the colour of a place as it is meant to be seen; the numbers are EXIF's.
func (v view) At(x, y int) color.Color {
	b := v.Image.Bounds()
	right, bottom := b.Dx()-1, b.Dy()-1 // of the image as it is stored
	switch v.orientation {
	case 2:
		x = right - x
	case 3:
		x, y = right-x, bottom-y
	case 4:
		y = bottom - y
	case 5:
		x, y = y, x
	case 6:
		x, y = y, bottom-x
	case 7:
		x, y = right-y, bottom-x
	case 8:
		x, y = right-y, x
	}
	return v.Image.At(b.Min.X+x, b.Min.Y+y)
}
