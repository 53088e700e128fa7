package imagefile

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// The flags of a VP8X chunk (WebP container specification).
const (
	webpAnimation = 0x02
	webpAlpha     = 0x10
	webpProfile   = 0x20
)

// cleanWebP keeps the image or the frames, their transparency and the ICC profile.
func cleanWebP(file []byte, p *parts) error {
	if len(file) < 12 || string(file[:4]) != "RIFF" || string(file[8:12]) != "WEBP" {
		return damaged("no start")
	}
	size := uint64(binary.LittleEndian.Uint32(file[4:])) + 8
	if size > uint64(len(file)) || size < 12 {
		return damaged("cut short")
	}
	out := append(make([]byte, 0, size), file[:12]...)
	var canvas, image webpSize
	flags := -1                  // where they are in out
	shown, alpha := false, false // a still image or a frame has come, a still image's transparency
	err := eachWebPChunk(file[12:size], func(kind string, payload []byte) error {
		if !p.part() {
			return errStop
		}
		switch kind {
		case "VP8X":
			if len(payload) < 10 || flags >= 0 {
				return damaged("a bad header")
			}
			canvas = webpSize{1 + uint24(payload[4:]), 1 + uint24(payload[7:])}
			p.side(canvas.width, canvas.height)
			flags = len(out) + 8
			out = appendWebPChunk(out, kind, payload[:10])
			out[flags] &= webpAnimation | webpAlpha
			p.animated = out[flags]&webpAnimation != 0
		case "ICCP":
			if flags < 0 || p.profile != nil {
				return nil
			}
			p.profile = bytes.Clone(payload)
			out[flags] |= webpProfile
			out = appendWebPChunk(out, kind, payload)
		case "EXIF":
			p.orientation = orientationOf(bytes.TrimPrefix(payload, []byte("Exif\x00\x00")))
		case "ANIM":
			p.animated = true
			out = appendWebPChunk(out, kind, payload)
		case "ANMF":
			frame, err := cleanWebPFrame(payload, p)
			if err != nil {
				return err
			}
			shown, p.animated = true, true
			out = appendWebPChunk(out, kind, frame)
		case "ALPH":
			if alpha || shown {
				return damaged("two images")
			}
			alpha = true
			out = appendWebPChunk(out, kind, payload)
		case "VP8 ", "VP8L":
			if shown {
				return damaged("two images")
			}
			var err error
			if image, err = webpImage(kind, payload); err != nil {
				return err
			}
			shown = true
			p.lossless = kind == "VP8L"
			p.frame(image.width, image.height)
			out = appendWebPChunk(out, kind, payload)
		}
		return nil
	})
	p.transparent = alpha || flags >= 0 && out[flags]&webpAlpha != 0
	p.pixels = max(p.pixels, canvas.width*canvas.height)
	switch {
	case errors.Is(err, errStop):
		err = nil // it has exceeded the limit
	case err == nil && !shown:
		err = damaged("no picture")
	case err == nil && !p.animated && flags >= 0 && canvas != image:
		err = damaged("two headers")
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	p.file = out
	return err
}

// errStop ends a walk over chunks.
var errStop = errors.New("too many chunks")

// webpSize is the size of an image or a canvas.
type webpSize struct{ width, height uint64 }

// cleanWebPFrame is the same for one frame of an animation: its place and time, and then its image.
func cleanWebPFrame(payload []byte, p *parts) (frame []byte, err error) {
	const head = 16
	if len(payload) < head {
		return nil, damaged("a bad frame")
	}
	frame = bytes.Clone(payload[:head])
	width, height := 1+uint24(payload[6:]), 1+uint24(payload[9:])
	err = eachWebPChunk(payload[head:], func(kind string, image []byte) error {
		if !p.part() {
			return errStop
		}
		switch kind {
		case "ALPH", "VP8 ", "VP8L":
			frame = appendWebPChunk(frame, kind, image)
		}
		if kind == "VP8 " || kind == "VP8L" {
			size, err := webpImage(kind, image)
			if err != nil {
				return err
			}
			width, height = max(width, size.width), max(height, size.height)
		}
		return nil
	})
	p.frame(width, height)
	return frame, err
}

// eachWebPChunk visits the chunks of a file or of a frame.
func eachWebPChunk(rest []byte, visit func(kind string, payload []byte) error) error {
	for len(rest) > 0 {
		if len(rest) < 8 {
			return damaged("cut short")
		}
		length := uint64(binary.LittleEndian.Uint32(rest[4:]))
		if length > uint64(len(rest)-8) {
			return damaged("cut short")
		}
		if err := visit(string(rest[:4]), rest[8:8+length]); err != nil {
			return err
		}
		rest = rest[min(uint64(len(rest)), 8+length+length&1):]
	}
	return nil
}

func appendWebPChunk(out []byte, kind string, payload []byte) []byte {
	out = binary.LittleEndian.AppendUint32(append(out, kind...), uint32(len(payload)))
	out = append(out, payload...)
	if len(payload)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

// webpImage returns the size of which an image's own header speaks, lossy ("VP8 ") or lossless ("VP8L"). It refuses one that can't be
// shown: of a lossy image, the first part of the data must be there (RFC 6386, section 9.1).
func webpImage(kind string, image []byte) (webpSize, error) {
	if kind == "VP8L" {
		if len(image) < 5 || image[0] != 0x2f || image[4]>>5 != 0 {
			return webpSize{}, damaged("a bad header")
		}
		sides := binary.LittleEndian.Uint32(image[1:])
		return webpSize{uint64(sides&0x3fff + 1), uint64(sides>>14&0x3fff + 1)}, nil
	}
	const head, shown = 10, 0x10
	if len(image) < head || image[0]&1 != 0 || image[0]&shown == 0 || string(image[3:6]) != "\x9d\x01\x2a" {
		return webpSize{}, damaged("a bad header")
	}
	if first := uint24(image) >> 5; first >= uint64(len(image)-head) {
		return webpSize{}, damaged("cut short")
	}
	return webpSize{uint64(binary.LittleEndian.Uint16(image[6:]) & 0x3fff), uint64(binary.LittleEndian.Uint16(image[8:]) & 0x3fff)}, nil
}

func uint24(b []byte) uint64 { return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 }
