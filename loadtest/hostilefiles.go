// Pictures that are made to be expensive or dangerous to decode.

package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// zeros reads zero bytes.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// deflated returns n zero bytes compressed.
func deflated(n int64) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = io.CopyN(w, zeros{}, n) // a buffer never fails
	_ = w.Close()
	return out.Bytes()
}

// pngChunk appends a chunk of a PNG.
func pngChunk(file []byte, name string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	sum := crc32.ChecksumIEEE(append([]byte(name), data...))
	return binary.BigEndian.AppendUint32(append(append(file, name...), data...), sum)
}

// pngHeader begins a grey PNG.
func pngHeader(width, height uint32) []byte {
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return pngChunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", append(size, 8, 0, 0, 0, 0))
}

// widePNG is one row of as many pixels as a picture may have.
func widePNG() (string, []byte) {
	const width = 39_999_999
	file := pngChunk(pngHeader(width, 1), "IDAT", deflated(1+width))
	return "image/png", pngChunk(file, "IEND", nil)
}

// pngOfProfiles has the same large colour profile again and again.
func pngOfProfiles() (string, []byte) {
	file := pngHeader(64, 64)
	profile := append([]byte("p\x00\x00"), deflated(1<<20)...)
	for range 1_200 {
		file = pngChunk(file, "iCCP", profile)
	}
	file = pngChunk(file, "IDAT", deflated(64*65))
	return "image/png", pngChunk(file, "IEND", nil)
}

// jpegOfScans is progressive, and says 2,000 times that nothing changes in any of its 90,000 blocks.
func jpegOfScans() (string, []byte) {
	const side, blocks = 2400, 300 * 300
	segment := func(file []byte, marker byte, data ...byte) []byte {
		return append(append(file, 0xFF, marker, byte((len(data)+2)>>8), byte(len(data)+2)), data...)
	}
	oneCode := func(table, symbol byte) []byte { return append(append([]byte{table, 1}, make([]byte, 15)...), symbol) }
	file := []byte{0xFF, 0xD8}
	file = segment(file, 0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	file = segment(file, 0xC2, 8, side>>8, side&0xFF, side>>8, side&0xFF, 1, 1, 0x11, 0)
	file = segment(file, 0xC4, oneCode(0x00, 0x00)...) // no difference
	file = segment(file, 0xC4, oneCode(0x10, 0xE0)...) // a run of blocks without anything, of 2^14 and 14 bits more
	file = segment(file, 0xDA, 1, 1, 0x00, 0, 0, 0)
	file = append(file, make([]byte, blocks/8)...)
	for range 2_000 {
		file = segment(file, 0xDA, 1, 1, 0x00, 1, 63, 0)
		file = append(file, 0x7F, 0xFE, 0xFF, 0, 0xFD, 0xFF, 0, 0xFF, 0) // three times the code 0 and fourteen ones, filled with ones
	}
	return "image/jpeg", append(file, 0xFF, 0xD9)
}
