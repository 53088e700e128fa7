package storage

// The tail: entries that are not yet in index and ids, in memory.

import (
	"cmp"
	"encoding/binary"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// The tail is written to index and ids when it has this many events, index entries, or bytes of log.
// That bounds its memory, and how much a start reads again after a crash.
const (
	tailEvents  = 16384
	tailExtents = 8192
	tailBytes   = 32 << 20
)

// tail is the entries of index and ids for a run of events after the header's "indexed". [memtable] guards it.
type tail struct {
	streams map[string][]Extent
	ids     map[uint64]uint64 // fingerprint → position
	events  int
	extents int
	bytes   int
}

func newTail() *tail {
	return &tail{streams: map[string][]Extent{}, ids: map[uint64]uint64{}}
}

// add records a run of events whose ids are given; n is the bytes they take in the log.
func (t *tail) add(stream string, x Extent, ids []ID, n int) {
	list := t.streams[stream]
	if k := len(list) - 1; k >= 0 && !list[k].Gone() && list[k].Last()+1 == x.Revision && list[k].Position+list[k].Count == x.Position {
		list[k].Count += x.Count
	} else {
		t.streams[stream] = append(list, x)
		t.extents++
	}
	h := streamHash(stream)
	for i, id := range ids {
		t.ids[fingerprint(h, id)] = x.Position + uint64(i)
	}
	t.events += int(x.Count)
	t.bytes += n
}

// full reports whether it is time to write the tail, which may have maxEvents events.
func (t *tail) full(maxEvents int) bool {
	return t.events >= maxEvents || t.extents >= tailExtents || t.bytes >= tailBytes
}

// empty reports whether there is nothing to write to index or ids.
func (t *tail) empty() bool { return t.extents == 0 }

func (t *tail) clear() {
	t.streams = map[string][]Extent{}
	clear(t.ids)
	t.events, t.extents, t.bytes = 0, 0, 0
}

// overlap appends the extents of stream that contain revisions in [lo, hi] to found, and returns the first revision of
// stream in the tail (ok is false if there is none).
func (t *tail) overlap(found []Extent, stream string, lo, hi uint64) (_ []Extent, first uint64, ok bool) {
	list := t.streams[stream]
	if len(list) == 0 {
		return found, 0, false
	}
	from, _ := slices.BinarySearchFunc(list, lo, func(x Extent, r uint64) int { return cmp.Compare(x.Last(), r) })
	for _, x := range list[from:] {
		if x.Revision > hi {
			break
		}
		found = append(found, x)
	}
	return found, list[0].Revision, true
}

// last returns the last extent of stream in the tail that begins below the given revision.
func (t *tail) last(stream string, below uint64) (Extent, bool) {
	list := t.streams[stream]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Revision < below {
			return list[i], true
		}
	}
	return Extent{}, false
}

// write puts the tail, which ends at the position last, into index and ids. The log up to there must be in the file, or
// be put there by the same transaction.
func (t *tail) write(tx *bolt.Tx, last uint64) error {
	type entry struct {
		key   []byte
		value []byte
	}
	entries := make([]entry, 0, t.extents)
	for stream, list := range t.streams {
		prefix := prefixIndex(stream)
		for _, x := range list {
			key := binary.BigEndian.AppendUint64(prefix[:len(prefix):len(prefix)], x.Revision)
			entries = append(entries, entry{key, valueIndex(x)})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return slices.Compare(a.key, b.key) })
	index := tx.Bucket(bucketIndex)
	for _, e := range entries {
		if err := index.Put(e.key, e.value); err != nil {
			return err
		}
	}
	if err := putIDs(tx.Bucket(bucketIDs), last, t.ids); err != nil {
		return err
	}
	return tx.Bucket(bucketHeader).Put(keyIndexed, binary.BigEndian.AppendUint64(nil, last))
}
