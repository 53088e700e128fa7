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

// cleanPNG keeps the chunks of pngKept up to the end of the image. An ICC profile loses its name, which is free text.
func cleanPNG(file []byte) (parts, error) {
	p := parts{orientation: 1}
	if !bytes.HasPrefix(file, []byte(pngHead)) {
		return p, damaged("no start")
	}
	out := append(make([]byte, 0, len(file)), pngHead...)
	shown := false // a part of the still image has come
	err := eachPNGChunk(file, func(kind string, payload []byte) {
		switch kind {
		case "IHDR":
			if len(payload) >= 8 {
				p.pixels += uint64(binary.BigEndian.Uint32(payload)) * uint64(binary.BigEndian.Uint32(payload[4:]))
			}
		case "IDAT":
			shown = true
		case "fcTL":
			if len(payload) >= 12 && shown { // before that it is about the still image
				p.pixels += uint64(binary.BigEndian.Uint32(payload[4:])) * uint64(binary.BigEndian.Uint32(payload[8:]))
			}
			p.animated = true
		case "eXIf":
			p.orientation = orientationOf(payload)
		case "iCCP":
			_, packed, ok := bytes.Cut(payload, []byte{0})
			if !ok || len(packed) < 2 {
				return
			}
			p.profile = unpacked(packed[1:])
			payload = append([]byte("ICC profile\x00"), packed...)
		}
		if pngKept[kind] {
			out = appendPNGChunk(out, kind, payload)
		}
	})
	if err == nil && !shown {
		err = damaged("no picture")
	}
	p.file = appendPNGChunk(out, "IEND", nil)
	return p, err
}

// eachPNGChunk visits the chunks up to the image's end, which must be there.
func eachPNGChunk(file []byte, visit func(kind string, payload []byte)) error {
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
		visit(kind, payload)
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

// withPNGColours puts what says what the colours are behind the header of a PNG file: the chunks of another one, or a profile.
func withPNGColours(file, from, profile []byte) []byte {
	const header = len(pngHead) + 12 + 13
	out := bytes.Clone(file[:header])
	if bytes.HasPrefix(from, []byte(pngHead)) {
		_ = eachPNGChunk(from, func(kind string, payload []byte) { // written by us: whole
			switch kind {
			case "iCCP", "sRGB", "gAMA", "cHRM", "cICP", "mDCV", "cLLI":
				out = appendPNGChunk(out, kind, payload)
			}
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
