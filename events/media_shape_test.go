package events_test

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/gif"
	"image/png"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

func TestAStoredPictureKnowsItsShapeAndItsCopies(t *testing.T) {
	var still, moving bytes.Buffer
	if err := png.Encode(&still, image.NewGray(image.Rect(0, 0, 900, 600))); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&moving, image.NewPaletted(image.Rect(0, 0, 900, 600), palette.WebSafe), nil); err != nil {
		t.Fatal(err)
	}
	animatedWebP := []byte("RIFF\x2a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x83\x03\x00\x57\x02\x00")
	for _, c := range []struct {
		name   string
		stored events.MediaStored
		want   events.Shape
		widths []int
	}{
		{"with its shape", events.MediaStored{MediaChunk: events.MediaChunk{Width: 1601, Height: 2}}, events.Shape{Width: 1601, Height: 2},
			[]int{240, 480, 800, 1200, 1600}},
		{"no wider than its smallest copy", events.MediaStored{MediaChunk: events.MediaChunk{Width: 240, Height: 2}},
			events.Shape{Width: 240, Height: 2}, []int{}},
		{"animated", events.MediaStored{MediaChunk: events.MediaChunk{Width: 900, Height: 2, Animated: true}},
			events.Shape{Width: 900, Height: 2, Animated: true}, nil},
		{"an old PNG", events.MediaStored{MediaChunk: events.MediaChunk{ContentType: "image/png"}, Bytes: still.Bytes()},
			events.Shape{Width: 900, Height: 600}, []int{240, 480, 800}},
		{"an old GIF", events.MediaStored{MediaChunk: events.MediaChunk{ContentType: "image/gif"}, Bytes: moving.Bytes()},
			events.Shape{Width: 900, Height: 600, Animated: true}, nil},
		{"an old animated WebP", events.MediaStored{MediaChunk: events.MediaChunk{ContentType: "image/webp"}, Bytes: animatedWebP},
			events.Shape{Width: 900, Height: 600, Animated: true}, nil},
		{"a damaged old file", events.MediaStored{Bytes: []byte("GIF8")}, events.Shape{}, []int{}},
		{"a later chunk", events.MediaStored{MediaChunk: events.MediaChunk{Chunk: 1, Width: 900}}, events.Shape{}, []int{}},
	} {
		if got := c.stored.Shape(); got != c.want {
			t.Errorf("%s: the shape is %+v, want %+v", c.name, got, c.want)
		}
		if diff := cmp.Diff(c.widths, c.want.Renditions()); diff != "" {
			t.Errorf("%s: the copies are (-want +got)\n%s", c.name, diff)
		}
	}
}
