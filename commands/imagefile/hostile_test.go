// Files that are made to cost much: they are refused by what they say of themselves, or cost little.

package imagefile_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"strings"
	"testing"

	"candor/commands/imagefile"
)

// header is a PNG's header.
func header(width, height uint32, depth, kind byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, width)
	return chunk("IHDR", append(binary.BigEndian.AppendUint32(b, height), depth, kind, 0, 0, 0))
}

// emptyPNG is a PNG in which each row is zeros.
func emptyPNG(t testing.TB, width, height uint32, depth, kind byte, between ...[]byte) []byte {
	t.Helper()
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
	row := make([]byte, 1+(int(width)*channels*int(depth)+7)/8)
	var data bytes.Buffer
	w := zlib.NewWriter(&data)
	for range height {
		if _, err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), header(width, height, depth, kind), bytes.Join(between, nil),
		chunk("IDAT", data.Bytes()), chunk("IEND")}, nil)
}

// scans is a progressive JPEG of as many scans, each of a byte and more.
func scans(t testing.TB, width, height, n int, more ...byte) []byte {
	t.Helper()
	file := widened(t, progressive(t, encoded(t, "image/jpeg", image.NewGray(image.Rect(0, 0, 16, 16)))), width, height)
	start := bytes.Index(file, []byte{0xff, 0xda})
	first := segment(0xda, []byte{1, 1, 0, 0, 0, 0x01}) // the averages, but for their last bit
	again := segment(0xda, []byte{1, 1, 0, 0, 0, 0x10}) // that bit
	out := append(append(append(bytes.Clone(file[:start]), first...), 0), more...)
	for range n - 1 {
		out = append(append(append(out, again...), 0), more...)
	}
	return append(out, 0xff, 0xd9)
}

func TestWhatCostsTooMuchIsRefusedByItsHeaderAndParts(t *testing.T) {
	var tiny bytes.Buffer
	tiny.Write(gifFile(t, 1, 1)[:13])
	for range 70_000 {
		tiny.WriteString("\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00")
	}
	tiny.WriteString("\x3b")
	still := stillWebP(t)
	frame := webpChunk("ANMF", make([]byte, 6), []byte{0, 0, 0, 0, 0, 0}, make([]byte, 4), webpChunk("VP8L", []byte{0x2f, 0, 0, 0, 0, 0}))
	for name, tt := range map[string]struct {
		kind string
		file []byte
		says string
	}{
		"a thread of grey":    {"image/png", emptyPNG(t, 39_999_999, 1, 8, 0), "39999999×1 pixels; the longest side"},
		"a thread in 16 bits": {"image/png", emptyPNG(t, 24_115_000, 1, 16, 0), "24115000×1 pixels; the longest side"},
		"a column":            {"image/png", emptyPNG(t, 1, 16_385, 8, 0), "1×16385 pixels; the longest side"},
		"a wide JPEG": {"image/jpeg", widened(t, progressive(t, encoded(t, "image/jpeg", image.NewGray(image.Rect(0, 0, 8, 8)))),
			20_000, 8), "20000×8 pixels; the longest side"},
		"a wide GIF": {"image/gif", bytes.Replace(gifFile(t, 1, 8), []byte{8, 0, 8, 0}, []byte{0xff, 0xff, 8, 0}, 1),
			"65535×8 pixels; the longest side"},
		"a GIF of a wide frame": {"image/gif", bytes.Replace(gifFile(t, 2, 9), []byte{0x2c, 0, 0, 0, 0, 9, 0},
			[]byte{0x2c, 0, 0, 0, 0, 0xff, 0xff}, 1), "65535×9 pixels; the longest side"},
		"a PNG of a wide frame": {"image/png", animatedPNG(t, 2, 30_000, 8, 1), "30000×8 pixels; the longest side"},
		"a WebP of a wide canvas": {"image/webp", riff(vp8x(2, 100_000, 8), webpChunk("ANIM", make([]byte, 6)), frame),
			"100000×8 pixels; the longest side"},
		"a JPEG of 2,000 scans":   {"image/jpeg", scans(t, 2401, 2401, 2000), "more than 100 scans"},
		"a large one of 90 scans": {"image/jpeg", scans(t, 7000, 5000, 90), "too many scans for its size"},
		"a JPEG of 70,000 parts": {"image/jpeg",
			append([]byte{0xff, 0xd8}, append(bytes.Repeat([]byte{0xff, 0xfe, 0, 2}, 70_000), encoded(t, "image/jpeg", photo(16, 16))[2:]...)...),
			"too many parts"},
		"a PNG of 70,000 chunks":  {"image/png", emptyPNG(t, 8, 8, 8, 0, bytes.Repeat(chunk("tIME"), 70_000)), "too many parts"},
		"a GIF of 70,000 frames":  {"image/gif", tiny.Bytes(), "too many parts"},
		"a WebP of 70,000 chunks": {"image/webp", riff(vp8x(0, 1200, 800), bytes.Repeat(webpChunk("ABCD"), 70_000), still), "too many parts"},
		"an animation of 70,000": {"image/webp", riff(vp8x(2, 8, 8), webpChunk("ANIM", make([]byte, 6)), bytes.Repeat(frame, 70_000)),
			"too many parts"},
		"a frame of 70,000 chunks": {"image/webp", riff(vp8x(2, 8, 8), webpChunk("ANIM", make([]byte, 6)),
			webpChunk("ANMF", make([]byte, 16), bytes.Repeat(webpChunk("ABCD"), 70_000))), "too many parts"},
		"a JPEG of 100 MB of zeros": {"image/jpeg", scans(t, 65_535, 65_535, 2), "65535×65535 pixels; the maximum is 40,000,000"},
	} {
		_, err := imagefile.Clean(t.Context(), tt.kind, tt.file)
		var limit *imagefile.LimitError
		if !errors.As(err, &limit) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := imagefile.Copies(t.Context(), tt.kind, tt.file, []int{480}); !errors.As(err, &limit) || imagefile.Reason(err) == "" {
			t.Errorf("copies of %s: %v", name, err) // one that was stored before there was a limit
		}
	}
}

