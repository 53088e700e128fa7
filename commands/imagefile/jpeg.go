package imagefile

import (
	"bytes"
	"encoding/binary"
)

// The markers of a JPEG file that are looked at (ITU-T T.81, table B.1).
const (
	markSOF0, markSOF15 = 0xc0, 0xcf // frame headers and, among them,
	markSOF2            = 0xc2       // of a progressive image
	markDHT             = 0xc4
	markJPG             = 0xc8 // reserved
	markDAC             = 0xcc
	markRST0, markRST7  = 0xd0, 0xd7
	markSOI             = 0xd8
	markEOI             = 0xd9
	markSOS             = 0xda
	markDQT             = 0xdb
	markDNL             = 0xdc
	markDRI             = 0xdd
	markAPP0            = 0xe0 // JFIF: what the colours are
	markAPP1            = 0xe1 // EXIF and XMP
	markAPP2            = 0xe2 // the ICC profile; also the index of further pictures (MPF)
	markAPP14           = 0xee // Adobe's: what the colours are
	markTEM             = 0x01
)

var (
	jfifHead  = []byte("JFIF\x00")
	exifHead  = []byte("Exif\x00")
	iccHead   = []byte("ICC_PROFILE\x00")
	adobeHead = []byte("Adobe")
)

// cleanJPEG keeps the tables, frames and scans up to the end of the image, the ICC profile, and the two segments that say
// what the numbers mean as colours: JFIF's, without its thumbnail, and Adobe's, without which a picture in RGB or CMYK
// would be shown in wrong colours.
func cleanJPEG(file []byte, p *parts) error {
	if len(file) < 2 || file[0] != 0xff || file[1] != markSOI {
		return damaged("no start")
	}
	out := make([]byte, 2, len(file))
	copy(out, file)
	rest := file[2:]
	var planes jpegPlanes
	scans, samples := 0, uint64(0)
	for p.part() {
		mark, after, err := nextMarker(rest)
		if err != nil {
			return err
		}
		rest = after
		switch {
		case mark == markEOI:
			if scans == 0 {
				return damaged("no picture")
			}
			p.file = append(out, 0xff, markEOI)
			return nil
		case mark == markTEM, mark >= markRST0 && mark <= markRST7:
			continue
		case mark == markSOI:
			return damaged("a start within")
		}
		if len(rest) < 2 || int(binary.BigEndian.Uint16(rest)) < 2 || int(binary.BigEndian.Uint16(rest)) > len(rest) {
			return damaged("cut short")
		}
		length := int(binary.BigEndian.Uint16(rest))
		payload := rest[2:length]
		rest = rest[length:]
		switch {
		case mark == markDHT, mark == markDQT, mark == markDRI, mark == markDNL:
			out = appendSegment(out, mark, payload)
		case mark >= markSOF0 && mark <= markSOF15 && mark != markJPG:
			if len(payload) >= 6 {
				p.frame(uint64(binary.BigEndian.Uint16(payload[3:])), uint64(binary.BigEndian.Uint16(payload[1:])))
				p.inks = payload[5] == 4
				planes = planesOf(payload)
			}
			out = appendSegment(out, mark, payload)
		case mark == markSOS:
			if scans++; scans > maxScans {
				p.exceed("a JPEG of more than 100 scans")
				return nil
			}
			if samples += planes.samples(payload); samples > maxWork {
				p.exceed("a JPEG of too many scans for its size")
				return nil
			}
			n := scanLength(rest)
			out = append(appendSegment(out, mark, payload), rest[:n]...)
			rest = rest[n:]
		case mark == markAPP0 && bytes.HasPrefix(payload, jfifHead) && len(payload) >= 14:
			out = appendSegment(out, mark, append(bytes.Clone(payload[:12]), 0, 0)) // a thumbnail of 0×0
		case mark == markAPP1 && bytes.HasPrefix(payload, exifHead) && len(payload) > len(exifHead)+1 && p.orientation == 1:
			p.orientation = orientationOf(payload[len(exifHead)+1:])
		case mark == markAPP2 && bytes.HasPrefix(payload, iccHead):
			p.profile = append(p.profile, payload[min(len(payload), len(iccHead)+2):]...)
			out = appendSegment(out, mark, payload)
		case mark == markAPP14 && bytes.HasPrefix(payload, adobeHead) && len(payload) >= 12:
			out = appendSegment(out, mark, payload[:12])
		}
	}
	return nil // it has exceeded the limit
}

// jpegPlanes are how many samples an image has of each of its components, by their numbers.
type jpegPlanes map[byte]uint64

// planesOf reads a frame header.
func planesOf(header []byte) jpegPlanes {
	pixels := uint64(binary.BigEndian.Uint16(header[1:])) * uint64(binary.BigEndian.Uint16(header[3:]))
	planes, most := jpegPlanes{}, uint64(1)
	for c := header[6:]; len(c) >= 3; c = c[3:] {
		area := uint64(c[1]>>4) * uint64(c[1]&15)
		planes[c[0]], most = area*pixels, max(most, area)
	}
	for c := range planes {
		planes[c] /= most
	}
	return planes
}

// samples returns how many samples a scan is about, as its header says.
func (p jpegPlanes) samples(header []byte) (n uint64) {
	for i := 1; i < len(header) && i <= 2*int(header[0]); i += 2 {
		n += p[header[i]]
	}
	return n
}

// nextMarker returns the next marker and what follows it. Bytes before it belong to nothing.
func nextMarker(file []byte) (mark byte, rest []byte, err error) {
	for i := 0; i+1 < len(file); i++ {
		if file[i] == 0xff && file[i+1] != 0xff && file[i+1] != 0 {
			return file[i+1], file[i+2:], nil
		}
	}
	return 0, nil, damaged("cut short")
}

// scanLength returns how long the coded data is at the beginning of file: up to a marker that isn't part of it.
func scanLength(file []byte) int {
	for i := 0; i+1 < len(file); i++ {
		if file[i] == 0xff && file[i+1] != 0 && file[i+1] != 0xff && (file[i+1] < markRST0 || file[i+1] > markRST7) {
			return i
		}
	}
	return len(file)
}

func appendSegment(out []byte, mark byte, payload []byte) []byte {
	out = append(out, 0xff, mark)
	return append(binary.BigEndian.AppendUint16(out, uint16(len(payload)+2)), payload...)
}

// withJPEGProfile puts an ICC profile behind a JPEG file's start, in as many segments as it needs.
func withJPEGProfile(file, profile []byte) []byte {
	const most = 0xffff - 2 - 14 // of a segment, beside its length and head
	count := (len(profile) + most - 1) / most
	if count == 0 || count > 255 {
		return file
	}
	out := bytes.Clone(file[:2])
	for i := range count {
		part := profile[i*most : min(len(profile), (i+1)*most)]
		head := append(bytes.Clone(iccHead), byte(i+1), byte(count))
		out = appendSegment(out, markAPP2, append(head, part...))
	}
	return append(out, file[2:]...)
}
