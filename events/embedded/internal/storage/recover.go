package storage

// Recovery: moving what a crash has left in the journal into the file. A journal that the file needs but that cannot be the
// right one is refused: starting without it would lose acknowledged events.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

// recover reads the journal and moves its blocks into the file, which then needs none.
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
			s.fail(err) // the disk may be full: the log can be read all the same
			return nil
		}
	}
	return os.Remove(path)
}

// takeJournal adds the blocks of the journal p that are missing from the file to the memtable.
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

// takeRecord adds the blocks of a record to the memtable, unless they are in the file.
func (s *Store) takeRecord(f *file, r record) error {
	var young []pendingBlock
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
			young = append(young, pendingBlock{first, bytes.Clone(rest[:n])})
		}
		rest = rest[n:]
	}
	f.memtable.blocks.young = append(f.memtable.blocks.young, young...)
	return nil
}

// checkLeftover returns an error unless a journal that the file does not need can be removed: a crash may have left it when it was
// created, or after everything was moved into the file.
func (s *Store) checkLeftover(p []byte) error {
	half, id, err := readJournalHeader(p)
	if err != nil {
		if len(p) <= journalPage {
			return nil // its creation was cut short
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
