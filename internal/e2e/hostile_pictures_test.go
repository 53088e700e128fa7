// Pictures that cost much, or that say of themselves what isn't so.

package e2e

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"candor/commands/imagefile/webp"
	"candor/events"
	"candor/internal/eventually"
)

// sendPicture sends a picture's bytes.
func (v *visitor) sendPicture(path, contentType string, file []byte) (status int, answer string) {
	request, err := http.NewRequest("POST", v.url+path, bytes.NewReader(file))
	if err != nil {
		v.t.Error(err)
		return 0, ""
	}
	request.Header.Set("Content-Type", contentType)
	if v.key != "" {
		request.Header.Set("X-API-Key", v.key)
	}
	got, err := v.http.Do(request)
	if err != nil {
		v.t.Error(err)
		return 0, ""
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		v.t.Error(err)
	}
	return got.StatusCode, string(text)
}

func pngChunk(kind string, payload []byte) []byte {
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(payload))), kind...)
	out = append(out, payload...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// greyPNG is a PNG of zeros, with chunks between its header and its pixels.
func greyPNG(t *testing.T, width, height uint32, depth byte, between []byte) []byte {
	t.Helper()
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(header, depth, 0, 0, 0, 0)), between,
		pngChunk("IDAT", deflated(t, int(height)*(1+int(width)*int(depth)/8))), pngChunk("IEND", nil)}, nil)
}

