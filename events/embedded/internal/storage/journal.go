package storage

// The journal: a file beside the log's that makes a commit durable with one write and one sync. move.go moves its records
// into the log's file, many at once; doc.go documents its format and why it can be trusted.
//
// It has two halves, used alternately. While one is being moved, commits continue in the other; a half is overwritten only when
// its records are in the log's file. Overwriting blocks that the file already has spares a write of its metadata.

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
)

const (
	journalMagic  = "candor journal\x00\x00"
	journalFormat = 1
	// journalPage is where records begin: writing one never touches a page that holds an acknowledged one.
	journalPage = 4096
	// journalStep is how far ahead of its records a half is filled with zeros when it is first used.
	journalStep = 256 << 10
	// recordHeader: checksum (4), length (4), generation (8), first position (8).
	recordHeader = 24
)

// journalID identifies a journal, and so the log file that it belongs to.
type journalID [16]byte

func journalPath(path string) string { return path + ".journal" }

// reach identifies a record that the journal is known to have; generation 0 is none.
type reach struct {
	generation uint64
	offset     uint32 // within its half
}

// journal is the journal in use. The committer alone uses it.
type journal struct {
	file       File
	path       string
	id         journalID
	half       int64
	generation uint64   // counts the switches of halves; its parity is the half in use
	next       int64    // offset of the next record, within the half
	youngest   reach    // the record written last
	filled     [2]int64 // how far each half has been written once
}

// createJournal creates a journal without records for the log at path, which must be locked.
func createJournal(path string, o Options) (j *journal, err error) {
	j = &journal{path: journalPath(path), half: int64(o.JournalHalf), generation: 1}
	rand.Read(j.id[:])
	if j.file, err = o.OpenJournal(j.path); err != nil {
		return nil, err
	}
	if err = j.writeHeader(); err == nil {
		err = j.file.Sync()
	}
	if err == nil {
		err = syncFolder(path)
	}
	if err != nil {
		return nil, errors.Join(err, j.file.Close())
	}
	return j, nil
}

func (j *journal) writeHeader() error {
	h := append(make([]byte, 0, journalPage), journalMagic...)
	h = binary.BigEndian.AppendUint32(h, journalFormat)
	h = append(h, j.id[:]...)
	h = binary.BigEndian.AppendUint64(h, uint64(j.half))
	h = binary.BigEndian.AppendUint32(h, crc32.Checksum(h, castagnoli))
	_, err := j.file.WriteAt(h[:journalPage], 0)
	return err
}

// fits reports whether a record of n bytes has room in the half in use.
func (j *journal) fits(n int) bool { return j.next+int64(n) <= j.half }

// switchHalf continues in the other half, whose records must be in the log's file.
func (j *journal) switchHalf() {
	j.generation++
	j.next = 0
}

// write appends a record, whose header it fills in, and makes it durable.
func (j *journal) write(record []byte, first uint64) error {
	binary.BigEndian.PutUint32(record[4:], uint32(len(record)-8))
	binary.BigEndian.PutUint64(record[8:], j.generation)
	binary.BigEndian.PutUint64(record[16:], first)
	binary.BigEndian.PutUint32(record, j.id.checksum(record[4:]))
	half := j.generation % 2
	start := halfStart(j.half, j.generation)
	end := pageUp(j.next + int64(len(record)))
	if filled := &j.filled[half]; end > *filled {
		to := min((end+journalStep-1)/journalStep*journalStep, j.half)
		if end < to {
			if _, err := j.file.WriteAt(make([]byte, to-end), start+end); err != nil {
				return err
			}
		}
		*filled = to
	}
	if _, err := j.file.WriteAt(record, start+j.next); err != nil {
		return err
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	j.youngest = reach{j.generation, uint32(j.next)}
	j.next = end
	return nil
}

// remove removes the journal once everything in it is in the log's file. If that fails, the next journal overwrites it, or the
// next start removes it.
func (j *journal) remove() error { return errors.Join(j.file.Close(), os.Remove(j.path)) }

// checksum covers everything of a record after itself, and whose record it is.
func (id *journalID) checksum(p []byte) uint32 {
	return crc32.Update(crc32.Checksum(id[:], castagnoli), castagnoli, p)
}

// halfStart returns where in the file a generation's records begin.
func halfStart(half int64, generation uint64) int64 {
	return journalPage + int64(generation%2)*half
}

func pageUp(n int64) int64 { return (n + journalPage - 1) / journalPage * journalPage }
