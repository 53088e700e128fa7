package storage

// The buckets of a file, and the keys and small values in them; doc.go shows an example of each.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"

	bolt "go.etcd.io/bbolt"
)

const (
	magic = "candor event log"
	// format is the only one that this program knows. Files of lower ones had a journal beside them.
	format = 4
)

var (
	bucketHeader  = []byte("header")
	bucketEvents  = []byte("events")
	bucketLarge   = []byte("large")
	bucketStreams = []byte("streams")
	bucketEmptied = []byte("emptied")
	bucketIDs     = []byte("ids")

	keyMagic  = []byte("magic")
	keyFormat = []byte("format")
	keyEnd    = []byte("end")
	keyClosed = []byte("closed")
)

// buckets are those of one transaction.
type buckets struct{ header, events, large, streams, emptied, ids *bolt.Bucket }

// open returns the buckets of tx, some of which are nil in a file that is no log.
func open(tx *bolt.Tx) buckets {
	return buckets{
		tx.Bucket(bucketHeader), tx.Bucket(bucketEvents), tx.Bucket(bucketLarge),
		tx.Bucket(bucketStreams), tx.Bucket(bucketEmptied), tx.Bucket(bucketIDs),
	}
}

// layOut makes the buckets of a new file.
func layOut(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketHeader, bucketEvents, bucketLarge, bucketStreams, bucketEmptied, bucketIDs} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	h := tx.Bucket(bucketHeader)
	return errors.Join(h.Put(keyMagic, []byte(magic)), h.Put(keyFormat, binary.BigEndian.AppendUint32(nil, format)))
}

// check returns what is wrong with a file's header, nil if nothing is.
func (b *buckets) check() error {
	if b.header == nil || string(b.header.Get(keyMagic)) != magic {
		return fmt.Errorf("%w: it is another program's bbolt file", ErrForeignFile)
	}
	number := uint32(0)
	v := b.header.Get(keyFormat)
	if len(v) == 4 {
		number = binary.BigEndian.Uint32(v)
	}
	switch {
	case number > 0 && number < format:
		return ErrOldFormat
	case number != format:
		return fmt.Errorf("%w: its format is %x, this program knows %d", ErrForeignFile, v, format)
	case b.events == nil || b.large == nil || b.streams == nil || b.emptied == nil || b.ids == nil:
		return damaged("a part of it is missing")
	}
	return nil
}

// run says that the events of a stream from a revision on have the positions from one on.
type run struct {
	revision uint64
	position uint64
	count    uint64
}

// last returns the last revision of the run.
func (x run) last() uint64 { return x.revision + x.count - 1 }

// runKey returns the key of the run of a stream that begins at a revision.
func runKey[Name ~string | ~[]byte](stream Name, revision uint64) []byte {
	k := make([]byte, 0, 2+len(stream)+8)
	k = binary.BigEndian.AppendUint16(k, uint16(len(stream)))
	k = append(k, stream...)
	return binary.BigEndian.AppendUint64(k, revision)
}

func (x run) value() []byte {
	v := binary.BigEndian.AppendUint64(make([]byte, 0, 12), x.position)
	return binary.BigEndian.AppendUint32(v, uint32(x.count))
}

// readRun decodes an entry of streams.
func readRun(k, v []byte) (stream []byte, x run, err error) {
	n := len(k) - 8
	if n < 2 || int(binary.BigEndian.Uint16(k)) != n-2 || len(v) != 12 {
		return nil, run{}, damaged("an entry of its streams has %d and %d bytes", len(k), len(v))
	}
	x = run{binary.BigEndian.Uint64(k[n:]), binary.BigEndian.Uint64(v), uint64(binary.BigEndian.Uint32(v[8:]))}
	if x.count == 0 {
		return nil, run{}, damaged("an entry of its streams has no events")
	}
	return k[2:n], x, nil
}

// idKey returns the key of an event's id.
func idKey(stream uint64, id ID) []byte {
	return append(binary.BigEndian.AppendUint64(make([]byte, 0, 24), stream), id[:]...)
}

// hashOf returns the hash of a stream's name by which ids are kept beside each other.
func hashOf[Name ~string | ~[]byte](stream Name) uint64 {
	h := fnv.New64a()
	h.Write([]byte(stream))
	return h.Sum64()
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(make([]byte, 0, 8), n) }

// readNumber decodes a key or value of one number; anything else is 0.
func readNumber(v []byte) uint64 {
	if len(v) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(v)
}
