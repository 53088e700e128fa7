// Images that are made smaller: uploads of more than 2,400 pixels, and the copies that pages choose among.

package imagefile_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"candor/commands/imagefile"
)

// photo is an image with soft shapes and some noise, as a camera makes it, in four colours at its corners.
func photo(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range height {
		for x := range width {
			c := []color.NRGBA{{230, 10, 10, 255}, {10, 230, 10, 255}, {10, 10, 230, 255}, {230, 230, 230, 255}}[y*2/height*2+x*2/width]
			noise := uint8(random.IntN(12))
			img.SetNRGBA(x, y, color.NRGBA{c.R + noise, c.G + noise, c.B + noise, 255})
		}
	}
	return img
}

func encoded(t testing.TB, kind string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch kind {
	case "image/jpeg":
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 85})
	case "image/gif":
		err = gif.Encode(&b, img, nil)
	default:
		err = png.Encode(&b, img)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// cornersOf names the colours at the corners, as in TestImagesAreTurnedUpright.
func cornersOf(img image.Image) [4]string {
	b := img.Bounds()
	left, top, right, bottom := b.Min.X+b.Dx()/8, b.Min.Y+b.Dy()/8, b.Max.X-b.Dx()/8, b.Max.Y-b.Dy()/8
	return [4]string{colourAt(img, left, top), colourAt(img, right, top), colourAt(img, left, bottom), colourAt(img, right, bottom)}
}

var fourColours = [4]string{"red", "green", "blue", "white"}

func TestLargeImagesAreMadeSmaller(t *testing.T) {
	for name, tt := range map[string]struct {
		kind          string
		file          []byte
		becomes       string
		width, height int
	}{
		"JPEG":           {"image/jpeg", encoded(t, "image/jpeg", photo(3000, 2000)), "image/jpeg", 2400, 1600},
		"a tall JPEG":    {"image/jpeg", encoded(t, "image/jpeg", photo(500, 3000)), "image/jpeg", 400, 2400},
		"PNG":            {"image/png", encoded(t, "image/png", photo(2500, 1000)), "image/png", 2400, 960},
		"GIF":            {"image/gif", encoded(t, "image/gif", photo(2500, 1000)), "image/png", 2400, 960},
		"just as large":  {"image/jpeg", encoded(t, "image/jpeg", photo(2400, 100)), "image/jpeg", 2400, 100},
		"one pixel more": {"image/jpeg", encoded(t, "image/jpeg", photo(2401, 100)), "image/jpeg", 2400, 100},
		"a thread":       {"image/png", encoded(t, "image/png", photo(9000, 2)), "image/png", 2400, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := imagefile.Clean(t.Context(), tt.kind, tt.file)
			if err != nil || got.ContentType != tt.becomes || got.Width != tt.width || got.Height != tt.height || got.Animated {
				t.Fatalf("got %s %d×%d, animated: %v (%v)", got.ContentType, got.Width, got.Height, got.Animated, err)
			}
			img := decoded(t, got.Bytes)
			if img.Bounds().Size() != (image.Point{tt.width, tt.height}) || tt.height > 1 && cornersOf(img) != fourColours {
				t.Errorf("it shows %v in %v", cornersOf(img), img.Bounds())
			}
			again, err := imagefile.Clean(t.Context(), got.ContentType, got.Bytes)
			if err != nil || !bytes.Equal(again.Bytes, got.Bytes) {
				t.Errorf("it is changed once more (%v)", err)
			}
		})
	}
}

// A phone's photo: large, stored sideways, with a profile.
func TestALargeImageIsTurnedAndKeepsItsProfile(t *testing.T) {
	got, err := imagefile.Clean(t.Context(), "image/jpeg", jpegFile(t, photo(2700, 1800), 6))
	if err != nil || got.Width != 1600 || got.Height != 2400 {
		t.Fatalf("got %d×%d (%v)", got.Width, got.Height, err)
	}
	if want := [4]string{"blue", "red", "white", "green"}; cornersOf(decoded(t, got.Bytes)) != want {
		t.Errorf("it shows %v, want %v", cornersOf(decoded(t, got.Bytes)), want)
	}
	if !bytes.Contains(got.Bytes, []byte("ICC_PROFILE\x00\x02\x02")) || bytes.Contains(got.Bytes, []byte(secret)) {
		t.Error("the profile is gone, or it tells who made it")
	}
}

