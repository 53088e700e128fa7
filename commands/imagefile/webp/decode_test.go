package webp_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"testing"

	xwebp "golang.org/x/image/webp"

	"candor/commands/imagefile/webp"
)

// Black is 0 and white is 255, as browsers show them: a lossy file stores them as 16 and 235.
func TestALossyImageKeepsItsLevels(t *testing.T) {
	c := codec(t)
	colors := []color.NRGBA{{0, 0, 0, 255}, {255, 255, 255, 255}, {128, 128, 128, 255}, {200, 40, 30, 255}, {20, 60, 200, 255},
		{10, 180, 90, 255}}
	const patch = 64
	img := image.NewNRGBA(image.Rect(0, 0, patch*len(colors), patch))
	for y := range patch {
		for x := range img.Rect.Dx() {
			img.SetNRGBA(x, y, colors[x/patch])
		}
	}
	file, err := c.Encode(t.Context(), img, 95, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Decode(t.Context(), file, webp.Still{Width: img.Rect.Dx(), Height: patch})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range colors {
		if c := color.NRGBAModel.Convert(got.At(i*patch+patch/2, patch/2)).(color.NRGBA); distance(c, want) > 2 {
			t.Errorf("%v became %v", want, c)
		}
	}
}

func distance(a, b color.NRGBA) (most int) {
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B), int(a.A) - int(b.A)} {
		most = max(most, d, -d)
	}
	return most
}

// The file is one of x/image's own samples: a lossless image, some of which can be seen through.
func TestALosslessImageKeepsItsPixels(t *testing.T) {
	file, err := os.ReadFile("testdata/lossless.webp")
	if err != nil {
		t.Fatal(err)
	}
	want, err := xwebp.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	size := want.Bounds().Size()
	got, err := codec(t).Decode(t.Context(), file, webp.Still{Width: size.X, Height: size.Y, Lossless: true, Transparent: true})
	if err != nil {
		t.Fatal(err)
	}
	for y := range size.Y {
		for x := range size.X {
			a, b := color.RGBAModel.Convert(got.At(x, y)).(color.RGBA), color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			if distance(color.NRGBA(a), color.NRGBA(b)) > 1 { // rounded when multiplied by its opacity
				t.Fatalf("at %d, %d: %v became %v", x, y, b, a)
			}
		}
	}
}

func TestALossyImageKeepsItsTransparency(t *testing.T) {
	c := codec(t)
	file, err := c.Encode(t.Context(), window(81, 33), 80, 32<<20)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Decode(t.Context(), file, webp.Still{Width: 81, Height: 33, Transparent: true})
	if err != nil {
		t.Fatal(err)
	}
	left, right := color.NRGBAModel.Convert(got.At(10, 16)).(color.NRGBA), color.NRGBAModel.Convert(got.At(80, 32)).(color.NRGBA)
	if left.A != 255 || left.B < 190 || right.A != 0 {
		t.Errorf("the left is %v, the right %v", left, right)
	}
}

func TestWhatCannotBeDecodedIsRefused(t *testing.T) {
	c := codec(t)
	file, err := c.Encode(t.Context(), window(80, 40), 80, 32<<20)
	if err != nil {
		t.Fatal(err)
	}
	still := webp.Still{Width: 80, Height: 40, Transparent: true}
	for name, file := range map[string][]byte{"nothing": nil, "half a file": file[:len(file)/2], "noise": bytes.Repeat([]byte("RIFF"), 100)} {
		if _, err := c.Decode(t.Context(), file, still); !errors.Is(err, webp.ErrImage) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Decode(t.Context(), file, webp.Still{Width: 80, Height: 41, Transparent: true}); !errors.Is(err, webp.ErrImage) {
		t.Errorf("another size: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := c.Decode(ended, file, still); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
	if _, err := c.Encode(ended, window(80, 40), 80, 32<<20); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end, encoding: %v", err)
	}
	if _, err := c.Decode(t.Context(), file, still); err != nil {
		t.Errorf("after that: %v", err)
	}
}
