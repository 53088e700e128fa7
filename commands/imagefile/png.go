package imagefile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

const pngHead = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that are needed to show the image or the animation, and those that say what its colours are.
var pngKept = map[string]bool{
	"IHDR": true, "PLTE": true, "tRNS": true, "IDAT": true, "acTL": true, "fcTL": true, "fdAT": true,
	"iCCP": true, "sRGB": true, "gAMA": true, "cHRM": true, "cICP": true, "mDCV": true, "cLLI": true,
}

// mostProfile is the largest ICC profile that is unpacked.
const mostProfile = 4 << 20 // bytes

// cleanPNG keeps the chunks of pngKept up to the end of the image. An ICC profile loses its name, which is free text. Of what may be there
// once, the first counts.
func cleanPNG(file []byte, p *parts) error {
	if !bytes.HasPrefix(file, []byte(pngHead)) {
		return damaged("no start")
	}
	out := append(make([]byte, 0, len(file)), pngHead...)
	shown := false // a part of the still image has come
	first := map[string][]byte{}
	err := eachPNGChunk(file, func(kind string, payload []byte) bool {
		switch _, again := first[kind]; {
		case kind == "IDAT" || kind == "fdAT" || kind == "fcTL":
		case again:
			return p.part()
		case pngKept[kind] || kind == "eXIf":
			first[kind] = payload
		}
		switch kind {
		case "IHDR":
			if len(payload) >= 8 {
				p.frame(uint64(binary.BigEndian.Uint32(payload)), uint64(binary.BigEndian.Uint32(payload[4:])))
			}
		case "IDAT":
			shown = true
		case "fcTL":
			if len(payload) >= 12 && shown { // before that it is about the still image
				p.frame(uint64(binary.BigEndian.Uint32(payload[4:])), uint64(binary.BigEndian.Uint32(payload[8:])))
			}
			p.animated = true
		case "eXIf":
			p.orientation = orientationOf(payload)
		case "iCCP":
			_, packed, ok := bytes.Cut(payload, []byte{0})
			if !ok || len(packed) < 2 {
				return p.part()
			}
			p.profile = unpacked(packed[1:])
			payload = append([]byte("ICC profile\x00"), packed...)
		}
		if pngKept[kind] {
			out = appendPNGChunk(out, kind, payload)
		}
		return p.part()
	})
	if err == nil && !shown {
		err = damaged("no picture")
	}
	p.oddColors = hasOddColors(first, p.profile)
	p.file = appendPNGChunk(out, "IEND", nil)
	return err
}

// sRGB's gamma and chromaticities in a PNG file, in hundred-thousandths, and how far another value may be from them without a difference to
// be seen.
const (
	srgbGamma     = 45455
	nearlySRGB    = 500
	cicpPrimaries = "\x01\x0d\x00\x01" // sRGB, as H.273 numbers it
)

var srgbPrimaries = []uint32{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000}

// hasOddColors reports whether chunks say that an image is neither in sRGB nor in the colors of its profile. The first of these counts that
// is there: cICP, the profile, sRGB, and gAMA with cHRM (PNG specification, section 4.3).
func hasOddColors(chunks map[string][]byte, profile []byte) bool {
	if code, ok := chunks["cICP"]; ok {
		return string(code) != cicpPrimaries
	}
	if _, ok := chunks["sRGB"]; ok || profile != nil {
		return false
	}
	return !isNearly(chunks["gAMA"], srgbGamma) || !isNearly(chunks["cHRM"], srgbPrimaries...)
}

// isNearly reports whether a chunk is missing, malformed, or holds about these numbers.
func isNearly(chunk []byte, want ...uint32) bool {
	if len(chunk) != 4*len(want) {
		return true
	}
	for i, n := range want {
		if got := binary.BigEndian.Uint32(chunk[4*i:]); got > n+nearlySRGB || got+nearlySRGB < n {
			return false
		}
	}
	return true
}

// eachPNGChunk visits the chunks up to the image's end, which must be there, until visit returns false.
func eachPNGChunk(file []byte, visit func(kind string, payload []byte) bool) error {
	for rest := file[len(pngHead):]; ; {
		if len(rest) < 12 {
			return damaged("cut short")
		}
		length := binary.BigEndian.Uint32(rest)
		if uint64(length) > uint64(len(rest)-12) {
			return damaged("cut short")
		}
		kind, payload := string(rest[4:8]), rest[8:8+length]
		if binary.BigEndian.Uint32(rest[8+length:]) != crc32.ChecksumIEEE(rest[4:8+length]) {
			return damaged("a wrong checksum")
		}
		if kind == "IEND" {
			return nil
		}
		if !visit(kind, payload) {
			return nil
		}
		rest = rest[12+length:]
	}
}

func appendPNGChunk(out []byte, kind string, payload []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(payload)))
	from := len(out)
	out = append(append(out, kind...), payload...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}

// unpacked returns an ICC profile, nil for one that is damaged or too large.
func unpacked(packed []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(r, mostProfile+1))
	if err != nil || len(profile) > mostProfile {
		return nil
	}
	return profile
}

// withPNGColors puts what says what the colors are behind the header of a PNG file: the chunks of another one, or a profile.
func withPNGColors(file, from, profile []byte) []byte {
	const header = len(pngHead) + 12 + 13
	out := bytes.Clone(file[:header])
	if bytes.HasPrefix(from, []byte(pngHead)) {
		_ = eachPNGChunk(from, func(kind string, payload []byte) bool { // written by us: whole
			switch kind {
			case "iCCP", "sRGB", "gAMA", "cHRM", "cICP", "mDCV", "cLLI":
				out = appendPNGChunk(out, kind, payload)
			}
			return true
		})
	} else if len(profile) > 0 {
		var packed bytes.Buffer
		w := zlib.NewWriter(&packed)
		_, _ = w.Write(profile) // into memory
		_ = w.Close()
		out = appendPNGChunk(out, "iCCP", append([]byte("ICC profile\x00\x00"), packed.Bytes()...))
	}
	return append(out, file[header:]...)
}
