// Packing: texts and rows are stored as zstd frames, which are known by their first bytes, and those that repeat a text of the same file as
// S2 blocks with that text as their dictionary. Such a block is a fraction of the frame, and read in a fraction of its time. What most rows
// have in common, as the names of their fields, is in neither: it is in a sample.

package projector

import (
	"bytes"
	_ "embed"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// frameMagic begins every zstd frame. A payload that begins with it is always packed.
var frameMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

const (
	leastPacked = 128     // bytes: shorter payloads hardly become smaller
	mostSampled = 1 << 10 // bytes: longer payloads are packed without the sample, which takes time and says little of them
)

// sample has rows as the read models write them. It is never changed: what is packed with it can't be read without it.
//
//go:embed sample.txt
var sample []byte

const sampleID = 1 // in the frames that are packed with it

var (
	packer      = newPacker()
	smallPacker = newPacker(zstd.WithEncoderDictRaw(sampleID, sample))
	unpacker    = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderDictRaw(sampleID, sample)))
)

// newPacker returns an encoder that is ready. It prepares itself at its first use otherwise, and one that did so in the bubble of a test
// (testing/synctest) can be used in no other.
func newPacker(options ...zstd.EOption) *zstd.Encoder {
	options = append(options, zstd.WithEncoderCRC(false), zstd.WithWindowSize(256<<10), zstd.WithLowerEncoderMem(true))
	p := must(zstd.NewWriter(nil, options...))
	p.EncodeAll([]byte{0}, nil)
	return p
}

func must[T any](made T, err error) T {
	if err != nil {
		panic(err) // the options are constants
	}
	return made
}

// Packed returns the bucket for writing texts and rows, of which those that become smaller are compressed. They are read as any others;
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
	p := packer
	if len(payload) <= mostSampled {
		p = smallPacker
	}
	frame := p.EncodeAll(payload, make([]byte, 0, len(payload)))
	if ambiguous || len(frame) < len(payload) {
		return frame
	}
	return payload
}

// unpack returns the payload that is stored so.
func unpack(stored []byte) []byte {
	payload, _ := unpackIn(stored, nil)
	return payload
}

// unpackIn is unpack into the place of the payload before, which it returns, too, for the next one.
func unpackIn(stored, before []byte) (payload, place []byte) {
	if !bytes.HasPrefix(stored, frameMagic) {
		return stored, before
	}
	payload, err := unpacker.DecodeAll(stored, before[:0])
	if err != nil {
		panic(corruption("a stored value can't be unpacked"))
	}
	return payload, payload
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

// dictionary returns the sample and a text as a dictionary, and a long text alone. It ends with zeros, as it mustn't be too short.
func dictionary(text []byte) *s2.Dict {
	before := sample
	if len(before)+len(text)+s2.MinDictSize > s2.MaxDictSize {
		before = nil
	}
	size := len(before) + len(text) + s2.MinDictSize
	d := make([]byte, size, size+s2.MinDictSize) // with less capacity it would be copied again
	copy(d[copy(d, before):], text)
	if size > s2.MaxDictSize {
		return s2.MakeDict(d, nil)
	}
	return s2.MakeDictManual(d, uint16(len(before))) // a payload likely begins as the text does
}
