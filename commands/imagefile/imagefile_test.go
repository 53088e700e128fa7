// What is taken from an uploaded image, and what is refused before it is decoded.

package imagefile_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"

	_ "golang.org/x/image/webp"

	"candor/commands/imagefile"
)

// secret stands for a place, an owner, a camera.
const secret = "Ada Lovelace, 51.5007 N 0.1246 W, Tarnholt C-7"

// exif is a TIFF file with an orientation and a text.
func exif(orientation int) []byte {
	b := []byte("II*\x00\x08\x00\x00\x00\x02\x00")
	b = append(b, 0x12, 0x01, 3, 0, 1, 0, 0, 0, byte(orientation), 0, 0, 0)
	b = append(b, 0x3b, 0x01, 2, 0, byte(len(secret)), 0, 0, 0, 38, 0, 0, 0)
	return append(append(b, 0, 0, 0, 0), secret...)
}

// profile has the head of an ICC profile for RGB.
func profile() []byte {
	p := make([]byte, 70_000) // more than one segment of a JPEG holds
	copy(p[12:], "mntrRGB XYZ ")
	copy(p[36:], "acsp")
	for i := 128; i < len(p); i++ {
		p[i] = byte(i)
	}
	return p
}

// corners is an image whose four quarters have colours of their own: red and green above, blue and white below.
func corners() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 48, 32))
	for y := range 32 {
		for x := range 48 {
			c := []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}[y/16*2+x/24]
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func segment(mark byte, payload ...[]byte) []byte {
	body := bytes.Join(payload, nil)
	return append(binary.BigEndian.AppendUint16([]byte{0xff, mark}, uint16(len(body)+2)), body...)
}

// jpegFile is a JPEG with everything that cameras and programs put into one.
func jpegFile(t testing.TB, img image.Image, orientation int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	icc := profile()
	thumbnail := append([]byte("JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x02\x01"), secret[:6]...)
	return bytes.Join([][]byte{{0xff, 0xd8},
		segment(0xe0, thumbnail), segment(0xe0, []byte("JFXX\x00\x13"+secret)),
		segment(0xe1, []byte("Exif\x00\x00"), exif(orientation)),
		segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>"+secret)),
		segment(0xe2, []byte("ICC_PROFILE\x00\x01\x02"), icc[:60_000]), segment(0xe2, []byte("ICC_PROFILE\x00\x02\x02"), icc[60_000:]),
		segment(0xe2, []byte("MPF\x00"+secret)),
		segment(0xed, []byte("Photoshop 3.0\x008BIM\x04\x04"+secret)),
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x01"+secret)),
		segment(0xfe, []byte(secret)),
		b.Bytes()[2:], []byte("ftypmp42" + secret), b.Bytes()}, nil) // a motion photo's film, and a second picture
}

func chunk(kind string, payload ...[]byte) []byte {
	body := append([]byte(kind), bytes.Join(payload, nil)...)
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body)-4)), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}

func pngFile(t testing.TB, img image.Image, orientation int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	icc := packed(t, profile())
	const header = 8 + 25
	return bytes.Join([][]byte{b.Bytes()[:header],
		chunk("iCCP", []byte("of "+secret[:12]+"\x00\x00"), icc), chunk("gAMA", []byte{0, 0, 0xb1, 0x8f}),
		chunk("eXIf", exif(orientation)), chunk("tEXt", []byte("Author\x00"+secret)),
		chunk("iTXt", []byte("XML:com.adobe.xmp\x00\x00\x00\x00\x00"+secret)), chunk("tIME", []byte{7, 230, 1, 1, 1, 1, 1}),
		chunk("prVt", []byte(secret)), b.Bytes()[header:], []byte(secret)}, nil)
}

func gifFile(t testing.TB, frames int, side int) []byte {
	t.Helper()
	g := &gif.GIF{LoopCount: 3}
	for i := range frames {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 5+i)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	const header = 13
	at := header
	if file[10]&0x80 != 0 {
		at += 3 << (file[10]&7 + 1)
	}
	blocks := func(text string) []byte { return append(append([]byte{byte(len(text))}, text...), 0) }
	return bytes.Join([][]byte{file[:at],
		{0x21, 0xfe}, blocks(secret), {0x21, 0xff, 11}, []byte("XMP DataXMP"), blocks(secret),
		{0x21, 0xff, 11}, []byte("ICCRGBG1012"), blocks("a profile"),
		{0x21, 0x01, 12}, make([]byte, 12), blocks(secret), file[at:], []byte(secret)}, nil)
}

func riff(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func webpChunk(kind string, payload ...[]byte) []byte {
	body := bytes.Join(payload, nil)
	out := append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(body))), body...)
	if len(body)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

