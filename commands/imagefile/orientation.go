package imagefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"runtime/debug"

	"candor/commands/imagefile/webp"
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

// drawnAnew decodes a still image, makes it as small as MaxSide asks for, turns it as its orientation says, and encodes it again.
// A GIF becomes a PNG. It waits for bench's place.
func drawnAnew(ctx context.Context, contentType string, p *parts, config image.Config) (Image, error) {
	width, height := within(config, MaxSide)
	beside := 0
	if width < config.Width {
		beside = scalingMemory(config, width, height)
	}
	switch {
	case p.inks:
		return Image{}, ErrColors
	case decodingMemory(contentType, p, config)+beside > maxMemory:
		return Image{}, ErrMemory
	}
	if err := bench.enterSoon(ctx); err != nil {
		return Image{}, err
	}
	defer bench.leave()
	working, end, cause := limited(ctx, maxUploadTime)
	defer end()
	img, err := decoded(working, contentType, p, config, beside)
	if err == nil && (width < config.Width || height < config.Height) {
		img, err = smaller(working, img, width, height)
	}
	if err == nil && contentType == "image/png" && p.profile != nil && !isRGB(p.profile) && !isGrey(img) {
		err = ErrColors // the encoder would write colors under a profile for grey
	}
	if err != nil {
		return Image{}, cause(err)
	}
	debug.FreeOSMemory()
	img = turned(img, p.orientation)
	size := img.Bounds().Size()
	out := Image{ContentType: contentType, Width: size.X, Height: size.Y}
	switch contentType {
	case "image/jpeg":
		out.Bytes, err = asJPEG(img, p.profile)
	case "image/webp":
		out.Bytes, err = asWebP(working, img, p.profile)
	default:
		out.ContentType = "image/png"
		out.Bytes, err = asPNG(img, p)
	}
	if errors.Is(err, webp.ErrImage) {
		err = damaged("it can't be drawn anew")
	}
	return out, cause(err)
}

// smaller returns an image in another size, in shades of grey if it was.
func smaller(ctx context.Context, img image.Image, width, height int) (image.Image, error) {
	debug.FreeOSMemory() // what the decoder has left
	out, err := scaled(ctx, img, width, height)
	if err != nil {
		return nil, err
	}
	if isGrey(img) {
		return asGrey(out), nil
	}
	return straight(out), nil
}

// isGrey reports whether an image has a type of shades of grey alone.
func isGrey(img image.Image) bool {
	switch img.(type) {
	case *image.Gray, *image.Gray16:
		return true
	}
	return false
}

// within returns the size of an image whose longer side is at most so many pixels.
func within(config image.Config, side int) (width, height int) {
	width, height = config.Width, config.Height
	if long := max(width, height); long > side {
		width, height = max(1, (width*side+long/2)/long), max(1, (height*side+long/2)/long)
	}
	return width, height
}

func asJPEG(img image.Image, profile []byte) ([]byte, error) {
	var file bytes.Buffer
	err := jpeg.Encode(&file, img, &jpeg.Options{Quality: jpegQuality})
	return withJPEGProfile(file.Bytes(), profile), err
}

func asPNG(img image.Image, p *parts) ([]byte, error) {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return nil, err
	}
	return withPNGColors(file.Bytes(), p.file, p.profile), nil
}

func asWebP(ctx context.Context, img image.Image, profile []byte) ([]byte, error) {
	pixels, ok := img.(*image.NRGBA)
	if !ok {
		pixels = image.NewNRGBA(img.Bounds())
		draw.Draw(pixels, pixels.Rect, img, img.Bounds().Min, draw.Src)
	}
	return encodeWebP(ctx, pixels, webpQuality, profile, 0)
}

// The qualities are high enough that what is lost a second time can't be seen.
const jpegQuality, webpQuality = 90, 90

func isOpaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// turned returns an image as its orientation says that it is meant to be seen.
func turned(img image.Image, orientation int) image.Image {
	if orientation <= 1 {
		return img
	}
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