func TestALargeImageStaysTransparentOrGrey(t *testing.T) {
	glass := photo(2600, 1300)
	for y := range 1300 {
		for x := 1300; x < 2600; x++ {
			glass.SetNRGBA(x, y, color.NRGBA{200, 0, 0, 128})
		}
	}
	got, err := imagefile.Clean(t.Context(), "image/png", encoded(t, "image/png", glass))
	if err != nil {
		t.Fatal(err)
	}
	if c := color.NRGBAModel.Convert(decoded(t, got.Bytes).At(2000, 600)).(color.NRGBA); c.A < 126 || c.A > 130 || c.R < 198 || c.R > 202 {
		t.Errorf("half transparent red became %v", c)
	}
	got, err = imagefile.Clean(t.Context(), "image/jpeg", encoded(t, "image/jpeg", image.NewGray(image.Rect(0, 0, 3000, 300))))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := decoded(t, got.Bytes).(*image.Gray); !ok {
		t.Error("a grey picture got colours")
	}
}

func TestLargeAnimationsStayAsTheyAre(t *testing.T) {
	moving := gifFile(t, 2, 2500)
	for kind, file := range map[string][]byte{"image/gif": moving, "image/png": animatedPNG(t, 2, 8, 8, 1)} {
		got, err := imagefile.Clean(t.Context(), kind, file)
		if err != nil || got.ContentType != kind || !got.Animated {
			t.Errorf("%s: got %s, animated: %v (%v)", kind, got.ContentType, got.Animated, err)
		}
	}
	if got, err := imagefile.Clean(t.Context(), "image/gif", moving); err != nil || got.Width != 2500 {
		t.Errorf("it is %d pixels wide (%v)", got.Width, err)
	}
	for kind, file := range map[string][]byte{"image/gif": gifFile(t, 1, 20), "image/png": pngFile(t, corners(), 1)} {
		if got, err := imagefile.Clean(t.Context(), kind, file); err != nil || got.Animated {
			t.Errorf("a still %s counts as animated (%v)", kind, err)
		}
	}
}

// progressive turns a JPEG's frame header into one that says that what follows is progressive.
func progressive(t testing.TB, file []byte) []byte {
	t.Helper()
	return bytes.Replace(file, []byte{0xff, 0xc0}, []byte{0xff, 0xc2}, 1)
}

// widened says in a JPEG's frame header that it is so large.
func widened(t testing.TB, file []byte, width, height int) []byte {
	t.Helper()
	file = bytes.Clone(file)
	at := bytes.IndexByte(file, 0xc2) // of a progressive one
	file[at+4], file[at+5], file[at+6], file[at+7] = byte(height>>8), byte(height), byte(width>>8), byte(width)
	return file
}

// A progressive image of 38 megapixels would be decoded by way of 230 MB of coefficients, whatever its file holds.
func TestWhatTakesTooMuchMemoryIsNotDecoded(t *testing.T) {
	huge := widened(t, progressive(t, encoded(t, "image/jpeg", photo(64, 64))), 7600, 5000)
	if got, err := imagefile.Clean(t.Context(), "image/jpeg", huge); err != nil || got.Width != 7600 || !bytes.Equal(got.Bytes, huge) {
		t.Errorf("got %d pixels in width, %d bytes (%v); want it as it was sent", got.Width, len(got.Bytes), err)
	}
	sideways := append(append([]byte{0xff, 0xd8}, segment(0xe1, []byte("Exif\x00\x00"), exif(6))...), huge[2:]...)
	if _, err := imagefile.Clean(t.Context(), "image/jpeg", sideways); !errors.Is(err, imagefile.ErrMemory) {
		t.Errorf("one that would have to be turned: %v", err)
	}
	if _, err := imagefile.Copies(t.Context(), "image/jpeg", huge, []int{480}); !errors.Is(err, imagefile.ErrMemory) {
		t.Errorf("copies: %v", err)
	}
}