func vp8x(flags byte, width, height int) []byte {
	w, h := width-1, height-1
	return webpChunk("VP8X", []byte{flags, 0, 0, 0, byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)})
}

// webpFile is a picture of 1200×800 pixels with all that the format can carry.
func webpFile(t testing.TB, orientation int) []byte {
	t.Helper()
	return append(riff(vp8x(0x2c, 1200, 800), webpChunk("ICCP", profile()), stillWebP(t), webpChunk("EXIF", exif(orientation)),
		webpChunk("XMP ", []byte("<x:xmpmeta>"+secret)), webpChunk("ABCD", []byte(secret))), secret...)
}

// stillWebP is the image itself of one of the demo site's pictures.
func stillWebP(t testing.TB) []byte {
	t.Helper()
	file, err := os.ReadFile("../demo/content/images/elbow-6-gripper.webp")
	if err != nil {
		t.Fatal(err)
	}
	return file[bytes.Index(file, []byte("VP8 ")):]
}

func TestMetadataIsRemovedAndTheImageStays(t *testing.T) {
	for name, tt := range map[string]struct {
		kind  string
		file  []byte
		stays []string // what must still be there
	}{
		"JPEG": {"image/jpeg", jpegFile(t, corners(), 1), []string{"ICC_PROFILE\x00\x01\x02", "ICC_PROFILE\x00\x02\x02", "Adobe", "JFIF"}},
		"PNG":  {"image/png", pngFile(t, corners(), 1), []string{"iCCP", "gAMA"}},
		"GIF":  {"image/gif", gifFile(t, 3, 20), []string{"NETSCAPE2.0\x03\x01\x03\x00\x00", "ICCRGBG1012"}},
		"WebP": {"image/webp", webpFile(t, 1), []string{"ICCP", "VP8X"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := imagefile.Clean(t.Context(), tt.kind, tt.file)
			if err != nil {
				t.Fatal(err)
			}
			for _, gone := range []string{secret, secret[:6], "Exif", "EXIF", "eXIf", "xmp", "XMP", "MPF", "8BIM", "JFXX", "tEXt", "ftyp"} {
				if bytes.Contains(got.Bytes, []byte(gone)) {
					t.Errorf("%q is still there", gone)
				}
			}
			for _, stays := range tt.stays {
				if !bytes.Contains(got.Bytes, []byte(stays)) {
					t.Errorf("%q is gone", stays)
				}
			}
			if got.ContentType != tt.kind {
				t.Errorf("it became %s", got.ContentType)
			}
			before, after := decoded(t, tt.file), decoded(t, got.Bytes)
			if before.Bounds() != after.Bounds() || !samePixels(before, after) {
				t.Error("it looks different")
			}
			again, err := imagefile.Clean(t.Context(), tt.kind, got.Bytes)
			if err != nil || !bytes.Equal(again.Bytes, got.Bytes) {
				t.Errorf("a clean file is changed once more (%v)", err)
			}
		})
	}
}

