package webp_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	xwebp "golang.org/x/image/webp"

	"candor/commands/imagefile/webp"
)

func codec(t *testing.T) *webp.Codec {
	t.Helper()
	e := new(webp.Codec)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// window is an image that is blue to the left, and of which the right half can be seen through.
func window(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width / 2 {
			img.SetNRGBA(x, y, color.NRGBA{20, 60, 200, 255})
		}
	}
	return img
}

func TestColoursAndTransparencySurvive(t *testing.T) {
	file, err := codec(t).Encode(t.Context(), window(81, 33), 80, 32<<20)
	if err != nil {
		t.Fatal(err)
	}
	got, err := xwebp.Decode(bytes.NewReader(file))
	if err != nil || got.Bounds() != image.Rect(0, 0, 81, 33) {
		t.Fatalf("decoded: %v, %v", got.Bounds(), err)
	}
	if c := color.NRGBAModel.Convert(got.At(10, 16)).(color.NRGBA); c.A != 255 || c.B < 190 || c.R > 40 {
		t.Errorf("the left is %v, not blue", c)
	}
	if _, _, _, a := got.At(70, 16).RGBA(); a != 0 {
		t.Errorf("the right has opacity %d", a)
	}
}

// A part of an image has rows that are longer than itself.
func TestAPartOfAnImageIsEncoded(t *testing.T) {
	e, whole := codec(t), window(80, 40)
	part := whole.SubImage(image.Rect(10, 5, 30, 25)).(*image.NRGBA)
	file, err := e.Encode(t.Context(), part, 80, 32<<20)
	if err != nil {
		t.Fatal(err)
	}
	got, err := xwebp.Decode(bytes.NewReader(file))
	if err != nil || got.Bounds() != image.Rect(0, 0, 20, 20) {
		t.Fatalf("decoded: %v, %v", got, err)
	}
	if c := color.NRGBAModel.Convert(got.At(19, 19)).(color.NRGBA); c.A != 255 || c.B < 190 {
		t.Errorf("a corner is %v, not blue", c)
	}
}

func TestWhatNeedsTooMuchIsRefused(t *testing.T) {
	e := codec(t)
	noise := image.NewNRGBA(image.Rect(0, 0, 600, 600))
	for i := range noise.Pix {
		noise.Pix[i] = byte(rand.Uint32())
	}
	if file, err := e.Encode(t.Context(), noise, 80, 2<<20); !errors.Is(err, webp.ErrImage) {
		t.Errorf("an image that needs more than 2 MiB became %d bytes: %v", len(file), err)
	}
	if _, err := e.Encode(t.Context(), image.NewNRGBA(image.Rect(0, 0, webp.MaxSide+1, 1)), 80, 32<<20); !errors.Is(err, webp.ErrImage) {
		t.Errorf("an image that the format can't hold: %v", err)
	}
	if _, err := e.Encode(t.Context(), noise, 80, 64<<20); err != nil {
		t.Errorf("after that: %v", err)
	}
}
