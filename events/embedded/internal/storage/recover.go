package storage

// Recovering: what a crash has left in the journal, back into the file. A journal that the file needs and that cannot be the
// right one is refused: starting without it would lose events that were acknowledged.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
)

// recover reads the journal and moves what it has into the file, which needs none then.
func (s *Store) recover(f *file, h header) error {
	path := journalPath(s.path)
	p, err := os.ReadFile(path)
	missing := errors.Is(err, os.ErrNotExist)
	switch {
	case missing && !h.pending:
		return nil
	case missing:
		return fmt.Errorf("%s: %w: %s is missing, which has the latest events", s.path, ErrDamaged, path)
	case err != nil:
		return err
	}
	if h.pending {
		err = s.takeJournal(f, h, p)
	} else {
		err = s.checkLeftover(p)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if h.pending {
		if err := s.moveAll(f); errors.Is(err, ErrDamaged) {
			return err
		} else if err != nil {
			s.fail(err) // the disk is full, perhaps: what there is can be read all the same
			return nil
		}
	}
	return os.Remove(path)
}

// takeJournal puts the blocks of the journal p, which the file does not have, into memory.
func (s *Store) takeJournal(f *file, h header, p []byte) error {
	half, id, err := readJournalHeader(p)
	if err != nil {
		return err
	}
	if id != h.journal {
		return fmt.Errorf("%w: it is another journal than the one that %s needs", ErrForeignFile, s.path)
	}
	oldest := max(h.reach.generation, 1)
	if max(generationOf(p, half, id, oldest), generationOf(p, half, id, oldest+1)) > oldest+1 {
		return damaged("it goes on where a younger %s ended", s.path)
	}
	reached := h.reach.generation == 0
	for g := oldest; g <= oldest+1; g++ {
		records, err := readHalf(p, half, id, g)
		if err != nil {
			return err
		}
		for _, r := range records {
			reached = reached || g == h.reach.generation && r.offset == int64(h.reach.offset)
			if err := s.takeRecord(f, r); err != nil {
				return err
			}
		}
		if !reached {
			return damaged("it lacks events that were acknowledged: it is older than %s, or was cut short", s.path)
		}
	}
	return nil
}

// takeRecord puts the blocks of a record into memory, unless the file has them.
func (s *Store) takeRecord(f *file, r record) error {
	var young []held
	for rest := r.blocks; len(rest) > 0; {
		if len(rest) < 12 {
			return damaged("the record at position %d is no list of blocks", r.first)
		}
		first, n := binary.BigEndian.Uint64(rest), uint64(binary.BigEndian.Uint32(rest[8:]))
		if rest = rest[12:]; n > uint64(len(rest)) {
			return damaged("the record at position %d is no list of blocks", r.first)
		}
		b, err := readBlock(first, rest[:n])
		if err != nil {
			return err
		}
		if b.Last() > s.Last() {
			if first != s.Last()+1 {
				return damaged("it goes on at position %d, and the events from %d on are missing", first, s.Last()+1)
			}
			if err := s.remember(&b); err != nil {
				return err
			}
			young = append(young, held{first, bytes.Clone(rest[:n])})
		}
		rest = rest[n:]
	}
	f.recent.blocks.young = append(f.recent.blocks.young, young...)
	return nil
}

// checkLeftover tells whether a journal that the file does not need can go: what a crash left while it was made, or after
// everything was moved into the file.
func (s *Store) checkLeftover(p []byte) error {
	half, id, err := readJournalHeader(p)
	if err != nil {
		if len(p) <= journalPage {
			return nil // it was not made whole
		}
		return err
	}
	for parity := range uint64(2) {
		records, err := readHalf(p, half, id, generationOf(p, half, id, parity))
		if err != nil {
			return err
		}
		if len(records) > 0 && records[len(records)-1].last() > s.Last() {
			return damaged("it has events that are not in %s, which does not know of it", s.path)
		}
	}
	return nil
}

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
