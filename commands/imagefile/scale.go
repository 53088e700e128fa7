package imagefile

import (
	"context"
	"image"

	"golang.org/x/image/draw"
)

// bandMemory is how much memory the scaler's numbers take for one band of an image.
const bandMemory = 4 << 20 // bytes

// scaled returns an image in another size. The library's scaler would keep four numbers of eight bytes for every pixel of the image's
// height and of the new width; so it is given bands: of rows, which become as wide as the result, and then of columns, which become as
// high. A side that stays as it is isn't changed by this kernel. Its error is that of ctx.
func scaled(ctx context.Context, img image.Image, width, height int) (*image.RGBA, error) {
	from := img.Bounds()
	wide := image.NewRGBA(image.Rect(0, 0, width, from.Dy()))
	rows := band(max(width, from.Dx()/8))
	scaler := draw.CatmullRom.NewScaler(width, rows, from.Dx(), rows) // it keeps its numbers for the next band
	// the rows in a type that the scaler reads quickly, as it reads each pixel several times
	var strip *image.RGBA
	switch img.(type) {
	case *image.RGBA, *image.NRGBA, *image.Gray, *image.YCbCr:
	default:
		strip = image.NewRGBA(image.Rect(0, 0, from.Dx(), rows))
	}
	for y := 0; y < from.Dy(); y += rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(rows, from.Dy()-y)
		part, at := img, image.Rect(from.Min.X, from.Min.Y+y, from.Max.X, from.Min.Y+y+n)
		if strip != nil {
			draw.Draw(strip, image.Rect(0, 0, at.Dx(), n), img, at.Min, draw.Src)
			part, at = strip, image.Rect(0, 0, at.Dx(), n)
		}
		scaler.Scale(wide, image.Rect(0, y, width, y+n), part, at, draw.Src, nil)
	}
	if height == from.Dy() {
		return wide, nil
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	columns := band(from.Dy())
	scaler = draw.CatmullRom.NewScaler(columns, height, columns, from.Dy())
	for x := 0; x < width; x += columns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(columns, width-x)
		scaler.Scale(out, image.Rect(x, 0, x+n, height), wide, image.Rect(x, 0, x+n, from.Dy()), draw.Src, nil)
	}
	return out, nil
}

// band returns how many rows, or columns, of a length make a band.
func band(length int) int { return max(1, bandMemory/32/length) }

// scalingMemory returns how many bytes scaled takes.
func scalingMemory(from image.Config, width, height int) int {
	return 4*width*(from.Height+height) + 5*bandMemory
}

// straight returns the same image with colours that aren't multiplied by their opacity. It takes the pixels of img.
func straight(img *image.RGBA) *image.NRGBA {
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i : i+4 : i+4]
		if a := uint32(p[3]); a > 0 && a < 255 {
			for c := range 3 {
				p[c] = uint8(min(255, (uint32(p[c])*255+a/2)/a))
			}
		}
	}
	return &image.NRGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}
}

// asGrey returns the same image in shades of grey: encoders know grey images by this type only.
func asGrey(img *image.RGBA) *image.Gray {
	grey := image.NewGray(img.Rect)
	for i := range grey.Pix {
		grey.Pix[i] = img.Pix[4*i]
	}
	return grey
}
