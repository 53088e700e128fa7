package storage

// A block: a run of consecutive events of one stream, from one append. doc.go has its bytes.

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	blockFormat = 1
	// pieceSize is the maximum size of one bbolt value. A block takes as many events as fit into one value; a block of one
	// large event is cut into several. bbolt writes the whole last leaf at every commit, and a leaf has at
	// least two values, so larger ones would be written several times.
	pieceSize  = 16 << 10
	headerSize = 4 + 1 + 8 + 8 + 4 + 2
)

// MaxStreamName is the maximum length of a stream's name in bytes.
const MaxStreamName = 2048

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Block is a run of consecutive events of one stream: event i has position First+i and revision Revision+i.
type Block struct {
	First    uint64
	Revision uint64
	Count    int
	Created  int64  // 100 ns ticks since the Unix epoch
	Stream   []byte // name
	events   []byte
}

// Last returns the position of the block's last event.
func (b *Block) Last() uint64 { return b.First + uint64(b.Count) - 1 }

// Events decodes the events lo up to but not including hi (0 <= lo <= hi <= Count) into dst, replacing what it holds.
func (b *Block) Events(dst []Event, lo, hi int) ([]Event, error) {
	dst = dst[:0]
	rest := b.events
	var err error
	for i := range hi {
		var e Event
		if rest, err = readEvent(rest, &e); err != nil {
			return nil, damaged("the block at position %d: %v", b.First, err)
		}
		if i >= lo {
			dst = append(dst, e)
		}
	}
	return dst, nil
}

// appendBlock encodes a block of count events at the end of dst.
func appendBlock(dst []byte, b *Block) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0, blockFormat)
	dst = binary.BigEndian.AppendUint64(dst, uint64(b.Created))
	dst = binary.BigEndian.AppendUint64(dst, b.Revision)
	dst = binary.BigEndian.AppendUint32(dst, uint32(b.Count))
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(b.Stream)))
	dst = append(dst, b.Stream...)
	dst = append(dst, b.events...)
	binary.BigEndian.PutUint32(dst[start:], checksum(b.First, dst[start+4:]))
	return dst
}

// readBlock decodes the block whose whole value is p, stored at position first.
func readBlock(first uint64, p []byte) (Block, error) {
	if len(p) < headerSize {
		return Block{}, damaged("the block at position %d has %d bytes", first, len(p))
	}
	if binary.BigEndian.Uint32(p) != checksum(first, p[4:]) {
		return Block{}, damaged("the block at position %d does not match its checksum", first)
	}
	if p[4] != blockFormat {
		return Block{}, damaged("the block at position %d has the unknown format %d", first, p[4])
	}
	b := Block{
		First:    first,
		Created:  int64(binary.BigEndian.Uint64(p[5:])),
		Revision: binary.BigEndian.Uint64(p[13:]),
		Count:    int(binary.BigEndian.Uint32(p[21:])),
	}
	n := int(binary.BigEndian.Uint16(p[25:]))
	if b.Count == 0 || len(p) < headerSize+n {
		return Block{}, damaged("the block at position %d is cut short", first)
	}
	b.Stream = p[headerSize : headerSize+n]
	b.events = p[headerSize+n:]
	return b, nil
}

func checksum(first uint64, p []byte) uint32 {
	var key [8]byte
	binary.BigEndian.PutUint64(key[:], first)
	return crc32.Update(crc32.Checksum(key[:], castagnoli), castagnoli, p)
}

// cutFront removes the first n events of the block (n < Count).
func (b *Block) cutFront(n int) error {
	var e Event
	for range n {
		rest, err := readEvent(b.events, &e)
		if err != nil {
			return damaged("the block at position %d: %v", b.First, err)
		}
		b.events = rest
	}
	b.First += uint64(n)
	b.Revision += uint64(n)
	b.Count -= n
	return nil
}
