package storage

// The file's header: its format, how far the index reaches, and which journal it needs.

import (
	"encoding/binary"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// header is the decoded header bucket.
type header struct {
	indexed uint64 // the index is complete up to this position
	removed uint64 // events up to this position may be missing because a scavenge removed them
	pending bool   // the journal is needed:
	journal journalID
	reach   reach
}

func readHeader(tx *bolt.Tx) (h header, err error) {
	b := tx.Bucket(bucketHeader)
	if b == nil || string(b.Get(keyMagic)) != magic {
		return h, fmt.Errorf("%w: it is another program's bbolt file", ErrForeignFile)
	}
	v := b.Get(keyFormat)
	var number uint32
	if len(v) == 4 {
		number = binary.BigEndian.Uint32(v)
	}
	if number < format || number > formatJournal {
		return h, fmt.Errorf("%w: its format is %x, this program knows %d to %d", ErrForeignFile, v, format, formatJournal)
	}
	h.pending = number == formatJournal
	i, m, j := b.Get(keyIndexed), b.Get(keyRemoved), b.Get(keyJournal)
	scavenged := number == formatScavenged || h.pending && m != nil
	if len(i) != 8 || scavenged && len(m) != 8 || h.pending && len(j) != len(h.journal)+12 ||
		tx.Bucket(bucketLog) == nil || tx.Bucket(bucketIndex) == nil || tx.Bucket(bucketIDs) == nil {
		return h, damaged("a part of it is missing")
	}
	h.indexed = binary.BigEndian.Uint64(i)
	if scavenged {
		h.removed = binary.BigEndian.Uint64(m)
	}
	if h.pending {
		n := copy(h.journal[:], j)
		h.reach = reach{binary.BigEndian.Uint64(j[n:]), binary.BigEndian.Uint32(j[n+8:])}
	}
	return h, nil
}

func layOut(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketHeader, bucketLog, bucketIndex, bucketIDs} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	h := tx.Bucket(bucketHeader)
	return errors.Join(
		h.Put(keyMagic, []byte(magic)),
		h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, format)),
		h.Put(keyIndexed, binary.BigEndian.AppendUint64(nil, 0)),
	)
}

// mark records that the file needs the journal, which has a record at r.
func mark(tx *bolt.Tx, id journalID, r reach) error {
	h := tx.Bucket(bucketHeader)
	v := binary.BigEndian.AppendUint64(id[:], r.generation)
	v = binary.BigEndian.AppendUint32(v, r.offset)
	if err := h.Put(keyJournal, v); err != nil {
		return err
	}
	return h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, formatJournal))
}

// unmark records that the file is the whole log.
func unmark(tx *bolt.Tx) error {
	h := tx.Bucket(bucketHeader)
	now := uint32(format)
	if h.Get(keyRemoved) != nil {
		now = formatScavenged
	}
	if err := h.Delete(keyJournal); err != nil {
		return err
	}
	return h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, now))
}
