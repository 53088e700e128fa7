// Decoding still images.

package webp

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
)

// What libwebp needs to decode an image at most: at any time, and for each pixel, with the pixels that are returned. A lossless image is
// decoded into its own colors, two canvases and the result; transparency is decoded by way of four bytes.
const (
	decodeBase             = 8 << 20 // bytes
	lossyMemory            = 3       // bytes a pixel
	lossyTransparentMemory = 8       // bytes a pixel
	losslessMemory         = 16      // bytes a pixel
)

// Still describes the file of a still image by its header.
type Still struct {
	Width, Height int
	Lossless      bool
	Transparent   bool
}

// DecodeMemory returns how many bytes decoding the image takes at most, with its pixels and without its file.
func (s Still) DecodeMemory() int {
	pixel := lossyMemory
	switch {
	case s.Lossless:
		pixel = losslessMemory
	case s.Transparent:
		pixel = lossyTransparentMemory
	}
	return decodeBase + s.Width*s.Height*pixel
}

// Decode decodes a still image: a lossy one as a [YUVA], a lossless one as an [image.RGBA]. Its error wraps [ErrImage] for a file that
// libwebp can't decode in that memory or that isn't as described, or is that of ctx.
func (c *Codec) Decode(ctx context.Context, file []byte, s Still) (img image.Image, err error) {
	if c.decoder == nil {
		if c.decoder, err = open(true); err != nil {
			return nil, err
		}
	}
	run, err := c.decoder.start(ctx, s.DecodeMemory()+len(file))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	pixels, chroma := s.Width*s.Height, ((s.Width+1)/2)*((s.Height+1)/2)
	size, canvas := 2*pixels+2*chroma, uint64(0)
	if s.Lossless {
		size, canvas = 4*pixels, 1 // drawn on a canvas, as a frame of an animation is: the other way halves the resolution of its colors
	}
	in := run.call("malloc", uint64(len(file)))
	run.write(in, file)
	const field = 4 // bytes: width, height, count, animation, and the delay of a frame
	facts := run.call("malloc", 5*field)
	run.write(facts, make([]byte, 5*field))
	out := run.call("malloc", uint64(size))
	if run.err == nil {
		const headerOnly = 0
		run.call("decode", in, uint64(len(file)), headerOnly, canvas, facts, facts+field, facts+2*field, facts+3*field, facts+4*field, out)
		if run.err != nil && ctx.Err() == nil { // a trap, too, is the file's fault
			run.err = fmt.Errorf("%w: %w", ErrImage, run.err)
		}
	}
	got, plane := run.read(facts, 4*field), run.read(out, uint64(size))
	if run.err != nil {
		return nil, run.err
	}
	if width, height := binary.LittleEndian.Uint32(got), binary.LittleEndian.Uint32(got[field:]); int(width) != s.Width ||
		int(height) != s.Height || binary.LittleEndian.Uint32(got[3*field:]) != 0 {
		return nil, fmt.Errorf("%w: its headers differ", ErrImage)
	}
	if s.Lossless {
		return &image.RGBA{Pix: plane, Stride: 4 * s.Width, Rect: image.Rect(0, 0, s.Width, s.Height)}, nil
	}
	return &YUVA{Y: plane[:pixels], U: plane[pixels:][:chroma], V: plane[pixels+chroma:][:chroma],
		A: plane[pixels+2*chroma:], Width: s.Width,
		Height: s.Height}, nil
}

// YUVA is a lossy image as it is stored: with half as many columns and rows of chroma, and with black at 16 and white at 235, unlike an
// [image.YCbCr].
type YUVA struct {
	Y, U, V, A    []byte
	Width, Height int
}

// ColorModel returns the model of the colors that At returns.
func (m *YUVA) ColorModel() color.Model { return color.NRGBAModel }

// Bounds returns the image's size.
func (m *YUVA) Bounds() image.Rectangle { return image.Rect(0, 0, m.Width, m.Height) }

// At returns a pixel as libwebp converts it, by ITU-R BT.601.
func (m *YUVA) At(x, y int) color.Color { return m.nrgba(x, y) }

// RGBA64At returns the same, for package image/draw.
func (m *YUVA) RGBA64At(x, y int) color.RGBA64 {
	r, g, b, a := m.nrgba(x, y).RGBA()
	return color.RGBA64{R: uint16(r), G: uint16(g), B: uint16(b), A: uint16(a)}
}

// Opaque reports whether nothing shines through the image.
func (m *YUVA) Opaque() bool {
	for _, a := range m.A {
		if a != 255 {
			return false
		}
	}
	return true
}

func (m *YUVA) nrgba(x, y int) color.NRGBA {
	at := y*m.Width + x
	u, v := m.chroma(x, y)
	luma := int(m.Y[at]) * 19077 >> 8
	return color.NRGBA{
		R: clip(luma + v*26149>>8 - 14234),
		G: clip(luma - u*6419>>8 - v*13320>>8 + 8708),
		B: clip(luma + u*33050>>8 - 17685),
		A: m.A[at],
	}
}

// chroma interpolates between the four nearest values, as libwebp does.
func (m *YUVA) chroma(x, y int) (u, v int) {
	width, height := (m.Width+1)/2, (m.Height+1)/2
	column, row := x/2, y/2
	beside := min(max(column-1+2*(x&1), 0), width-1)
	below := min(max(row-1+2*(y&1), 0), height-1)
	mix := func(plane []byte) int {
		near, far := plane[row*width:], plane[below*width:]
		return (9*int(near[column]) + 3*int(near[beside]) + 3*int(far[column]) + int(far[beside]) + 8) >> 4
	}
	return mix(m.U), mix(m.V)
}

// clip returns a value of fourteen bits in eight.
func clip(v int) uint8 { return uint8(min(max(v>>6, 0), 255)) }