func TestAnAnimationKeepsItsFrames(t *testing.T) {
	file := gifFile(t, 3, 20)
	got, err := imagefile.Clean(t.Context(), "image/gif", file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := gif.DecodeAll(bytes.NewReader(got.Bytes))
	if err != nil || len(all.Image) != 3 || all.LoopCount != 3 || all.Delay[2] != 7 {
		t.Errorf("got %d frames, repeated %d times, delays %v (%v)", len(all.Image), all.LoopCount, all.Delay, err)
	}
}

// Where EXIF says that the stored picture's corners are to be seen: above or below, left or right.
func TestImagesAreTurnedUpright(t *testing.T) {
	red, green, blue, white := "red", "green", "blue", "white"
	want := map[int][4]string{ // above left, above right, below left, below right
		2: {green, red, white, blue}, 3: {white, blue, green, red}, 4: {blue, white, red, green},
		5: {red, blue, green, white}, 6: {blue, red, white, green}, 7: {white, green, blue, red}, 8: {green, white, red, blue},
	}
	for orientation, corner := range want {
		for kind, file := range map[string][]byte{"image/jpeg": jpegFile(t, corners(), orientation),
			"image/png": pngFile(t, corners(), orientation)} {
			got, err := imagefile.Clean(t.Context(), kind, file)
			if err != nil {
				t.Fatal(err)
			}
			img := decoded(t, got.Bytes)
			size := img.Bounds().Size()
			if side := orientation >= 5; size != (image.Point{48, 32}) && !side || size != (image.Point{32, 48}) && side || got.Width != size.X ||
				got.Height != size.Y {
				t.Errorf("%s %d: %v, said to be %d×%d", kind, orientation, size, got.Width, got.Height)
			}
			seen := [4]string{colourAt(img, 4, 4), colourAt(img, size.X-5, 4), colourAt(img, 4, size.Y-5), colourAt(img, size.X-5, size.Y-5)}
			if seen != corner {
				t.Errorf("%s %d: got %v, want %v", kind, orientation, seen, corner)
			}
			if got.ContentType != kind || bytes.Contains(got.Bytes, []byte(secret)) {
				t.Errorf("%s %d: %s, or it tells who made it", kind, orientation, got.ContentType)
			}
			if !bytes.Contains(got.Bytes, []byte(map[string]string{"image/jpeg": "ICC_PROFILE\x00\x02\x02", "image/png": "iCCP"}[kind])) {
				t.Errorf("%s %d: the colour profile is gone", kind, orientation)
			}
		}
	}
	got, err := imagefile.Clean(t.Context(), "image/webp", webpFile(t, 6))
	if err != nil || got.ContentType != "image/webp" || decoded(t, got.Bytes).Bounds().Size() != (image.Point{800, 1200}) ||
		!bytes.Contains(got.Bytes, []byte("ICCP")) {
		t.Errorf("WebP: got %s %d×%d (%v)", got.ContentType, got.Width, got.Height, err)
	}
	grey, err := imagefile.Clean(t.Context(), "image/jpeg", jpegFile(t, image.NewGray(image.Rect(0, 0, 48, 32)), 6))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := decoded(t, grey.Bytes).(*image.Gray); !ok {
		t.Error("a grey picture got colours")
	}
	if _, err := imagefile.Clean(t.Context(), "image/png", animatedPNG(t, 2, 8, 8, 6)); !errors.Is(err, imagefile.ErrTurnedAnimation) {
		t.Errorf("an animation that is stored sideways: got %v", err)
	}
}

// animatedPNG has frames of a size, of which the first is the still image.
func animatedPNG(t testing.TB, frames, width, height, orientation int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	const header = 8 + 25
	control := func() []byte {
		size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 4), uint32(width)), uint32(height))
		return chunk("fcTL", size, make([]byte, 14))
	}
	out := bytes.Join([][]byte{b.Bytes()[:header], chunk("eXIf", exif(orientation)), chunk("acTL", make([]byte, 8)), control(),
		b.Bytes()[header : b.Len()-12]}, nil)
	for range frames - 1 {
		out = append(out, control()...)
		out = append(out, chunk("fdAT", make([]byte, 4))...)
	}
	return append(out, b.Bytes()[b.Len()-12:]...)
}

