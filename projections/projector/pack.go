// Packing: large texts are stored as zstd frames, which are known by their first bytes.

package projector

import (
	"bytes"

	"github.com/klauspost/compress/zstd"
)

// frameMagic begins every zstd frame. A payload that begins with it is always packed.
var frameMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

const leastPacked = 128 // bytes: shorter payloads hardly become smaller

var (
	packer   = newPacker()
	unpacker = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(0)))
)

// newPacker returns an encoder that is ready. It prepares itself at its first use otherwise, and one that did so in the bubble of a test
// (testing/synctest) can be used in no other.
func newPacker() *zstd.Encoder {
	p := must(zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true)))
	p.EncodeAll([]byte{0}, nil)
	return p
}

func must[T any](made T, err error) T {
	if err != nil {
		panic(err) // the options are constants
	}
	return made
}

// Packed returns the bucket for writing texts, of which those that become smaller are compressed. They are read as any others;
// what is searched row by row had better not be packed.
func (b Bucket) Packed() Bucket {
	b.packs = true
	return b
}

// pack returns a payload as it is stored.
func pack(payload []byte, wanted bool) []byte {
	ambiguous := bytes.HasPrefix(payload, frameMagic)
	if !ambiguous && (!wanted || len(payload) < leastPacked) {
		return payload
	}
	frame := packer.EncodeAll(payload, make([]byte, 0, len(payload)))
	if ambiguous || len(frame) < len(payload) {
		return frame
	}
	return payload
}

// unpack returns the payload that is stored so.
func unpack(stored []byte) []byte {
	if !bytes.HasPrefix(stored, frameMagic) {
		return stored
	}
	payload, err := unpacker.DecodeAll(stored, nil)
	if err != nil {
		panic(corruption("a stored value can't be unpacked"))
	}
	return payload
}
