// The colors of copies, and of images that are made smaller.

package imagefile_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"testing"

	"candor/commands/imagefile"
	"candor/commands/imagefile/webp"
)

var patches = []color.NRGBA{{0, 0, 0, 255}, {255, 255, 255, 255}, {128, 128, 128, 255}, {200, 40, 30, 255}, {20, 60, 200, 255},
	{10, 180, 90, 255}}

// patched is an image of patches beside each other.
func patched(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetNRGBA(x, y, patches[x*len(patches)/width])
		}
	}
	return img
}

// lossyWebP encodes an image, and shown decodes one, as browsers do: with libwebp.
func lossyWebP(t testing.TB, img *image.NRGBA) (file []byte) {
	t.Helper()
	withLibwebp(t, func(c *webp.Codec) (err error) {
		file, err = c.Encode(context.Background(), img, 95, 190<<20)
		return err
	})
	return file
}

func shown(t testing.TB, file []byte, width, height int) (img image.Image) {
	t.Helper()
	withLibwebp(t, func(c *webp.Codec) (err error) {
		img, err = c.Decode(context.Background(), file,
			webp.Still{Width: width, Height: height, Transparent: bytes.Contains(file, []byte("ALPH"))})
		return err
	})
	return img
}

func withLibwebp(t testing.TB, do func(*webp.Codec) error) {
	t.Helper()
	c := new(webp.Codec)
	if err := errors.Join(do(c), c.Close()); err != nil {
		t.Fatal(err)
	}
}

// checkPatches fails unless an image shows the patches, within so many levels.
func checkPatches(t testing.TB, img image.Image, within int) {
	t.Helper()
	size := img.Bounds().Size()
	for i, want := range patches {
		got := color.NRGBAModel.Convert(img.At((2*i+1)*size.X/(2*len(patches)), size.Y/2)).(color.NRGBA)
		for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
			if d > within || d < -within {
				t.Errorf("%v became %v", want, got)
				break
			}
		}
	}
}

func TestCopiesHaveTheColorsOfTheOriginal(t *testing.T) {
	for kind, file := range map[string][]byte{
		"image/webp": lossyWebP(t, patched(900, 90)), "image/png": encoded(t, "image/png", patched(900, 90)),
		"image/jpeg": encoded(t, "image/jpeg", patched(900, 90)),
	} {
		got, err := imagefile.Copies(t.Context(), kind, longer(file), []int{600})
		if err != nil || got[0] == nil {
			t.Fatalf("%s: no copy (%v)", kind, err)
		}
		checkPatches(t, shown(t, got[0], 600, 60), 3) // 2, and one that the copy's own quality adds
	}
}

// longer appends to a file what no program reads, so that any copy is smaller.
func longer(file []byte) []byte { return append(bytes.Clone(file), make([]byte, 100_000)...) }

func TestALargeWebPKeepsItsColors(t *testing.T) {
	got, err := imagefile.Clean(t.Context(), "image/webp", lossyWebP(t, patched(2600, 130)))
	if err != nil || got.Width != 2400 {
		t.Fatalf("%d pixels in width (%v)", got.Width, err)
	}
	checkPatches(t, shown(t, got.Bytes, 2400, 120), 2)
}

func TestALosslessWebPIsMadeSmaller(t *testing.T) {
	file, err := os.ReadFile("webp/testdata/lossless.webp")
	if err != nil {
		t.Fatal(err)
	}
	got, err := imagefile.Copies(t.Context(), "image/webp", longer(file), []int{100})
	if err != nil || got[0] == nil {
		t.Errorf("got no copy (%v)", err)
	}
}

// profileOf has the head of an ICC profile for a color space.
func profileOf(space string) []byte {
	p := profile()[:3000]
	copy(p[16:], space)
	return p
}

// What the copies' format can't say, or what nothing here converts, gets no copies, and stays as it was sent.
func TestColorsThatCannotBeConvertedStay(t *testing.T) {
	inks := cmyk(t, 2500, 50)
	gamma := chunk("gAMA", []byte{0, 1, 0x86, 0xa0})                         // linear
	wide := chunk("cHRM", bytes.Repeat([]byte{0, 0, 0x40, 0}, 8))            // not sRGB's
	hdr := chunk("cICP", []byte{9, 16, 0, 1})                                // BT.2020, PQ
	grey := chunk("iCCP", []byte("a\x00\x00"), packed(t, profileOf("GRAY"))) // for a picture with transparency
	for name, tt := range map[string]struct {
		kind string
		file []byte
	}{
		"CMYK":                {"image/jpeg", inks},
		"CMYK with a profile": {"image/jpeg", withJPEGProfile(inks, profileOf("CMYK"))},
		"grey with a profile": {"image/jpeg", withJPEGProfile(encoded(t, "image/jpeg", image.NewGray(image.Rect(0, 0, 600, 50))),
			profileOf("GRAY"))},
		"Lab":                            {"image/jpeg", withJPEGProfile(encoded(t, "image/jpeg", photo(600, 50)), profileOf("Lab "))},
		"another gamma":                  {"image/png", emptyPNG(t, 600, 50, 16, 2, gamma)},
		"other primaries":                {"image/png", emptyPNG(t, 600, 50, 8, 2, wide)},
		"high dynamic range":             {"image/png", emptyPNG(t, 600, 50, 16, 2, hdr)},
		"grey and transparent, profiled": {"image/png", emptyPNG(t, 2500, 50, 8, 4, grey)},
	} {
		if _, err := imagefile.Copies(t.Context(), tt.kind, tt.file, []int{480}); !errors.Is(err, imagefile.ErrColors) {
			t.Errorf("%s: copies: %v", name, err)
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(tt.file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := imagefile.Clean(t.Context(), tt.kind, tt.file); err != nil || got.Width != config.Width ||
			!bytes.HasSuffix(tt.file, got.Bytes[len(got.Bytes)-100:]) {
			t.Errorf("%s: it was drawn anew, %d pixels in width (%v)", name, got.Width, err)
		}
	}
	for name, between := range map[string][]byte{
		"sRGB":             chunk("sRGB", []byte{0}),
		"sRGB over gamma":  append(chunk("sRGB", []byte{0}), gamma...),
		"sRGB's numbers":   append(chunk("gAMA", []byte{0, 0, 0xb1, 0x8f}), chunk("cHRM", srgbPrimaries())...),
		"sRGB as a number": chunk("cICP", []byte{1, 13, 0, 1}),
	} {
		if _, err := imagefile.Copies(t.Context(), "image/png", emptyPNG(t, 600, 50, 16, 2, between), []int{480}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func srgbPrimaries() (b []byte) {
	for _, n := range []int{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000} {
		b = append(b, 0, byte(n>>16), byte(n>>8), byte(n))
	}
	return b
}

// cmyk is a JPEG of four inks: a grey one, of which the header is another's.
func cmyk(t testing.TB, width, height int) []byte {
	t.Helper()
	file := encoded(t, "image/jpeg", image.NewGray(image.Rect(0, 0, width, height)))
	frame := bytes.Index(file, []byte{0xff, 0xc0})
	after := frame + 2 + int(file[frame+3])
	four := append(bytes.Clone(file[frame+4:frame+9]), 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0)
	return bytes.Join([][]byte{file[:frame], segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")), segment(0xc0, four), file[after:]},
		nil)
}
