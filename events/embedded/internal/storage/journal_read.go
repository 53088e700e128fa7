package storage

// Reading a journal: its header, and the records of each half.

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// readJournalHeader returns the size of the halves, which lie within p or were never written to, and whose journal it is.
func readJournalHeader(p []byte) (half int64, id journalID, err error) {
	const sum = len(journalMagic) + 4 + len(id) + 8
	if len(p) < journalPage || string(p[:len(journalMagic)]) != journalMagic {
		return 0, id, fmt.Errorf("%w: it is no journal", ErrForeignFile)
	}
	if v := binary.BigEndian.Uint32(p[len(journalMagic):]); v != journalFormat {
		return 0, id, fmt.Errorf("%w: its format is %d, this program knows %d", ErrForeignFile, v, journalFormat)
	}
	if binary.BigEndian.Uint32(p[sum:]) != crc32.Checksum(p[:sum], castagnoli) {
		return 0, id, damaged("its first page does not match its checksum")
	}
	copy(id[:], p[len(journalMagic)+4:])
	return int64(binary.BigEndian.Uint64(p[sum-8:])), id, nil
}

// record is a record of the journal.
type record struct {
	offset int64 // within its half
	first  uint64
	blocks []byte // each as PutBlock writes it
	size   int64
}

// last returns the position of the record's last event, 0 if it is no list of blocks.
func (r record) last() (last uint64) {
	for rest := r.blocks; len(rest) >= 12; {
		n := int(binary.BigEndian.Uint32(rest[8:]))
		if n < headerSize || n > len(rest)-12 {
			return 0
		}
		last = binary.BigEndian.Uint64(rest) + uint64(binary.BigEndian.Uint32(rest[12+21:])) - 1
		rest = rest[12+n:]
	}
	return last
}

// readHalf returns the records of a generation. They end at the first that is not whole: its commit was never answered. One
// that is whole after that was written after the commits before it were, so something was damaged since.
func readHalf(p []byte, half int64, id journalID, generation uint64) (records []record, err error) {
	p = halfOf(p, half, generation)
	at := int64(0)
	for {
		r, g, ok := readRecord(p, id, at)
		if !ok || g != generation {
			break
		}
		records = append(records, r)
		at = pageUp(at + r.size)
	}
	for at += journalPage; at < int64(len(p)); at += journalPage {
		if r, g, ok := readRecord(p, id, at); ok && g == generation {
			return nil, damaged("events before position %d were acknowledged and are not whole", r.first)
		}
	}
	return records, nil
}

// generationOf returns the generation of the half that the given one is written to, 0 if it has no record.
func generationOf(p []byte, half int64, id journalID, generation uint64) uint64 {
	_, g, _ := readRecord(halfOf(p, half, generation), id, 0)
	return g
}

// halfOf returns the part of the file p where a generation's records are.
func halfOf(p []byte, half int64, generation uint64) []byte {
	start := min(halfStart(half, generation), int64(len(p)))
	return p[start:min(start+half, int64(len(p)))]
}

// readRecord reads the record that begins at an offset of a half; ok is false if none does that is whole.
func readRecord(p []byte, id journalID, at int64) (r record, generation uint64, ok bool) {
	if at+recordHeader > int64(len(p)) {
		return r, 0, false
	}
	p = p[at:]
	n := int64(binary.BigEndian.Uint32(p[4:])) + 8
	if n < recordHeader || n > int64(len(p)) || binary.BigEndian.Uint32(p) != id.checksum(p[4:n]) {
		return r, 0, false
	}
	return record{offset: at, first: binary.BigEndian.Uint64(p[16:]), blocks: p[recordHeader:n], size: n}, binary.BigEndian.Uint64(p[8:]), true
}
