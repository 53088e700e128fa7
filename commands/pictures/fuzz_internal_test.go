// Fuzzing and tables of data strings.

package pictures

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"candor/events"
)

func dataString(contentType string, body []byte) string {
	return "data:" + contentType + ";base64," + base64.StdEncoding.EncodeToString(body)
}

// encoded returns a small picture in some formats.
func encoded(t testing.TB) (pngBytes, jpegBytes, gifBytes []byte) {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), nil)
	img.Palette = append(img.Palette, image.Black.C, image.White.C)
	var p, j, g bytes.Buffer
	for _, err := range []error{png.Encode(&p, img), jpeg.Encode(&j, img, nil), gif.Encode(&g, img, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return p.Bytes(), j.Bytes(), g.Bytes()
}

// animation is a GIF of square frames.
func animation(t testing.TB, frames, side int) []byte {
	t.Helper()
	all := &gif.GIF{}
	for range frames {
		all.Image = append(all.Image, image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.Black, color.White}))
		all.Delay = append(all.Delay, 10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webpBytes is a lossless WebP of one pixel.
var webpBytes = []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")

func TestDataStrings(t *testing.T) {
	p, j, g := encoded(t)
	huge := append([]byte(nil), p...)
	copy(huge[16:24], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // 65536 × 65536, without repairing the checksum
	tests := []struct {
		name, text string
		contains   string // in the error; "" when it is taken
	}{
		{"PNG", dataString("image/png", p), ""},
		{"JPEG", dataString("image/jpeg", j), ""},
		{"JPEG by its wrong name", dataString("image/jpg", j), ""},
		{"GIF", dataString("image/gif", g), ""},
		{"WebP", dataString("image/webp", webpBytes), ""},
		{"capitals and parameters", "DATA:image/PNG;charset=utf-8;base64," + base64.StdEncoding.EncodeToString(p), ""},
		{"a JPEG with arithmetic coding", dataString("image/jpeg", bytes.Replace(j, []byte{0xff, 0xc0}, []byte{0xff, 0xc9}, 1)),
			"is a rare kind of JPEG that can't be read"},
		{"a PNG that says JPEG", dataString("image/jpeg", p), "is a PNG file, but was sent as JPEG"},
		{"text that says PNG", dataString("image/png", []byte("<script>")), "is not a valid PNG image"},
		{"SVG", dataString("image/svg+xml", []byte("<svg/>")), "must be a JPEG, PNG, WebP or GIF"},
		{"HTML", dataString("text/html", []byte("<p>")), "must be a JPEG, PNG, WebP or GIF"},
		{"not base64", "data:image/png,abc", "base64"},
		{"broken base64", "data:image/png;base64,%%%", "base64"},
		{"no comma", "data:image/png;base64", "form"},
		{"nothing", "data:image/png;base64,", "is not a valid PNG image"},
		{"a damaged header", dataString("image/png", huge), "is not a valid PNG image"},
		{"too large", dataString("image/png", append(append([]byte(nil), p...), make([]byte, maxPicture)...)), "too large"},
		{"exactly 5 MB", dataString("image/png", append(append([]byte(nil), p...), make([]byte, maxPicture-len(p))...)), ""},
		{"one byte more", dataString("image/png", append(append([]byte(nil), p...), make([]byte, maxPicture-len(p)+1)...)), "too large"},
		{"too many pixels", dataString("image/gif", append([]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00"), make([]byte, 16)...)),
			"is an image of 65535×65535 pixels; the maximum is 40,000,000 pixels"},
		{"an animation of too many pixels", dataString("image/gif", animation(t, 41, 1000)),
			"is an animation of 41000000 pixels in total; the maximum is 40,000,000 pixels"},
		{"an animation of the most pixels", dataString("image/gif", animation(t, 40, 1000)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseDataString(t.Context(), tt.text)
			if (err == nil) != (tt.contains == "") || err != nil && !strings.Contains(err.Error(), tt.contains) {
				t.Fatalf("got %v, want %q", err, tt.contains)
			}
		})
	}
}

func FuzzDataString(f *testing.F) {
	p, j, g := encoded(f)
	for _, seed := range []string{dataString("image/png", p), dataString("image/jpeg", j), dataString("image/gif", g),
		dataString("image/webp", webpBytes), "data:", "data:,", "data:image/png;base64,", "x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseDataString(t.Context(), text)
		if err != nil {
			return
		}
		if len(got.bytes) == 0 || len(got.bytes) > maxPicture || len(got.sha256) != 64 || events.MediaExtension(got.contentType) == "" {
			t.Fatalf("%q passes as %s of %d bytes", text, got.contentType, len(got.bytes))
		}
	})
}
