package imagefile

import (
	"bytes"
	"encoding/binary"
)

// The flags of a VP8X chunk (WebP container specification).
const (
	webpAnimation = 0x02
	webpAlpha     = 0x10
	webpProfile   = 0x20
)

// cleanWebP keeps the image or the frames, their transparency and the ICC profile.
func cleanWebP(file []byte) (parts, error) {
	p := parts{orientation: 1}
	if len(file) < 12 || string(file[:4]) != "RIFF" || string(file[8:12]) != "WEBP" {
		return p, damaged("no start")
	}
	size := uint64(binary.LittleEndian.Uint32(file[4:])) + 8
	if size > uint64(len(file)) || size < 12 {
		return p, damaged("cut short")
	}
	out := append(make([]byte, 0, size), file[:12]...)
	canvas, flags := uint64(0), -1 // flags: where they are in out
	shown := false
	err := eachWebPChunk(file[12:size], func(kind string, payload []byte) error {
		switch kind {
		case "VP8X":
			if len(payload) < 10 || flags >= 0 {
				return damaged("a bad header")
			}
			canvas = (1 + uint24(payload[4:])) * (1 + uint24(payload[7:]))
			flags = len(out) + 8
			out = appendWebPChunk(out, kind, payload[:10])
			out[flags] &= webpAnimation | webpAlpha
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
			frame, pixels, err := cleanWebPFrame(payload)
			if err != nil {
				return err
			}
			shown, p.animated = true, true
			p.pixels += pixels
			out = appendWebPChunk(out, kind, frame)
		case "ALPH", "VP8 ", "VP8L":
			if kind != "ALPH" {
				shown = true
				p.pixels += webpPixels(kind, payload)
			}
			out = appendWebPChunk(out, kind, payload)
		}
		return nil
	})
	if err == nil && !shown {
		err = damaged("no picture")
	}
	p.pixels = max(p.pixels, canvas)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	p.file = out
	return p, err
}

// cleanWebPFrame is the same for one frame of an animation: its place and time, and then its image.
func cleanWebPFrame(payload []byte) (frame []byte, pixels uint64, err error) {
	const head = 16
	if len(payload) < head {
		return nil, 0, damaged("a bad frame")
	}
	frame = bytes.Clone(payload[:head])
	pixels = (1 + uint24(payload[6:])) * (1 + uint24(payload[9:]))
	err = eachWebPChunk(payload[head:], func(kind string, image []byte) error {
		switch kind {
		case "ALPH", "VP8 ", "VP8L":
			pixels = max(pixels, webpPixels(kind, image))
			frame = appendWebPChunk(frame, kind, image)
		}
		return nil
	})
	return frame, pixels, err
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

// webpPixels returns how many pixels an image's own header speaks of, lossy ("VP8 ") or lossless ("VP8L").
func webpPixels(kind string, image []byte) uint64 {
	switch {
	case kind == "VP8 " && len(image) >= 10:
		return uint64(binary.LittleEndian.Uint16(image[6:])&0x3fff) * uint64(binary.LittleEndian.Uint16(image[8:])&0x3fff)
	case kind == "VP8L" && len(image) >= 5:
		sides := binary.LittleEndian.Uint32(image[1:])
		return uint64(sides&0x3fff+1) * uint64(sides>>14&0x3fff+1)
	}
	return 0
}

func uint24(b []byte) uint64 { return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 }