func TestCopiesAreSmallerAndLookTheSame(t *testing.T) {
	withProfile, err := imagefile.Clean(t.Context(), "image/jpeg", jpegFile(t, photo(650, 450), 1))
	if err != nil {
		t.Fatal(err)
	}
	small := profile()[:3000]
	for name, tt := range map[string]struct {
		kind    string
		file    []byte
		profile bool
	}{
		"JPEG":                      {"image/jpeg", encoded(t, "image/jpeg", photo(650, 450)), false},
		"JPEG with a profile":       {"image/jpeg", withJPEGProfile(encoded(t, "image/jpeg", photo(650, 450)), small), true},
		"JPEG with a large profile": {"image/jpeg", withProfile.Bytes, true},
		"PNG":                       {"image/png", encoded(t, "image/png", photo(650, 450)), false},
		"GIF":                       {"image/gif", encoded(t, "image/gif", photo(650, 450)), false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := imagefile.Copies(t.Context(), tt.kind, tt.file, []int{240, 400, 600})
			if err != nil {
				t.Fatal(err)
			}
			for i, size := range []image.Point{{240, 166}, {400, 277}, {600, 415}} {
				img := decoded(t, got[i])
				if img.Bounds().Size() != size || cornersOf(img) != fourColours {
					t.Errorf("%d: it shows %v in %v", size.X, cornersOf(img), img.Bounds())
				}
				if len(got[i]) >= len(tt.file) || bytes.Contains(got[i], []byte("ICCP")) != tt.profile {
					t.Errorf("%d: %d of %d bytes, profile: %v", size.X, len(got[i]), len(tt.file), !tt.profile)
				}
				if _, err := imagefile.Clean(t.Context(), "image/webp", got[i]); err != nil {
					t.Errorf("%d: not a clean WebP: %v", size.X, err)
				}
			}
		})
	}
}

func withJPEGProfile(file, profile []byte) []byte {
	return append(append(bytes.Clone(file[:2]), segment(0xe2, []byte("ICC_PROFILE\x00\x01\x01"), profile)...), file[2:]...)
}

func TestTransparentCopiesStayTransparent(t *testing.T) {
	glass := photo(900, 600)
	for y := range 600 {
		for x := 450; x < 900; x++ {
			glass.SetNRGBA(x, y, color.NRGBA{200, 0, 0, 128})
		}
	}
	got, err := imagefile.Copies(t.Context(), "image/png", pngFile(t, glass, 1), []int{480, 800})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range got {
		img := decoded(t, file)
		width := img.Bounds().Dx()
		if c := color.NRGBAModel.Convert(img.At(width*3/4, 100)).(color.NRGBA); c.A < 126 || c.A > 130 || c.R < 180 {
			t.Errorf("half transparent red became %v at %d", c, width)
		}
		if c := color.NRGBAModel.Convert(img.At(width/8, 40)).(color.NRGBA); c.A != 255 {
			t.Errorf("what covers became %v at %d", c, width)
		}
	}
}

func TestThereAreNoCopiesOfWhatMovesOrIsSmallAlready(t *testing.T) {
	flat := image.NewPaletted(image.Rect(0, 0, 500, 400), color.Palette{color.White})
	for name, tt := range map[string]struct {
		kind string
		file []byte
	}{
		"an animated GIF":               {"image/gif", gifFile(t, 3, 600)},
		"an animated PNG":               {"image/png", animatedPNG(t, 3, 8, 8, 1)},
		"a copy that isn't any smaller": {"image/png", encoded(t, "image/png", flat)},
	} {
		if got, err := imagefile.Copies(t.Context(), tt.kind, tt.file, []int{480}); err != nil || len(got) != 1 || got[0] != nil {
			t.Errorf("%s: got %d bytes (%v)", name, len(got[0]), err)
		}
	}
	for name, file := range map[string][]byte{"a broken file": encoded(t, "image/jpeg", photo(600, 400))[:2000], "none": nil} {
		if _, err := imagefile.Copies(t.Context(), "image/jpeg", file, []int{480}); !errors.Is(err, imagefile.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
