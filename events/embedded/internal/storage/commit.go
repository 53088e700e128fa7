package storage

// Writing: a group of appends made durable by one bbolt transaction.

import (
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Write is one append of a group: the events of Body go to Stream from Revision on, at the positions from First on.
type Write struct {
	Stream   string
	First    uint64
	Revision uint64
	Created  int64 // 100 ns ticks since the Unix epoch
	Body     *Body
}

// Commit makes all writes durable, or none. Their positions must follow on from [Store.Last] without a gap, and
// each Body must have events. It returns after the file is synced; only then are the events visible. After an error
// nobody knows what reached the disk, so the store takes no more writes and every further Commit fails alike.
func (s *Store) Commit(writes []Write) error {
	if err := s.Failed(); err != nil {
		return err
	}
	return s.commit(writes, s.file.Load().tail.full())
}

func (s *Store) commit(writes []Write, flush bool) error {
	f := s.file.Load()
	n, err := s.transact(f, writes, flush)
	if err != nil {
		err = fmt.Errorf("%s can no longer be written: %w", s.path, err)
		s.failed.Store(&err)
		return err
	}
	if flush {
		f.tail.clear()
	}
	last := s.Last()
	for i, w := range writes {
		count := uint64(w.Body.Len())
		f.tail.add(w.Stream, Extent{Revision: w.Revision, Position: w.First, Count: count}, w.Body.IDs(), n[i])
		last = w.First + count - 1
	}
	s.last.Store(last)
	return nil
}

// transact writes everything in one transaction and returns how many bytes each write took.
func (s *Store) transact(f *file, writes []Write, flush bool) (sizes []int, err error) {
	defer guard(s.path, &err)()
	tx, err := f.db.Begin(true)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // lets go of the file when something fails or panics; nothing after a commit
	if flush {
		if err := f.flush(tx, s.Last()); err != nil {
			return nil, err
		}
	}
	log := tx.Bucket(bucketLog)
	log.FillPercent = 1 // keys only grow
	s.arena = s.arena[:0]
	sizes = make([]int, len(writes))
	next := s.Last() + 1
	for i := range writes {
		if writes[i].First != next {
			return nil, fmt.Errorf("append at position %d, expected %d", writes[i].First, next)
		}
		if sizes[i], err = s.put(log, &writes[i]); err != nil {
			return nil, err
		}
		next += uint64(writes[i].Body.Len())
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	if cap(s.arena) > 4<<20 {
		s.arena = nil // one huge group must not hold its memory for ever
	}
	return sizes, nil
}

// put writes one append as blocks.
func (s *Store) put(log *bolt.Bucket, w *Write) (size int, err error) {
	room := pieceSize - 1 - headerSize - len(w.Stream)
	b := Block{First: w.First, Revision: w.Revision, Created: w.Created, Stream: []byte(w.Stream)}
	for from, start := 0, 0; from < len(w.Body.ends); {
		to := from + 1
		for to < len(w.Body.ends) && w.Body.ends[to]-start <= room {
			to++
		}
		end := w.Body.ends[to-1]
		b.Count, b.events = to-from, w.Body.buf[start:end]
		at := len(s.arena)
		s.arena = appendBlock(s.arena, &b)
		if err := putPieces(log, b.First, s.arena[at:]); err != nil {
			return 0, err
		}
		size += len(s.arena) - at
		b.First += uint64(b.Count)
		b.Revision += uint64(b.Count)
		from, start = to, end
	}
	return size, nil
}

func putPieces(log *bolt.Bucket, first uint64, block []byte) error {
	for piece := 0; ; piece++ {
		n := min(len(block), pieceSize)
		if err := log.Put(keyLog(first, piece), block[:n:n]); err != nil {
			return err
		}
		if n < pieceSize {
			return nil
		}
		block = block[n:]
	}
}

// flush writes the tail, which ends at the position last, to index and ids. Everything in it is committed already.
func (f *file) flush(tx *bolt.Tx, last uint64) error {
	f.tail.mu.RLock()
	defer f.tail.mu.RUnlock()
	type entry struct {
		key   []byte
		value []byte
	}
	entries := make([]entry, 0, f.tail.extents)
	for stream, list := range f.tail.streams {
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
	if err := putIDs(tx.Bucket(bucketIDs), last, f.tail.ids); err != nil {
		return err
	}
	return tx.Bucket(bucketHeader).Put(keyIndexed, binary.BigEndian.AppendUint64(nil, last))
}