// deflated packs zeros.
func deflated(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// manyScans is a progressive JPEG of 2,000 scans over a large image.
func manyScans(t *testing.T) []byte {
	t.Helper()
	file := jpegOf(t, image.NewGray(image.Rect(0, 0, 16, 16)))
	frame := bytes.Index(file, []byte{0xff, 0xc0})
	file[frame+1] = 0xc2
	binary.BigEndian.PutUint16(file[frame+5:], 6000)
	binary.BigEndian.PutUint16(file[frame+7:], 6000)
	scan := []byte{0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0x10, 0}
	return append(append(bytes.Clone(file[:bytes.Index(file, []byte{0xff, 0xda})]), bytes.Repeat(scan, 2000)...), 0xff, 0xd9)
}

func jpegOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func hostilePictures(t *testing.T, s *site) {
	admin := s.visitor()
	admin.t = t
	admin.signIn(adminPassword)
	var created struct {
		ID     int
		APIKey string
	}
	if err := json.Unmarshal([]byte(admin.want(201, "POST", "/api/admin/api-keys",
		map[string]any{"name": "pictures", "permissions": []string{"create_reviews"}})), &created); err != nil {
		t.Fatal(err)
	}
	bot := s.bot(created.APIKey)
	bot.t = t
	const thread = "the longest side may have 16,384 pixels"
	for name, tt := range map[string]struct {
		kind  string
		file  []byte
		error string
	}{
		"a grey thread": {"image/png", greyPNG(t, 39_999_999, 1, 8, nil), thread},
		"a deep thread": {"image/png", greyPNG(t, 24_115_000, 1, 16, nil), thread},
		"2,000 scans":   {"image/jpeg", manyScans(t), "scans"},
		"a WebP of 30 bytes": {"image/webp", []byte("RIFF\x16\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x10\x00\x00\x9d\x01\x2a\x61\x09\x61\x09"),
			"not a valid WEBP image"},
		"70,000 chunks": {"image/png", greyPNG(t, 8, 8, 8, bytes.Repeat(pngChunk("tIME", nil), 70_000)), "too many parts"},
		"a GIF of 65,535 lines": {"image/gif",
			[]byte("GIF89a\x01\x00\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b"),
			thread},
	} {
		if status, answer := bot.sendPicture("/api/bot/media", tt.kind, tt.file); status != 400 || !strings.Contains(answer, tt.error) ||
			!strings.Contains(answer, `"field":"file"`) {
			t.Errorf("%s: %d %.300s", name, status, answer)
		}
		data := "data:" + tt.kind + ";base64," + base64.StdEncoding.EncodeToString(tt.file)
		if status, answer := bot.call("POST", "/api/bot/reviews", map[string]any{"title": "Thread", "productName": "Thread", "category": "AI",
			"productImageUrl": data}); status != 400 || !strings.Contains(answer, tt.error) || !strings.Contains(answer, "productImageUrl") {
			t.Errorf("%s in a review: %d %.300s", name, status, answer)
		}
	}

	// A profile of 4 MB, 1,200 times: it is unpacked once.
	profile := pngChunk("iCCP", append([]byte("a\x00\x00"), deflated(t, 4<<20)...))
	status, answer := bot.sendPicture("/api/bot/media", "image/png", greyPNG(t, 8, 8, 8, bytes.Repeat(profile, 1200)))
	if status != 200 {
		t.Errorf("repeated profiles: %d %s", status, answer)
	}
	removePictureIn(admin, answer)

	// While many large pictures are sent at once, some are told to come again; page views are counted, and pages are served.
	large := greyPNG(t, 4900, 4900, 8, nil)
	var sending sync.WaitGroup
	for range 12 {
		sending.Go(func() {
			status, answer := bot.sendPicture("/api/bot/media", "image/png", large)
			if status != 200 && status != 503 {
				t.Errorf("a large one of many: %d %.300s", status, answer)
			}
		})
	}
	reader := s.visitor()
	reader.t = t
	for range 10 {
		reader.want(204, "POST", "/api/track", map[string]any{"event": "page_view", "page": "/"})
		reader.want(200, "GET", "/api/reviews", nil)
	}
	sending.Wait()
	if status, answer := bot.sendPicture("/api/bot/media", "image/png", large); status == 200 {
		removePictureIn(admin, answer)
	}

	darkAndLight(t, admin)
	withoutCopies(t, admin)
	admin.want(204, "DELETE", "/api/admin/api-keys/"+jsonNumber(created.ID), nil)
}

func jsonNumber(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// uploadedID returns the id in an upload's answer, "" without one.
func uploadedID(answer string) string {
	var stored struct{ ID string }
	_ = json.Unmarshal([]byte(answer), &stored)
	return stored.ID
}

// removePictureIn removes the picture of which an upload's answer speaks.
func removePictureIn(admin *visitor, answer string) {
	if hash := uploadedID(answer); hash != "" {
		admin.want(204, "DELETE", "/api/admin/media/"+hash, nil)
	}
}

// darkAndLight checks the colors of a lossy WebP's copy: half black, half white, with noise at its edge to make the file large.
func darkAndLight(t *testing.T, admin *visitor) {
	img, random := image.NewNRGBA(image.Rect(0, 0, 900, 600)), noise(900*600)
	for y := range 600 {
		for x := range 900 {
			level := uint8(x / 450 * 255)
			if y > 300 {
				level = random[y*900+x]
			}
			img.SetNRGBA(x, y, color.NRGBA{level, level, level, 255})
		}
	}
	codec := new(webp.Codec)
	defer codec.Close()
	file, err := codec.Encode(context.Background(), img, 90, 100<<20)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := admin.sendPicture("/api/admin/media", "image/webp", file)
	if status != 200 {
		t.Fatalf("a WebP: %d %s", status, answer)
	}
	defer removePictureIn(admin, answer)
	hash := uploadedID(answer)
	copiesAre(t, admin, hash, "ready")
	small := admin.picture(events.RenditionAddress(hash, 480))
	got, err := codec.Decode(context.Background(), small.body, webp.Still{Width: 480, Height: 320})
	if err != nil {
		t.Fatal(err)
	}
	black, white := color.GrayModel.Convert(got.At(100, 60)).(color.Gray), color.GrayModel.Convert(got.At(380, 60)).(color.Gray)
	if black.Y > 2 || white.Y < 253 {
		t.Errorf("black became %d, white %d", black.Y, white.Y)
	}
}

// withoutCopies sends a picture in four inks, which is stored and shown as it was sent, and says so.
func withoutCopies(t *testing.T, admin *visitor) {
	file := jpegOf(t, image.NewGray(image.Rect(0, 0, 600, 400)))
	frame := bytes.Index(file, []byte{0xff, 0xc0})
	after := frame + 2 + int(binary.BigEndian.Uint16(file[frame+2:]))
	adobe := []byte("\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00")
	inks := []byte{0xff, 0xc0, 0, 20, 8, 1, 0x90, 2, 0x58, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0}
	status, answer := admin.sendPicture("/api/admin/media", "image/jpeg", bytes.Join([][]byte{file[:frame], adobe, inks, file[after:]}, nil))
	if status != 200 {
		t.Fatalf("a CMYK JPEG: %d %s", status, answer)
	}
	defer removePictureIn(admin, answer)
	hash := uploadedID(answer)
	if shown := copiesAre(t, admin, hash, "failed"); !strings.Contains(shown, "CMYK") {
		t.Errorf("the library says %s", shown)
	}
	if got := admin.picture(events.RenditionAddress(hash, 480)); got.contentType != "image/jpeg" {
		t.Errorf("its copy is a %s", got.contentType)
	}
	admin.want(200, "POST", "/api/admin/media/"+hash+"/copies", nil)
	copiesAre(t, admin, hash, "failed")
}

// copiesAre waits until the copies of a picture are in a state, and returns what the library says of it.
func copiesAre(t *testing.T, admin *visitor, hash, state string) string {
	t.Helper()
	var answer string
	eventually.Holds(t, func() error {
		if answer = admin.want(200, "GET", "/api/admin/media/"+hash, nil); !strings.Contains(answer, `"status":"`+state+`"`) {
			return fmt.Errorf("its copies are not %s: %s", state, answer)
		}
		return nil
	})
	return answer
}

// A server stops in its time while pictures are decoded.
func TestTheServerStopsWhilePicturesAreDecoded(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	admin := s.visitor()
	admin.signIn(adminPassword)
	large := greyPNG(t, 4900, 4900, 8, nil)
	var sending sync.WaitGroup
	begun := make(chan struct{})
	for i := range 12 {
		sending.Go(func() {
			request, err := http.NewRequest("POST", s.url+"/api/admin/media", &beginning{Reader: bytes.NewReader(large), begin: func() {
				if i == 0 {
					close(begun)
				}
			}})
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Content-Type", "image/png")
			if got, err := admin.http.Do(request); err == nil { // it may be refused, or cut off
				_ = got.Body.Close()
			}
		})
	}
	<-begun
	s.stop() // fails the test if the server doesn't
	sending.Wait()
}

// beginning is a reader that tells when it is first read.
type beginning struct {
	io.Reader
	begin func()
	once  sync.Once
}

func (b *beginning) Read(p []byte) (int, error) {
	b.once.Do(b.begin)
	return b.Reader.Read(p)
}
