// Fuzzing and tables for what has no way in of its own: data strings, addresses, bullets.

package commands

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
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
		{"too many pixels", dataString("image/gif", append([]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00"), make([]byte, 16)...)), "is an image of 65535×65535 pixels; the maximum is 40,000,000 pixels"},
		{"an animation of too many pixels", dataString("image/gif", animation(t, 41, 1000)), "is an animation of 41000000 pixels in total; the maximum is 40,000,000 pixels"},
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
	for _, seed := range []string{dataString("image/png", p), dataString("image/jpeg", j), dataString("image/gif", g), dataString("image/webp", webpBytes), "data:", "data:,", "data:image/png;base64,", "x"} {
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

func TestCleanAddress(t *testing.T) {
	tests := map[string]string{
		"/reviews/3":                               "/reviews/3",
		"/reviews?search=my+illness":               "/reviews",
		"/?utm_source=x&token=1&UTM_medium=y#frag": "/?utm_source=x&UTM_medium=y",
		"/?utm_term=a&utm_email=ada@example.com&utm_content=b&utm_campaign&utm_id=7&utm_=1": "/?utm_term=a&utm_content=b&utm_campaign",
		"https://mail.example/?utm_user=ada&utm_sourced=1&utm%5Fsource=1":                   "https://mail.example/",
		"https://user:secret@host.example/a?b":                                              "https://host.example/a",
		"https://user@host.example":                                                         "https://host.example",
		"https://host.example/@ada":                                                         "https://host.example/@ada",
		"https://host.example/preview/pv_3xQ?utm_source=x#a":                                "https://host.example/preview/?utm_source=x",
		"/preview/pv_3xQ/media/9f86.png":                                                    "/preview/",
		"/preview/":                                                                         "/preview/",
		"android-app://com.example/":                                                        "android-app://com.example/",
		"#only":                                                                             "",
		"":                                                                                  "",
	}
	for in, want := range tests {
		if got := cleanAddress(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// An object has the fields that encoding/json finds in it, and what that can't read is refused.
func FuzzObject(f *testing.F) {
	for _, seed := range []string{
		`{"event":"page_view","page":"/reviews/12","userAgent":"Mozilla/5.0","referrer":"","sessionId":"s-1","metadata":null}`,
		`{"id":"3f0c8a52-7f8e-4c5e-9d5c-0e8e2a4b6c01","event":"a\u0062","page":"/\"page\":","timestamp":1795255200000,"createdAt":1e3}`,
		`{"event":"a","page":"/","Page":"/b"}`, `{"event":"a","PAGE":"/","referrer":"\"page\":"}`, `{"event":"a","page":"/","page":"/b"}`,
		`{"event":"a","page" : "/"}`, `{"event":"a","metadata":{"page":"/"}}`, `{"event":"a","other":[1, {"a":2}]}`, `{"event":"a"} `, `{"a":1} {}`,
		`null`, `[]`, `{}`, `{`, `{"a"`, `{"a":1,}`, ``, `{"\u0065vent":"a","page":"/"}`, `{"a":"\ud800"}`, "{\"event\":\"\xff\"}", "{\"\xff\":1,\"a\":1,\"a\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		body := bytes.Clone(sent)
		o, err := readObject(body)
		clear(body) // the memory of a request's body is used again
		var want map[string]json.RawMessage
		if refused := json.Unmarshal(sent, &want); (refused != nil || want == nil) != (err != nil) {
			t.Fatalf("%q: got %v, want %v", sent, err, refused)
		}
		if err != nil {
			return
		}
		if len(o.fields) != len(want) {
			t.Fatalf("%q: %d fields, want %d", sent, len(o.fields), len(want))
		}
		for name, value := range want {
			if got := o.fields[name]; len(o.twice) == 0 && !bytes.Equal(got, value) {
				t.Errorf("%q: %s is %s, want %s", sent, name, got, value)
			}
		}
	})
}

func TestAgents(t *testing.T) {
	tests := map[string]agent{
		"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0":                                                                  {"Firefox", "Linux", "desktop"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1": {"Safari", "iOS", "phone"},
		"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1":          {"Safari", "iOS", "tablet"},
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                                                                {"Googlebot", "", "bot"},
		"": {},
	}
	for text, want := range tests {
		if got := parseAgent(text); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	r := newLRU[int, int](10)
	for i := range 100 {
		r.put(i, i)
		if n := len(r.young) + len(r.old); n > 10 {
			t.Fatalf("%d keys are remembered, 10 are allowed", n)
		}
		for j := max(0, i-4); j <= i; j++ {
			_, young := r.young[j]
			if _, old := r.old[j]; !young && !old {
				t.Fatalf("after %d keys, key %d is forgotten", i+1, j)
			}
		}
	}
	if _, ok := r.get(0); ok {
		t.Error("key 0 is still there")
	}
}
