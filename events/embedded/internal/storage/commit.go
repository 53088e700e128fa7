package storage

// Writing: a group of appends made durable by one record of the journal.

import (
	"fmt"

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

// group is the writes of one commit, encoded.
type group struct {
	writes []Write
	record []byte         // of the journal; its header is filled in when it is written
	blocks []pendingBlock // slices of record
	sizes  []int          // bytes of each write's blocks
	last   uint64         // position of the last event
}

// Commit makes all writes durable, or none. Their positions must follow on from [Store.Last] without a gap, and
// each Body must have events. It returns when they are on the disk; only then are the events visible. After an error
// it is unknown what reached the disk, so the store takes no more writes, and every further Commit fails with the same error.
func (s *Store) Commit(writes []Write) error {
	if err := s.Failed(); err != nil {
		return err
	}
	g, err := encode(writes, s.Last()+1)
	if err == nil {
		err = s.commit(g)
	}
	if err != nil {
		return s.fail(err)
	}
	s.last.Store(g.last)
	return nil
}

// encode encodes the blocks of writes, the first of which must have the position next.
func encode(writes []Write, next uint64) (*group, error) {
	size := recordHeader
	for i := range writes {
		w := &writes[i]
		if w.First != next {
			return nil, fmt.Errorf("append at position %d, expected %d", w.First, next)
		}
		next += uint64(w.Body.Len())
		overhead := 12 + headerSize + len(w.Stream)                       // of a block besides its events
		size += w.Body.Size() + overhead*(1+2*w.Body.Size()/blockRoom(w)) // two blocks in a row are more than one's room
	}
	g := &group{writes: writes, record: make([]byte, recordHeader, size), sizes: make([]int, len(writes)), last: next - 1}
	for i := range writes {
		g.sizes[i] = g.add(&writes[i])
	}
	return g, nil
}

// blockRoom returns how many bytes of events fit into a block of w; only a single event may take more.
func blockRoom(w *Write) int { return pieceSize - 1 - headerSize - len(w.Stream) }

// add encodes one append as blocks.
func (g *group) add(w *Write) (size int) {
	room := blockRoom(w)
	b := Block{First: w.First, Revision: w.Revision, Created: w.Created, Stream: []byte(w.Stream)}
	for from, start := 0, 0; from < len(w.Body.ends); {
		to := from + 1
		for to < len(w.Body.ends) && w.Body.ends[to]-start <= room {
			to++
		}
		end := w.Body.ends[to-1]
		b.Count, b.events = to-from, w.Body.buf[start:end]
		bytes := g.block(&b)
		size += len(bytes)
		g.blocks = append(g.blocks, pendingBlock{b.First, bytes})
		b.First += uint64(b.Count)
		b.Revision += uint64(b.Count)
		from, start = to, end
	}
	return size
}

// block encodes b at the end of the record, as [PutBlock] does.
func (g *group) block(b *Block) []byte {
	at := len(g.record)
	g.record = appendBlock(append(g.record, make([]byte, 12)...), b)
	putBlockHeader(g.record[at:], b.First, len(g.record)-at-12)
	return g.record[at+12 : len(g.record) : len(g.record)]
}

// commit makes g durable, and only then adds it to the memtable, where readers see it.
func (s *Store) commit(g *group) error {
	f := s.file.Load()
	if len(g.record) > s.options.JournalHalf {
		return s.commitAtOnce(f, g)
	}
	if s.journal == nil {
		if err := s.beginJournal(f); err != nil {
			return err
		}
	}
	switchHalf := !s.journal.fits(len(g.record)) || f.memtable.full(s.options.TailEvents) && !s.moving()
	if switchHalf {
		if err := s.settle(); err != nil {
			return err
		}
		s.journal.switchHalf()
	}
	if err := s.journal.write(g.record, s.Last()+1); err != nil {
		return fmt.Errorf("%s: %w", s.journal.path, err)
	}
	if switchHalf {
		f.memtable.freeze(f.memtable.full(s.options.TailEvents))
	}
	f.memtable.add(g.blocks, g.index)
	if switchHalf {
		s.move(f, s.Last())
	}
	return nil
}

// index adds the entries of the group's events to a tail.
func (g *group) index(t *tail) {
	for i := range g.writes {
		w := &g.writes[i]
		t.add(w.Stream, Extent{Revision: w.Revision, Position: w.First, Count: uint64(w.Body.Len())}, w.Body.IDs(), g.sizes[i])
	}
}

// commitAtOnce writes a group that is larger than the journal's half, and everything before it, into the file.
func (s *Store) commitAtOnce(f *file, g *group) error {
	if err := s.settle(); err != nil {
		return err
	}
	f.memtable.freeze(f.memtable.full(s.options.TailEvents))
	err := f.update(s.path, func(tx *bolt.Tx) error {
		if err := putMoved(tx, f.memtable.blocks.moving, f.memtable.old, s.Last()); err != nil {
			return err
		}
		if err := putBlocks(tx.Bucket(bucketLog), g.blocks); err != nil {
			return err
		}
		if s.journal == nil {
			return nil
		}
		return mark(tx, s.journal.id, s.journal.youngest)
	})
	if err != nil {
		return err
	}
	f.memtable.moved()
	f.memtable.add(nil, g.index)
	return nil
}
