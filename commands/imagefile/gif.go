package imagefile

import (
	"bytes"
	"encoding/binary"
)

// The blocks of a GIF file (GIF89a specification), and the labels of extensions.
const (
	gifExtension   = 0x21
	gifImage       = 0x2c
	gifTrailer     = 0x3b
	gifControl     = 0xf9 // how long a frame is shown, and what is transparent
	gifApplication = 0xff
)

// cleanGIF keeps the frames, how they follow each other, how often they are repeated, and the ICC profile. Comments, XMP,
// texts and what other programs put in are left out.
func cleanGIF(file []byte, p *parts) error {
	if len(file) < 13 || !bytes.HasPrefix(file, []byte("GIF8")) {
		return damaged("no start")
	}
	at := 13 + gifTable(file[10])
	if at > len(file) {
		return damaged("cut short")
	}
	screen := uint64(binary.LittleEndian.Uint16(file[6:])) * uint64(binary.LittleEndian.Uint16(file[8:]))
	out := append(make([]byte, 0, len(file)), file[:at]...)
	frames := 0
	for p.part() {
		if at >= len(file) {
			return damaged("cut short")
		}
		from := at
		switch file[at] {
		case gifTrailer:
			if frames == 0 {
				return damaged("no picture")
			}
			p.pixels = max(p.pixels, screen)
			p.animated = frames > 1
			p.file = append(out, gifTrailer)
			return nil
		case gifImage:
			if at+10 > len(file) {
				return damaged("cut short")
			}
			frames++
			p.frame(uint64(binary.LittleEndian.Uint16(file[at+5:])), uint64(binary.LittleEndian.Uint16(file[at+7:])))
			at += 10 + gifTable(file[at+9]) + 1 // the colours, and how many bits a code begins with
			end, ok := gifBlocksEnd(file, at)
			if !ok {
				return damaged("cut short")
			}
			at = end
			out = append(out, file[from:at]...)
		case gifExtension:
			end, ok := gifBlocksEnd(file, at+2)
			if !ok {
				return damaged("cut short")
			}
			at = end
			out = append(out, gifKept(file[from:at])...)
		default:
			return damaged("an unknown block")
		}
	}
	return nil // it has exceeded the limit
}

// gifTable returns how many bytes a colour table has, as the flags before it say.
func gifTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocksEnd returns where a row of sub-blocks ends, each behind its length, the last one empty.
func gifBlocksEnd(file []byte, at int) (end int, ok bool) {
	for at < len(file) {
		length := int(file[at])
		at += 1 + length
		if length == 0 {
			return at, true
		}
	}
	return 0, false
}

// gifKept returns what stays of an extension.
func gifKept(extension []byte) []byte {
	if len(extension) >= 8 && extension[1] == gifControl && extension[2] == 4 {
		return append(bytes.Clone(extension[:7]), 0)
	}
	const head = 3 + 11 // the introducer, and the application's name behind its length
	if extension[1] != gifApplication || len(extension) < head+1 || extension[2] != 11 {
		return nil
	}
	switch string(extension[3:head]) {
	case "NETSCAPE2.0", "ANIMEXTS1.0": // how often to repeat
		if len(extension) >= head+5 && extension[head] == 3 && extension[head+1] == 1 {
			return append(bytes.Clone(extension[:head+4]), 0)
		}
	case "ICCRGBG1012":
		return extension
	}
	return nil
}