func TestWhatIsSmallAndSaysThatItIsLargeIsRefused(t *testing.T) {
	lossy := []byte("\x10\x00\x00\x9d\x01\x2a\x61\x09\x61\x09") // 2401×2401, without data
	for name, file := range map[string][]byte{
		"of no data":            riff(webpChunk("VP8 ", lossy)),
		"of less than it says":  riff(webpChunk("VP8 ", append([]byte("\x10\x10\x00"), lossy[3:]...), make([]byte, 100))),
		"of two images":         riff(stillWebP(t), stillWebP(t)),
		"of another canvas":     riff(vp8x(0, 1201, 800), stillWebP(t)),
		"of zeros":              riff(webpChunk("VP8 ", append([]byte("\x50\x00\x00"), lossy[3:]...), make([]byte, 3))),
		"without loss, of none": riff(webpChunk("VP8L", []byte{0x2f, 0x60, 0x09 | 0x40, 0x02, 0x00})),
	} {
		if _, err := imagefile.Clean(t.Context(), "image/webp", file); !errors.Is(err, imagefile.ErrFormat) {
			t.Errorf("a WebP %s: %v", name, err)
		}
	}
}

// A profile is unpacked once, however often it is there. A text is never unpacked.
func TestRepeatedChunksAreLeftOut(t *testing.T) {
	var bomb bytes.Buffer
	w := zlib.NewWriter(&bomb)
	if _, err := w.Write(make([]byte, 16<<20)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	profiles := bytes.Repeat(chunk("iCCP", []byte("a\x00\x00"), bomb.Bytes()), 200)
	texts := bytes.Repeat(chunk("zTXt", []byte("a\x00\x00"), bomb.Bytes()), 50)
	got, err := imagefile.Clean(t.Context(), "image/png",
		emptyPNG(t, 8, 8, 8, 2, profiles, texts, bytes.Repeat(chunk("gAMA", []byte{0, 0, 0xb1, 0x8f}), 5)))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(got.Bytes, []byte("iCCP")); n != 1 || bytes.Count(got.Bytes, []byte("gAMA")) != 1 ||
		bytes.Contains(got.Bytes, []byte("zTXt")) {
		t.Errorf("%d profiles stay, of %d bytes", n, len(got.Bytes))
	}
}

// Callers that wait for an image, or have it decoded, may leave.
func TestWorkEndsWithItsRequest(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for kind, file := range map[string][]byte{
		"image/png": emptyPNG(t, 2500, 40, 8, 0), "image/jpeg": encoded(t, "image/jpeg", photo(2500, 40)),
		"image/gif": encoded(t, "image/gif", photo(2500, 40)),
	} {
		if _, err := imagefile.Clean(ended, kind, file); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := imagefile.Copies(ended, kind, file, []int{480}); !errors.Is(err, context.Canceled) {
			t.Errorf("copies of %s: %v", kind, err)
		}
	}
}