func TestTooManyPixelsAreRefusedByTheHeader(t *testing.T) {
	frame := func(width, height int, image ...[]byte) []byte {
		w, h := width-1, height-1
		return webpChunk("ANMF", make([]byte, 6), []byte{byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)},
			make([]byte, 4), bytes.Join(image, nil))
	}
	repeated := func(n int, b []byte) []byte { return bytes.Repeat(b, n) }
	lossless := func(width, height int) []byte {
		return webpChunk("VP8L", binary.LittleEndian.AppendUint32([]byte{0x2f}, uint32(width-1)|uint32(height-1)<<14), make([]byte, 3))
	}
	wide := jpegFile(t, corners(), 1)
	frameHeader := bytes.Index(wide, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(wide[frameHeader+5:], 8000)
	binary.BigEndian.PutUint16(wide[frameHeader+7:], 5001)
	big := pngFile(t, corners(), 1)
	copy(big[8:], chunk("IHDR", []byte{0, 0, 0x27, 0x10, 0, 0, 0x0f, 0xa1, 8, 6, 0, 0, 0})) // 10,000 × 4,001
	for name, tt := range map[string]struct {
		kind, contains string
		file           []byte
	}{
		"JPEG":         {"image/jpeg", "5001×8000", wide},
		"PNG":          {"image/png", "10000×4001", big},
		"GIF's frames": {"image/gif", "40010000", gifFile(t, 4001, 100)},
		"PNG's frames": {"image/png", "40000064", animatedPNG(t, 4001, 100, 100, 1)},
		"WebP":         {"image/webp", "16384×2442", riff(lossless(16384, 2442))},
		"WebP's frames": {"image/webp", "40010000", riff(vp8x(2, 100, 100), webpChunk("ANIM", make([]byte, 6)),
			repeated(4001, frame(100, 100, lossless(1, 1))))},
		"WebP that hides its frame": {"image/webp", "50000000", riff(vp8x(2, 100, 100), webpChunk("ANIM", make([]byte, 6)),
			frame(1, 1, lossless(10_000, 5_000)))},
		"WebP that hides its image": {"image/webp", "50000000", riff(vp8x(0, 100, 100), lossless(10_000, 5_000))},
	} {
		_, err := imagefile.Clean(t.Context(), tt.kind, tt.file)
		var large *imagefile.LimitError
		if !errors.As(err, &large) || !strings.Contains(err.Error(), tt.contains) {
			t.Errorf("%s: got %v, want %s pixels", name, err, tt.contains)
		}
	}
	for name, tt := range map[string]struct {
		kind string
		file []byte
	}{
		"GIF":  {"image/gif", gifFile(t, 40, 1000)},
		"PNG":  {"image/png", animatedPNG(t, 3999, 100, 100, 1)},
		"WebP": {"image/webp", riff(vp8x(2, 100, 100), webpChunk("ANIM", make([]byte, 6)), repeated(4000, frame(100, 100, lossless(1, 1))))},
	} {
		if _, err := imagefile.Clean(t.Context(), tt.kind, tt.file); err != nil {
			t.Errorf("%s of the most pixels: %v", name, err)
		}
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	for kind, file := range samples(t) {
		end := bytes.LastIndex(file, []byte(secret))
		for _, cut := range []int{0, 1, 12, 40, end / 2} {
			if _, err := imagefile.Clean(t.Context(), kind, file[:cut]); !errors.Is(err, imagefile.ErrFormat) {
				t.Errorf("%s, cut off after %d bytes: got %v", kind, cut, err)
			}
		}
	}
	if _, err := imagefile.Clean(t.Context(), "image/svg+xml", []byte("<svg/>")); !errors.Is(err, imagefile.ErrFormat) {
		t.Errorf("SVG: got %v", err)
	}
}

func samples(t testing.TB) map[string][]byte {
	return map[string][]byte{"image/jpeg": jpegFile(t, corners(), 1), "image/png": pngFile(t, corners(), 1), "image/gif": gifFile(t, 2, 16),
		"image/webp": webpFile(t, 1)}
}

func FuzzClean(f *testing.F) {
	for kind, file := range samples(f) {
		f.Add(kind, file)
	}
	f.Add("image/jpeg", jpegFile(f, corners(), 6))
	f.Add("image/png", pngFile(f, corners(), 5))
	f.Add("image/png", animatedPNG(f, 3, 8, 8, 1))
	f.Add("image/webp", riff(stillWebP(f)))
	f.Fuzz(func(t *testing.T, kind string, file []byte) {
		got, err := imagefile.Clean(t.Context(), kind, file)
		if err != nil {
			return
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(got.Bytes))
		if err != nil || config.Width != got.Width || config.Height != got.Height {
			t.Fatalf("%d×%d became %d×%d (%v)", got.Width, got.Height, config.Width, config.Height, err)
		}
		if part := metadataIn(got.ContentType, got.Bytes); part != "" {
			t.Fatalf("%s has a part %s", got.ContentType, part)
		}
		again, err := imagefile.Clean(t.Context(), got.ContentType, got.Bytes)
		if err != nil || !bytes.Equal(again.Bytes, got.Bytes) {
			t.Fatalf("a clean file is changed once more (%v)", err)
		}
	})
}

// metadataIn names the first part of a file that is no part of the image, in the plainest way of reading it.
func metadataIn(kind string, file []byte) string {
	switch kind {
	case "image/jpeg":
		for rest := file[2:]; rest[1] != 0xda && rest[1] != 0xd9; rest = rest[2+int(rest[2])<<8+int(rest[3]):] {
			if mark := rest[1]; mark == 0xfe || mark >= 0xe1 && mark <= 0xef && !bytes.HasPrefix(rest[4:], []byte("ICC_PROFILE")) &&
				!bytes.HasPrefix(rest[4:], []byte("Adobe")) {
				return string(rest[:8])
			}
		}
		if !bytes.HasSuffix(file, []byte{0xff, 0xd9}) {
			return "after its end"
		}
	case "image/png":
		for rest := file[8:]; len(rest) > 0; rest = rest[12+binary.BigEndian.Uint32(rest):] {
			if part := string(rest[4:8]); !strings.Contains("IHDR PLTE tRNS IDAT acTL fcTL fdAT iCCP sRGB gAMA cHRM cICP mDCV cLLI IEND", part) {
				return part
			}
		}
	case "image/webp":
		for rest := file[12:]; len(rest) > 0; {
			part, length := string(rest[:4]), binary.LittleEndian.Uint32(rest[4:])
			if part == "EXIF" || part == "XMP " {
				return part
			}
			rest = rest[8+length+length%2:]
		}
	}
	return ""
}

func decoded(t testing.TB, file []byte) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func samePixels(a, b image.Image) bool {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

func colourAt(img image.Image, x, y int) string {
	r, g, b, _ := img.At(x, y).RGBA()
	on := func(v uint32) bool { return v > 0x8000 }
	switch {
	case on(r) && on(g) && on(b):
		return "white"
	case on(r):
		return "red"
	case on(g):
		return "green"
	case on(b):
		return "blue"
	}
	return "black"
}

func packed(t testing.TB, plain []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
