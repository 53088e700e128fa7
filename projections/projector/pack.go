// Packing: large texts are stored as zstd frames, which are known by their first bytes, and those that repeat a text of the same file as S2
// blocks with that text as their dictionary. Such a block is a fraction of the frame, and read in a fraction of its time.

package projector

import (
	"bytes"

	"github.com/klauspost/compress/s2"
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

// PutLike stores payload under key without what it shares with like, which the caller of [Bucket.GetLike] must have.
func (b Bucket) PutLike(key, payload, like []byte) { b.Put(key, PackLike(payload, like)) }

// GetLike returns the payload that PutLike stored under key with like, nil if there is none.
func (b Bucket) GetLike(key, like []byte) []byte {
	stored := b.Get(key)
	if stored == nil {
		return nil
	}
	return UnpackLike(stored, like)
}

// PackLike returns a payload without what it shares with like, for a part of a value.
func PackLike(payload, like []byte) []byte { return dictionary(like).Encode(nil, payload) }

// UnpackLike returns the payload that PackLike has packed with like.
func UnpackLike(packed, like []byte) []byte {
	payload, err := dictionary(like).Decode(nil, packed)
	if err != nil {
		panic(corruption("a stored value can't be unpacked"))
	}
	return payload
}

// dictionary returns a text as a dictionary, made longer as it mustn't be too short.
func dictionary(text []byte) *s2.Dict {
	d := make([]byte, len(text)+s2.MinDictSize, len(text)+2*s2.MinDictSize) // with less capacity it would be copied again
	copy(d, text)
	return s2.MakeDict(d, nil)
}
